package twins

import (
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// TestTwin translates functions, or not.
func TestTwin(t *testing.T) {
	files := tree.New(t.TempDir())
	for name, text := range map[string]string{
		"runtime/fpops/a.go": `package fpops

func AddRzF32(a, b float32) float32 { return CanonF32(rzF32(oddSum(float64(a), float64(-b)))) }
func CvtRmiU8F32(a float32) uint8 { return clampU8(math.Floor(float64(a))) }
func CvtRzF16F32(a float32) uint16 { return narrowF16(float64(a), rz) }
func MinXorsignAbsF16(a, b uint16) uint16 { return minF16(a&0x7fff, b) }
func CvtRziS8F64(a float64) int8 {
	if a != a {
		return -1 << 7
	}
	return clampS8(a)
}
func RcpF32(a float32) float32 { return CanonF32(rzF32(1 / float64(a))) }
func Loop(a float32) float32 { return Loop(a) }
func Shift(a uint32) uint32 { return a << 1 }
func Other(a float64) float64 {
	if a == 0 {
		return a
	}
	return float64(a)
}
`,
		"runtime/lanes/a.go": `package lanes

func CanonF32(a F32) F32
func rzF32(a F64) F32
func oddSum(a, b F64) F64
func clampS8(a F64) I32
func clampU8F32(a F32) U32
func narrowF16RzF32(a F32) U32
func minF16(a, b U32) U32
`,
	} {
		files.Put(name, text)
	}
	if err := Write(files.View(tree.Patterns{"runtime/*/a.go"}, tree.Patterns{"runtime/lanes/z*.go"})); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, line := range strings.Split(string(files.Written("runtime/lanes/za.go")), "\n") {
		if strings.HasPrefix(line, "func ") {
			lines = append(lines, strings.TrimPrefix(line, "func "))
		}
	}
	const want = `AddRzF32(a, b F32) F32 { return CanonF32(rzF32(oddSum(wide(a), wide(minus(b))))) }
CvtRmiU8F32(a F32) U32 { return clampU8F32(floorF32(a)) }
CvtRziS8F64(a F64) I32 { return MergeI32(clampS8(a), leastS8.i(), numbers(a)) }
CvtRzF16F32(a F32) U32 { return narrowF16RzF32(a) }
MinXorsignAbsF16(a, b U32) U32 { return minF16(a.And(nan16.u()), b) }
RcpF32(a F32) F32 { return CanonF32(rzF32(ones64().Div(wide(a)))) }`
	for _, w := range strings.Split(want, "\n") {
		found := false
		for _, l := range lines {
			found = found || l == w
		}
		if !found {
			t.Errorf("no %s in\n%s", w, strings.Join(lines, "\n"))
		}
	}
	if n := strings.Count(want, "\n") + 1; len(lines) != n {
		t.Errorf("%d functions, want %d:\n%s", len(lines), n, strings.Join(lines, "\n"))
	}
}
