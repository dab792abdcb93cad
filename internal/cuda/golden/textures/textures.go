// Package textures reads what the texture unit of a GPU made of chosen texels and
// coordinates: the file of testdata, whose README says what it holds and what it answers.
// Nothing computes with it yet; runtime/texops follows the formulas of the CUDA programming
// guide, which differ where the README says so.
package textures

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
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
func Records() ([]*Record, error) {
	z, err := gzip.NewReader(bytes.NewReader(recorded))
	if err != nil {
		return nil, err
	}
	in := bufio.NewReader(z)
	var all []*Record
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		var h struct {
			Name, Kind                            string
			Image                                 json.RawMessage
			Texels, Points, Coordinates, Channels int
		}
		if err := json.Unmarshal(line, &h); err != nil {
			return nil, err
		}
		r := &Record{Name: h.Name, Kind: h.Kind, Image: h.Image, Memory: make([]byte, h.Texels)}
		if _, err := io.ReadFull(in, r.Memory); err != nil {
			return nil, fmt.Errorf("%s: %w", h.Name, err)
		}
		for _, part := range []struct {
			rows  *[][]float32
			width int
		}{{&r.Coordinates, h.Coordinates}, {&r.Results, h.Channels}} {
			for range h.Points {
				row := make([]float32, part.width)
				if err := binary.Read(in, binary.LittleEndian, row); err != nil {
					return nil, fmt.Errorf("%s: %w", h.Name, err)
				}
				*part.rows = append(*part.rows, row)
			}
		}
		all = append(all, r)
	}
}
