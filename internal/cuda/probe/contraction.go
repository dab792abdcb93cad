package probe

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// contractionBodies are the questions about contraction: which mul and which add or sub without a rounding
// modifier the driver's assembler makes one instruction of. Each is asked by a few
// lines that compute d0 from s0, s1 and s2; the bits say what was rounded. In them T is
// the type, c0 to c7 are registers of it, p is true and q is false for every thread,
// but the assembler does not know that. KEEP(x) is another use of a value, which no
// assembler removes.
var contractionBodies = map[string]string{
	"add":           "mul.T c0, s0, s1; add.T d0, c0, s2",
	"add-second":    "mul.T c0, s0, s1; add.T d0, s2, c0",
	"sub":           "mul.T c0, s0, s1; sub.T d0, c0, s2",
	"sub-second":    "mul.T c0, s0, s1; sub.T d0, s2, c0",
	"rn-mul":        "mul.rn.T c0, s0, s1; add.T d0, c0, s2",
	"rn-add":        "mul.T c0, s0, s1; add.rn.T d0, c0, s2",
	"tie-sub":       "mul.T c0, s0, s1; mul.T c1, s0, s2; sub.T d0, c0, c1",
	"tie-sub-late":  "mul.T c1, s0, s2; mul.T c0, s0, s1; sub.T d0, c0, c1",
	"tie-add":       "mul.T c0, s0, s1; mul.T c1, s0, s2; add.T d0, c0, c1",
	"tie-add-late":  "mul.T c1, s0, s2; mul.T c0, s0, s1; add.T d0, c0, c1",
	"double":        "mul.T c0, s0, s1; add.T d0, c0, c0",
	"difference":    "mul.T c0, s0, s1; sub.T d0, c0, c0",
	"kept":          "mul.T c0, s0, s1; KEEP(c0); add.T d0, c0, s2",
	"two-sums":      "mul.T c0, s0, s1; add.T d0, c0, s2; sub.T c1, c0, s0; KEEP(c1)",
	"two-sums-late": "mul.T c0, s0, s1; sub.T c1, c0, s0; add.T d0, c0, s2; KEEP(c1)",
	"factor":        "mul.T c0, s0, s1; add.T d0, c0, s2; mul.T c1, c0, s2; KEEP(c1)",
	"addend":        "mul.T c0, s0, s1; add.T d0, c0, s2; fma.rn.T c1, s1, s1, c0; KEEP(c1)",
	"equal":         "mul.T c0, s0, s1; mul.T c1, s0, s1; KEEP(c1); add.T d0, c0, s2",
	"commuted":      "mul.T c0, s0, s1; mul.T c1, s1, s0; KEEP(c1); add.T d0, c0, s2",
	"equal-rn":      "mul.T c0, s0, s1; mul.rn.T c1, s0, s1; KEEP(c1); add.T d0, c0, s2",
	"later-block":   "mul.T c0, s0, s1; @q bra LATER; KEEP(s0); LATER: add.T d0, c0, s2",
	"inner-block":   "mul.T c0, s0, s1; mov.B d0, s0; @q bra LATER; KEEP(s0); add.T d0, c0, s2; LATER: add.u32 %i9, %i0, %i0",
	"small-branch":  "mul.T c0, s0, s1; mov.B d0, s0; @q bra LATER; add.T d0, c0, s2; LATER: add.u32 %i9, %i0, %i0",
	"loop":          "mov.B c1, s0; mov.u32 %i9, 0; AGAIN: mul.T c0, c1, s1; add.T c1, c0, s2; add.u32 %i9, %i9, 2; setp.lt.u32 %p3, %i9, 4; @%p3 bra AGAIN; mov.B d0, c1",
	"guarded-add":   "mul.T c0, s0, s1; mov.B d0, s0; @p add.T d0, c0, s2",
	"guarded-mul":   "mov.B c0, s0; @p mul.T c0, s0, s1; add.T d0, c0, s2",
	"guarded-both":  "mov.B c0, s0; mov.B d0, s0; @p mul.T c0, s0, s1; @p add.T d0, c0, s2",
	"guarded-store": "mul.T c0, s0, s1; @q KEEP(s0); add.T d0, c0, s2",
	"chosen":        "mul.T c0, s0, s1; selp.B c1, c0, s0, p; add.T d0, c1, s2",
	"neg":           "mul.T c0, s0, s1; neg.T c1, c0; add.T d0, s2, c1",
	"neg-sub":       "mul.T c0, s0, s1; neg.T c1, c0; sub.T d0, c1, s2",
	"abs":           "mul.T c0, s0, s1; abs.T c1, c0; sub.T d0, c1, s2",
	"list":          "mul.T c0, s0, s1; mul.T c1, s0, s2; mul.T c2, s1, s1; mul.T c3, s2, s2; add.T c4, c0, c1; sub.T c5, c4, c2; sub.T d0, c5, c3",
	"tree":          "mul.T c0, s0, s1; mul.T c1, s0, s2; mul.T c2, s1, s1; mul.T c3, s2, s2; add.T c4, c0, c1; add.T c5, c2, c3; sub.T d0, c4, c5",
	"tie-beside":    "mul.T c0, s0, s1; mul.T c1, s0, s2; sub.T d0, c0, c1; add.T c2, c1, s0; KEEP(c2)",
	"beside-tie":    "mul.T c0, s0, s1; mul.T c1, s0, s2; add.T d0, c1, s0; sub.T c2, c0, c1; KEEP(c2)",
	"local":         ".local .align 8 .b8 spot[8]; mul.T c0, s0, s1; st.local.B [spot], c0; ld.local.B c1, [spot]; add.T d0, c1, s2",

	"ftz":     "mul.ftz.T c0, s0, s1; add.ftz.T d0, c0, s2",
	"ftz-mul": "mul.ftz.T c0, s0, s1; add.T d0, c0, s2",
	"ftz-add": "mul.T c0, s0, s1; add.ftz.T d0, c0, s2",
	"sat-mul": "mul.sat.T c0, s0, s1; sub.T d0, c0, s2",
	"sat-add": "mul.T c0, s0, s1; add.sat.T d0, c0, s2",
}

