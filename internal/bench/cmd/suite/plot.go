package main

import (
	"bytes"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/ptx2go/ptx2go/internal/bench/result"
)

// theme is the colours of a page that the plot stands on: a reader's, light or dark.
type theme struct {
	file             string
	paper, ink, grid color.Color
	bars             [3]color.Color // in the order of bars
}

var themes = []theme{
	{
		file: "performance.svg", paper: rgb(0xffffff), ink: rgb(0x1f2328), grid: rgb(0xe1e4e8),
		bars: [3]color.Color{rgb(0xd9480f), rgb(0xfdae6b), rgb(0x9ecae1)},
	},
	{
		file: "performance-dark.svg", paper: rgb(0x0d1117), ink: rgb(0xe6edf3), grid: rgb(0x30363d),
		bars: [3]color.Color{rgb(0xff7b39), rgb(0xa85f2a), rgb(0x3f6f94)},
	},
}

func rgb(c uint32) color.Color {
	return color.RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 0xff}
}

// bars are those of each kernel, from the top.
var bars = [3]struct {
	build   string
	vectors bool
	label   string
}{
	{ordinary, true, "go build, processor with AVX2"},
	{ordinary + "/16", true, "go build, processor with AVX-512"},
	{ordinary, false, "go build, -asm=off"},
}

// The axis of the plot: speeds in powers of two.
const (
	slowest = -4 // 1/16
	fastest = 4  // 16
)

// onAxis is the place of a speed on the axis.
func onAxis(speed float64) float64 {
	return min(max(math.Log2(speed), slowest), fastest) - slowest
}

// ticks are the powers of two on the axis.
func ticks() plot.ConstantTicks {
	labels := []string{"1/16", "1/8", "1/4", "1/2", "1", "2", "4", "8", "16"}
	list := make(plot.ConstantTicks, len(labels))
	for i, l := range labels {
		list[i] = plot.Tick{Value: float64(i), Label: l}
	}
	return list
}

// Sizes of the plot.
const (
	width    = 7 * vg.Inch
	margin   = vg.Length(8)
	barWidth = vg.Length(3.5)
	kernel   = vg.Length(15) // what a kernel takes
	around   = vg.Length(62) // a panel's title, its axis and its label
	legend   = vg.Length(64)
	gap      = vg.Length(8) // below a panel
)

// plots draws the speed of every kernel beside C that is not vectorised, and that of the best C,
// into an SVG file for each theme.
func (m *measurements) plots(dir string) error {
	plot.DefaultFont = font.Font{Typeface: "Liberation", Variant: "Sans"}
	plotter.DefaultFont = plot.DefaultFont
	for _, t := range themes {
		svg, err := m.svg(&t)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, t.file), svg, 0o666); err != nil {
			return err
		}
	}
	return nil
}

func (m *measurements) svg(t *theme) ([]byte, error) {
	panels := []struct {
		title   string
		set     string
		kernels []*kernelRows
	}{
		{title: "Kernels that ptx2go was tuned to"},
		{title: "Kernels that nothing was tuned to", set: result.Untuned},
		{title: "Kernels of other kinds, likewise", set: result.Own},
	}
	height := legend
	for i := range panels {
		p := &panels[i]
		p.kernels = m.sorted(p.set)
		if len(p.kernels) > 0 {
			height += around + kernel*vg.Length(len(p.kernels))
		}
	}
	file := vgsvg.New(width, height)
	canvas := draw.New(file)
	canvas.FillPolygon(t.paper, canvas.ClipPolygonXY([]vg.Point{{}, {X: width}, {X: width, Y: height}, {Y: height}}))
	canvas = draw.Crop(canvas, margin, -margin, margin, -margin)

	var names vg.Length
	for _, p := range panels {
		names = max(names, nameWidth(plot.New(), p.kernels))
	}
	top := height - margin
	key := plot.NewLegend()
	key.Left, key.Top = true, true
	key.TextStyle.Color = t.ink
	key.ThumbnailWidth = 20
	key.Padding = 3
	key.TextStyle.Font.Size = 10
	for _, p := range panels {
		if len(p.kernels) == 0 {
			continue
		}
		chart, err := t.panel(p.title, p.kernels)
		if err != nil {
			return nil, err
		}
		if top == height-margin { // the first one has the legend above it
			for i, b := range bars {
				key.Add(b.label, swatch{t.bars[i]})
			}
			key.Add("best C, vectorised by gcc or clang for AVX2 where that is faster", mark(t.ink))
			key.Draw(draw.Crop(canvas, 0, 0, top-legend, 0))
			top -= legend
		}
		// The axes of all panels begin at the same place, after the longest name of any.
		left := names - nameWidth(chart, p.kernels)
		bottom := top - around - kernel*vg.Length(len(p.kernels))
		chart.Draw(draw.Crop(canvas, left, 0, max(bottom-margin, 0)+gap, top-canvas.Max.Y))
		top = bottom
	}
	var b bytes.Buffer
	if _, err := file.WriteTo(&b); err != nil {
		return nil, err
	}
	// The library places text by the widths of this font; others have it under another name.
	return bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")), nil
}

