package gen

import (
	"slices"
	"testing"
	"time"
	"unsafe"
)

// TestPlaces calls from frames of several lengths: a number always means the same place, and all
// numbers together all places.
func TestPlaces(t *testing.T) {
	var found [places]int
	for place := range places {
		for depth := range 5 {
			at := deeper(depth, place)
			if depth > 0 && at != found[place] {
				t.Errorf("place %d is %d, and %d from a longer frame", place, found[place], at)
			}
			found[place] = at
		}
	}
	list := found[:]
	slices.Sort(list)
	if len(slices.Compact(list)) != places {
		t.Errorf("places are at %v", found)
	}
}

// deeper returns where a variable of what is called at a place is on the stack, from so many frames.
//
//go:noinline
func deeper(depth int, place int) (at int) {
	if depth > 0 {
		var pad [3]uint64
		keep(unsafe.Pointer(&pad))
		return deeper(depth-1, place)
	}
	placed(place, func(*worker, int64, int64) {
		var here uint64
		keep(unsafe.Pointer(&here))
		at = placeOf(&here)
	}, nil, 0, 0)
	return at
}

// TestPlacement tells times that differ by place, with noise, and none that is long enough.
func TestPlacement(t *testing.T) {
	var f placement
	for n := 0; ; n++ {
		place, trying := f.next()
		if !trying {
			if place != 5 {
				t.Errorf("place %d is the fastest", place)
			}
			break
		}
		if n > longest {
			t.Fatal("it goes on trying")
		}
		each := 10 * time.Microsecond
		if place == 5 {
			each = 9 * time.Microsecond
		}
		f.took(place, 3*each+time.Duration(n%3)*time.Microsecond, 3)
	}
	var none placement
	for n := 0; ; n++ {
		place, trying := none.next()
		if !trying {
			break
		}
		if n > longest {
			t.Fatal("it goes on trying where nothing takes long")
		}
		none.took(place, time.Microsecond, 1)
	}
}
