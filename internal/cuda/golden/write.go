package golden

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// The text: a line "ptx2go GPU probe, format 1", the header as "name: value", then
// the answers and the entries.
//
//	answer QUESTION HEAD ARGS:GPU ARGS:GPU/MODEL ARGS:GPU/? ...
//
// has the results for operands in hexadecimal, operands separated by commas; the
// result of ptx2go follows where it differs, "?" where there is none.
//
//	class CLASS
//	KIND HEAD VERDICT [name=value ...]
//
// is an entry; the class holds until the next one. What is as one expects is left
// out: the model that the naming rule gives, the number of inputs that the header
// says. Lines that belong to an entry begin with a tab.
//
// The hashes of groups take the most room. Many heads have the same results as
// another one in most groups (with .ftz, with .sat, in another rounding mode), so an
// entry names an earlier one and only the groups in which it is different:
//
//	sums=BASE64                        all groups
//	sums=like:HEAD                     the same as of HEAD
//	sums=like:HEAD;0,256-300;BASE64    but for these groups

const title = "ptx2go GPU probe, format 1"

// Format returns the text of the file.
func (f *File) Format() string {
	var b strings.Builder
	h := f.Header
	fmt.Fprintln(&b, title)
	for _, l := range [][2]string{{"date", h.Date}, {"gpu", h.GPU}, {"target", h.Target}, {"driver", h.Driver}, {"cuda", h.CUDA},
		{"fractions", fmt.Sprint(h.Fractions)}, {"tuples", fmt.Sprint(h.Tuples)}, {"seconds", fmt.Sprint(h.Seconds)}} {
		fmt.Fprintf(&b, "%s: %s\n", l[0], l[1])
	}
	if len(f.Answers) > 0 {
		fmt.Fprintln(&b)
	}
	for i, a := range f.Answers {
		if i == 0 || a.Question != f.Answers[i-1].Question || a.Head != f.Answers[i-1].Head {
			if i > 0 {
				fmt.Fprintln(&b)
			}
			fmt.Fprintf(&b, "answer %s %s", a.Question, a.Head)
		}
		fmt.Fprintf(&b, " %s:%x", hexList(a.Args), a.GPU)
		if !a.HasModel {
			b.WriteString("/?")
		} else if a.Model != a.GPU {
			fmt.Fprintf(&b, "/%x", a.Model)
		}
	}
	if len(f.Answers) > 0 {
		fmt.Fprintln(&b)
	}
	var earlier []*Entry
	class := ""
	for _, e := range f.Entries {
		if e.Class != class {
			fmt.Fprintf(&b, "\nclass %s\n", e.Class)
			class = e.Class
		}
		e.format(&b, h, earlier)
		if e.Kind == Unary && e.HasSums {
			earlier = append(earlier, e)
		}
	}
	return b.String()
}

// usualInputs is how many results are compared where all are.
func (h Header) usualInputs(kind string) uint64 {
	switch kind {
	case Unary:
		return Groups * uint64(h.Fractions)
	case Small:
		return 1 << 16
	}
	return uint64(h.Tuples)
}

// usualModel is the function of fpops that the naming rule gives for a head: the
// dotted tokens, capitalised and joined.
func usualModel(head string) string {
	var b strings.Builder
	for t := range strings.SplitSeq(head, ".") {
		if t != "" {
			b.WriteString(strings.ToUpper(t[:1]) + t[1:])
		}
	}
	return b.String()
}

// compared reports whether there was something to compare with.
func (v Verdict) compared() bool { return v == Equal || v == Sampled || v == Differs }

func (e *Entry) format(b *strings.Builder, h Header, earlier []*Entry) {
	fmt.Fprintf(b, "%s %s %s", e.Kind, e.Head, e.Verdict)
	if e.Why != "" {
		fmt.Fprintf(b, " why=%s", strconv.Quote(e.Why))
	}
	if e.Verdict.compared() && e.Model != usualModel(e.Head) || !e.Verdict.compared() && e.Model != "" {
		fmt.Fprintf(b, " model=%s", e.Model)
	}
	if e.Verdict.compared() && e.Inputs != h.usualInputs(e.Kind) || !e.Verdict.compared() && e.Inputs != 0 {
		fmt.Fprintf(b, " inputs=%d", e.Inputs)
	}
	if e.Count > 0 {
		fmt.Fprintf(b, " count=%d", e.Count)
	}
	if len(e.Groups) > 0 {
		fmt.Fprintf(b, " groups=%s", ranges(e.Groups))
	}
	if e.HasSums {
		fmt.Fprintf(b, " sum=%016x", e.Sum)
		if e.Kind == Unary {
			fmt.Fprintf(b, " sums=%s", e.sums(earlier))
		}
	}
	fmt.Fprintln(b)
	for _, d := range e.Details {
		fmt.Fprintf(b, "\tgroup %d count=%d most=%d\n", d.Group, d.Count, d.Most)
		for _, x := range d.Examples {
			x.format(b)
		}
	}
	for _, x := range e.Examples {
		x.format(b)
	}
}

func (x Example) format(b *strings.Builder) {
	fmt.Fprintf(b, "\tat %s gpu=%x model=%x\n", hexList(x.Args), x.GPU, x.Model)
}

// sums returns the shortest text for the hashes of the groups.
func (e *Entry) sums(earlier []*Entry) string {
	all := make([]int, Groups)
	for g := range all {
		all[g] = g
	}
	best := e.encode(all)
	for _, o := range earlier {
		var other []int
		for g := range all {
			if e.Sums[g] != o.Sums[g] {
				other = append(other, g)
			}
		}
		s := "like:" + o.Head
		if len(other) > 0 {
			s += ";" + ranges(other) + ";" + e.encode(other)
		}
		if len(s) < len(best) {
			best = s
		}
	}
	return best
}

func (e *Entry) encode(groups []int) string {
	data := make([]byte, 0, 2*len(groups))
	for _, g := range groups {
		data = binary.LittleEndian.AppendUint16(data, e.Sums[g])
	}
	return base64.RawStdEncoding.EncodeToString(data)
}

// ranges writes sorted numbers as "0,3-7".
func ranges(list []int) string {
	var parts []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		if i == j {
			parts = append(parts, strconv.Itoa(list[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", list[i], list[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ",")
}

func hexList(list []uint64) string {
	parts := make([]string, len(list))
	for i, u := range list {
		parts[i] = strconv.FormatUint(u, 16)
	}
	return strings.Join(parts, ",")
}
