package driver

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	process "os/exec"
	"slices"
	"strings"
	"testing"
	"unsafe"

	space "github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// otherProcess is set for the other process, which is the binary of the tests once more. It reads the handles, a line each, from its standard
// input, and says what it has seen on its standard output.
const otherProcess = "PTX2GO_TEST_IPC"

// other is the process with the handles.
type other struct {
	cmd *process.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func startOther(t *testing.T) *other {
	t.Helper()
	exe := must(t, os.Executable)
	cmd := process.Command(exe, "-test.run=^TestIPCOther$", "-test.v")
	cmd.Env = append(os.Environ(), otherProcess+"=1")
	cmd.Stderr = os.Stderr
	in := must(t, cmd.StdinPipe)
	out := must(t, cmd.StdoutPipe)
	ok(t, cmd.Start())
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil && !t.Failed() {
			t.Errorf("the other process: %v", err)
		}
	})
	return &other{cmd, in, bufio.NewScanner(out)}
}

func (o *other) say(format string, a ...any) { fmt.Fprintf(o.in, format+"\n", a...) }

// hears returns the next line that begins with a mark.
func (o *other) hears(t *testing.T) string {
	t.Helper()
	for o.out.Scan() {
		if line, is := strings.CutPrefix(o.out.Text(), "> "); is {
			return line
		}
	}
	t.Fatal("the other process has ended")
	return ""
}

func unhex(t *testing.T, s string) (h [64]byte) {
	b, err := hex.DecodeString(s)
	ok(t, err)
	copy(h[:], b)
	return h
}

// TestIPCOther is what the other process does.
func TestIPCOther(t *testing.T) {
	if os.Getenv(otherProcess) == "" {
		return
	}
	ok(t, Init(0))
	c := must(t, func() (Context, error) { return CtxCreate(0, 0) })
	in := bufio.NewScanner(os.Stdin)
	next := func() string {
		if !in.Scan() {
			t.Fatal("the first process has ended")
		}
		return in.Text()
	}
	mem := IPCMemHandle(unhex(t, next()))
	at := must(t, func() (DevicePtr, error) { return IPCOpenMemHandle(mem, IPCMemLazyEnablePeerAccess) })
	if again := must(t, func() (DevicePtr, error) { return IPCOpenMemHandle(mem, IPCMemLazyEnablePeerAccess) }); again != at {
		t.Errorf("opened at %#x, and at %#x", at, again)
	}
	base, n, err := MemGetAddressRange(at + 5)
	ok(t, err)
	fmt.Println("> ", base == at, n, read[uint32](t, at, 2))
	ok(t, MemsetD32(at+4, 77, 1))
	ok(t, IPCCloseMemHandle(at))
	ok(t, MemsetD32(at+8, 78, 1)) // it was opened twice
	ok(t, IPCCloseMemHandle(at))
	wants(t, "closed", MemsetD32(at, 1, 1), ErrInvalidValue)
	wants(t, "closed again", IPCCloseMemHandle(at), ErrInvalidValue)
	fmt.Println("> written")

	event := IPCEventHandle(unhex(t, next()))
	e := must(t, func() (Event, error) { return IPCOpenEventHandle(event) })
	wants(t, "the first process has not come there", EventQuery(e), ErrNotReady)
	s := newStream(t, StreamNonBlocking)
	ok(t, StreamWaitEvent(s, e, 0))
	wants(t, "the stream waits", StreamQuery(s), ErrNotReady)
	fmt.Println("> waiting")
	ok(t, StreamSynchronize(s))
	ok(t, EventSynchronize(e))
	ok(t, EventRecord(e, s)) // which the first process waits for
	_, err = IPCGetEventHandle(e)
	wants(t, "a handle of what another process has", err, ErrInvalidValue)
	mem[20]++ // another object
	_, err = IPCOpenMemHandle(mem, IPCMemLazyEnablePeerAccess)
	wants(t, "a wrong handle", err, ErrInvalidValue)
	ok(t, EventDestroy(e))
	fmt.Println("> done")
	ok(t, CtxDestroy(c))
}

