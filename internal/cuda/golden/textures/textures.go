// Package textures reads what the texture unit of a GPU made of chosen texels and
// coordinates: the file of testdata, whose README says what it holds and what it answers. Its
// tests hold runtime/texops to all points.
package textures

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/ptx2go/ptx2go/internal/cuda/golden"
)

//go:embed testdata/textures.rec.gz
var recorded []byte

// Record is what one texture gave at some coordinates.
type Record struct {
	Name  string
	Kind  string // the instruction: 1d, 2d, level2d, gather and so on
	Image json.RawMessage

	// Memory is that of the texels. Coordinates and Results have a row for each point.
	Memory               []byte
	Coordinates, Results [][]float32
}

// Records returns all records of the file.
func Records() (all []*Record, err error) {
	err = golden.Records(bytes.NewReader(recorded), func(head []byte, body io.Reader) error {
		var h struct {
			Name, Kind                            string
			Image                                 json.RawMessage
			Texels, Points, Coordinates, Channels int
		}
		if err := json.Unmarshal(head, &h); err != nil {
			return err
		}
		r := &Record{Name: h.Name, Kind: h.Kind, Image: h.Image, Memory: make([]byte, h.Texels)}
		_, err := io.ReadFull(body, r.Memory)
		if err == nil {
			r.Coordinates, err = rows(body, h.Points, h.Coordinates)
		}
		if err == nil {
			r.Results, err = rows(body, h.Points, h.Channels)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", h.Name, err)
		}
		all = append(all, r)
		return nil
	})
	return all, err
}

// rows reads n rows of numbers.
func rows(in io.Reader, n, width int) ([][]float32, error) {
	all := make([]float32, n*width)
	if err := binary.Read(in, binary.LittleEndian, all); err != nil {
		return nil, err
	}
	return slices.Collect(slices.Chunk(all, width)), nil
}
