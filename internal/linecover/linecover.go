// Package linecover has coverage profiles speak of the lines that //line directives name: those of PTX, or of
// the source that it was compiled from. The go command counts lines of Go files whatever these say. It
// knows nothing of PTX.
package linecover

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"

	"golang.org/x/tools/cover"
)

// ErrLines is the error for profiles of Go 1.26 and before: they count the lines that //line directives name, but do
// not say of which file. Such places have no columns.
var ErrLines = errors.New("the profile does not say of which files its lines are, as no version of Go before 1.27 does")

// Convert returns profiles in which the blocks of each file with //line directives for other files are the
// lines that these name, and other files are as they were. A line was executed as often as that
// statement of it which was executed most. dir finds the folder of a package.
func Convert(profiles []*cover.Profile, dir func(importPath string) (string, error)) ([]*cover.Profile, error) {
	lines := map[string]map[int]int{} // by file and line, how often
	where := map[string]string{}      // these files
	var out []*cover.Profile
	mode := ""
	for _, p := range profiles {
		mode = p.Mode
		importPath := path.Dir(p.FileName)
		folder, err := dir(importPath)
		if err != nil {
			return nil, err
		}
		named, err := counted(filepath.Join(folder, path.Base(p.FileName)), p.Blocks)
		if err != nil {
			return nil, err
		}
		if len(named) == 0 {
			out = append(out, p)
			continue
		}
		if slices.ContainsFunc(p.Blocks, func(b cover.ProfileBlock) bool { return b.StartCol == 0 || b.EndCol == 0 }) {
			return nil, fmt.Errorf("%s: %w", p.FileName, ErrLines)
		}
		for file, counts := range named {
			name := file
			if rel, err := filepath.Rel(folder, file); err == nil && filepath.IsLocal(rel) {
				name = path.Join(importPath, filepath.ToSlash(rel))
			}
			if lines[name] == nil {
				lines[name], where[name] = map[int]int{}, file
			}
			for line, n := range counts {
				lines[name][line] = max(lines[name][line], n)
			}
		}
	}
	for name, counts := range lines {
		p := &cover.Profile{FileName: name, Mode: mode}
		length := lengths(where[name])
		for line, n := range counts {
			p.Blocks = append(p.Blocks, cover.ProfileBlock{StartLine: line, StartCol: 1, EndLine: line, EndCol: length(line) + 1, NumStmt: 1, Count: n})
		}
		slices.SortFunc(p.Blocks, func(a, b cover.ProfileBlock) int { return cmp.Compare(a.StartLine, b.StartLine) })
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b *cover.Profile) int { return cmp.Compare(a.FileName, b.FileName) })
	return out, nil
}

// counted returns how often the lines were executed that directives of a Go file name, by their files: all files
// that statements are of.
func counted(file string, blocks []cover.ProfileBlock) (map[string]map[int]int, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	named := map[string]map[int]int{}
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(ast.Stmt)
		if _, block := n.(*ast.BlockStmt); !ok || block {
			return true
		}
		own, at := fset.PositionFor(s.Pos(), false), fset.Position(s.Pos())
		if at.Filename == own.Filename {
			return true
		}
		if named[at.Filename] == nil {
			named[at.Filename] = map[int]int{}
		}
		i := slices.IndexFunc(blocks, func(b cover.ProfileBlock) bool { return within(own, b) })
		if i < 0 {
			return true
		}
		named[at.Filename][at.Line] = max(named[at.Filename][at.Line], blocks[i].Count)
		return true
	})
	return named, nil
}

// within reports whether a place is in a block.
func within(p token.Position, b cover.ProfileBlock) bool {
	after := p.Line > b.StartLine || p.Line == b.StartLine && p.Column >= b.StartCol
	before := p.Line < b.EndLine || p.Line == b.EndLine && p.Column < b.EndCol
	return after && before
}

// lengths returns the length in bytes of each line of a file, of which the page of go tool cover colours
// so much; 1 where there is no such line.
func lengths(file string) func(line int) int {
	var all []int
	if f, err := os.Open(file); err == nil {
		defer f.Close()
		for s := bufio.NewScanner(f); s.Scan(); {
			all = append(all, len(s.Bytes()))
		}
	}
	return func(line int) int {
		if line > len(all) {
			return 1
		}
		return max(all[line-1], 1)
	}
}

// Write writes profiles as the go command does.
func Write(w io.Writer, profiles []*cover.Profile) error {
	b := bufio.NewWriter(w)
	for i, p := range profiles {
		if i == 0 {
			fmt.Fprintf(b, "mode: %s\n", p.Mode)
		}
		for _, x := range p.Blocks {
			fmt.Fprintf(b, "%s:%d.%d,%d.%d %d %d\n", p.FileName, x.StartLine, x.StartCol, x.EndLine, x.EndCol, x.NumStmt, x.Count)
		}
	}
	return b.Flush()
}
