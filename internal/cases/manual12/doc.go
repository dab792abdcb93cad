// Package manual12 tests the examples of the PTX 1.2 manual: every declaration and
// every statement that it shows is translated to Go, or refused at the right place
// with a reason. It has no code of its own, only a test and testdata/examples.txt,
// where the examples stand under the numbers of their sections and tables.
package manual12
