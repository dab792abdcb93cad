// Package hostile tests that no text keeps the compiler busy for long: it writes PTX
// that is wide, deep, long or tangled, and translates each file in a process of its own
// whose processor time and memory are limited. What comes out must be what Go's tools
// accept. Of many files a second, twice as large, may not take much more than twice the
// work, by what is allocated. It has no code of its own, only tests.
package hostile
