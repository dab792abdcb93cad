package switches

import (
	"strings"
	"testing"
)

// TestCheck takes what the table names, and says of other values which variable they are of.
func TestCheck(t *testing.T) {
	env := map[string]string{}
	check := func() error { return Check(func(name string) string { return env[name] }) }
	for _, s := range All {
		for _, v := range s.Values {
			if rest, ok := strings.CutPrefix(v, "`"); ok {
				env[s.Name], _, _ = strings.Cut(rest, "`")
				if err := check(); err != nil {
					t.Errorf("%s=%s: %v", s.Name, env[s.Name], err)
				}
			}
		}
		delete(env, s.Name)
	}
	for name, wrong := range map[string][]string{
		Cache: {"folder", "Off"}, GPU: {"nine", "sm_", "sm_9", "8.9"}, Capability: {"9", "9.10", "0.1", "9.x", "100.0"},
		Devices: {"0", "17", "-1", "1.5"}, Memory: {"loose", "Exact"}, Approx: {"fast"}, Vectors: {"2", "on"}, Sanitize: {"races", "race;init", "race,", ","}, Size: {"0", "-1", "8g", "8GB", "G", "8KM", "1.5G", "5000000T"},
	} {
		for _, v := range wrong {
			env = map[string]string{name: v}
			if err := check(); err == nil || !strings.Contains(err.Error(), name+" is \""+v+"\": ") {
				t.Errorf("%s=%s: %v", name, v, err)
			}
		}
	}
}

// TestBytes reads numbers of bytes.
func TestBytes(t *testing.T) {
	for v, want := range map[string]uint64{"1": 1, "4096": 4096, "64K": 64 << 10, "3M": 3 << 20, "8G": 8 << 30, "2T": 2 << 40} {
		if n, ok := Bytes(v); !ok || n != want {
			t.Errorf("%s is %d, %v, want %d", v, n, ok, want)
		}
	}
}

// TestHelp has each variable, and no line that is too long.
func TestHelp(t *testing.T) {
	help := Help(100)
	for line := range strings.Lines(help) {
		if len(line) > 101 {
			t.Errorf("%d characters: %s", len(line), line)
		}
	}
	for _, s := range All {
		if strings.Count(help, "  "+s.Name+"=") != 1 || strings.Count(Markdown(), "| `"+s.Name+"` |") != 1 {
			t.Errorf("%s is not there once", s.Name)
		}
	}
}
