package casefile

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// remote is a Device whose addresses are no host addresses. Its kernel follow
// replaces the word that a pointer leads to by its double, and says so.
type remote struct {
	mem   map[uint64][]byte
	next  uint64
	table []byte
	fail  error
}

func (r *remote) Alloc(bytes int) (uint64, error) {
	r.next += 0x100000
	r.mem[r.next] = make([]byte, bytes)
	return r.next, nil
}

func (r *remote) Global(name string) (uint64, int, error) {
	if name != "table" {
		return 0, 0, errors.New("no such variable")
	}
	r.mem[0x100] = r.table
	return 0x100, len(r.table), nil
}

func (r *remote) Write(addr uint64, data []byte) error {
	copy(r.mem[addr], data)
	return nil
}

func (r *remote) Read(addr uint64, data []byte) error {
	copy(data, r.mem[addr])
	return r.fail
}

// at returns the memory from an address on.
func (r *remote) at(addr uint64) []byte {
	for a, b := range r.mem {
		if addr >= a && addr < a+uint64(len(b)) {
			return b[addr-a:]
		}
	}
	return nil
}

func (r *remote) Launch(_ context.Context, l *Launch, args [][]byte) error {
	p := r.at(binary.LittleEndian.Uint64(args[0]))
	word := r.at(binary.LittleEndian.Uint64(p))
	if len(p) < 8 || len(word) < 4 {
		return fmt.Errorf("no memory")
	}
	binary.LittleEndian.PutUint32(word, 2*binary.LittleEndian.Uint32(word))
	_, err := io.WriteString(l.Stdout, l.Kernel+"\n")
	return err
}

func TestExecuteOn(t *testing.T) {
	c := &Case{
		Format: 1, Name: "n",
		Buffers: []*Buffer{
			{Name: "data", Elem: "u32", Count: 2, Bytes: 8, Contents: words(5, 7), Expect: "out.bin"},
			{Name: "t", Elem: "u32", Count: 2, Bytes: 8, Symbol: "table"},
			{Name: "p", Elem: "u64", Count: 2, Bytes: 16, Init: "zero", Ptrs: []Pointer{{At: 8, Buf: "data", Offset: 4}, {At: 0, Buf: "t", Offset: 4}}},
		},
		Launches: []*Launch{
			{Kernel: "follow", Args: []Arg{{Buf: "p", Offset: 8}}},
			{Kernel: "follow", Args: []Arg{{Buf: "p"}}},
		},
	}
	r := &remote{mem: map[uint64][]byte{}, table: words(1, 2)}
	m, err := ExecuteOn(t.Context(), c, r)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Bytes("data"); string(got) != string(words(5, 14)) {
		t.Errorf("data % x", got)
	}
	if got := m.Bytes("t"); string(got) != string(words(1, 4)) { // it keeps what it has
		t.Errorf("t % x", got)
	}
	if got := binary.LittleEndian.Uint64(m.Bytes("p")); got != 0x104 {
		t.Errorf("pointer %#x", got)
	}
	if got := string(m.stdout.text); got != "follow\nfollow\n" {
		t.Errorf("printed %q", got)
	}
	if c.Compared() != 8 {
		t.Errorf("%d bytes compared", c.Compared())
	}

	r.fail = errors.New("gone")
	if _, err := ExecuteOn(t.Context(), c, r); err == nil || err.Error() != "buffer t: gone" {
		t.Error(err)
	}
	r.fail = nil
	c.Buffers[1].Bytes = 12
	if _, err := ExecuteOn(t.Context(), c, r); err == nil || !strings.Contains(err.Error(), "variable table has 8 bytes, the case needs 12") {
		t.Error(err)
	}
	c.Buffers[1].Symbol = "other"
	if _, err := ExecuteOn(t.Context(), c, r); err == nil || err.Error() != "buffer t: no such variable" {
		t.Error(err)
	}
	c.Buffers = c.Buffers[:1]
	if _, err := ExecuteOn(t.Context(), c, r); err == nil || !strings.Contains(err.Error(), "launch of follow, argument 0: no buffer \"p\"") {
		t.Error(err)
	}
}
