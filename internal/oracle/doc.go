// Package oracle is the drawer of what tests compare arithmetic with: ieee computes from the
// definitions, on big integers, and mxcsr lets the processor compute. They share no code
// with runtime/fpops. It has no code of its own.
package oracle
