// Package driver is the command line of ptx2go: it parses flags and strings
// the stages of the compiler together. It holds no knowledge of PTX or Go
// itself, and it can be called from tests without a process.
package driver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/nearest"
	"github.com/ptx2go/ptx2go/lower/interp"
)

// Stdio is where a command reads and writes.
type Stdio struct {
	In       io.Reader
	Out, Err io.Writer

	flags func(*flag.FlagSet) // where it is there, a command does nothing but to call it
}

// Exit statuses of the command.
const (
	exitOK    = 0
	exitError = 1 // the input is wrong, or a case failed
	exitUsage = 2 // the command line is wrong
	exitFound = 3 // a sanitizer has found something
)

// errFailed says that the command has already told the user what is wrong.
var errFailed = errors.New("failed")

// command is one sub-command.
type command struct {
	name  string
	args  string
	short string
	help  string // what the flags' own texts leave open
	run   func(ctx context.Context, args []string, std Stdio) error
}

var commands []command

func init() {
	commands = []command{
		{"generate", "[flags] file.ptx...", "write file_ptx.go for each file; the default command", generateHelp, generate},
		{"check", "[flags] file.ptx...", "report everything that is wrong or not supported, write nothing", "", check},
		{"list", "[flags] file...", "list the kernels of PTX, and the device code of programs, objects and fat binaries", listHelp, listKernels},
		{"run", "[flags] file.ptx [arg...] | [flags] case-folder", "launch a kernel once and print its buffers", runHelp, runKernel},
		{"cover", "[flags] profile", "turn a coverage profile of Go into one of the PTX or the CUDA source", coverHelp, coverLines},
		{"verify", "[flags] DIR...", "run conformance cases, every PTX variant of each", verifyHelp, verify},
		{"libcuda", "[-o file] [texts...]", "build libcuda.so.1, with Go code of PTX texts that programs were seen to load", libcudaHelp, buildLibrary},
		{"isa", "[flags] [file.ptx...]", "report which instructions are supported", isaHelp, isaReport},
		{"completion", "SHELL", "print a script by which bash, zsh or fish completes command lines", completionHelp, printCompletion},
		{"version", "", "print the version of ptx2go", "", printVersion},
		{"help", "[COMMAND]", "print the help of a command", "", help},
		{name: completing, run: complete},
	}
}

// hidden reports whether a command is for scripts, and not for people.
func (c *command) hidden() bool { return c.name == completing }

// commandNames lists the commands for people.
func commandNames() (names []string) {
	for _, c := range commands {
		if !c.hidden() {
			names = append(names, c.name)
		}
	}
	return names
}

// Main runs ptx2go with the arguments behind the program's name and returns
// the exit status: 0 for success, 1 where the input or a case is at fault, 2
// for a wrong command line. What cannot be written to standard output is an error of every
// command. Standard error gets what is printable.
func Main(ctx context.Context, args []string, std Stdio) (status int) {
	cmd := commands[0]
	if len(args) > 0 {
		if i := commandNamed(args[0]); i >= 0 {
			cmd, args = commands[i], args[1:]
		} else if isMisspelt(args[0]) {
			cmd.run = misspelt
		}
	}
	out := &stdout{w: std.Out}
	std.Out, std.Err = out, diag.PrintableWriter{W: std.Err}
	defer func() {
		if r := recover(); r != nil {
			status = internalError(std.Err, r)
		}
	}()
	err := ended(ctx, cmd.run(ctx, args, std))
	if lost := out.failed(); lost != nil && !errors.Is(err, lost) {
		fmt.Fprintf(std.Err, "ptx2go: %v\n", lost)
		if err == nil || errors.Is(err, flag.ErrHelp) {
			err = errFailed
		}
	}
	return cmd.status(err, std)
}

// isMisspelt reports whether the first word is meant to be a command: it is not a flag, and neither is
// there a file of the name nor does it look like one.
func isMisspelt(word string) bool {
	if strings.HasPrefix(word, "-") || strings.ContainsAny(word, "./\\*?[#") || strings.ContainsFunc(word, unicode.IsControl) {
		return false
	}
	_, err := os.Lstat(word)
	return word != "" && err != nil
}

// misspelt is what an unknown command does.
func misspelt(_ context.Context, args []string, _ Stdio) error {
	return usagef("there is neither a command nor a file %s; %s", args[0], unknownCommand(args[0]))
}

