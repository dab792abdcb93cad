package ir

// The workspace of a cooperative launch: a piece of global memory in which barriers of the whole
// grid count those who have arrived. Its address is in two special registers.
const (
	WorkspaceHigh = "envreg1" // the high half of the address
	WorkspaceLow  = "envreg2" // the low half
)

// ReadsWorkspace reports whether v is a half of the workspace's address.
func (v *Value) ReadsWorkspace() bool {
	return v.Op == OpSReg && (v.Attr.SReg == WorkspaceHigh || v.Attr.SReg == WorkspaceLow)
}

// ReadsWorkspace reports whether a function, or one that it may call, reads the address of the
// workspace.
func (g *CallGraph) ReadsWorkspace(f *Func) bool {
	for f := range g.CalledFrom(f) {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if v.ReadsWorkspace() {
					return true
				}
			}
		}
	}
	return false
}
