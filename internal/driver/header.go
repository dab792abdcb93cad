package driver

import (
	"flag"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// sourceName is what a generated file calls a PTX file of its: the base name, or where
// another one has the same, the path from the folder of the Go file.
func sourceName(parts []diag.Part, i int, dir string) string {
	base := filepath.Base(parts[i].Name)
	for j, p := range parts {
		if j != i && filepath.Base(p.Name) == base {
			return relative(dir, parts[i].Name)
		}
	}
	return base
}

// relative is the path of a file as seen from a folder, with slashes; its base
// name where there is no such path.
func relative(dir, path string) string {
	d, err1 := filepath.Abs(dir)
	p, err2 := filepath.Abs(path)
	if err1 == nil && err2 == nil {
		if r, err := filepath.Rel(d, p); err == nil {
			return filepath.ToSlash(r)
		}
	}
	return filepath.Base(path)
}

// command is what the header of the generated file shows. It names the files of this
// module alone, and files without their folders, so that the bytes depend neither on
// what else is translated nor on where.
func (opt *generateOptions) command(paths []string) string {
	words := append([]string{"ptx2go"}, opt.flags...)
	if opt.text != nil {
		return strings.Join(append(words, "-from-go", shellWord(filepath.Base(opt.text.File)+"#"+opt.text.Const)), " ")
	}
	for _, p := range paths {
		words = append(words, shellWord(filepath.Base(p)))
	}
	return strings.Join(words, " ")
}

func headerFlag(f *flag.Flag) []string {
	v := f.Value.String()
	switch f.Name {
	case "link":
		return []string{"-link"}
	case "type":
		var out []string
		for _, s := range *f.Value.(*structFlags) {
			out = append(out, "-type", shellWord(s.name+" "+s.of.Text))
		}
		return out
	case "o":
		v = filepath.Base(v)
	}
	return []string{"-" + f.Name, shellWord(v)}
}

// shellWord quotes what a shell would not take as one plain word, and what is not seen.
func shellWord(s string) string {
	if !diag.Shows(s) {
		inner := strconv.QuoteToASCII(s)
		return "$'" + strings.ReplaceAll(inner[1:len(inner)-1], "'", `\'`) + "'"
	}
	plain := s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:,+=@%", r) || r > 0x7f)
	})
	if plain {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