// contractionPlain are the bodies that are asked for types beside f32 and f64, too.
var contractionPlain = []string{"add", "sub-second", "rn-mul", "rn-add", "tie-sub", "tie-add", "kept", "two-sums"}

// contractionQuestion asks all of that.
func contractionQuestion() question {
	q := question{name: "contraction", why: "which products without a rounding modifier become part of an fma, and which of two"}
	add := func(typ string, one, e, sign uint64, bodies []string) {
		heads := make([]string, len(bodies))
		for i, b := range bodies {
			heads[i] = contractionPrefix + b + "." + typ
		}
		// The product of 1+2e with itself is not exact, and its error is not that of the
		// product with 1+e.
		a, b := one+2*e, one+e
		q.asks = append(q.asks, ask{strings.Join(heads, " "), [][]uint64{{a, a, one | sign}, {a, a, one}, {a, a, b}, {a, a, b | sign}}})
	}
	all := slices.Sorted(maps.Keys(contractionBodies))
	add("f32", 0x3f800000, 0x400, 1<<31, all)
	add("f64", 0x3ff<<52, 1<<21, 1<<63, slices.DeleteFunc(slices.Clone(all), func(b string) bool {
		return strings.HasPrefix(b, "ftz") || strings.HasPrefix(b, "sat")
	}))
	add("f16", 0x3c00, 8, 1<<15, contractionPlain)
	add("bf16", 0x3f80, 4, 1<<15, contractionPlain)
	const both16, both32 = 0x10001, 1<<32 | 1
	add("f16x2", 0x3c00*both16, 8*both16, 0x8000*both16, contractionPlain)
	add("bf16x2", 0x3f80*both16, 4*both16, 0x8000*both16, contractionPlain)
	add("f32x2", 0x3f800000*both32, 0x400*both32, 1<<31*both32, contractionPlain)
	return q
}

const contractionPrefix = "contract-"

// contractionSnippet returns the snippet of a name such as contract-tie-sub.f32.
func contractionSnippet(name string) (snippet, bool) {
	kind, ok := strings.CutPrefix(name, contractionPrefix)
	kind, typ, _ := strings.Cut(kind, ".")
	text := contractionBodies[kind]
	if !ok || text == "" {
		return snippet{}, false
	}
	bits := map[string]string{"f16": "b16", "bf16": "b16", "f32": "b32", "f16x2": "b32", "bf16x2": "b32", "f64": "b64", "f32x2": "b64"}[typ]
	text = contractionKeep.ReplaceAllString(text, "st.volatile.shared.B [keep], $1")
	text = contractionWord.ReplaceAllString(text, "%$1")
	text = strings.NewReplacer("%p", "%p1", "%q", "%p2").Replace(text)
	text = strings.NewReplacer("%p13", "%p3", ".T ", "."+typ+" ", ".B ", "."+bits+" ").Replace(text)
	body := []string{".reg ." + bits + " %c<8>", ".shared .align 8 .b64 keep", "setp.ne.u32 %p1, %i0, 0", "setp.eq.u32 %p2, %i0, 0"}
	return snippet{like: "fma.rn." + typ, needs: "add." + typ, body: append(body, strings.Split(text, "; ")...)}, true
}

var (
	contractionKeep = regexp.MustCompile(`KEEP\((\w+)\)`)
	contractionWord = regexp.MustCompile(`\b([cds][0-7]|[pq])\b`)
)
