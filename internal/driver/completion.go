package driver

import (
	"context"
	"embed"
	"flag"
	"fmt"
	"io"
	"strings"
)

//go:embed completion
var completionScripts embed.FS

// shells are those that completion has scripts for.
var shells = []string{"bash", "zsh", "fish"}

const completionHelp = `The shell completes commands, flags and their values when it has run the script:

  source <(ptx2go completion bash)        in ~/.bashrc
  source <(ptx2go completion zsh)         in ~/.zshrc, behind compinit
  ptx2go completion fish | source         in ~/.config/fish/config.fish
`

// printCompletion implements ptx2go completion.
func printCompletion(_ context.Context, args []string, std Stdio) error {
	words, err := parseFlags(flagSet("completion"), args, std)
	if err != nil {
		return err
	}
	if len(words) == 1 {
		if script, err := completionScripts.ReadFile("completion/ptx2go." + words[0]); err == nil {
			_, err = std.Out.Write(script)
			return err
		}
	}
	return usagef("completion is for one of %s", strings.Join(shells, ", "))
}

// completing is the command that the scripts call: with the words behind ptx2go up to that which is
// completed. It prints what that may become, with a text behind a tab, and nothing where the name of a
// file may stand.
const completing = "__complete"

func complete(ctx context.Context, words []string, std Stdio) error {
	if len(words) == 0 {
		return nil
	}
	last, before := words[len(words)-1], words[:len(words)-1]
	// Bash makes three words of -asm=on, and completes the last one.
	cut := ""
	if n := len(before); n > 0 && last == "=" {
		cut = before[n-1] + "="
		before, last = before[:n-1], cut
	} else if n > 1 && before[n-1] == "=" {
		cut = before[n-2] + "="
		before, last = before[:n-2], cut+last
	}
	for _, c := range completions(ctx, before, last) {
		c.word = strings.TrimPrefix(c.word, cut)
		if _, err := fmt.Fprintf(std.Out, "%s\t%s\n", c.word, c.text); err != nil {
			return err
		}
	}
	return nil
}

// completion is what a word may become.
type completion struct{ word, text string }

// completions are what the word behind others may become.
func completions(ctx context.Context, before []string, last string) (list []completion) {
	add := func(word, text string) {
		if strings.HasPrefix(word, last) {
			list = append(list, completion{word, text})
		}
	}
	cmd := commands[0]
	if len(before) > 0 {
		if i := commandNamed(before[0]); i >= 0 {
			cmd, before = commands[i], before[1:]
		}
	} else if !strings.HasPrefix(last, "-") {
		for _, c := range commands {
			if !c.hidden() {
				add(c.name, c.short)
			}
		}
		return list
	}
	fs := cmd.flags(ctx)
	if n := len(before); n > 0 {
		if f := flagNamed(fs, before[n-1]); f != nil && !isSwitch(f) {
			for _, w := range choices(f) {
				add(w, "")
			}
			return list
		}
	}
	name, _, hasValue := strings.Cut(last, "=")
	switch {
	case hasValue:
		if f := flagNamed(fs, name); f != nil {
			for _, w := range choices(f) {
				add(name+"="+w, "")
			}
		}
	case strings.HasPrefix(last, "-"):
		dash := "-"
		if strings.HasPrefix(last, "--") {
			dash = "--"
		}
		fs.VisitAll(func(f *flag.Flag) {
			_, usage := flag.UnquoteUsage(f)
			text, _, _ := strings.Cut(usage, "; ")
			add(dash+f.Name, text)
		})
	case cmd.name == "help":
		return completions(ctx, nil, last)
	case cmd.name == "completion":
		for _, s := range shells {
			add(s, "")
		}
	}
	return list
}

// flags returns the flags of a command, which has none where it takes none.
func (c *command) flags(ctx context.Context) *flag.FlagSet {
	set := flagSet(c.name)
	if c.hidden() {
		return set
	}
	std := Stdio{Out: io.Discard, Err: io.Discard, flags: func(fs *flag.FlagSet) { set = fs }}
	c.run(ctx, nil, std) // it ends with flag.ErrHelp as soon as the flags are there
	return set
}

// flagNamed is the flag that a word gives, nil for other words.
func flagNamed(fs *flag.FlagSet, word string) *flag.Flag {
	name, ok := strings.CutPrefix(word, "-")
	if !ok {
		return nil
	}
	return fs.Lookup(strings.TrimPrefix(name, "-"))
}

// isSwitch reports whether a flag can stand without a value.
func isSwitch(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// choices are the words that a flag can have, where these are some.
func choices(f *flag.Flag) []string {
	if c, ok := f.Value.(*choice); ok {
		return c.words
	}
	if isSwitch(f) {
		return []string{"true", "false"}
	}
	return nil
}
