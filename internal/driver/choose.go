package driver

import (
	"slices"

	"github.com/ptx2go/ptx2go/internal/fatbin"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// choose returns the indices of the images that are translated: of the PTX in each container, which
// is one source compiled for several targets, that which the driver of the given GPU would take. It
// is the one for the newest target that this GPU runs, or, where it runs none of them, that for the
// oldest.
func choose(images []*fatbin.Image, gpu string) (list []int) {
	have, _ := isa.ParseTarget(gpu)
	for i, image := range images {
		if image.Kind() != fatbin.PTX {
			continue
		}
		last := len(list) - 1
		if last < 0 || images[list[last]].Group != image.Group {
			list = append(list, i)
			continue
		}
		best, arch := images[list[last]].Arch(), image.Arch()
		if runs := arch <= have.Arch; runs != (best <= have.Arch) {
			if runs {
				list[last] = i
			}
		} else if runs == (arch > best) && arch != best {
			list[last] = i
		}
	}
	slices.Sort(list)
	return list
}
