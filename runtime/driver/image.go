package driver

import (
	"errors"
	"io"
	"os"
	"strings"
	"sync/atomic"
)

var images atomic.Pointer[func(string, int) ([]string, error)]

// SetImages sets what finds the PTX in an image that is no text, for a device of an architecture (89 for
// 8.9): several texts, if they are to be linked. By default such images are refused. Package
// github.com/ptx2go/ptx2go/interpret/images calls it when it is imported. If the error has no Result, that
// of the call is ErrInvalidImage.
func SetImages(find func(image string, arch int) (texts []string, err error)) { images.Store(&find) }

// binaries is how images begin that are no text: ELF files with machine code or with fat binaries, archives
// of those, and fat binaries.
var binaries = []string{"\x7fELF", "!<arch>\n", "\x50\xed\x55\xba", "\xb1\x43\x62\x46"}

// IsBinary reports whether an image is no text.
func IsBinary(image string) bool {
	for _, b := range binaries {
		if strings.HasPrefix(image, b) {
			return true
		}
	}
	return false
}

// ImagePTX returns the text that ModuleLoadData takes of an image: the image, or what it carries for the
// device. The errors are those of ModuleLoadData.
func ImagePTX(image string) (string, error) { return imagePTX("ImagePTX", image) }

func imagePTX(call, image string) (string, error) {
	if len(image) > MaxImage {
		return "", refuse(call, ErrInvalidImage, "an image of %d bytes, it has at most %d", len(image), MaxImage)
	}
	if !IsBinary(image) {
		return image, nil
	}
	find := images.Load()
	if find == nil {
		return "", refuse(call, ErrInvalidImage, "this is no PTX text: import github.com/ptx2go/ptx2go/interpret/images, "+
			"which finds the PTX in fat binaries and in files that carry them")
	}
	texts, err := (*find)(image, int(capability.Load()))
	if err != nil {
		r := ErrInvalidImage
		errors.As(err, &r)
		return "", &Error{call, r, err}
	}
	for _, text := range texts {
		if strings.Contains(text, between) {
			return "", refuse(call, ErrInvalidPTX, "a character that no PTX has")
		}
	}
	return Link(texts...), nil
}

// MaxImage is the largest size in bytes of a PTX text, of several that are linked, or of another image. Real
// ones reach tens of megabytes.
const MaxImage = 1 << 28

// ReadImage returns the image in a file, as ModuleLoad reads it, for Link. The error is
// ErrFileNotFound if it cannot be read, and ErrInvalidImage if it is a device or has more than
// MaxImage bytes. A pipe is read to its end.
func ReadImage(file string) (string, error) { return readImage("ReadImage", file, MaxImage) }

func readImage(call, file string, most int64) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", &Error{call, ErrFileNotFound, err}
	}
	defer f.Close()
	about, err := f.Stat()
	switch {
	case err != nil:
		return "", &Error{call, ErrFileNotFound, err}
	case about.Mode()&os.ModeDevice != 0:
		return "", refuse(call, ErrInvalidImage, "%s is a device", file)
	case about.Mode().IsRegular() && about.Size() > most:
		return "", refuse(call, ErrInvalidImage, "%s has %d bytes, a text has at most %d", file, about.Size(), most)
	}
	var text strings.Builder
	text.Grow(int(min(about.Size(), most)))
	n, err := io.Copy(&text, io.LimitReader(f, most+1))
	switch {
	case err != nil:
		return "", &Error{call, ErrFileNotFound, err}
	case n > most:
		return "", refuse(call, ErrInvalidImage, "%s has more than the %d bytes that a text has at most", file, most)
	}
	return text.String(), nil
}
