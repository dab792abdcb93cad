package pinned

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// build is one call of the go command.
type build struct {
	listed  []string          // packages of the runtime
	numbers map[string][]int  // of the packages, by their folders
	runtime map[string][]byte // the listings of packages of the runtime, until all are there
	whole   bool              // they were
	waiting []section         // what came before them
	other   strings.Builder   // what the go command says of none of the packages
	first   func(listings [][]byte) error
	take    func(number int, listing []byte, err error) error
	failed  error // what first or take says
	stop    context.CancelFunc
}

// section is what the go command says of a package.
type section struct {
	path string
	text []byte
}

// errPart is that the go command took packages from its cache and had no listing of them there: who cleans
// the cache by the age of its files takes the one and leaves the other.
var errPart = errors.New("the go command lists only a part of what it compiles")

// run builds, and builds all anew where the go command does not list all. That mends its cache.
func (b *build) run(ctx context.Context, dir string, env []string) error {
	err := b.once(ctx, dir, env)
	if err == errPart { // also where some do not compile
		err = b.once(ctx, dir, env, "-a")
	}
	return err
}

// once calls the go command. What has been handed on before is not handed on again.
func (b *build) once(ctx context.Context, dir string, env []string, flags ...string) error {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	b.stop, b.runtime, b.waiting = stop, map[string][]byte{}, nil
	b.other.Reset()
	args := append([]string{"build", "-gcflags=" + Package + "/...=-S"}, flags...)
	for _, p := range b.listed {
		args = append(args, "-gcflags="+Runtime+"/"+p+"=-S")
	}
	for _, p := range b.listed { // before what needs them
		args = append(args, "./runtime/"+p)
	}
	out := &splitter{each: b.section}
	cmd := command(inner, dir, env, append(args, "./"+folder+"/...")...)
	cmd.Stdout, cmd.Stderr = out, out
	err := cmd.Run()
	out.end()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case b.failed != nil:
		return b.failed
	case b.whole && len(b.numbers) == 0:
		return nil // whether some do not compile or all do
	case err == nil || b.other.Len() == 0: // of what does not compile something is said
		return errPart
	}
	text := b.other.String()
	return &Error{text[max(0, len(text)-1000):]}
}

// section hands on what is said of a package.
func (b *build) section(s section) {
	if b.failed != nil {
		return
	}
	if p, ok := strings.CutPrefix(s.path, Runtime+"/"); ok && slices.Contains(b.listed, p) && !complains(s.text, "runtime/"+p) {
		if !b.whole {
			b.runtime[p] = s.text
			b.begin()
		}
		return
	}
	switch name, ok := strings.CutPrefix(s.path, Package+"/"); {
	case !ok || b.numbers[name] == nil:
		fmt.Fprintf(&b.other, "# %s\n%s", s.path, s.text[:min(len(s.text), 1000)])
	case !b.whole:
		b.waiting = append(b.waiting, s)
	default:
		b.give(name, s.text)
	}
}

// begin hands on the listings of the runtime when all are there.
func (b *build) begin() {
	if len(b.runtime) < len(b.listed) {
		return
	}
	var all [][]byte
	for _, p := range b.listed {
		all = append(all, b.runtime[p])
	}
	b.whole, b.runtime = true, nil
	b.call(func() error { return b.first(all) })
	for _, s := range b.waiting {
		b.give(path.Base(s.path), s.text)
	}
	b.waiting = nil
}

// give hands on the listing of the packages in a folder.
func (b *build) give(name string, text []byte) {
	mine := folder + "/" + name
	bad := complains(text, mine)
	text = bytes.ReplaceAll(text, []byte(mine), []byte(folder))
	var err error
	if bad {
		text, err = nil, &Error{string(text[:min(len(text), 1000)])}
	}
	for _, n := range b.numbers[name] {
		b.call(func() error { return b.take(n, text, err) })
	}
	delete(b.numbers, name)
}

func (b *build) call(fn func() error) {
	if b.failed != nil {
		return
	}
	if b.failed = fn(); b.failed != nil {
		b.stop()
	}
}

// complains reports whether a text is not a listing, but what the compiler has against a package. It
// names files as they are seen from the module.
func complains(text []byte, dir string) bool {
	return bytes.HasPrefix(text, []byte(dir+"/")) || bytes.HasPrefix(text, []byte("./"))
}

// splitter cuts what the go command says into sections.
type splitter struct {
	each func(section)
	text []byte
	seen int // of text, where no section begins
}

var head = []byte("\n# ")

func (s *splitter) Write(p []byte) (int, error) {
	if s.text == nil {
		s.text = []byte{'\n'}
	}
	s.text = append(s.text, p...)
	for {
		at := bytes.Index(s.text[s.seen:], head)
		if at < 0 {
			s.seen = max(s.seen, len(s.text)-len(head)+1)
			return len(p), nil
		}
		s.cut(s.seen + at)
	}
}

// cut hands on the section that ends with the newline at a place.
func (s *splitter) cut(at int) {
	whole := s.text[: at+1 : at+1]
	s.text, s.seen = append([]byte(nil), s.text[at:]...), 1
	if title, text, _ := bytes.Cut(bytes.TrimPrefix(whole, head), []byte{'\n'}); bytes.HasPrefix(whole, head) {
		s.each(section{string(title), text})
	} else if len(whole) > 2 {
		s.each(section{"", whole[1:]})
	}
}

// end hands on the last section.
func (s *splitter) end() {
	if len(s.text) > 0 && s.text[len(s.text)-1] != '\n' {
		s.text = append(s.text, '\n')
	}
	if len(s.text) > 0 {
		s.cut(len(s.text) - 1)
	}
}
