package main

import (
	"bytes"
	"image/color"
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
	level string
	label string
	fill  color.Color
}{
	{"v1", "any x86-64 processor (GOAMD64=v1)", color.RGBA{0x9e, 0xca, 0xe1, 0xff}},
	{"v3", "processors since 2015 (GOAMD64=v3)", color.RGBA{0x21, 0x71, 0xb5, 0xff}},
}

// farthest is where bars end that would be longer, with a figure in the table.
const farthest = 2.0

// plot draws the speed of every kernel beside scalar C into an SVG file.
func (m *measurements) plot(file string) error {
	list := slices.DeleteFunc(m.byKernel(), func(k *kernelRows) bool { return k.data != firstKind })
	slices.Reverse(list) // the axis goes up
	plot.DefaultFont = font.Font{Typeface: "Liberation", Variant: "Sans"}
	plotter.DefaultFont = plot.DefaultFont
	p := plot.New()
	p.X.Label.Text = "speed beside the best C that is not vectorised (1: as fast)"
	p.X.Min, p.X.Max = 0, farthest
	p.Legend.Top = true
	p.Add(plotter.NewGrid())
	const width = 4.0
	for i, b := range bars {
		values := make(plotter.Values, len(list))
		for j, k := range list {
			if r := k.builds[b.level]; r != nil {
				if speed, ok := over(r.of(result.PTX2Go), r.of(result.Scalar)); ok {
					values[j] = min(speed.best, farthest)
				}
			}
		}
		chart, err := plotter.NewBarChart(values, vg.Points(width))
		if err != nil {
			return err
		}
		chart.Horizontal = true
		chart.Color = b.fill
		chart.LineStyle.Width = 0
		chart.Offset = vg.Points(width * (0.5 - float64(i)))
		p.Add(chart)
		p.Legend.Add(b.label, chart)
	}
	one, err := plotter.NewLine(plotter.XYs{{X: 1, Y: -0.5}, {X: 1, Y: float64(len(list)) - 0.5}})
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
	canvas := vgsvg.New(7*vg.Inch, vg.Length(len(list))*vg.Points(13)+vg.Inch)
	p.Draw(draw.New(canvas))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	// The library places text by the widths of this font; others have it under another name.
	text := strings.ReplaceAll(b.String(), "font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;")
	return os.WriteFile(file, []byte(text), 0o666)
}
