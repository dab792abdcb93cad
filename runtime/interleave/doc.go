// Package interleave decides in which order the threads of a launch run, by a seed: who goes next, among those that
// can, each time that a thread comes to a point at which others may see what it did. It executes nothing. An engine
// asks a Plan who is next, lets these threads run to their next points, and tells where each has come. So engines
// whose threads come to the same points run them in the same order, and a seed replays a run.
//
// # Choices
//
// A seed chooses how often the turn changes, how many CTAs are under way and in which order they begin, and then at
// each point the CTA and warp that go on, the lanes, and their order. The seed 0 changes the turn seldom, and runs
// all in the order of their numbers.
//
// The lanes of a warp that stand at one point, by the same calls, take their next step together, up to their next
// points each. In lockstep those that took different ways meet where the ways meet, and go on in any order until
// then. With Options.Independent each lane goes on its own, but for what the lanes that are there execute together.
//
// # Progress
//
// No thread that can go on waits for ever: lanes that wait where ways meet go on after many steps of the others,
// which may spin for what these hold, and a CTA that nobody has begun begins when none has ended for long.
package interleave
