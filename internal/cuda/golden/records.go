package golden

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
)

// Records reads a file of records, which is compressed with gzip. A record is a line of JSON, and
// what read takes of the file behind it.
func Records(r io.Reader, read func(head []byte, body io.Reader) error) error {
	z, err := gzip.NewReader(r)
	if err != nil {
		return err
	}
	in := bufio.NewReader(z)
	for n := 0; ; n++ {
		head, err := in.ReadBytes('\n')
		if err == io.EOF && len(head) == 0 {
			return nil
		}
		if err == nil {
			err = read(head, in)
		}
		if err != nil {
			return fmt.Errorf("record %d: %w", n, err)
		}
	}
}
