// Package archtest holds the tests of what no single package can test: which
// package may import which, how long files are, and what must not stand in the
// source. It has no code of its own.
package archtest