// unknownCommand says which commands there are, and which one may be meant.
func unknownCommand(name string) string {
	return "there are " + strings.Join(commandNames(), ", ") + hinted(nearest.Hint(name, commandNames()))
}

// hinted is what an error ends in that has a hint; "" where there is none.
func hinted(hint string) string {
	if hint == "" {
		return ""
	}
	return "\n    hint: " + hint
}

// status tells what an error of the command is, and returns the exit status.
func (cmd *command) status(err error, std Stdio) int {
	var use usageError
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return exitOK
	case errors.As(err, &use):
		fmt.Fprintf(std.Err, "ptx2go: %v\nrun \"ptx2go %s -help\" for usage\n", err, cmd.name)
		return exitUsage
	case errors.Is(err, errFailed):
		return exitError
	case errors.Is(err, errFindings):
		return exitFound
	}
	fmt.Fprintf(std.Err, "ptx2go: %v\n", err)
	return exitError
}

// ended is the error of a command: where its context has ended, the reason that the context has,
// with the kernel that was under way.
func ended(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		var u *interp.Unfinished
		if !errors.As(err, &u) {
			return context.Cause(ctx)
		}
		of := *u
		of.Err = context.Cause(ctx)
		return &of
	}
	return err
}

// usageError is a mistake in the command line.
type usageError struct{ msg string }

func (e usageError) Error() string { return e.msg }

func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// flagSet returns an empty set for a command.
func flagSet(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard) // Main and parseFlags print
	fs.Usage = func() {}
	return fs
}

// parseFlags parses the arguments and returns those that are no flags, which
// may stand before, between and behind the flags; everything behind "--" is no
// flag. A mistake is a usage error. For -help it prints the help and returns
// flag.ErrHelp.
func parseFlags(fs *flag.FlagSet, args []string, std Stdio) ([]string, error) {
	if std.flags != nil {
		std.flags(fs)
		return nil, flag.ErrHelp
	}
	var rest []string
	for {
		err := fs.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			printHelp(fs, std.Out)
			return nil, err
		}
		if err != nil {
			return nil, usagef("%v", err)
		}
		left := fs.Args()
		if n := len(args) - len(left); len(left) == 0 || n > 0 && args[n-1] == "--" {
			return append(rest, left...), nil
		}
		rest = append(rest, left[0])
		args = left[1:]
	}
}

// help implements ptx2go help: what -help of a command prints.
func help(ctx context.Context, args []string, std Stdio) error {
	words, err := parseFlags(flagSet("help"), args, std)
	if err != nil {
		return err
	}
	name := commands[0].name
	switch len(words) {
	case 0:
	case 1:
		name = words[0]
	default:
		return usagef("help is about one command, %d are given", len(words))
	}
	i := commandNamed(name)
	if i < 0 || commands[i].hidden() {
		return usagef("there is no command %s; %s", name, unknownCommand(name))
	}
	return commands[i].run(ctx, []string{"-help"}, std)
}

// commandNamed returns the index of a command, or -1.
func commandNamed(name string) int {
	return slices.IndexFunc(commands, func(c command) bool { return c.name == name })
}

// list is a flag of comma-separated words.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

func (l *list) Set(s string) error {
	for w := range strings.SplitSeq(s, ",") {
		if w = strings.TrimSpace(w); w != "" {
			*l = append(*l, w)
		}
	}
	return nil
}

// warpMode is the flag -warp: how much the program may rely on the lanes of a
// warp running in lockstep, and in which blocks.
type warpMode struct{ independent, anyBlock bool }

func parseWarp(s string) (warpMode, error) {
	switch s {
	case "lockstep":
		return warpMode{}, nil
	case "anyblock":
		return warpMode{anyBlock: true}, nil
	case "independent":
		return warpMode{independent: true}, nil
	}
	return warpMode{}, usagef("-warp=%s: lockstep, anyblock or independent", s)
}

const warpUsage = "how the threads of a warp run. lockstep: together. anyblock: so also where a warp spans rows of a block. independent: trust the program to synchronise its warps"

// registerWarp registers -warp.
func registerWarp(fs *flag.FlagSet, mode *string) {
	oneOf(fs, mode, "warp", warpUsage, "lockstep", "anyblock", "independent")
}

// unusual reports whether a warp of the block spans several rows of threads,
// which generated code need not be prepared for.
func unusual(block [3]uint32) bool {
	return max(block[1], 1)*max(block[2], 1) > 1 && block[0]%32 != 0
}
