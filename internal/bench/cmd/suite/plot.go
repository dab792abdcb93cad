package main

import (
	"bytes"
	"image/color"
	"math"
	"os"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/ptx2go/ptx2go/internal/bench/result"
)

// bars are those of each kernel of the plot, from the top.
var bars = []struct {
	build   string
	vectors bool
	label   string
	fill    color.Color
}{
	{ordinary, true, "go build, AVX2", color.RGBA{0xe6, 0x55, 0x0d, 0xff}},
	{ordinary + "/16", true, "go build, AVX-512", color.RGBA{0xfd, 0xae, 0x6b, 0xff}},
	{ordinary, false, "without vectors (-asm=off)", color.RGBA{0x9e, 0xca, 0xe1, 0xff}},
}

// The axis of the plot: speeds in powers of two.
const (
	slowest = -4 // 1/16
	fastest = 5  // 32
)

// onAxis is the place of a speed on the axis.
func onAxis(speed float64) float64 {
	return min(max(math.Log2(speed), slowest), fastest) - slowest
}

// ticks are the powers of two on the axis.
func ticks() plot.ConstantTicks {
	labels := []string{"1/16", "1/8", "1/4", "1/2", "1", "2", "4", "8", "16", "32"}
	list := make(plot.ConstantTicks, len(labels))
	for i, l := range labels {
		list[i] = plot.Tick{Value: float64(i), Label: l}
	}
	return list
}

// plot draws the speed of every kernel beside scalar C into an SVG file, and that of the
// best C.
func (m *measurements) plot(file string) error {
	list := slices.DeleteFunc(m.byKernel(), func(k *kernelRows) bool { return k.data != firstKind })
	slices.Reverse(list) // the axis goes up
	plot.DefaultFont = font.Font{Typeface: "Liberation", Variant: "Sans"}
	plotter.DefaultFont = plot.DefaultFont
	p := plot.New()
	p.X.Label.Text = "speed beside the best C that is not vectorised (1: as fast)"
	p.X.Min, p.X.Max = 0, fastest-slowest
	p.X.Tick.Marker = ticks()
	p.Legend.Top = true
	p.Add(plotter.NewGrid())
	const width = 3.5
	for i, b := range bars {
		values := make(plotter.Values, len(list))
		for j, k := range list {
			r := k.builds[b.build]
			if r == nil {
				continue
			}
			s := r.of(result.Scalars)
			if b.vectors {
				s, _ = r.byDefault()
			}
			if speed, ok := over(s, r.of(result.Scalar)); ok {
				values[j] = onAxis(speed.best)
			}
		}
		chart, err := plotter.NewBarChart(values, vg.Points(width))
		if err != nil {
			return err
		}
		chart.Horizontal = true
		chart.Color = b.fill
		chart.LineStyle.Width = 0
		chart.Offset = vg.Points(width * (1 - float64(i)))
		p.Add(chart)
		p.Legend.Add(b.label, chart)
	}
	var best plotter.XYs
	for j, k := range list {
		if speed, ok := over(k.last.of(result.Loops, result.Scalar), k.last.of(result.Scalar)); ok {
			best = append(best, plotter.XY{X: onAxis(speed.best), Y: float64(j)})
		}
	}
	marks, err := plotter.NewScatter(best)
	if err != nil {
		return err
	}
	marks.Shape = draw.PlusGlyph{}
	marks.Radius = vg.Points(3)
	p.Add(marks)
	p.Legend.Add("the best C, vectorised for AVX2 or not", marks)
	one, err := plotter.NewLine(plotter.XYs{{X: onAxis(1), Y: -0.5}, {X: onAxis(1), Y: float64(len(list)) - 0.5}})
	if err != nil {
		return err
	}
	one.Width = vg.Points(1)
	p.Add(one)
	names := make([]string, len(list))
	for i, k := range list {
		names[i] = k.kernel + " "
	}
	p.NominalY(names...)
	canvas := vgsvg.New(7*vg.Inch, vg.Length(len(list))*vg.Points(15)+vg.Inch)
	p.Draw(draw.New(canvas))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	// The library places text by the widths of this font; others have it under another name.
	text := strings.ReplaceAll(b.String(), "font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;")
	return os.WriteFile(file, []byte(text), 0o666)
}
