package driver

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// completed are command lines, the last word of which is completed, and what it may become: all of it,
// or with ... among others.
var completed = []struct {
	line string
	want string
}{
	{"ptx2go ver", "verify version"},
	{"ptx2go ", "generate check list run cover verify libcuda isa completion version help"},
	{"ptx2go help li", "libcuda list"},
	{"ptx2go completion ", "bash zsh fish"},
	{"ptx2go -asm=", "-asm=on -asm=off -asm=require"},
	{"ptx2go -asm ", "on off require"},
	{"ptx2go --contr", "--contract"},
	{"ptx2go run -en", "-engine"},
	{"ptx2go run -engine ", "interp go"},
	{"ptx2go verify -engine s", "schedule"},
	{"ptx2go verify -sch", "-sched"},
	{"ptx2go verify -cou", "-count"},
	{"ptx2go verify -passes=f", "-passes=false"},
	{"ptx2go check k.ptx -l", "-limit -link"},
	{"ptx2go run -", "... -kernel -grid -block -timeout -cc"},
	{"ptx2go run k", ""},        // a file
	{"ptx2go run -kernel ", ""}, // any word
	{"ptx2go -v -", "... -o -gpu"},
	{"ptx2go nonsense -w", "-warp"},
}

// asWanted reports whether words are those of a row.
func asWanted(got []string, want string) bool {
	words := strings.Fields(want)
	if len(words) > 0 && words[0] == "..." {
		return !slices.ContainsFunc(words[1:], func(w string) bool { return !slices.Contains(got, w) })
	}
	slices.Sort(got)
	slices.Sort(words)
	return slices.Equal(got, words)
}

func TestCompletions(t *testing.T) {
	for _, c := range completed {
		words := strings.Split(c.line, " ")[1:]
		out := mustRun(t, append([]string{completing}, words...)...)
		var got []string
		for line := range strings.Lines(out) {
			word, _, _ := strings.Cut(line, "\t")
			got = append(got, word)
		}
		if !asWanted(got, c.want) {
			t.Errorf("%q: %q, want %s", c.line, got, c.want)
		}
	}
}

// TestShells asks the shells themselves.
func TestShells(t *testing.T) {
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(dir, "ptx2go")); err != nil {
		t.Fatal(err)
	}
	for shell, program := range map[string]string{
		"bash": `source <(ptx2go completion bash)
			COMP_WORDS=("$@")
			COMP_CWORD=$(($# - 1))
			_ptx2go ptx2go "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
			printf '%s\n' "${COMPREPLY[@]}"`,
		"zsh": `compdef() { :; }
			_files() { :; }
			_describe() { for v in "${values[@]}"; do print -r -- "${v%%:*}"; done; }
			source <(ptx2go completion zsh)
			words=("$@")
			CURRENT=$#
			_ptx2go`,
		"fish": `ptx2go completion fish | source
			complete -C "$argv" | string replace -r '\t.*' ''
			true`,
	} {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skipf("SKIPPED: no %s", shell)
			}
			for _, c := range completed {
				if c.want == "" {
					continue // files, which the shell knows
				}
				words := strings.Split(c.line, " ")
				var args []string
				switch shell {
				case "bash":
					if flag, value, ok := strings.Cut(words[len(words)-1], "="); ok { // as bash takes it to pieces
						words = append(words[:len(words)-1], flag, "=")
						if value != "" {
							words = append(words, value)
						}
						c.want = strings.ReplaceAll(" "+c.want, " "+flag+"=", " ")
					}
					args = append([]string{"--norc", "-c", program, "bash"}, words...)
				case "zsh":
					args = append([]string{"-f", "-c", program, "zsh"}, words...)
				case "fish":
					if !strings.HasPrefix(words[len(words)-1], "-") && !slices.Contains(words, "completion") {
						continue // it adds the names of files, and takes what is in the middle of words too
					}
					args = []string{"--no-config", "-c", program, c.line}
				}
				cmd := exec.Command(shell, args...)
				cmd.Dir = t.TempDir()
				cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "HOME="+dir)
				out, err := cmd.CombinedOutput()
				if got := strings.Fields(string(out)); err != nil || !asWanted(got, c.want) {
					t.Errorf("%q: %q, %v; want %s", c.line, got, err, c.want)
				}
			}
		})
	}
}

// TestFlags checks that the help of each command has what its flags are, in lines that are no wider than
// others, and that the words that a flag takes are not refused.
func TestFlags(t *testing.T) {
	for i, c := range commands {
		if c.hidden() {
			continue
		}
		help := mustRun(t, "help", c.name)
		for line := range strings.Lines(help) {
			if n := len(strings.TrimRight(line, "\n")); n > 110 || n > 0 && strings.HasSuffix(line, " \n") {
				t.Errorf("%s: a line of %d: %s", c.name, n, line)
			}
		}
		commands[i].flags(t.Context()).VisitAll(func(f *flag.Flag) {
			if !strings.Contains(help, "\n  -"+f.Name) {
				t.Errorf("%s: no -%s in its help", c.name, f.Name)
			}
			if isSwitch(f) {
				return
			}
			for _, w := range choices(f) {
				for _, dash := range []string{"-", "--"} {
					if _, _, err := runMain(t, c.name, dash+f.Name+"="+w, "absent.ptx"); strings.Contains(err, f.Name+"="+w+": ") && strings.Contains(err, " or ") {
						t.Errorf("%s: %s", c.name, err)
					}
				}
			}
		})
	}
}
