//go:build go1.26 && !go1.28

package leaf

const tested = true // this version of Go
