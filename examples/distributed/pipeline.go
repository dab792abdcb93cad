package distributed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image/png"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn2x2[context.Context, Part, Tiles, error](&renderFn{})
	register.DoFn2x1[context.Context, []Tiles, error](&writeFn{})
	register.Combiner3[gathered, Tiles, []Tiles](&gatherFn{})
}

// Part is an element of the pipeline: Count CTAs of the grid, from First on.
type Part struct{ First, Count int64 }

// Tiles is what the CTAs of a part have written: tiles one behind the other.
type Tiles struct {
	First int64
	Bytes []byte
}

// Parts cuts the grid of a scene into parts of a number of CTAs; the last one may have
// fewer.
func (s Scene) Parts(ctas int64) []Part {
	var parts []Part
	total := s.CTAs()
	for first := int64(0); first < total; first += ctas {
		parts = append(parts, Part{first, min(ctas, total-first)})
	}
	return parts
}

// Pipeline renders a scene in parts of a number of CTAs, and writes the picture as a PNG
// file: to a path, or to any place that Beam has a file system for.
func Pipeline(s Scene, ctas int64, path string) (*beam.Pipeline, error) {
	if s.Width < 1 || s.Height < 1 || s.Width > 1<<14 || s.Height > 1<<14 {
		return nil, fmt.Errorf("%d by %d pixels: want 1 to %d each", s.Width, s.Height, 1<<14)
	}
	if ctas < 1 {
		return nil, fmt.Errorf("parts of %d CTAs: want 1 or more", ctas)
	}
	p, root := beam.NewPipelineWithRoot()
	parts := beam.Reshuffle(root, beam.CreateList(root, s.Parts(ctas)))
	tiles := beam.ParDo(root.Scope("Render"), &renderFn{Scene: s}, parts)
	all := beam.Combine(root.Scope("Gather"), &gatherFn{}, tiles)
	beam.ParDo0(root.Scope("Write"), &writeFn{Scene: s, Path: path}, all)
	return p, nil
}

// renderFn launches the kernel for a part of the grid.
type renderFn struct{ Scene Scene }

func (f *renderFn) ProcessElement(ctx context.Context, p Part) (Tiles, error) {
	tiles, err := f.Scene.Render(ctx, p.First, p.Count)
	return Tiles{p.First, tiles}, err
}

// gathered is what a gatherFn has collected.
type gathered struct{ Tiles []Tiles }

// gatherFn gathers the tiles of all parts, which come in any order and from any machine.
type gatherFn struct{}

func (*gatherFn) CreateAccumulator() gathered { return gathered{} }

func (*gatherFn) AddInput(g gathered, t Tiles) gathered { return gathered{append(g.Tiles, t)} }

func (*gatherFn) MergeAccumulators(a, b gathered) gathered {
	return gathered{append(a.Tiles, b.Tiles...)}
}

func (*gatherFn) ExtractOutput(g gathered) []Tiles { return g.Tiles }

// writeFn writes the picture.
type writeFn struct {
	Scene Scene
	Path  string
}

func (f *writeFn) ProcessElement(ctx context.Context, parts []Tiles) error {
	tiles, err := join(parts, f.Scene.CTAs())
	if err != nil {
		return err
	}
	fs, err := filesystem.New(ctx, f.Path)
	if err != nil {
		return err
	}
	out, err := fs.OpenWrite(ctx, f.Path)
	if err != nil {
		return errors.Join(err, fs.Close())
	}
	return errors.Join(png.Encode(out, f.Scene.picture(tiles)), out.Close(), fs.Close())
}

// join puts the parts of a grid one behind the other. It is an error if one is missing, or
// there twice.
func join(parts []Tiles, ctas int64) ([]byte, error) {
	parts = slices.Clone(parts)
	slices.SortFunc(parts, func(a, b Tiles) int { return cmp.Compare(a.First, b.First) })
	var all []byte
	for _, p := range parts {
		if have := int64(len(all)) / tileBytes; p.First != have {
			return nil, fmt.Errorf("a part begins at CTA %d, where %d was expected", p.First, have)
		}
		all = append(all, p.Bytes...)
	}
	if have := int64(len(all)); have != ctas*tileBytes {
		return nil, fmt.Errorf("%d bytes of a grid of %d CTAs", have, ctas)
	}
	return all, nil
}
