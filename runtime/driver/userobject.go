package driver

import "math"

// UserObject is a CUuserObject: something of the program that lasts as long as somebody refers
// to it, as graphs do.
type UserObject uintptr

type userObject struct {
	destroy func()
	refs    int64 // guarded by graphing, as what graphs hold
	inside  bool  // one of this package, which is destroyed at once
}

var userObjects table[UserObject, userObject]

// held are the references that a graph, or an executable one, has.
type held map[UserObject]int64

// UserObjectCreate makes an object with a number of references, which are the caller's. destroy
// is called, on a goroutine of its own, when there are none left; it must not call this package.
func UserObjectCreate(destroy func(), refs int64) (UserObject, error) {
	const call = "cuUserObjectCreate"
	if err := ready(call); err != nil {
		return 0, err
	}
	if destroy == nil || refs <= 0 || refs > math.MaxInt32 {
		return 0, refuse(call, ErrInvalidValue, "%d references, or no function", refs)
	}
	return userObjects.add(&userObject{destroy: destroy, refs: refs}), nil
}

// UserObjectRetain adds references of the caller.
func UserObjectRetain(h UserObject, count int64) error {
	return refer("cuUserObjectRetain", h, count, func(o *userObject) error {
		if o.refs > math.MaxInt32-count {
			return refuse("cuUserObjectRetain", ErrInvalidValue, "%d references", o.refs+count)
		}
		o.refs += count
		return nil
	})
}

// UserObjectRelease gives up references of the caller.
func UserObjectRelease(h UserObject, count int64) error {
	return refer("cuUserObjectRelease", h, count, func(o *userObject) error { return o.release("cuUserObjectRelease", h, count) })
}

// GraphRetainUserObject lets a graph refer to an object until it is destroyed, as what is cloned
// from it or instantiated does. With move the references are those of the caller.
func GraphRetainUserObject(g Graph, h UserObject, count int64, move bool) error {
	const call = "cuGraphRetainUserObject"
	return refer(call, h, count, func(o *userObject) error {
		to, err := onGraph(call, g)
		if err != nil {
			return err
		}
		if move && count > o.refs || !move && o.refs > math.MaxInt32-count {
			return refuse(call, ErrInvalidValue, "%d references of %d", count, o.refs)
		}
		if !move {
			o.refs += count
		}
		if to.objects == nil {
			to.objects = held{}
		}
		to.objects[h] += count
		return nil
	})
}

// GraphReleaseUserObject gives up references of a graph.
func GraphReleaseUserObject(g Graph, h UserObject, count int64) error {
	const call = "cuGraphReleaseUserObject"
	return refer(call, h, count, func(o *userObject) error {
		from, err := onGraph(call, g)
		if err != nil {
			return err
		}
		if from.objects[h] < count {
			return refuse(call, ErrInvalidValue, "%d references, the graph has %d", count, from.objects[h])
		}
		if from.objects[h] -= count; from.objects[h] == 0 {
			delete(from.objects, h)
		}
		return o.release(call, h, count)
	})
}

func refer(call string, h UserObject, count int64, do func(*userObject) error) error {
	graphing.Lock()
	defer graphing.Unlock()
	if err := ready(call); err != nil {
		return err
	}
	o := userObjects.get(h)
	if o == nil || count <= 0 || count > math.MaxInt32 {
		return refuse(call, ErrInvalidValue, "%d references to object %#x", count, uintptr(h))
	}
	return do(o)
}

func (o *userObject) release(call string, h UserObject, count int64) error {
	if count > o.refs {
		return refuse(call, ErrInvalidValue, "%d references of %d", count, o.refs)
	}
	if o.refs -= count; o.refs == 0 {
		userObjects.drop(h)
		if o.inside {
			o.destroy()
			return nil
		}
		go o.destroy()
	}
	return nil
}

// hold lets a graph refer to an object of this package.
func (g *graph) hold(h UserObject) {
	if g.objects == nil {
		g.objects = held{}
	}
	g.objects[h]++
	userObjects.get(h).refs++
}

// again are as many references more.
func (x held) again() held {
	for h, n := range x {
		if o := userObjects.get(h); o != nil {
			o.refs += n
		}
	}
	return x.merged(nil)
}

func (x held) merged(y held) held {
	out := held{}
	for _, z := range [2]held{x, y} {
		for h, n := range z {
			out[h] += n
		}
	}
	return out
}

// drop gives all references up.
func (x held) drop() {
	for h, n := range x {
		if o := userObjects.get(h); o != nil {
			o.release("", h, n) // they were counted
		}
	}
	clear(x)
}

// all are the references of a graph and of its children.
func (g *graph) all() held {
	x := g.objects
	for _, n := range g.nodes {
		if n.work.child != nil {
			x = x.merged(n.work.child.all())
		}
	}
	return x
}
