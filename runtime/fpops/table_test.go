package fpops_test

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
	"github.com/ptx2go/ptx2go/runtime/fpops/fptable"
)

// instructionTable returns the rows of the ISA table, or skips the test.
func instructionTable(t *testing.T) []map[string]string {
	t.Helper()
	for _, path := range []string{"../../internal/isa/instructions.tsv", "../../../shared/isa/instructions.tsv"} {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
		names := strings.Split(lines[0], "\t")
		var rows []map[string]string
		for _, line := range lines[1:] {
			row := map[string]string{}
			for i, field := range strings.Split(line, "\t") {
				row[names[i]] = field
			}
			rows = append(rows, row)
		}
		return rows
	}
	t.Skip("SKIPPED: no instructions.tsv: the functions are not compared with the ISA table")
	return nil
}

// expand returns all heads of a syntax head: {x} is optional, $N a choice.
func expand(head string, sets map[string][]string) []string {
	i := strings.IndexAny(head, "{$")
	if i < 0 {
		return []string{head}
	}
	before := head[:i]
	if head[i] == '{' {
		depth, j := 0, i
		for ; j < len(head); j++ {
			if head[j] == '{' {
				depth++
			} else if head[j] == '}' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		all := expand(before+head[j+1:], sets)
		return append(all, expand(before+head[i+1:j]+head[j+1:], sets)...)
	}
	j := i + 1
	for j < len(head) && (head[j] >= 'A' && head[j] <= 'Z' || head[j] >= 'a' && head[j] <= 'z') {
		j++
	}
	var all []string
	for _, v := range sets[head[i+1:j]] {
		all = append(all, expand(before+v+head[j:], sets)...)
	}
	return all
}

// elsewhere are rows that this package does not have: a legacy spelling, which
// the compiler resolves to other forms, and formats of sm_100 and later, whose rows
// rest on no proof yet.
func elsewhere(row map[string]string) bool {
	return row["id"] == "cvt-0016" || row["tier"] == "4" && row["proof"] == ""
}

// generation marks a function as that of older GPUs. The instruction's name is
// without it.
var generation = regexp.MustCompile(`Sm[0-9]+`)

var isInt = map[string]bool{"u8": true, "u16": true, "u32": true, "u64": true, "s8": true, "s16": true, "s32": true, "s64": true}

// legalCvt says whether a head that the table's notation allows, which is an
// upper bound, is an instruction with a function here.
func legalCvt(tokens []string) bool {
	d, s := tokens[len(tokens)-2], tokens[len(tokens)-1]
	mods := tokens[1 : len(tokens)-2]
	has := func(m ...string) bool {
		return slices.ContainsFunc(mods, func(x string) bool { return slices.Contains(m, x) })
	}
	integral, rounding := has("rni", "rzi", "rmi", "rpi"), has("rn", "rz", "rm", "rp")
	sl, dl := ieee.Formats[s], ieee.Formats[d]
	switch {
	case isInt[d] && isInt[s]:
		if !has("sat") {
			return false // Go's conversion
		}
		find := func(n string) intType {
			return intTypes[slices.IndexFunc(intTypes, func(it intType) bool { return it.name == n })]
		}
		dt, st := find(d), find(s)
		return dt.min().Cmp(st.min()) > 0 || dt.max().Cmp(st.max()) < 0
	case isInt[d]:
		return integral
	case isInt[s]:
		return rounding
	case s == d:
		return !rounding
	case sl.Man == 0 || dl.Man == 0: // tf32, pairs, fp8: the rows are exact
		return true
	case dl.Exp >= sl.Exp && dl.Man >= sl.Man:
		return !rounding && !integral
	}
	return rounding
}

var carriers = map[string]reflect.Type{
	"f32": reflect.TypeFor[float32](), "f64": reflect.TypeFor[float64](),
	"f16": reflect.TypeFor[uint16](), "bf16": reflect.TypeFor[uint16](),
	"f16x2": reflect.TypeFor[uint32](), "bf16x2": reflect.TypeFor[uint32](),
	"f32x2": reflect.TypeFor[uint64](), "tf32": reflect.TypeFor[uint32](),
	"u8": reflect.TypeFor[uint8](), "u16": reflect.TypeFor[uint16](), "u32": reflect.TypeFor[uint32](), "u64": reflect.TypeFor[uint64](),
	"s8": reflect.TypeFor[int8](), "s16": reflect.TypeFor[int16](), "s32": reflect.TypeFor[int32](), "s64": reflect.TypeFor[int64](),
	"b32": reflect.TypeFor[uint32](),
}

func init() {
	for name, n := range narrows {
		carriers[strings.ToLower(name)] = map[uint]reflect.Type{4: reflect.TypeFor[uint8](), 8: reflect.TypeFor[uint16]()}[n.place]
	}
}

// signature returns the function type that an instruction head asks for, given
// its operands, destination first.
func signature(tokens []string, operands int) reflect.Type {
	last := carriers[tokens[len(tokens)-1]]
	in := slices.Repeat([]reflect.Type{last}, operands-1)
	out := last
	switch {
	case tokens[0] == "testp":
		out = reflect.TypeFor[bool]()
	case tokens[0] == "cvt" && tokens[1] == "pack":
		out = carriers["u32"]
		in[0], in[1] = carriers["s32"], carriers["s32"]
	case tokens[0] == "cvt":
		out = carriers[tokens[len(tokens)-2]]
		switch in = in[:1]; {
		case !strings.HasSuffix(tokens[len(tokens)-2], "x2"):
		case last == carriers["f32"]:
			in = append(in, last)
		}
		if slices.Contains(tokens, "scaled::n1::ue8m0") {
			in = append(in, carriers["u8"])
		}
		if slices.Contains(tokens, "scaled::n2::ue8m0") {
			in = append(in, carriers["u16"])
		}
	case len(tokens) > operands && carriers[tokens[len(tokens)-operands]] == carriers["f32x2"]: // mixed precision in pairs
		for i := range in {
			in[i] = carriers[tokens[len(tokens)-operands+1+i]]
		}
	case carriers[tokens[len(tokens)-2]] != nil: // mixed precision: c is an f32
		out = carriers[tokens[len(tokens)-2]]
		in[len(in)-1] = out
	}
	return reflect.FuncOf(in, []reflect.Type{out}, false)
}

// TestTable checks that every form in the ISA table that belongs here has a
// function of the right name and type, and that there is no other function.
func TestTable(t *testing.T) {
	groups := []string{"floating point", "half precision", "mixed precision", "conversion"}
	seen := map[string]bool{"CanonF32": true, "FtzF32": true, "FtzF16": true, "FtzF16x2": true,
		"SatF32": true, "SatF64": true, "SatF16": true} // building blocks
	for _, row := range instructionTable(t) {
		if !slices.Contains(groups, row["group"]) {
			continue
		}
		sets := map[string][]string{}
		for _, def := range strings.Split(row["modifiers"], ";") {
			if name, values, ok := strings.Cut(def, "="); ok {
				sets[name] = strings.Split(values, "|")
			}
		}
		syntax, operands, _ := strings.Cut(row["syntax"], " ")
		count := len(strings.Split(operands, ","))
		for _, head := range expand(syntax, sets) {
			tokens := strings.Split(head, ".")
			if elsewhere(row) {
				continue
			}
			if op, ok := strings.CutPrefix(row["as"], tokens[0]+"."); ok { // a spelling of PTX before 1.4
				tokens = slices.Insert(tokens, 1, strings.Split(op, ".")...)
			}
			rounded := len(tokens) > 1 && slices.Contains(modes, tokens[1])
			switch op := tokens[0]; {
			case op == "cvt" && tokens[1] != "pack":
				if !legalCvt(tokens) {
					continue
				}
				if d := tokens[len(tokens)-2]; isInt[d] && !isInt[tokens[len(tokens)-1]] { // they clamp in any case
					tokens = slices.DeleteFunc(tokens, func(s string) bool { return s == "sat" })
				}
			case op == "mad" && rounded:
				tokens[0] = "fma"
			case op == "mad" && tokens[len(tokens)-1] == "f64":
				continue // legacy spelling of mad.rn.f64
			case (op == "add" || op == "sub" || op == "mul" || op == "fma") && !rounded:
				tokens = slices.Insert(tokens, 1, "rn")
			}
			if strings.HasPrefix(row["id"], "min-") || strings.HasPrefix(row["id"], "max-") {
				if count == 4 {
					tokens[0] += "3"
				}
			}
			name := goName(strings.Join(tokens, "."))
			seen[name] = true
			fn := fptable.Func(name)
			if fn == nil {
				t.Errorf("%s (%s): no function %s", head, row["id"], name)
				continue
			}
			if got, want := reflect.TypeOf(fn), signature(tokens, count); got != want {
				t.Errorf("%s (%s): %s is %v, want %v", head, row["id"], name, got, want)
			}
		}
	}
	for _, name := range fptable.Names() {
		if !seen[generation.ReplaceAllString(name, "")] && !strings.Contains(name, "Accurate") { // TestAccurateTable
			t.Errorf("%s is no instruction of the table", name)
		}
	}
}
