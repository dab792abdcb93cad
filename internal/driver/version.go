package driver

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/goversion"
)

// printVersion implements ptx2go version and -version. The line begins as that of
// go version does: name, version, and what it was built with and for. A note follows for a
// version of Go that has not been tested, be it that of this build or of the go command here.
func printVersion(ctx context.Context, args []string, std Stdio) error {
	fs := flagSet("version")
	rest, err := parseFlags(fs, args, std)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("version takes no arguments")
	}
	if _, err = fmt.Fprintln(std.Out, versionLine()); err != nil {
		return err
	}
	for _, v := range goVersions(ctx) {
		if note := goversion.Note(v); note != "" {
			if _, err := fmt.Fprintln(std.Out, "note: "+note); err != nil {
				return err
			}
		}
	}
	return nil
}

// goVersions are the version of Go that built ptx2go and that which builds programs in the
// current folder, where there is a go command, if it is another one.
func goVersions(ctx context.Context) []string {
	all := []string{runtime.Version()}
	if out, err := exec.CommandContext(ctx, "go", "env", "GOVERSION").Output(); err == nil {
		all = append(all, strings.TrimSpace(string(out)))
	}
	return slices.Compact(all)
}

func versionLine() string {
	return fmt.Sprintf("ptx2go %s %s %s/%s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version is that of ptx2go, as far as the build knows it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unversioned
	}
	return versionIn(info)
}

// unversioned is what Go itself calls a module without a version.
const unversioned = "(devel)"

// versionIn reads the version of ptx2go from what a program was built of: a release,
// or the commit of a checkout. Where go run or go tool have built a checkout, which is
// then a replacement without a commit, there is none.
func versionIn(info *debug.BuildInfo) string {
	own := &info.Main
	if own.Path != modulePath {
		own = nil
		for _, d := range info.Deps {
			if d.Path == modulePath {
				own = d
			}
		}
	}
	if own == nil {
		return unversioned
	}
	if own.Replace != nil {
		own = own.Replace
	}
	if own.Version != "" && own.Version != unversioned {
		return own.Version
	}
	if info.Main.Path != modulePath {
		return unversioned // the commit is that of the main module
	}
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	rev := set["vcs.revision"]
	if rev == "" {
		return unversioned
	}
	v := unversioned + "-" + rev[:min(len(rev), 12)]
	if set["vcs.modified"] == "true" {
		v += "+dirty"
	}
	return v
}
