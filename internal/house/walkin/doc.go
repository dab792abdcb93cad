// Package walkin adds instructions to a copy of the source, as CONTRIBUTING.md says, and sees to
// it that one run of the generator is enough and that all engines execute them. Its tests also
// count what that takes by hand, and compare it with what CONTRIBUTING.md says. It has no code of
// its own.
package walkin
