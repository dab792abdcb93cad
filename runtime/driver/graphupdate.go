package driver

import "slices"

// UpdateResult is a CUgraphExecUpdateResult: why an executable graph cannot be updated.
type UpdateResult int32

// The results of an update.
const (
	UpdateSuccess         UpdateResult = 0
	UpdateError           UpdateResult = 1
	UpdateTopologyChanged UpdateResult = 2
	UpdateNodeTypeChanged UpdateResult = 3
	UpdateNotSupported    UpdateResult = 6
)

// String says what is different.
func (r UpdateResult) String() string {
	return map[UpdateResult]string{UpdateSuccess: "nothing", UpdateError: "an error", UpdateTopologyChanged: "other dependencies",
		UpdateNodeTypeChanged: "a node of another type", UpdateNotSupported: "other memory, or another condition"}[r]
}

// GraphExecUpdate lets an executable graph do what a graph does that has the same nodes in the
// same order, with other parameters. Where it has not, the error is ErrGraphExecUpdateFailure,
// and the result and the node say what is different.
func GraphExecUpdate(h GraphExec, from Graph) (UpdateResult, GraphNode, error) {
	const call = "cuGraphExecUpdate"
	e, err := onExec(call, h)
	if err != nil {
		return UpdateError, 0, err
	}
	graphing.Lock()
	defer graphing.Unlock()
	g, err := onGraph(call, from)
	if err != nil {
		return UpdateError, 0, err
	}
	steps, err := g.steps(call)
	if err != nil {
		return UpdateError, 0, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if r, at := differ(e.steps, steps); r != UpdateSuccess {
		return r, at, refuse(call, ErrGraphExecUpdateFailure, "the graph has %v", r)
	}
	e.steps, e.plan = merged(e.steps, steps), nil
	return UpdateSuccess, 0, nil
}

// differ says whether steps have another shape, and at which node of the second ones.
func differ(a, b []*step) (UpdateResult, GraphNode) {
	for i, s := range b {
		if i >= len(a) || !slices.Equal(a[i].deps, s.deps) {
			return UpdateTopologyChanged, s.node
		}
	}
	if len(a) > len(b) {
		return UpdateTopologyChanged, 0
	}
	for i, s := range b {
		if a[i].work.kind != s.work.kind {
			return UpdateNodeTypeChanged, s.node
		}
		if a[i].work.memory != s.work.memory || a[i].work.cond != s.work.cond {
			return UpdateNotSupported, s.node
		}
		if r, _ := differ(a[i].sub, s.sub); r != UpdateSuccess {
			return r, s.node
		}
	}
	return UpdateSuccess, 0
}

// merged are the nodes of steps with the work of others.
func merged(a, b []*step) []*step {
	out := make([]*step, len(a))
	for i, s := range a {
		n := *s
		n.work, n.sub = b[i].work, merged(s.sub, b[i].sub)
		out[i] = &n
	}
	return out
}
