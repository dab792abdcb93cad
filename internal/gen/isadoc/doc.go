// Package isadoc writes docs/ISA.md, the list of every PTX instruction form with what is
// supported of it, from the tables of package isa. What is supported follows from the tables
// and from the functions and builders that exist in the source tree: nobody keeps a list.
package isadoc

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/conform"
	"github.com/ptx2go/ptx2go/internal/cases/memcase"
	"github.com/ptx2go/ptx2go/internal/gen/tables"
	"github.com/ptx2go/ptx2go/internal/gen/tree"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/parallel"
)

// Write writes the document.
func Write(v *tree.View) error {
	have, err := scan(v)
	if err != nil {
		return err
	}
	surveys := lookAll(have)
	executed := map[string]bool{}
	for _, id := range append(conform.Rows(), memcase.Rows()...) {
		executed[id] = true
	}
	for _, f := range isa.Forms() {
		if s := surveys[f]; executed[f.ID] && s.done == 0 && s.all > 0 {
			return tables.RowError(v, f.ID, "conformance cases execute it, but %s", have.missing(f))
		}
	}
	var b bytes.Buffer
	write(&b, have, surveys)
	return v.Write("docs/ISA.md", b.Bytes())
}

// count is how much of something is supported: legal heads of a form, or forms.
type count struct{ done, all int }

// survey is what the legal heads of a form come to.
type survey struct {
	count
	proofs    []isa.Proof // of the supported heads, without repetition
	questions []bool      // which open questions are about a supported head
	gpus      []tally     // by run
}

// look counts the legal heads of a form and those that can be lowered, and
// collects what is known of the latter.
func look(f *isa.Form, have existing) survey {
	s := survey{questions: make([]bool, len(questions)), gpus: make([]tally, len(have.gpus))}
	f.Expand(func(mods []string) bool {
		ms, _ := isa.Resolve(f.Opcode, mods)
		i := slices.IndexFunc(ms, func(m *isa.Match) bool { return m.Form == f })
		if i < 0 {
			// The head is illegal, or a form for the same operands that asks for less
			// stands for it; that one counts it.
			return true
		}
		s.all++
		if have.supports(ms[i]) {
			s.done++
			s.add(ms[i], have.gpus)
		}
		return true
	})
	return s
}

// lookAll surveys all forms.
func lookAll(have existing) map[*isa.Form]survey {
	forms := isa.Forms()
	list := make([]survey, len(forms))
	parallel.Do(len(forms), func(i int) { list[i] = look(forms[i], have) })
	all := map[*isa.Form]survey{}
	for i, f := range forms {
		all[f] = list[i]
	}
	return all
}

// add notes a supported head.
func (s *survey) add(m *isa.Match, runs []*gpuRun) {
	if p := m.Proof(); !slices.Contains(s.proofs, p) {
		s.proofs = append(s.proofs, p)
	}
	for i, q := range questions {
		s.questions[i] = s.questions[i] || q.affects(m)
	}
	for i, r := range runs {
		s.gpus[i].add(r, m.Head)
	}
}

// unanswered reports whether a question about the form has no answer.
func (s *survey) unanswered() bool {
	for i, about := range s.questions {
		if about && questions[i].answer == "" {
			return true
		}
	}
	return slices.Contains(s.proofs, isa.ProofOpen) && !slices.Contains(s.questions, true)
}

// proof words what the results of the form rest on.
func (s *survey) proof(runs []*gpuRun) string {
	if s.done == 0 {
		return ""
	}
	var parts []string
	for _, p := range s.proofs {
		parts = append(parts, string(p))
	}
	text := strings.Join(parts, ", ")
	for i, open := range s.questions {
		if open {
			text += fmt.Sprintf(" Q%d", i+1)
		}
	}
	for i := range runs {
		if v := s.gpus[i].verdict(i+1, s.done); v != "" {
			text += "<br>" + v
		}
	}
	return text
}

// status words the support of a form.
func status(f *isa.Form, c count) string {
	reason, undefined := f.Refused()
	switch {
	case f.Elsewhere != "":
		return "supported: " + f.Elsewhere
	case f.Placeholder:
		return "not in the table"
	case f.Gone:
		return "refused: never implemented"
	case c.all == 0:
		return "as the form above"
	case undefined:
		return "undefined: " + reason
	case c.done == 0 && reason != "":
		return "not supported: " + reason
	case c.done == 0:
		return "not supported yet"
	case c.done < c.all:
		return fmt.Sprintf("%d of %d heads", c.done, c.all)
	}
	return "supported"
}

