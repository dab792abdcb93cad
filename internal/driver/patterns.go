package driver

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// matched returns the files that arguments name, patterns among them: an argument with one of
// *?[ that is no file itself stands for the files that match it and that no argument before it
// has named. A pattern that matches none is a mistake in the command line.
func matched(args []string) ([]string, error) {
	var files []string
	named := map[string]bool{}
	for _, arg := range args {
		if _, err := os.Lstat(arg); err == nil || !strings.ContainsAny(arg, "*?[") {
			files = append(files, arg)
			named[filepath.Clean(arg)] = true
			continue
		}
		list, err := filepath.Glob(arg)
		if err != nil {
			return nil, usagef("the pattern %s: %v", arg, err)
		}
		list = slices.DeleteFunc(list, func(path string) bool {
			info, err := os.Stat(path)
			return err == nil && info.IsDir()
		})
		if len(list) == 0 {
			return nil, usagef("no file matches %s", arg)
		}
		for _, path := range list {
			if !named[filepath.Clean(path)] {
				named[filepath.Clean(path)] = true
				files = append(files, path)
			}
		}
	}
	return files, nil
}
