package driver

import (
	"bytes"
	"go/build/constraint"
	"path/filepath"
	"slices"
	"strings"
)

// buildRule is what decides whether the go command builds a file: its //go:build
// line, and the systems and processors that its name ends with. nil is always.
type buildRule []constraint.Expr

// ruleOf returns the rule of a Go file.
func ruleOf(path string, src []byte) buildRule {
	var rule buildRule
	for line := range bytes.Lines(src) {
		text := strings.TrimSpace(string(line))
		if strings.HasPrefix(text, "package ") {
			break
		}
		if constraint.IsGoBuild(text) {
			if x, err := constraint.Parse(text); err == nil {
				rule = append(rule, x)
			}
			break
		}
	}
	base := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".go"), "_test")
	words := strings.Split(base, "_")[1:]
	if n := len(words); n > 0 && slices.Contains(architectures, words[n-1]) {
		rule = append(rule, &constraint.TagExpr{Tag: words[n-1]})
		words = words[:n-1]
	}
	if n := len(words); n > 0 && slices.Contains(systems, words[n-1]) {
		rule = append(rule, &constraint.TagExpr{Tag: words[n-1]})
	}
	return rule
}

// The systems and processors of Go: tags of which one is set at a time.
var (
	systems = strings.Fields("aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos")

	architectures = strings.Fields("386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm")
)

// together reports whether some build has both files.
func together(a, b buildRule) bool {
	rule := slices.Concat(a, b)
	var free []string // tags that anybody may set
	system, processor := []string{"linux"}, []string{"amd64"}
	for _, x := range rule {
		eachTag(x, func(tag string) {
			list := &free
			switch {
			case slices.Contains(systems, tag):
				list = &system
			case slices.Contains(architectures, tag):
				list = &processor
			}
			if !slices.Contains(*list, tag) {
				*list = append(*list, tag)
			}
		})
	}
	const most = 12
	if len(free) > most {
		return true // the Go compiler will say
	}
	// One more of each stands for all that the rules do not name.
	for _, os := range append(system, "other") {
		for _, arch := range append(processor, "other") {
			for set := range 1 << len(free) {
				ok := func(tag string) bool {
					i := slices.Index(free, tag)
					return tag == os || tag == arch || i >= 0 && set>>i&1 == 1 && tag != "ignore"
				}
				if !slices.ContainsFunc(rule, func(x constraint.Expr) bool { return !x.Eval(ok) }) {
					return true
				}
			}
		}
	}
	return false
}

// eachTag calls f for every tag of a constraint.
func eachTag(x constraint.Expr, f func(string)) {
	switch x := x.(type) {
	case *constraint.TagExpr:
		f(x.Tag)
	case *constraint.NotExpr:
		eachTag(x.X, f)
	case *constraint.AndExpr:
		eachTag(x.X, f)
		eachTag(x.Y, f)
	case *constraint.OrExpr:
		eachTag(x.X, f)
		eachTag(x.Y, f)
	}
}