// write writes the whole document.
func write(w io.Writer, have existing, surveys map[*isa.Form]survey) {
	io.WriteString(w, intro)
	var groups []string
	byGroup := map[string][]*isa.Form{}
	for _, f := range isa.Forms() {
		if byGroup[f.Group] == nil {
			groups = append(groups, f.Group)
		}
		byGroup[f.Group] = append(byGroup[f.Group], f)
	}
	io.WriteString(w, "## Overview\n\nForms that are supported wholly or in part, of all forms, by tier.\n\n")
	io.WriteString(w, "| group | tier 0 | tier 1 | tier 2 | tier 3 | tier 4 |\n|---|---|---|---|---|---|\n")
	var total [5]count
	for _, g := range groups {
		var tiers [5]count
		for _, f := range byGroup[g] {
			c := surveys[f]
			if _, undefined := f.Refused(); f.Placeholder || f.Gone || c.all == 0 || undefined {
				continue
			}
			tiers[f.Tier].all++
			if c.done > 0 {
				tiers[f.Tier].done++
			}
		}
		fmt.Fprintf(w, "| [%s](#%s) |%s\n", g, anchor(g), tierCells(tiers))
		for i := range tiers {
			total[i].done += tiers[i].done
			total[i].all += tiers[i].all
		}
	}
	fmt.Fprintf(w, "| all |%s\n", tierCells(total))
	writeProofs(w, groups, byGroup, surveys, have.gpus)
	writeQuestions(w)
	for _, g := range groups {
		fmt.Fprintf(w, "\n## %s\n\n", title(g))
		io.WriteString(w, "| syntax | types and modifiers | PTX | target | tier | status | proof | meaning |\n|---|---|---|---|---|---|---|---|\n")
		for _, f := range byGroup[g] {
			s := surveys[f]
			fmt.Fprintf(w, "| `%s` | %s | %s | %s | %d | %s | %s | %s |\n", cell(f.Syntax), choices(f), f.PTX, targets(f), f.Tier,
				status(f, s.count), s.proof(have.gpus), cell(f.Semantics))
		}
	}
	writeRegisters(w)
	writeDirectives(w)
}

const intro = `<!-- Code generated by internal/gen; DO NOT EDIT. -->

# PTX instructions

Every instruction form from PTX 1.0 to 9.4, and what ptx2go does with it. A
form that is not supported is a diagnostic when the Go code is generated, never
wrong code. Modifiers may be written in any order; types keep theirs.

- **syntax**: ` + "`{x}`" + ` is optional, ` + "`$N`" + ` a choice from the set N of the next column.
- **PTX**, **target**: the first version and the least target of the form; single
  modifiers may need more, and are checked.
- **tier**: 0 the oldest documents, 1 what compilers emit for ordinary code for
  sm_50 to sm_90, 2 tensor cores, clusters and asynchronous copies, 3 textures,
  surfaces and video, 4 sm_100 and later and PTX 9.2 to 9.4.
- **status**: computed from the table and from the functions that exist. "n of m
  heads" counts the spellings, modifiers and types included. A form is undefined where
  no text says what it computes; it is refused, and left out of the counts.
- **proof**: what the results rest on, see [Proofs](#proofs), and which
  [open questions](#open-questions) concern them.

`

// proofText explains the words of the column "proof".
const proofText = `
## Proofs

- **oracle**: the function gives the same bits as an exact oracle that shares no code
  with it (integers and rationals of any size), for every input where one can try them
  all and for samples and adversarial cases where not. What is compared with is the
  manual and IEEE 754.
- **model**: the function gives the same bits as the published model of the approximate
  unit, whose authors report that it equals GPUs of sm_50 to sm_75 on all inputs. See
  Q11 for others.
- **open**: nothing that is public fixes the bits. The result is the best guess within
  what the manual allows, or what a GPU has answered.
- **cases**: the meaning is the manual's; two engines that share only the SSA form and
  the arithmetic must agree, and conformance cases compare with native code of the same
  source. ` + "`ptx2go isa -cases`" + ` says which forms a case executes.
- **GPU**: a GPU has given the same bits, or others, for all operands of 32 bits together or
  less, of some conversions for a sample of them, or for millions of others. The numbers are
  those of this list:

`

