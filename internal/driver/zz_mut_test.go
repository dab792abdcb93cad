package driver
import ("testing";"os";"path/filepath";"math/rand/v2";"time";"fmt";"runtime";"github.com/ptx2go/ptx2go/internal/diag")
func TestZZMut(t *testing.T) {
	seeds, _ := filepath.Glob("../casefile/testdata/cases/*/*.ptx")
	var in [][]byte
	for _, s := range seeds { b, _ := os.ReadFile(s); in = append(in, b) }
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 2))
	end := time.Now().Add(50*time.Second)
	n, slow := 0, time.Duration(0)
	for time.Now().Before(end) {
		b := append([]byte(nil), in[r.IntN(len(in))]...)
		for range 1+r.IntN(4) {
			i := r.IntN(len(b))
			switch r.IntN(4) {
			case 0: b[i] = byte(r.IntN(256))
			case 1: b[i] ^= 1<<r.IntN(8)
			case 2: j := min(len(b), i+r.IntN(40)); b = append(b[:i], b[j:]...)
			case 3: j := r.IntN(len(b)); k := min(len(b), j+r.IntN(60)); b = append(b[:i:i], append(append([]byte(nil), b[j:k]...), b[i:]...)...)
			}
			if len(b) == 0 { break }
		}
		done := make(chan string, 1)
		start := time.Now()
		go func() {
			defer func() { if r := recover(); r != nil { buf := make([]byte, 3000); done <- fmt.Sprint(r, string(buf[:runtime.Stack(buf, false)])) } }()
			f := diag.NewFile("x.ptx", string(b)); l := diag.NewList(f)
			opt := generateOptions{pkg: "fuzz", comments: "ptx", output: "fuzz_ptx.go", line: "ptx"}
			m := lowerModule(f, l, compileOptions{verify: true})
			if m != nil && l.Errors() == 0 { if _, err := opt.print(f, m, nil); err != nil { panic(err) } }
			done <- ""
		}()
		select {
		case s := <-done:
			if s != "" { os.WriteFile(fmt.Sprintf("/tmp/drv/crash_%d.ptx", n), b, 0o644); t.Error(n, s) }
		case <-time.After(10*time.Second):
			os.WriteFile("/tmp/drv/hang.ptx", b, 0o644)
			buf := make([]byte, 1<<16)
			t.Fatal("hang", string(buf[:runtime.Stack(buf, true)]))
		}
		slow = max(slow, time.Since(start))
		n++
	}
	t.Log(n, slow)
}
