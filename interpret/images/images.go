// Package images lets programs load PTX that lies in fat binaries, compressed or not, and in the files that
// carry these: objects, executables and libraries. After
//
//	import _ "github.com/ptx2go/ptx2go/interpret/images"
//
// driver.ModuleLoadData and its kin take them. Package interpret imports it, so it is for programs that
// have Go code of all of their kernels, and for those that load no text.
//
// Of the images of one source that is taken which a driver would take that has to compile: the PTX for the
// newest target that the device runs. Machine code of GPUs is none of the images that can be.
package images

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/fatbin"
	"github.com/ptx2go/ptx2go/runtime/driver"
)

func init() { driver.SetImages(PTX) }

// PTX returns the texts in an image for a device, by its architecture (89 for 8.9). Where the image is a
// file with fat binaries of several sources it returns a text of each, to be linked.
func PTX(image string, arch int) ([]string, error) {
	file, err := fatbin.Open(strings.NewReader(image), int64(len(image)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", driver.ErrInvalidImage, err)
	}
	var chosen []*fatbin.Image // one of each group
	var groups []int
	var others []string
	for _, i := range file.Images {
		if !slices.Contains(groups, i.Group) {
			groups, chosen = append(groups, i.Group), append(chosen, nil)
		}
		best := &chosen[slices.Index(groups, i.Group)]
		switch {
		case i.Kind() != fatbin.PTX || i.Arch() > arch:
			others = append(others, fmt.Sprintf("%s for %s", i.Kind(), i.Target()))
		case *best == nil || (*best).Arch() < i.Arch():
			*best = i
		}
	}
	var texts []string
	for _, i := range chosen {
		if i == nil {
			continue
		}
		text, err := i.Text()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", driver.ErrInvalidImage, err)
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		slices.Sort(others)
		return nil, fmt.Errorf("%w: it has no PTX for sm_%d or older, only %s", driver.ErrNoBinaryForGPU, arch, strings.Join(slices.Compact(others), ", "))
	}
	return texts, nil
}
