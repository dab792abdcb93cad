// Command gen writes the lists of intrinsic functions (internal/intrin) and the
// tables by which they are called from the source of runtime/fpops, runtime/intops,
// runtime/warpops and runtime/gang8. Run it with go generate ./internal/intrin whenever
// a function was added there.
package main

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("intrin/gen: ")
	root, err := moduleRoot()
	if err != nil {
		log.Fatal(err)
	}
	files, err := generate(root)
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, name), text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// moduleRoot returns the folder of the module that holds the working folder.
func moduleRoot() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOMOD: %w", err)
	}
	return filepath.Dir(strings.TrimSpace(string(out))), nil
}

// generate returns the generated files by their path below the module's root.
func generate(root string) (map[string][]byte, error) {
	var funcs []function
	for _, pkg := range []string{"fpops", "intops"} {
		f, err := readPackage(pkg, filepath.Join(root, "runtime", pkg))
		if err != nil {
			return nil, err
		}
		funcs = append(funcs, f...)
	}
	if err := sortUnique(funcs); err != nil {
		return nil, err
	}
	twins, err := readTwins(filepath.Join(root, "runtime/gang8"), funcs)
	if err != nil {
		return nil, err
	}
	calledTwins, err := writeTwins(twins)
	if err != nil {
		return nil, err
	}
	lanes, err := writeLanewise(twins)
	if err != nil {
		return nil, err
	}
	list, err := writeList(funcs)
	if err != nil {
		return nil, err
	}
	calls, err := writeCalls(funcs)
	if err != nil {
		return nil, err
	}
	warps, err := readWarps(filepath.Join(root, "runtime/warpops"))
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{
		"internal/intrin/zintrin.go":   list,
		"lower/interp/zcalls.go":       calls,
		"runtime/gang8/zlanes.go":      lanes,
		"runtime/gang8/ztwins_test.go": calledTwins,
	}
	for name, write := range map[string]func([]warpFunction) ([]byte, error){
		"internal/intrin/zwarps.go": writeWarps, "runtime/warpops/zcalls.go": writeWarpCalls, "runtime/gen/zwarps.go": writeThreadMethods,
	} {
		if files[name], err = write(warps); err != nil {
			return nil, err
		}
	}
	return files, nil
}
