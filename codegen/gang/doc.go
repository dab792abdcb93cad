// Package gang prints vectorised code: a gang is eight or sixteen threads of a row with
// consecutive %tid.x, as the lanes of vectors. Package lower/gang says which loops over threads
// have gangs, which values the lanes share and where they may diverge; all gangs that it plans
// are printed. Package codegen/scalar prints the functions around them, and what the lanes
// share; packages runtime/gang8 and runtime/gang16 have the vectors.
//
// A function with gangs is printed a second time, with an 8 or 16 after its name, by the code
// of codegen/scalar, which asks a GangPrinter for a loop over gangs before each loop over
// threads; the latter begins where the former ends (scalar/gang.go is the interface between
// the two). If a clean loop has gangs, the general loop has none: it is for the few rows
// without windows. Each loop over gangs is a function of its own, since scalar floats that are
// live around it would be moved by legacy SSE instructions.
//
// # Values
//
// Integers and predicates that all lanes share, or that count up from lane to lane, are Go
// numbers: those of the first lane, printed by codegen/scalar. Everything else is a vector,
// floats always: code of a gang contains no scalar operation on floats, which would be a legacy
// SSE instruction among AVX ones, and cost hundreds of them. Splats of what is computed
// before the loop are made before it too. Constant vectors are variables of the file
// (scalar/splat.go), as Go's compiler spills the 128 bits of many by legacy SSE.
//
// # Checks
//
// If a check fails (say, an index is out of range, or a number wraps), the loop over gangs is
// left before the first effect of the current gang; the threads of that gang and all later
// ones run one by one, or fault at the thread at which they must (memory.go). What may fail
// after a store is checked before it, or gangs run only if memory is apart, so that everything
// can be done again (ahead.go). Of accesses whose indices differ in a constant, as unrolled
// code has many, only the first and the last element are checked (hull.go).
//
// # Local memory
//
// The frames of the lanes are words of the CTA, which the function of gangs gets (own.go, scalar/oflanes.go). Where all
// lanes are at one place of their frames it is a number, else a vector of places, which are checked before anything is
// accessed there.
//
// # Chains, jammed gangs, rows
//
// A chain is a function of its own that says whether it has done everything (scalar/chain.go,
// chain.go). The function of the CTA calls it where rows of threads are whole warps, and runs
// the regions one by one otherwise.
//
// Jammed gangs (jam.go) have a loop of their own before that of single gangs: each statement
// is printed once for each of them, but what they share is computed, and checked, once.
//
// Gangs that go through rows are a function that returns the number of rows completed
// (scalar/gangrows.go). The loop over rows, or the body that the runtime calls for the next
// row, goes on from there, one row at a time. Slices of a row have no capacity beyond their
// elements, x[j : j+n : j+n]: Go computes no address of one that may be empty otherwise.
//
// Sides of branches, and loops, have masks where lanes diverge (flow.go), one for each jammed
// gang. Lanes that jump are taken out of the masks of everything that they jump out of; what
// follows is skipped if no lane of any gang is left. A loop that lanes leave at different times stands twice
// where it accesses memory: without masks for the rounds that all lanes go through, which are all but the last
// where a thread goes through every 32nd element, and with them (whole.go).
//
// # Functions with lanes
//
// On arm64 gangs are not printed as they are planned, but by functions with lanes (package lower/vector), which
// say operation by operation what is done: masks, questions whether memory is there, ways back, accesses by how
// the lanes find their elements (functions.go). Package codegen/scalar prints their control flow and what is one
// number, as of any other function; here is what vectors are, by the same table of operations as above (lanes.go,
// lanesmemory.go). What has no function in the package of the vectors is said before anything is printed
// (spelled.go). A question about some of the lanes is printed as part of the access that follows it, which
// answers it.
package gang
