package gen

// Here is where an instruction does nothing that a debugger could stop at, as ret at the end of
// a loop over threads, in code for debuggers.
func Here() {}
