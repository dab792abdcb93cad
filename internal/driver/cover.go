package driver

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path"
	"strings"

	"golang.org/x/tools/cover"

	"github.com/ptx2go/ptx2go/internal/linecover"
)

const coverHelp = `A profile is what go test -coverprofile writes. The go command counts the lines of Go files; in
what cover writes, those of code that was made with -line=ptx or -line=cuda are the lines of the PTX or of
the CUDA source. Other files stay as they are. In the folder of the module that was tested:

  go tool ptx2go -line=cuda vadd.cu
  go test -coverprofile cover.out
  go tool ptx2go cover -o cuda.out cover.out
  go tool cover -html cuda.out

The test must run with Go 1.27 or later: before, profiles do not say of which files their lines are.
A line counts as often as that instruction of it was executed which was executed most.
`

// coverLines implements ptx2go cover.
func coverLines(ctx context.Context, args []string, std Stdio) error {
	fs := flagSet("cover")
	out := fs.String("o", "-", "output `file`, - for standard output")
	names, err := parseFlags(fs, args, std)
	if err != nil {
		return err
	}
	if len(names) != 1 {
		return usagef("name one profile")
	}
	profiles, err := cover.ParseProfiles(names[0])
	if err != nil {
		return err
	}
	folders := map[string]string{}
	profiles, err = linecover.Convert(profiles, func(importPath string) (string, error) {
		if folders[importPath] == "" {
			dir, err := packageFolder(ctx, importPath)
			if err != nil {
				return "", err
			}
			folders[importPath] = dir
		}
		return folders[importPath], nil
	})
	if err != nil {
		return err
	}
	if *out == "-" {
		return linecover.Write(std.Out, profiles)
	}
	var b strings.Builder
	if err := linecover.Write(&b, profiles); err != nil {
		return err
	}
	return replaceFile(*out, []byte(b.String()))
}

// packageFolder returns the folder of a package as a profile names it: by its import path, or by its
// folder, in a module without a name.
func packageFolder(ctx context.Context, importPath string) (string, error) {
	if path.IsAbs(importPath) || strings.HasPrefix(importPath, ".") {
		return importPath, nil
	}
	cmd := exec.CommandContext(ctx, "go", "list", "-find", "-f", "{{.Dir}}", "--", importPath)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("package %s of the profile: %w\n%s", importPath, err, firstLines(stderr.Bytes(), 5))
	}
	return strings.TrimSpace(string(text)), nil
}
