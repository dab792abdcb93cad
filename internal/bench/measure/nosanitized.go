//go:build suite && !sanitized

package main

import (
	"errors"
	"regexp"
)

func measureSanitized(*regexp.Regexp) {
	check(errors.New("built without -tags sanitized: run cmd/sanitized"))
}
