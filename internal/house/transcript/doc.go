// Package transcript runs documents: what they say that a person types is typed, and what they say that
// comes out must come out. It has tests only; docs/FIRST_HOUR.md is such a document.
package transcript