// sorted returns the kernels of a set, on the first kind of data, the slowest first:
// the axis goes up.
func (m *measurements) sorted(set string) []*kernelRows {
	list := slices.DeleteFunc(m.byKernel(), func(k *kernelRows) bool {
		return k.data != firstKind || k.set != set
	})
	slices.SortStableFunc(list, func(a, b *kernelRows) int {
		x, y := a.speed(ordinary, true), b.speed(ordinary, true)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return strings.Compare(b.kernel, a.kernel)
	})
	return list
}

// nameWidth is the width of the longest name of a kernel beside the axis of a plot.
func nameWidth(p *plot.Plot, list []*kernelRows) (width vg.Length) {
	for _, k := range list {
		width = max(width, p.Y.Tick.Label.Width(k.kernel+" "))
	}
	return width
}

// speed is that of a build beside C that is not vectorised, 0 where it was not measured.
func (k *kernelRows) speed(build string, vectors bool) float64 {
	r := k.builds[build]
	if r == nil {
		return 0
	}
	s := r.of(result.Scalars)
	if vectors {
		s, _ = r.byDefault()
	}
	speed, ok := over(s, r.of(result.Scalar))
	if !ok {
		return 0
	}
	return speed.best
}

// panel draws a list of kernels.
func (t *theme) panel(title string, list []*kernelRows) (*plot.Plot, error) {
	p := plot.New()
	p.BackgroundColor = t.paper
	p.Title.Text = title
	p.Title.TextStyle.Font.Size = 13
	p.Title.Padding = 4
	p.X.Label.Text = "speed relative to the best C that is not vectorised"
	p.X.Min, p.X.Max = 0, fastest-slowest
	p.X.Tick.Marker = ticks()
	for _, style := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label} {
		style.Color = t.ink
	}
	for _, line := range []*draw.LineStyle{&p.X.LineStyle, &p.X.Tick.LineStyle, &p.Y.LineStyle, &p.Y.Tick.LineStyle} {
		line.Color = t.ink
	}
	p.X.Label.TextStyle.Font.Size = 10
	grid := plotter.NewGrid()
	grid.Horizontal.Width = 0
	grid.Vertical.Color = t.grid
	p.Add(grid)
	for i, b := range bars {
		values := make(plotter.Values, len(list))
		for j, k := range list {
			if speed := k.speed(b.build, b.vectors); speed > 0 {
				values[j] = onAxis(speed)
			}
		}
		chart, err := plotter.NewBarChart(values, barWidth)
		if err != nil {
			return nil, err
		}
		chart.Horizontal = true
		chart.Color = t.bars[i]
		chart.LineStyle.Width = 0
		chart.Offset = barWidth * vg.Length(1-i)
		p.Add(chart)
	}
	one, err := plotter.NewLine(plotter.XYs{{X: onAxis(1), Y: -0.5}, {X: onAxis(1), Y: float64(len(list)) - 0.5}})
	if err != nil {
		return nil, err
	}
	one.Width = 1
	one.Color = t.ink
	p.Add(one)
	var best plotter.XYs
	for j, k := range list {
		if speed, ok := over(k.last.of(result.Loops, result.Scalar), k.last.of(result.Scalar)); ok {
			best = append(best, plotter.XY{X: onAxis(speed.best), Y: float64(j)})
		}
	}
	marks, err := plotter.NewScatter(best)
	if err != nil {
		return nil, err
	}
	marks.GlyphStyle = mark(t.ink).style
	p.Add(marks)
	names := make([]string, len(list))
	for i, k := range list {
		names[i] = k.kernel + " "
	}
	p.NominalY(names...)
	p.Y.Min, p.Y.Max = -0.5, float64(len(list))-0.5
	return p, nil
}

// swatch and glyph are what stands in the legend.
type (
	swatch struct{ fill color.Color }
	glyph  struct{ style draw.GlyphStyle }
)

func mark(ink color.Color) glyph {
	return glyph{draw.GlyphStyle{Color: ink, Radius: 3, Shape: draw.PlusGlyph{}}}
}

func (s swatch) Thumbnail(c *draw.Canvas) {
	y := c.Center().Y
	c.FillPolygon(s.fill, []vg.Point{{X: c.Min.X, Y: y - 3}, {X: c.Max.X, Y: y - 3}, {X: c.Max.X, Y: y + 3}, {X: c.Min.X, Y: y + 3}})
}

func (g glyph) Thumbnail(c *draw.Canvas) { c.DrawGlyph(g.style, c.Center()) }
