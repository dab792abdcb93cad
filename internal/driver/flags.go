package driver

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

// choice is a flag of one of some words. What else is given is for the command to refuse, which
// knows more.
type choice struct {
	word  *string
	words []string
}

func (c *choice) String() string {
	if c.word == nil {
		return "" // of the zero value, which package flag asks
	}
	return *c.word
}

func (c *choice) Set(s string) error {
	*c.word = s
	return nil
}

// oneOf registers a flag of one of some words, the first of which is the default.
func oneOf(fs *flag.FlagSet, p *string, name, usage string, words ...string) {
	*p = words[0]
	fs.Var(&choice{p, words}, name, usage)
}

// widest is how wide the lines of help are.
const widest = 100

// flagsOf spells the flags of a set with their texts.
func flagsOf(fs *flag.FlagSet) string {
	var b strings.Builder
	fs.VisitAll(func(f *flag.Flag) {
		value, usage := flag.UnquoteUsage(f)
		if c, ok := f.Value.(*choice); ok {
			value = strings.Join(c.words, "|")
		}
		b.WriteString(strings.TrimRight("  -"+f.Name+" "+value, " ") + "\n")
		b.WriteString(wrapped(usage+defaultOf(f), "        "))
	})
	return b.String()
}

// defaultOf says what a flag has that is not given, where it has anything.
func defaultOf(f *flag.Flag) string {
	switch f.DefValue {
	case "", "0", "false", "0s":
		return ""
	}
	_, isChoice := f.Value.(*choice)
	if g, ok := f.Value.(flag.Getter); ok && !isChoice {
		_, isChoice = g.Get().(string)
	}
	if isChoice {
		return fmt.Sprintf(" (default %q)", f.DefValue)
	}
	return fmt.Sprintf(" (default %s)", f.DefValue)
}

// wrapped breaks a text into lines that begin with the indent.
func wrapped(text, indent string) string {
	var b strings.Builder
	line := indent
	for word := range strings.FieldsSeq(text) {
		if line != indent && len(line)+1+len(word) > widest {
			b.WriteString(line + "\n")
			line = indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	return b.String() + line + "\n"
}

// printHelp prints the help of a command in the form of the Go tools.
func printHelp(fs *flag.FlagSet, w io.Writer) {
	i := commandNamed(fs.Name())
	c := commands[i]
	name := c.name + " "
	if i == 0 {
		name = ""
	}
	for form := range strings.SplitSeq(c.args, " | ") {
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("usage: ptx2go %s%s", name, form), " "))
	}
	fmt.Fprintf(w, "\n%s\n", c.short)
	if i == 0 {
		fmt.Fprintln(w, "\nother commands (ptx2go help COMMAND):")
		for _, c := range commands[1:] {
			if !c.hidden() {
				fmt.Fprintf(w, "  %-11s %s\n", c.name, c.short)
			}
		}
	}
	if flags := flagsOf(fs); flags != "" {
		fmt.Fprintf(w, "\nflags:\n%s", flags)
	}
	if c.help != "" {
		fmt.Fprintf(w, "\n%s", c.help)
	}
}
