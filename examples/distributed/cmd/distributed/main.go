// Command distributed renders the example of package distributed on a runner of Apache
// Beam: on one inside of the program, unless -runner and its flags name another.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
	"github.com/ptx2go/ptx2go/examples/distributed"
)

func main() {
	out := flag.String("o", "spheres.png", "PNG file to write, on the machine that has the last element")
	w := flag.Int("w", 1200, "pixels a row")
	h := flag.Int("h", 800, "rows")
	ctas := flag.Int64("ctas", 250, "CTAs of a part of the grid")
	flag.Parse()
	beam.Init()
	if err := run(context.Background(), *out, *w, *h, *ctas); err != nil {
		fmt.Fprintln(os.Stderr, "distributed:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out string, w, h int, ctas int64) error {
	scene := distributed.Example(w, h)
	p, err := distributed.Pipeline(scene, ctas, out)
	if err != nil {
		return err
	}
	if err := beamx.Run(ctx, p); err != nil {
		return err
	}
	fmt.Printf("%s: %d by %d pixels, %d parts of %d CTAs\n", out, w, h, len(scene.Parts(ctas)), ctas)
	return nil
}
