package api

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/ptx2go/ptx2go/internal/libcuda/switches"
)

//go:embed header driver.page
var parts embed.FS

const generated = "Code generated from internal/api/api.txt by internal/api/generate. DO NOT EDIT."

// The pages. That of programs is written by hand but for a table.
const (
	driverPage   = "../../../docs/DRIVER.md"
	programsPage = "../../../docs/PROGRAMS.md"
)

// Files returns the generated files, by their paths from the folder of libcuda, which is dir.
func Files(dir string) (map[string]string, error) {
	all, err := Functions()
	if err != nil {
		return nil, err
	}
	types, err := types()
	if err != nil {
		return nil, err
	}
	page, err := parts.ReadFile("driver.page")
	if err != nil {
		return nil, err
	}
	programs, err := os.ReadFile(filepath.Join(dir, programsPage))
	if err != nil {
		return nil, err
	}
	described, err := withSwitches(string(programs))
	if err != nil {
		return nil, err
	}
	return map[string]string{
		programsPage:     described,
		"include/cuda.h": header(all, types),
		"api.h":          undefined(all),
		"api.c":          answers(all),
		"front/calls.c":  calls(all),
		driverPage:       document(all, string(page)),
	}, nil
}

// withSwitches is a page with the table of variables of the environment, between two comments.
func withSwitches(page string) (string, error) {
	const begin, end = "<!-- switches: go generate in runtime/driver/libcuda writes the table -->\n", "<!-- /switches -->\n"
	before, rest, ok := strings.Cut(page, begin)
	_, after, also := strings.Cut(rest, end)
	if !ok || !also {
		return "", errors.New("docs/PROGRAMS.md has no place for the table of variables")
	}
	return before + begin + "\n" + switches.Markdown() + "\n" + end + after, nil
}

// types is the part of the header that was written by hand.
func types() (string, error) {
	files, err := parts.ReadDir("header")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, f := range files {
		text, err := parts.ReadFile(path.Join("header", f.Name()))
		if err != nil {
			return "", err
		}
		b.Write(text)
	}
	return b.String(), nil
}

func header(all []Function, types string) string {
	var b strings.Builder
	b.WriteString("/* " + generated + "\n *\n" +
		` * The CUDA driver API as libcuda.so.1 of ptx2go has it, for programs that are built where there
 * is no CUDA toolkit; one that was built with the toolkit's header runs as well, since names,
 * types and values are the same.
 *
 * The library's own build includes this file, so that a function whose type is another one
 * than is declared here does not compile. docs/DRIVER.md says what each function does. */
`)
	b.WriteString(types)
	section := ""
	for _, f := range all {
		if f.Section != section {
			section = f.Section
			fmt.Fprintf(&b, "/* %s. */\n", section)
		}
		b.WriteString(f.Prototype() + ";\n")
	}
	b.WriteString(`
/* Where a function has got another type in the course of time, the name in programs is that
 * of the newest one up to CUDA_VERSION. */
`)
	renamed(all, func(base, name string) { fmt.Fprintf(&b, "#define %s %s\n", base, name) })
	b.WriteString("\n#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM\n")
	for _, f := range all {
		if f.Of != "" && newest(all, f.Base) == f.Of {
			if f.Base != f.Of {
				fmt.Fprintf(&b, "#undef %s\n", f.Base)
			}
			fmt.Fprintf(&b, "#define %s %s\n", f.Base, f.Name)
		}
	}
	b.WriteString("#endif\n\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n")
	return b.String()
}

// renamed calls do with each name that the header gives another meaning.
func renamed(all []Function, do func(base, name string)) {
	seen := map[string]bool{}
	for _, f := range all {
		if name := newest(all, f.Base); name != f.Base && !seen[f.Base] {
			seen[f.Base] = true
			do(f.Base, name)
		}
	}
}

// undefined takes the names back: the library has all functions.
func undefined(all []Function) string {
	var b strings.Builder
	b.WriteString("// " + generated + "\n\n#ifndef PTX2GO_API_H\n#define PTX2GO_API_H\n\n// The header, with each function under its own name.\n#include \"include/cuda.h\"\n\n")
	renamed(all, func(base, _ string) { fmt.Fprintf(&b, "#undef %s\n", base) })
	b.WriteString(`
// ptx2go_refuse is CUDA_ERROR_NOT_SUPPORTED, with a reason.
CUresult ptx2go_refuse(char *name, char *why);

// ptx2go_versions are the functions by name, for cuGetProcAddress.
extern const struct ptx2go_version {
	const char *name;
	int since; // version of CUDA
	void *function, *per_thread;
} ptx2go_versions[];
extern const size_t ptx2go_version_count;

#endif
`)
	return b.String()
}

