// Package delve holds a test that stops in generated code with the debugger delve: at lines of
// the PTX, and of what that was compiled from.
package delve