// formsText introduces the table that counts proofs.
const formsText = `
A form may rest on several, and the numbers name the open questions that concern some
of its operands, NaNs most often. Supported forms with floating-point results, by what
they rest on:

`

// writeProofs writes the legend of the proofs, and how many forms have which.
func writeProofs(w io.Writer, groups []string, byGroup map[string][]*isa.Form, surveys map[*isa.Form]survey, runs []*gpuRun) {
	io.WriteString(w, proofText)
	for i, r := range runs {
		fmt.Fprintf(w, "%d. %s, driver %s, %s\n", i+1, r.gpu, r.driver, r.date)
	}
	io.WriteString(w, formsText)
	io.WriteString(w, "| group | oracle | model | open | cases | no question, or answered |\n|---|---|---|---|---|---|\n")
	for _, g := range groups {
		if !isa.IsFloatGroup(g) {
			continue
		}
		n := map[isa.Proof]int{}
		settled, supported := 0, 0
		for _, f := range byGroup[g] {
			s := surveys[f]
			if s.done == 0 {
				continue
			}
			supported++
			for _, p := range s.proofs {
				n[p]++
			}
			if !s.unanswered() {
				settled++
			}
		}
		if supported == 0 {
			continue
		}
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d of %d |\n", g, n[isa.ProofOracle], n[isa.ProofModel], n[isa.ProofOpen],
			n[isa.ProofCases], settled, supported)
	}
}

func tierCells(tiers [5]count) string {
	var b strings.Builder
	for _, c := range tiers {
		if c.all == 0 {
			b.WriteString(" |")
		} else {
			fmt.Fprintf(&b, " %d of %d |", c.done, c.all)
		}
	}
	return b.String()
}

// choices words the sets of a form.
func choices(f *isa.Form) string {
	if f.Choices == nil {
		return cell(f.Types)
	}
	var parts []string
	for _, c := range f.Choices {
		members := c.Members
		if len(members) > 20 {
			members = append(members[:3:3], "...", members[len(members)-1])
		}
		parts = append(parts, fmt.Sprintf("%s: `%s`", c.Name, strings.Join(members, " ")))
	}
	return strings.Join(parts, "<br>")
}

func targets(f *isa.Form) string {
	if f.Gone {
		return "-"
	}
	var parts []string
	for _, t := range f.Targets {
		parts = append(parts, t.String())
	}
	return strings.Join(parts, " ")
}

// cell escapes what would end a cell of a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

func title(group string) string {
	if group == "" {
		return "Other"
	}
	return strings.ToUpper(group[:1]) + group[1:]
}

// anchor is the link to a heading as GitHub makes it.
func anchor(group string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(group) {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-', c == '_':
			b.WriteRune(c)
		case c == ' ':
			b.WriteByte('-')
		}
	}
	return b.String()
}

func writeRegisters(w io.Writer) {
	io.WriteString(w, "\n## Special registers\n\n| register | type | PTX | target | meaning | on a CPU |\n|---|---|---|---|---|---|\n")
	for _, s := range isa.SRegs() {
		if s.Index > 3 && strings.HasPrefix(s.Name, "%envreg") {
			if s.Index == 31 {
				io.WriteString(w, "| `%envreg4` to `%envreg31` | as `%envreg3` | | | | |\n")
			}
			continue
		}
		typ := s.Type.String()
		if s.Vector {
			typ = "v4." + typ
		}
		fmt.Fprintf(w, "| `%s` | %s | %s | sm_%d | %s | %s |\n", s.Name, typ, s.PTX, s.SM, cell(s.Meaning), cell(s.Definition))
	}
}

func writeDirectives(w io.Writer) {
	io.WriteString(w, "\n## Directives\n\n| directive | grammar | PTX | meaning | treatment |\n|---|---|---|---|---|\n")
	for _, d := range isa.Directives() {
		fmt.Fprintf(w, "| `%s` | `%s` | %s | %s | %s |\n", cell(d.Name), cell(d.Grammar), d.PTX, cell(d.Meaning), cell(d.Treatment))
	}
}
