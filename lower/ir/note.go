package ir

// Note is what a sanitizer, or who counts, is told by a Note operation. The kinds up to NotePlace are those of package
// runtime/sanitize, which says what their arguments are.
type Note uint8

// The kinds of notes.
const (
	NoteNone Note = iota

	NoteLoad        // a plain load follows
	NoteStore       // a plain store follows
	NoteCopy        // the write of an asynchronous copy follows
	NoteBegin       // a strong access follows, up to its own note
	NoteStrongLoad  // after it
	NoteStrongStore // after it
	NoteAtomic      // after it
	NoteFence       // after it
	NoteBarrier     // in front of it
	NoteWarp        // in front of it; Attr.Name is the function
	NoteCommit      // a group of asynchronous copies is complete
	NoteWait        // asynchronous copies are waited for
	NoteArrive      // after an arrival at an mbarrier
	NoteWaited      // after a look at an mbarrier

	NoteBranch // in front of a branch
	NoteJoin   // where the ways of a branch meet
	NoteEnter  // a device function begins
	NoteLeave  // a device function returns
	NoteEnd    // the thread ends

	NoteFrame // a local variable begins
	NoteAlloc // malloc has returned
	NoteFree  // free is called
	NoteFill  // memcpy, memmove or memset has written

	NoteUndefined   // the taint of a register that was never written
	NoteInitLoad    // the taint of an element in memory
	NoteInitStore   // a taint in memory
	NoteInitAtomic  // both, for an atomic operation
	NoteUsedAddress // a taint that is an address
	NoteUsedBranch  // a taint that decides a branch
	NoteSetTaint    // of an argument or result of a call
	NoteGetTaint    // of an argument or result of a call

	NoteBounds // an access of a shared variable follows, of which nothing else is asked
	NotePlace  // an access follows, of which nothing is asked: faults at its place know its space

	// For counters (package lower/counters). The builder has only NoteInst.
	NoteInst   // an instruction of the PTX begins; the argument, if there is one, is whether its guard lets the thread execute it
	NoteStep   // a step begins: which
	NoteGuard  // a guarded instruction of the step: which, whether the guard lets the thread execute it
	NoteTouch  // a request of the step: which, the address
	NoteFork   // in front of a branch: the block where its ways meet or -1, the way
	NoteMeet   // the ways of a branch meet: the block
	NoteCall   // a device function begins
	NoteReturn // it returns
	numNotes
)

var noteNames = [numNotes]string{"none", "load", "store", "copy", "begin", "strongload", "strongstore", "atomic",
	"fence", "barrier", "warp", "commit", "wait", "arrive", "waited", "branch", "join", "enter", "leave", "end",
	"frame", "alloc", "free", "fill", "undefined", "initload", "initstore", "initatomic", "usedaddress", "usedbranch",
	"settaint", "gettaint", "bounds", "place", "inst", "step", "guard", "touch", "fork", "meet", "call", "return"}

func (n Note) String() string { return noteNames[n] }

// checkNote: the arguments are for the sanitizer to know.
func checkNote(v *Value) string {
	if v.Attr.Note == NoteNone || v.Attr.Note >= numNotes {
		return "a note of nothing"
	}
	return ""
}
