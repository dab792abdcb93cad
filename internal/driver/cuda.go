package driver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cudacc"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// ccFlags say how CUDA C++ is compiled.
type ccFlags struct {
	cc    string
	flags words
}

func (f *ccFlags) register(fs *flag.FlagSet) {
	fs.StringVar(&f.cc, "cc", "", "the `compiler` of .cu files: nvcc or a clang++ (default: that which is there, nvcc first)")
	fs.Var(&f.flags, "cflags", "`flags` for the compiler of .cu files, such as '-DN=64 -I include'; repeatable")
}

// words is a flag of words with blanks between them, which quotes can keep together.
type words []string

func (w *words) String() string {
	var quoted []string
	for _, word := range *w {
		if strings.ContainsAny(word, " \t\"'") || word == "" {
			q := "'"
			if strings.Contains(word, q) {
				q = `"`
			}
			word = q + word + q
		}
		quoted = append(quoted, word)
	}
	return strings.Join(quoted, " ")
}

func (w *words) Set(s string) error {
	word, in, quote := "", false, rune(0)
	for _, r := range s {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, in = r, true
		case quote == 0 && (r == ' ' || r == '\t' || r == '\n'):
			if in {
				*w = append(*w, word)
			}
			word, in = "", false
		default:
			word, in = word+string(r), true
		}
	}
	if quote != 0 {
		return fmt.Errorf("a quote %c is not closed", quote)
	}
	if in {
		*w = append(*w, word)
	}
	return nil
}

// isCUDA reports whether a file is CUDA C++, by its name.
func isCUDA(path string) bool { return strings.EqualFold(filepath.Ext(path), ".cu") }

// compiled returns what a compiler makes of a file of CUDA C++, for the GPU that -gpu names.
func (x *finder) compiled(ctx context.Context, path string) (input, error) {
	if _, err := os.Stat(path); err != nil {
		return input{}, about(path, err)
	}
	target, _ := isa.ParseTarget(x.gpu)
	cc, err := cudacc.Find(x.cc.cc)
	switch {
	case errors.Is(err, cudacc.ErrNone):
		return input{}, fmt.Errorf("%s is CUDA C++, and %w\n    hint: where there is one of them, nvcc -ptx -arch=compute_%d %s or\n    clang++ -x cuda --cuda-device-only --cuda-gpu-arch=%s -S %s -o %s makes PTX",
			diag.Shown(path), err, target.Arch, diag.Shown(path), target, diag.Shown(path), diag.Shown(withoutExt(path)+".ptx"))
	case err != nil:
		return input{}, usagef("-cc=%s: %v", x.cc.cc, err)
	}
	since := target.Since()
	r, err := cudacc.Compile(ctx, cc, path, cudacc.Options{Target: target.String(), PTX: since.Major*10 + since.Minor, Flags: x.cc.flags, Stderr: x.std.Err})
	if err != nil {
		err = fmt.Errorf("%s: %s: %w", diag.Shown(path), filepath.Base(cc), err)
		if r.Standalone {
			err = fmt.Errorf("%w\n    hint: clang has found no CUDA toolkit: headers of ptx2go have no library of mathematics (expf, sinf), and no other;\n    -cflags --cuda-path=FOLDER names a toolkit", err)
		}
		return input{}, err
	}
	return input{path: path, name: withoutExt(path) + ".ptx", base: withoutExt(path), text: &r.PTX}, nil
}

// finderFor finds PTX for a command without -gpu.
func finderFor(cc ccFlags, std Stdio) *finder {
	return &finder{gpu: intrin.DefaultGPU, cc: cc, std: std}
}
