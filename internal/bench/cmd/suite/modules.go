package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ptxSource is the text of a PTX file without its head, and the names that it
// declares.
type ptxSource struct {
	text  string
	names *regexp.Regexp // where a name that must be unique stands
}

var (
	// cannotMove is what holds a module together with its file.
	cannotMove = regexp.MustCompile(`(?m)^\s*\.(section|file|extern|weak|common|alias)\b|\.loc\b|\.(?:tex|sampler|surf)ref\b`)
	heads      = regexp.MustCompile(`(?m)^\s*\.(version|target|address_size)\b.*$`)
	version    = regexp.MustCompile(`\.version\s+([\d.]+)`)
	comments   = regexp.MustCompile(`//[^\n]*`)
	declared   = regexp.MustCompile(`(?m)\.entry\s+([\w$%]+)|\.func\s+(?:\([^)]*\)\s*)?([\w$%]+)|^\s*(?:\.visible\s+)?\.(?:global|const|shared)\s[^;={]*?([\w$%]+)\s*(?:\[[^;={]*\])?\s*[;=]`)
)

// readSources reads PTX files; those that cannot be moved into another module are
// left out.
func readSources(files []string) ([]ptxSource, error) {
	var list []ptxSource
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		text := string(data)
		v := version.FindStringSubmatch(text)
		if v == nil || cannotMove.MatchString(text) || !strings.Contains(text, ".address_size 64") {
			continue
		}
		if number, err := strconv.ParseFloat(v[1], 64); err != nil || number < 6 || number > 8.5 {
			continue
		}
		text = comments.ReplaceAllString(heads.ReplaceAllString(text, ""), "")
		var names []string
		for _, m := range declared.FindAllStringSubmatch(outside(text), -1) {
			for _, n := range m[1:] {
				if n != "" {
					names = append(names, regexp.QuoteMeta(n))
				}
			}
		}
		if len(names) == 0 {
			continue
		}
		slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
		list = append(list, ptxSource{text, regexp.MustCompile(`(^|[^\w$%.])(` + strings.Join(names, "|") + `)((?:_param_\d+)?(?:[^\w$.]|$))`)})
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("none of %d PTX files can be moved", len(files))
	}
	return list, nil
}

// outside returns what stands outside of all braces.
func outside(text string) string {
	var b strings.Builder
	depth := 0
	for _, c := range text {
		if c == '{' {
			depth++
		}
		if depth == 0 {
			b.WriteRune(c)
		}
		if c == '}' {
			depth--
		}
	}
	return b.String()
}

// concat makes a module of about size bytes from the functions and variables of
// many, again and again, each time under other names.
func concat(sources []ptxSource, size int) string {
	var b strings.Builder
	b.WriteString(".version 8.5\n.target sm_90\n.address_size 64\n")
	for turn := 0; b.Len() < size; turn++ {
		for i, s := range sources {
			if b.Len() >= size {
				break
			}
			name := fmt.Sprintf("${1}${2}_x%d_%d${3}", turn, i)
			// Twice: what stands between two names is part of both matches.
			text := s.names.ReplaceAllString(s.text, name)
			b.WriteString(s.names.ReplaceAllString(text, name) + "\n")
		}
	}
	return b.String()
}

// manyFunctions makes a module of device functions of some length that touch a
// shared variable and call the one before.
func manyFunctions(n, length int) string {
	var b strings.Builder
	b.WriteString(".version 7.0\n.target sm_70\n.address_size 64\n\n.shared .align 4 .b8 s[1024];\n")
	for i := range n {
		fmt.Fprintf(&b, ".func (.param .b32 r) f%d(.param .b32 x)\n{\n.reg .b32 %%r<%d>;\n.reg .b64 %%rd<4>;\n", i, length+8)
		b.WriteString("ld.param.b32 %r1, [x];\nmov.u64 %rd1, s;\ncvta.shared.u64 %rd2, %rd1;\nst.u32 [%rd2], %r1;\n")
		for k := range length {
			fmt.Fprintf(&b, "mad.lo.s32 %%r%d, %%r%d, %%r%d, %d;\n", k+2, k+1, max(1, k-3), k+i)
		}
		if i > 0 {
			fmt.Fprintf(&b, "{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a], %%r%d;\ncall.uni (b), f%d, (a);\nld.param.b32 %%r%d, [b];\n}\n", length+1, i-1, length+2)
		} else {
			fmt.Fprintf(&b, "mov.u32 %%r%d, 1;\n", length+2)
		}
		fmt.Fprintf(&b, "st.param.b32 [r], %%r%d;\nret;\n}\n", length+2)
	}
	b.WriteString(".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<2>;\nld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\n")
	fmt.Fprintf(&b, "{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a], %%r1;\ncall.uni (b), f%d, (a);\nld.param.b32 %%r2, [b];\n}\n", n-1)
	b.WriteString("st.global.u32 [%rd1], %r2;\nret;\n}\n")
	return b.String()
}
