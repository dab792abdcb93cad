package region

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Kind is the kind of a Node.
type Kind uint8

// The kinds of nodes. A list of nodes is executed in order; what happens at its
// end is said at the node that holds the list.
const (
	// Seq is the root: Body. Control does not get to its end.
	Seq Kind = iota

	// Basic stands for the values of Block, without its phis. Every block has
	// exactly one Basic, except those that only return (see Return).
	Basic

	// Edge says that control passes from Block to To, as predecessor number
	// Pred of To: here the phis of To take their values, all at once. It is
	// there for every edge to a block with phis, and only for those. It stands where
	// Block ends, but after a loop that is left by this edge alone.
	Edge

	// If runs Body if the condition of Block's terminator is true, or false
	// where Negate is set, and otherwise Else, which may be empty. The end of
	// either leads after the If. Body is not empty.
	If

	// Switch selects one of Cases by the index of Block's terminator; an index
	// without a case is a fault. The end of a case leads after the Switch, and
	// so does a Break.
	Switch

	// Loop repeats Body: its end leads to its beginning, a Continue as well. A
	// Break leads after the Loop. Block is the header.
	Loop

	// Scope runs Body once. Its end leads after it, and so does a Break.
	Scope

	// Break leads after Target: a Loop, Switch or Scope around it.
	Break

	// Continue starts the next round of Target: a Loop around it.
	Continue

	// Return ends the function or the thread as Block's terminator says (Ret,
	// Exit or Unreachable). A block without values other than phis and
	// constants has one Return for each way to it and no Basic.
	Return

	// Goto continues at the Label of Block. The label stands in a list that
	// encloses the goto.
	Goto

	// Label is the place that a Goto of Block leads to.
	Label
)

var kindNames = [...]string{"seq", "basic", "edge", "if", "switch", "loop", "scope", "break", "continue", "return", "goto", "label"}

func (k Kind) String() string { return kindNames[k] }

// Node is one statement. Its Kind says which fields it uses.
type Node struct {
	Kind   Kind
	Block  *ir.Block
	To     *ir.Block
	Pred   int
	Negate bool
	Body   []*Node
	Else   []*Node
	Cases  []Case
	Target *Node

	// Breaks and Continues count the nodes that have this one as Target; for a
	// Label, Breaks counts its gotos.
	Breaks, Continues int
}

// Case is one arm of a Switch.
type Case struct {
	Indices []int // ascending
	Body    []*Node
}

// Falls reports whether control can get to the end of a list.
func Falls(list []*Node) bool {
	if len(list) == 0 {
		return true
	}
	switch n := list[len(list)-1]; n.Kind {
	case Break, Continue, Return, Goto:
		return false
	case If:
		return Falls(n.Body) || Falls(n.Else)
	case Switch:
		for _, c := range n.Cases {
			if Falls(c.Body) {
				return true
			}
		}
		return n.Breaks > 0
	case Loop:
		return n.Breaks > 0
	case Scope:
		return n.Breaks > 0 || Falls(n.Body)
	}
	return true
}

// HeadTest returns the If with which a Loop begins by leaving or going on, after the values of
// its header; nil where it begins otherwise.
func (n *Node) HeadTest() *Node {
	if len(n.Body) < 2 || n.Body[0].Kind != Basic || n.Body[1].Kind != If {
		return nil
	}
	test := n.Body[1]
	if test.Block != n.Body[0].Block || len(test.Body) != 1 || test.Body[0].Kind != Break || test.Body[0].Target != n || len(test.Else) != 0 {
		return nil
	}
	return test
}

// Lists returns the lists that the node holds, in order.
func (n *Node) Lists() [][]*Node {
	switch n.Kind {
	case Seq, Loop, Scope:
		return [][]*Node{n.Body}
	case If:
		return [][]*Node{n.Body, n.Else}
	case Switch:
		lists := make([][]*Node, len(n.Cases))
		for i, c := range n.Cases {
			lists[i] = c.Body
		}
		return lists
	}
	return nil
}

// HoldsLoop reports whether there is a loop below the node, or anywhere a label, which a goto may lead back to.
func (n *Node) HoldsLoop() (found bool) {
	n.Walk(func(x *Node) bool {
		found = found || x.Kind == Loop && x != n || x.Kind == Label
		return !found
	})
	return found
}

// Walk calls visit for the node and everything below it, in the order of the
// tree. Where visit returns false, what is below the node is left out.
func (n *Node) Walk(visit func(*Node) bool) {
	if !visit(n) {
		return
	}
	for _, list := range n.Lists() {
		for _, c := range list {
			c.Walk(visit)
		}
	}
}

// String returns the tree as indented text, for tests and dumps.
func (n *Node) String() string {
	p := treePrinter{names: map[*Node]string{}}
	p.list(n.Body, 0)
	return p.String()
}

type treePrinter struct {
	strings.Builder
	names map[*Node]string
}

// blockName is how the text form of the IR calls a block.
func blockName(b *ir.Block) string { return fmt.Sprintf("b%d", b.ID) }

func (p *treePrinter) line(depth int, format string, args ...any) {
	p.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(p, format, args...)
	p.WriteByte('\n')
}

// name numbers the nodes that something breaks out of.
func (p *treePrinter) name(n *Node) string {
	s, ok := p.names[n]
	if !ok {
		s = fmt.Sprintf("L%d", len(p.names)+1)
		p.names[n] = s
	}
	return s
}

func (p *treePrinter) list(list []*Node, depth int) {
	for _, n := range list {
		p.node(n, depth)
	}
}

func (p *treePrinter) node(n *Node, depth int) {
	switch n.Kind {
	case Basic:
		p.line(depth, "%s", blockName(n.Block))
	case Edge:
		p.line(depth, "%s->%s", blockName(n.Block), blockName(n.To))
	case If:
		not := ""
		if n.Negate {
			not = "!"
		}
		p.line(depth, "if %s%s", not, blockName(n.Block))
		p.list(n.Body, depth+1)
		if len(n.Else) > 0 {
			p.line(depth, "else")
			p.list(n.Else, depth+1)
		}
	case Switch:
		p.line(depth, "switch %s %s", blockName(n.Block), p.name(n))
		for _, c := range n.Cases {
			p.line(depth, "case %s", strings.Trim(fmt.Sprint(c.Indices), "[]"))
			p.list(c.Body, depth+1)
		}
	case Loop, Scope:
		p.line(depth, "%s %s", n.Kind, p.name(n))
		p.list(n.Body, depth+1)
	case Break, Continue:
		p.line(depth, "%s %s", n.Kind, p.name(n.Target))
	default:
		p.line(depth, "%s %s", n.Kind, blockName(n.Block))
	}
}
