// Package goversion says which versions of Go ptx2go has been tested with. What rests on a
// version of the compiler or of its experiments, fused multiply-adds and the sources of vector
// code, is built by these only: another version computes the same bits, slower. The package knows
// neither the one nor the other.
package goversion

import (
	"fmt"
	"go/version"
	"strings"
)

// The versions that were tested, without their releases: .ci/run runs with both, and go.mod
// asks for the first.
const (
	First  = "go1.26"
	Latest = "go1.27"

	next = "go1.28" // the first that was not
)

// Pinned is the release that vector code is compiled with, whatever version runs ptx2go.
const Pinned = Latest + ".3"

// Build constraints: of what was tested with all of them, and of the sources of vector code, which are
// written for the experiment simd of the version that compiles them.
const (
	Tested       = First + " && !" + next
	Vectors      = Experiment + " && amd64 && " + Latest + " && !" + next
	VectorsArm64 = Experiment + " && arm64 && " + Latest + " && !" + next

	Experiment = "goexperiment.simd"
)

// ReleaseTags are those of the latest version that was tested, as go/build has them of the
// version that is running: with them a generator finds the same files whatever builds it.
func ReleaseTags() []string {
	var tags []string
	for i := 1; ; i++ {
		tag := fmt.Sprintf("go1.%d", i)
		if tag == next {
			return tags
		}
		tags = append(tags, tag)
	}
}

// Note says what programs lack that are built by a version of Go, as runtime.Version and go env
// GOVERSION name it, or "" if that has been tested.
func Note(v string) string {
	if l := lang(v); l == First || l == Latest {
		return ""
	}
	return fmt.Sprintf("%s has not been tested with ptx2go: kernels compute the same bits, but without fused multiply-adds, which %s and %s build, and with vectors only where a program finds Go's stack guard in its place when it starts", v, First, Latest)
}

// lang is a version without its release, and what GOVERSION says of experiments: "go1.26" of
// "go1.26.8 X:simd"; "" where it has none, as between two versions.
func lang(v string) string {
	v, _, _ = strings.Cut(v, " ")
	return version.Lang(v)
}
