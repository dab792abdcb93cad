// Package cache lets a library have Go code, in the next run of a program, of the PTX texts that it had to
// interpret in this one. A library that ptx2go libcuda builds calls Use.
//
// The folder of the cache is PTX2GO_CACHE, or ptx2go in the user's folder for caches; PTX2GO_CACHE=off is
// none. In it each library has a folder, libcuda/KEY, whose key stands for the source that the library was
// built from and the version of Go, and libcuda/KEY-accurate where approximate instructions give correctly
// rounded results:
//
//	texts/     what was interpreted, as package record keeps it
//	build-*.so libraries with Go code of these texts
//	newest     a link to the newest one, which front.c opens
//	log        what became of the last build
//
// A new text starts ptx2go in the background, which waits until no more texts come, translates and builds.
// Everything appears by a rename, and locks on files keep the processes of several programs apart, so that
// one that is killed leaves nothing that another one takes for whole. What has not been used for long is
// removed: see Tidy.
package cache

import (
	"embed"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/ptx2go/ptx2go/internal/libcuda/switches"
	"github.com/ptx2go/ptx2go/interpret/record"
)

// Variable names the folder of the cache, or is off.
const Variable = switches.Cache

// Config is how builds are made.
type Config struct {
	Key    string   // of the library
	Source string   // the folder of ptx2go's source
	Go     string   // the go command, where there is none in the path
	Linked embed.FS // the texts that the library has Go code of, which the next one has as well

	// Accurate says that approximate instructions give correctly rounded results, where the environment does not say
	// what they give.
	Accurate bool
}

// accurateSuffix ends the names of folders where approximate instructions give correctly rounded results.
const accurateSuffix = "-accurate"

// Accurate reports of the folder of a library that its texts are translated so.
func Accurate(dir string) (key string, accurate bool) {
	return strings.CutSuffix(filepath.Base(dir), accurateSuffix)
}

// Use keeps texts that are interpreted, and has them built. It does nothing where the user wants none, or
// where there are no compilers.
func Use(c Config) {
	dir := Folder(c.Key, c.Accurate)
	if dir == "" {
		return
	}
	used(dir)
	goTool, err := exec.LookPath("go")
	if err != nil {
		if _, err := os.Stat(c.Go); err != nil {
			return
		}
		goTool = c.Go
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		return
	}
	if _, err := os.Stat(filepath.Join(c.Source, "go.mod")); err != nil {
		return
	}
	texts := filepath.Join(dir, Texts)
	if os.MkdirAll(texts, 0o700) != nil {
		return
	}
	var linked sync.Once
	record.SetCache(texts, func() {
		linked.Do(func() { keepLinked(c.Linked, texts) })
		start(dir, c.Source, goTool)
	})
}

// Names in the folder of a library.
const (
	Texts    = "texts"
	Newest   = "newest"
	Waiting  = "waiting.lock"  // of the process that waits for more texts, and will then build what there is
	Building = "building.lock" // of the process that builds
)

// Folder returns the folder of the library of a key, as front.c does, or "" where there is no cache. accurate is
// what Config has.
func Folder(key string, accurate bool) string {
	dir := os.Getenv(Variable)
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(user, "ptx2go")
	}
	if dir == "off" || !filepath.IsAbs(dir) {
		return ""
	}
	if v := os.Getenv(switches.Approx); v != "" {
		accurate = v == switches.Accurate
	}
	if accurate {
		key += accurateSuffix
	}
	return filepath.Join(dir, "libcuda", key)
}

func keepLinked(all embed.FS, to string) {
	_ = fs.WalkDir(all, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return nil
		}
		var texts []string
		for i := 1; ; i++ {
			file := "module.ptx"
			if i > 1 {
				file = "module" + strconv.Itoa(i) + ".ptx"
			}
			text, err := all.ReadFile(path.Join(name, file))
			if err != nil {
				break
			}
			texts = append(texts, string(text))
		}
		if len(texts) > 0 {
			_, _ = record.Keep(to, texts...) // it will be interpreted once more
		}
		return nil
	})
}

// A process that is started in the background has the lock as a file of this number.
const (
	lockVariable = "PTX2GO_LOCK"
	inherited    = 3
)

// Begin locks what the process has that waits for texts, or takes the lock over from the program that has
// started this one.
func Begin(dir string) (*Lock, error) {
	if os.Getenv(lockVariable) != "" {
		return inherit(inherited), nil
	}
	return NewLock(dir, Waiting, false)
}

// script runs ptx2go of the source, which is built first.
const script = `umask 077
exec >"$PTX2GO_DIR/log" 2>&1
test -x "$PTX2GO_DIR/ptx2go" || {
	"$PTX2GO_GO" build -C "$PTX2GO_SOURCE" -o "$PTX2GO_DIR/ptx2go.$$" ./cmd/ptx2go || exit
	mv -f "$PTX2GO_DIR/ptx2go.$$" "$PTX2GO_DIR/ptx2go" || exit
}
exec "$PTX2GO_DIR/ptx2go" libcuda -source "$PTX2GO_SOURCE" -update "$PTX2GO_DIR"
`

// start starts a build in the background, unless one is about to begin: that process has the lock, which
// it inherits. The shell ends at once, and leaves a process that is no child of the program, in a session
// of its own. It has none of the program's files, since a pipe would stay open.
func start(dir, source, goTool string) {
	waiting, err := NewLock(dir, Waiting, false)
	if err != nil {
		return
	}
	defer waiting.Release()
	nothing, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer nothing.Close()
	cmd := exec.Command("/bin/sh", "-c", `nice -n 10 setsid /bin/sh -c "$0" &`, script)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = nothing, nothing, nothing
	cmd.ExtraFiles = []*os.File{waiting.File()} // number 3
	for range highest() - inherited {
		cmd.ExtraFiles = append(cmd.ExtraFiles, nothing)
	}
	cmd.Env = append(without(os.Environ(), "LD_PRELOAD", "LD_LIBRARY_PATH", record.Variable, Variable, switches.Approx, switches.Processors, "GOFLAGS", "GOWORK", "GOOS", "GOARCH"),
		"PTX2GO_DIR="+dir, "PTX2GO_SOURCE="+source, "PTX2GO_GO="+goTool, "GOWORK=off",
		// What is started there starts no build of its own, and leaves the program half of the processors.
		Variable+"=off", switches.Processors+"="+strconv.Itoa(max(1, runtime.NumCPU()/2)), lockVariable+"="+strconv.Itoa(inherited),
		"PATH="+os.Getenv("PATH")+string(os.PathListSeparator)+filepath.Dir(goTool))
	cmd.Dir = dir
	_ = cmd.Run()
}

// highest is the highest number of an open file.
func highest() int {
	most := 2
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return most
	}
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil && n < 1024 {
			most = max(most, n)
		}
	}
	return most
}

func without(env []string, names ...string) (rest []string) {
	for _, e := range env {
		name, _, _ := strings.Cut(e, "=")
		drop := false
		for _, n := range names {
			drop = drop || n == name
		}
		if !drop {
			rest = append(rest, e)
		}
	}
	return rest
}
