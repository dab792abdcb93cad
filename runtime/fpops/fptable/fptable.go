// Package fptable finds the functions of package fpops by name, for code that
// does not know at compile time which ones it needs: the interpreter and the
// tests. Generated programs call fpops directly; importing this package links
// every function.
package fptable

import "sort"

// Func returns the function of package fpops with this name, as a func value
// of its own type, or nil if there is none.
func Func(name string) any { return functions[name] }

// Names returns the names of all functions, sorted.
func Names() []string {
	names := make([]string, 0, len(functions))
	for n := range functions {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}