// TestIPC shares memory and an event with another process.
func TestIPC(t *testing.T) {
	virtualMemory(t)
	m := start(t)
	small := alloc(t, 3) // beside what is shared
	write(t, small, uint32(1), 2, 3)
	at := alloc(t, 2000)
	write(t, at, uint32(40), 41, 42)
	handle, err := IPCGetMemHandle(at)
	if ResultOf(err) == ErrNotSupported {
		t.Skip("SKIPPED: memory of the heap, as with the race detector")
	}
	ok(t, err)
	if again := must(t, func() (IPCMemHandle, error) { return IPCGetMemHandle(at + 8) }); again != handle {
		t.Error("the memory has two handles")
	}
	_, err = IPCOpenMemHandle(handle, IPCMemLazyEnablePeerAccess)
	wants(t, "opened by the process that has it", err, ErrInvalidContext)
	_, err = IPCOpenMemHandle(handle, 0)
	wants(t, "flags", err, ErrInvalidValue)
	_, err = IPCOpenMemHandle(IPCMemHandle{}, IPCMemLazyEnablePeerAccess)
	wants(t, "no handle", err, ErrInvalidValue)
	_, err = IPCGetMemHandle(4711)
	wants(t, "no memory", err, ErrInvalidValue)
	_, err = IPCGetMemHandle(must(t, func() (DevicePtr, error) { return MemAllocManaged(8, MemAttachGlobal) }))
	wants(t, "managed memory", err, ErrInvalidValue)
	_, err = IPCGetEventHandle(must(t, func() (Event, error) { return EventCreate(EventDisableTiming) }))
	wants(t, "an event that is not to be shared", err, ErrInvalidValue)
	e := must(t, func() (Event, error) { return EventCreate(EventDisableTiming | EventInterprocess) })

	o := startOther(t)
	o.say("%x", handle[:])
	if got := o.hears(t); got != " true 8000 [40 41]" {
		t.Errorf("the other process sees %s", got)
	}
	if o.hears(t); !slices.Equal(read[uint32](t, at, 3), []uint32{40, 77, 78}) {
		t.Errorf("the other process has written %d", read[uint32](t, at, 3))
	}
	if got := read[uint32](t, small, 3); !slices.Equal(got, []uint32{1, 2, 3}) {
		t.Errorf("the memory beside is %d", got)
	}
	flag, on := alloc(t, 1), newStream(t, StreamNonBlocking)
	await := function(t, m, "await")
	ok(t, run(await, 1, on, unsafe.Pointer(&flag)))
	ok(t, EventRecord(e, on))
	event := must(t, func() (IPCEventHandle, error) { return IPCGetEventHandle(e) })
	o.say("%x", event[:])
	o.hears(t)
	wants(t, "query", EventQuery(e), ErrNotReady)
	ok(t, MemsetD32(flag, 1, 1))
	o.hears(t)
	ok(t, EventSynchronize(e))

	// What was shared is memory as any other when it is freed.
	ok(t, MemFree(at))
	if next := alloc(t, 2000); slices.ContainsFunc(read[uint32](t, next, 2000), func(v uint32) bool { return v != 0 }) {
		t.Error("new memory is not zero")
	}
}

// TestIPCGone waits for an event of a process that has ended.
func TestIPCGone(t *testing.T) {
	virtualMemory(t)
	start(t)
	const gone = 1<<22 + 1 // above the largest number of a process
	e := must(t, func() (Event, error) { return EventCreate(EventDisableTiming | EventInterprocess) })
	x := events.get(e)
	x.shared.record()
	x.shared.from = gone
	wants(t, "the event", EventSynchronize(e), ErrUnknown, "has ended")
	wants(t, "the event", EventQuery(e), ErrUnknown)
}

// TestShareRegions frees and allocates beside memory that is shared, in pieces of all sizes.
func TestShareRegions(t *testing.T) {
	virtualMemory(t)
	start(t)
	var all []DevicePtr
	for i := range 40 {
		at := must(t, func() (DevicePtr, error) { return MemAlloc(int64(1+i%7) * 300_000 / int64(1+i%3)) })
		ok(t, MemsetD8(at, byte(i+1), 300_000/3))
		all = append(all, at)
	}
	if _, _, err := space.Share(uint64(all[7])); err != nil {
		t.Skipf("SKIPPED: memory of the heap, as with the race detector: %v", err)
	}
	for i, at := range all {
		if got := read[byte](t, at, 300_000/3); slices.ContainsFunc(got, func(b byte) bool { return b != byte(i+1) }) {
			t.Fatalf("memory %d was not kept", i)
		}
		if i%2 == 0 {
			ok(t, MemFree(at))
		}
	}
	for range 30 {
		const n = 5 << 20 // more than is cleared byte by byte
		at := must(t, func() (DevicePtr, error) { return MemAlloc(n) })
		if got := read[byte](t, at, n); slices.ContainsFunc(got, func(b byte) bool { return b != 0 }) {
			t.Fatal("new memory is not zero")
		}
		ok(t, MemsetD8(at, 0xff, n))
		ok(t, MemFree(at))
	}
}
