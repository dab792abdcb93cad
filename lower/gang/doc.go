// Package gang finds out how threads of a row or of a region execute as gangs: eight of them
// with consecutive %tid.x as the lanes of vectors, every operation for all of them before the
// next one. It takes the schedule as it is and adds facts for whoever prints such code: which
// values the lanes share, which count up from lane to lane, where lanes go different ways,
// what must keep what it held for lanes that are elsewhere, how an access finds its elements;
// or why a body gets no gang at all. Kernel is all of that for a kernel, and Report what of it
// no gangs run.
//
// The package knows no Go source and no instruction set beyond the width and which operations
// have a vector form, and changes nothing. What it says holds for every gang that begins as
// Plan says, whatever the data; Plan.Verify checks what can be checked of it, and the tests
// hold it against the interpreter.
//
// # How a gang executes
//
// A gang goes through the tree of its body (package region) once, with a mask of the lanes
// that are at the node at hand:
//
//   - A branch on which lanes cannot differ is taken as by one thread. Of any other, Body is
//     executed for the lanes for which the condition holds, if there are any, then Else for
//     the others.
//   - A loop goes round as long as lanes are at its head. Lanes that break wait behind its
//     target, those that continue at the head, those that return do nothing more.
//   - Phis take their values at the Edge nodes, for the lanes in the mask.
//
// No two values share a variable. What has an effect is done for the lanes in the mask alone,
// in their order; anything else may be computed for the others too, and what they get is
// never used, but where Plan.Blend says that they need what they had.
//
// Gangs run where the guards hold that bound the row, and nothing in them wraps: see
// schedule.Body.Facts. Branches that these decide do not count.
//
// # How a warp executes a chain
//
// Four gangs are a warp. Regions between which only warps synchronise are a Chain: each gang of
// a warp goes through a region, then the lanes exchange what the operation of the warp says, and
// when the warp is through all of it the next one begins. Nothing bounds the row there: guards
// are branches like others, but what is computed from the number of the lane is known.
package gang
