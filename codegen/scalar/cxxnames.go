package scalar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/internal/cxx"
)

// Functions of C++ are called what C++ calls them, without scope, template arguments and
// parameters: foo::bar::scale(float*, int) is Scale. Where several would have one name, each
// gets as much of that in addition as keeps them apart: StepFloat32 and StepFloat64 of
// two instances of a template, ASum and BSum of two namespaces.

// maxName bounds the names that are made so. Beyond it numbers tell functions apart, and
// their comments what they are.
const maxName = 64

// distinct chooses Go names for functions by their symbols, all different but for those of
// symbols that are not mangled, which are as [Camel] makes them. Of the order of the
// symbols depends only which numbers are behind names.
func distinct(symbols []string, export bool) map[string]string {
	names := map[string]string{}
	taken := map[string]bool{}
	groups := map[string][]*cxx.Symbol{}
	of := map[*cxx.Symbol]string{}
	var order []string
	for _, x := range symbols {
		s := cxx.Parse(x)
		if s == nil {
			names[x] = Camel(x, export)
			taken[names[x]] = true
			continue
		}
		of[s] = x
		short := camelWord(s.Name, export)
		if groups[short] == nil {
			order = append(order, short)
		}
		groups[short] = append(groups[short], s)
	}
	for _, short := range order {
		if g := groups[short]; len(g) == 1 && !taken[short] {
			names[of[g[0]]] = short
			taken[short] = true
			delete(groups, short)
		}
	}
	for _, short := range order {
		g := groups[short]
		for i, name := range tellApart(g, taken, export) {
			names[of[g[i]]] = name
			taken[name] = true
		}
	}
	return names
}

// tellApart names functions whose short names are equal, or taken.
func tellApart(group []*cxx.Symbol, taken map[string]bool, export bool) []string {
	if len(group) == 0 {
		return nil
	}
	for _, full := range []bool{false, true} {
		t := newTraits(group, full)
		for _, d := range t.details() {
			names := make([]string, len(group))
			used := map[string]bool{}
			for i, s := range group {
				names[i] = t.name(i, s.Name, d, export)
				if n := names[i]; taken[n] || used[n] || len(n) > maxName {
					names = nil
					break
				}
				used[names[i]] = true
			}
			if names != nil {
				return names
			}
		}
	}
	var names []string
	n := 0
	for range group {
		short := camelWord(group[0].Name, export)
		name := short
		for ; taken[name] || slices.Contains(names, name); n++ {
			name = short + "_" + strconv.Itoa(n+1)
		}
		names = append(names, name)
	}
	return names
}

// detail is what a name has besides the function's own: the numbers of template arguments
// and parameters, and whether it has the scope.
type detail struct {
	scope        bool
	args, params []int
}

// traits are the words of each function of a group that details are made of.
type traits struct {
	scope, args, params [][]string
}

func newTraits(group []*cxx.Symbol, full bool) *traits {
	t := &traits{}
	arg, typ := cxx.Arg.Word, (*cxx.Type).Word
	if full {
		arg, typ = cxx.Arg.FullWord, (*cxx.Type).FullWord
	}
	for _, s := range group {
		t.scope = append(t.scope, s.ScopeWords())
		var args, params []string
		for _, a := range s.Args {
			args = append(args, arg(a))
		}
		for _, p := range s.Params {
			params = append(params, typ(p))
		}
		t.args, t.params = append(t.args, args), append(t.params, params)
	}
	for len(group) > 1 && alike(t.scope) {
		for i := range t.scope {
			t.scope[i] = t.scope[i][1:]
		}
	}
	return t
}

// alike reports whether all lists begin with the same word.
func alike(lists [][]string) bool {
	for _, l := range lists {
		if len(l) == 0 || l[0] != lists[0][0] {
			return false
		}
	}
	return true
}

// details lists what may tell the functions apart, the most readable first.
func (t *traits) details() []detail {
	args, params := differing(t.args), differing(t.params)
	var list []detail
	for _, i := range args {
		list = append(list, detail{args: []int{i}})
	}
	list = append(list, detail{args: args}, detail{scope: true})
	for _, i := range params {
		list = append(list, detail{params: []int{i}})
	}
	return append(list, detail{params: params}, detail{scope: true, args: args}, detail{scope: true, params: params},
		detail{scope: true, args: args, params: params})
}

// differing returns the places at which lists of words differ; of a single list all.
func differing(lists [][]string) []int {
	var out []int
	for i := 0; ; i++ {
		more, differ := false, len(lists) == 1
		for _, l := range lists {
			more = more || i < len(l)
			differ = differ || at(l, i) != at(lists[0], i)
		}
		if !more {
			return out
		}
		if differ {
			out = append(out, i)
		}
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// name is the name of function i with a detail.
func (t *traits) name(i int, own string, d detail, export bool) string {
	var words []string
	if d.scope {
		words = append(words, t.scope[i]...)
	}
	words = append(words, own)
	for _, j := range d.args {
		words = append(words, at(t.args[i], j))
	}
	for _, j := range d.params {
		words = append(words, at(t.params[i], j))
	}
	return camelWord(strings.Join(words, "_"), export)
}

// camelWord is [Camel] of a name that is not mangled, where numbers stay apart.
func camelWord(s string, export bool) string {
	var b strings.Builder
	for w := range strings.SplitSeq(gosrc.Identifier(s), "_") {
		switch {
		case w == "":
			continue
		case b.Len() == 0:
			w = Camel(w, export)
		case isDigit(w[0]) && isDigit(b.String()[b.Len()-1]):
			b.WriteByte('_')
		default:
			w = strings.ToUpper(w[:1]) + w[1:]
		}
		b.WriteString(w)
	}
	if b.Len() == 0 {
		return Camel("", export)
	}
	return b.String()
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
