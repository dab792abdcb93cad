package contraction

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cuda/probe"
	"github.com/ptx2go/ptx2go/internal/intrin"
)

// Set is the kernels of a folder.
type Set struct {
	Name    string
	Type    *Type
	Kernels []*Kernel
}

// Sets are the questions, and n random kernels of each class, for all types. The same seed
// and number give the same kernels.
func Sets(seed uint64, n int) []*Set {
	var out []*Set
	for i, t := range Types {
		out = append(out, &Set{"questions." + t.Label, t, Questions(t)})
		for j, class := range Classes {
			rng := rand.New(rand.NewPCG(seed, uint64(i*len(Classes)+j)))
			s := &Set{Name: class + "." + t.Label, Type: t}
			for k := range n {
				s.Kernels = append(s.Kernels, Random(rng, fmt.Sprintf("%s_%d", class, k), class, t))
			}
			out = append(out, s)
		}
	}
	return out
}

// Arch is the least compute capability that runs the kernels.
func (s *Set) Arch() int {
	arch := 0
	_, target, _ := strings.Cut(s.Type.target, " ")
	if _, err := fmt.Sscanf(target, "sm_%d", &arch); err != nil {
		panic(err) // the table is wrong
	}
	return arch
}

// Answer is what became of a kernel.
type Answer struct {
	Set, Kernel string
	Text        string // of the kernel, as a hash
	Out         string // what it has stored, as a hash
}

// Ask runs the kernels on a machine.
func (s *Set) Ask(m probe.Machine) (list []Answer, err error) {
	mod, err := m.Load(Text(s.Type, s.Kernels))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	defer mod.Unload()
	data := s.Type.input()
	in, err := m.Alloc(len(data))
	if err != nil {
		return nil, err
	}
	defer in.Free()
	if err := in.Write(data); err != nil {
		return nil, err
	}
	got := make([]byte, threads*outs*s.Type.Bits/8)
	out, err := m.Alloc(len(got))
	if err != nil {
		return nil, err
	}
	defer out.Free()
	for _, k := range s.Kernels {
		if err := out.Clear(); err != nil {
			return nil, err
		}
		one := [3]uint32{1, 1, 1}
		if err := mod.Launch(k.Name, one, [3]uint32{threads, 1, 1}, address(in), address(out)); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", s.Name, k.Name, err)
		}
		if err := out.Read(got); err != nil {
			return nil, err
		}
		list = append(list, Answer{s.Name, k.Name, short([]byte(k.text(s.Type))), short(got)})
	}
	return list, nil
}

func address(m probe.Memory) []byte {
	b := make([]byte, 8)
	for i := range b {
		b[i] = byte(m.Address() >> (8 * i))
	}
	return b
}

// short is enough of a hash to tell a few thousand texts apart, and a changed one from the
// old.
func short(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:5])
}

// WriteAnswers writes a line for each answer, behind one that says who gave them.
func WriteAnswers(w io.Writer, who string, list []Answer) error {
	if _, err := fmt.Fprintln(w, who); err != nil {
		return err
	}
	for _, a := range list {
		if _, err := fmt.Fprintln(w, a.Set, a.Kernel, a.Text, a.Out); err != nil {
			return err
		}
	}
	return nil
}

// ReadAnswers reverses WriteAnswers.
func ReadAnswers(r io.Reader) (who string, list []Answer, err error) {
	in := bufio.NewScanner(r)
	in.Scan()
	who = in.Text()
	for in.Scan() {
		f := strings.Fields(in.Text())
		if len(f) != 4 {
			return "", nil, fmt.Errorf("%q is no answer", in.Text())
		}
		list = append(list, Answer{f[0], f[1], f[2], f[3]})
	}
	return who, list, in.Err()
}

// Differ returns those of the answers that are others than those of a GPU to the same
// kernels, and how many kernels both have.
func Differ(got, gpu []Answer) (list []Answer, both int) {
	type name struct{ set, kernel, text string }
	known := map[name]string{}
	for _, a := range gpu {
		known[name{a.Set, a.Kernel, a.Text}] = a.Out
	}
	for _, a := range got {
		out, ok := known[name{a.Set, a.Kernel, a.Text}]
		if !ok {
			continue
		}
		both++
		if out != a.Out {
			list = append(list, a)
		}
	}
	return slices.Clip(list), both
}

// Own returns what the compiler makes of the kernels, in the interpreter.
func Own(s *Set) ([]Answer, error) {
	return s.Ask(probe.NewInterpreter(s.Arch(), intrin.Model{}))
}