// answers are the functions that were not written by hand.
func answers(all []Function) string {
	var b strings.Builder
	b.WriteString("// " + generated + `

#include "api.h"

static CUstream per_thread(CUstream s) { return s ? s : CU_STREAM_PER_THREAD; }

static CUresult waited(CUresult r) { return r ? r : cuStreamSynchronize(CU_STREAM_PER_THREAD); }

`)
	_, reasons := Reasons()
	for _, f := range all {
		var args []string
		for _, p := range f.Params {
			a := p.Name
			if f.Answer == PerThread && strings.HasPrefix(p.Decl, "CUstream ") {
				a = "per_thread(" + a + ")"
			}
			args = append(args, a)
		}
		call := ""
		switch {
		case f.Answer == Refused:
			call = fmt.Sprintf("ptx2go_refuse(%q, %q)", f.Name, reasons[f.Why])
		case f.Answer == Same:
			call = fmt.Sprintf("%s(%s)", newest(all, f.Base), strings.Join(args, ", "))
		case f.Answer == PerThread && f.On != "":
			call = fmt.Sprintf("waited(%s(%s))", f.On, strings.Join(append(args, "CU_STREAM_PER_THREAD"), ", "))
		case f.Answer == PerThread:
			call = fmt.Sprintf("%s(%s)", f.Of, strings.Join(args, ", "))
		default:
			continue
		}
		fmt.Fprintf(&b, "%s { return %s; }\n", f.Prototype(), call)
	}
	variant := map[string]string{}
	for _, f := range all {
		if f.Of != "" {
			variant[f.Of] = f.Name
		}
	}
	b.WriteString("\nconst struct ptx2go_version ptx2go_versions[] = {\n")
	for _, f := range all {
		if f.Of != "" {
			continue
		}
		names := []string{f.Base}
		if f.Since > 0 && f.Base != suffix.ReplaceAllString(f.Name, "") {
			names = append(names, f.Name) // it has a name of its own as well
		}
		for _, name := range names {
			v := variant[f.Name]
			if v == "" {
				v = f.Name
			}
			fmt.Fprintf(&b, "\t{\"%s\", %d, (void *)%s, (void *)%s},\n", name, f.Since, f.Name, v)
		}
	}
	b.WriteString("};\n\nconst size_t ptx2go_version_count = sizeof ptx2go_versions / sizeof ptx2go_versions[0];\n")
	return b.String()
}

// calls are all functions, each a call of the same one in another library.
func calls(all []Function) string {
	var b, names strings.Builder
	b.WriteString("// " + generated + "\n\n#include \"front.h\"\n\n")
	for i, f := range all {
		var args []string
		for _, p := range f.Params {
			args = append(args, p.Name)
		}
		fmt.Fprintf(&names, "\t\"%s\",\n", f.Name)
		fmt.Fprintf(&b, "%s { return ((__typeof__(&%s))ptx2go_function(%d))(%s); }\n", f.Prototype(), f.Name, i, strings.Join(args, ", "))
	}
	fmt.Fprintf(&b, "\nconst char *const ptx2go_names[] = {\n%s};\nvoid *ptx2go_functions[%d];\nconst int ptx2go_count = %d;\n", names.String(), len(all), len(all))
	return b.String()
}

// document is the page with the table of all functions.
func document(all []Function, page string) string {
	var counts [Refused + 1]int
	for _, f := range all {
		counts[f.Answer]++
	}
	words, reasons := Reasons()
	used := map[string]bool{}
	var b strings.Builder
	section := ""
	for _, f := range all {
		if f.Of != "" {
			continue
		}
		if f.Section != section {
			section = f.Section
			fmt.Fprintf(&b, "\n## %s\n\n| function | answer |\n|---|---|\n", section)
		}
		name := "`" + f.Name + "`"
		for _, v := range all {
			if v.Of == f.Name {
				name += ", `" + strings.TrimPrefix(v.Name, f.Name) + "`"
			}
		}
		answer := "done"
		switch f.Answer {
		case Same:
			answer = "as `" + newest(all, f.Base) + "`"
		case Refused:
			answer = "not supported: " + f.Why
			used[f.Why] = true
		}
		fmt.Fprintf(&b, "| %s | %s |\n", name, answer)
	}
	var why strings.Builder
	for _, w := range words {
		if used[w] {
			fmt.Fprintf(&why, "| %s | %s |\n", w, reasons[w])
		}
	}
	return strings.NewReplacer(
		"{all}", fmt.Sprint(len(all)),
		"{refused}", fmt.Sprint(counts[Refused]),
		"{works}", fmt.Sprint(len(all)-counts[Refused]),
		"{reasons}\n", why.String(),
		"{functions}\n", b.String(),
	).Replace(page)
}
