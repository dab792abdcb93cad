package conditions

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/ptx2go/ptx2go/internal/house/conditions/record"
)

// Judge is internal/house/mutate/judge, of a compiler that notes how it decides its conditions.
type Judge struct {
	root, dir        string
	program, overlay string
	list             []condition
}

// Build builds one in a folder, unless it is there.
func Build(ctx context.Context, root, dir string) (*Judge, error) {
	list, replace, err := instrument(root, dir)
	if err != nil {
		return nil, err
	}
	j := &Judge{root: root, dir: dir, program: filepath.Join(dir, "judge"), overlay: filepath.Join(dir, "overlay.json"), list: list}
	if _, err := os.Stat(j.program); err == nil {
		return j, nil
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(j.overlay, data, 0o600); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-overlay="+j.overlay, "-o", j.program, "./internal/house/mutate/judge")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	return j, nil
}

// ways reads how each condition was decided: 1 where it was false, 2 where it was true, 3 for both.
func (j *Judge) ways(file string) ([]int, error) {
	out, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	ways := make([]int, len(j.list))
	for line := range strings.Lines(string(out)) {
		var i int
		var way bool
		if _, err := fmt.Sscan(line, &i, &way); err != nil || i >= len(ways) {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		if way {
			ways[i] |= 2
		} else {
			ways[i] |= 1
		}
	}
	return ways, nil
}

// entry is the line of oneway.txt of a condition that is decided in these ways.
func (c *condition) entry(ways int) string {
	return c.id + " " + [...]string{"is never asked", "is never true", "is never false"}[ways]
}

// News returns the entries of oneway.txt that a PTX file makes untrue, or brings nearer to that.
func (j *Judge) News(ctx context.Context, file string) ([]string, error) {
	oneway, err := read(filepath.Join(j.root, "internal", "house", "conditions", "oneway.txt"))
	if err != nil {
		return nil, err
	}
	to := filepath.Join(j.dir, "ways")
	if err := os.Remove(to); err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, j.program, "conditions", j.root, file)
	cmd.Env = append(os.Environ(), record.File+"="+to)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", file, err, out)
	}
	ways, err := j.ways(to)
	if err != nil {
		return nil, err
	}
	var news []string
	for i, c := range j.list {
		for known := range 3 {
			entry := c.entry(known)
			if _, ok := oneway[entry]; ok && ways[i]&^known != 0 {
				news = append(news, fmt.Sprintf("%s:%d: %s", c.file, c.line, entry))
			}
		}
	}
	return news, nil
}

// read reads a list of entries with their reasons: each reason is that of the entries below it
// up to the next one, and begins with a #.
func read(file string) (map[string]string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	why, before := "", ""
	for i, line := range strings.Split(string(data), "\n") {
		switch {
		case line == "":
		case strings.HasPrefix(line, "# ") && strings.HasPrefix(before, "# "):
			why += "\n" + line
		case strings.HasPrefix(line, "# "):
			why = line[2:]
		default:
			if _, twice := out[line]; twice {
				return nil, fmt.Errorf("%s:%d: twice", file, i+1)
			}
			out[line] = why
		}
		before = line
	}
	return out, nil
}
