package fatbin

import (
	"bytes"
	"strconv"
	"strings"
)

const memberHeader = 60

// archive reads the members of an archive of objects, as ar writes them.
func (f *File) archive(s section) error {
	var long []byte // names that do not fit into headers
	for at := s.base + int64(len("!<arch>\n")); at < s.end; {
		var h [memberHeader]byte
		if s.end-at < memberHeader {
			return nil // padding
		}
		if err := s.read(h[:], at); err != nil {
			return err
		}
		size, err := strconv.ParseInt(strings.TrimSpace(string(h[48:58])), 10, 64)
		begin := at + memberHeader
		switch {
		case err != nil || size < 0 || string(h[58:]) != "`\n":
			return s.errorf(at, "no header of a member of an archive")
		case size > s.end-begin:
			return s.errorf(at, "the member says that it has %d bytes, %d are left: the archive is cut off", size, s.end-begin)
		}
		at = begin + size + size%2
		name := strings.TrimRight(string(h[:16]), " ")
		if name == "/" || name == "/SYM64/" {
			continue // which names are defined where
		}
		if name == "//" && size <= 1<<24 {
			long = make([]byte, size)
			if err := s.read(long, begin); err != nil {
				return err
			}
			continue
		}
		part := section{s.ReaderAt, s.name, begin, begin + size}
		if n, ok := strings.CutPrefix(name, "#1/"); ok { // BSD: the name stands before the contents
			length, err := strconv.ParseInt(n, 10, 64)
			if err != nil || length < 0 || length > min(size, maxName) {
				return s.errorf(begin, "the name of a member has %s bytes", n)
			}
			full := make([]byte, length)
			if err := part.read(full, begin); err != nil {
				return err
			}
			name, part.base = cString(full), begin+length
		}
		if err := f.member(memberName(name, long), part); err != nil {
			return err
		}
	}
	return nil
}

// memberName is a name as people know it.
func memberName(name string, long []byte) string {
	if n, err := strconv.Atoi(strings.TrimPrefix(name, "/")); err == nil && name[0] == '/' && n >= 0 && n < len(long) {
		end := bytes.IndexAny(long[n:], "\n\x00")
		if end < 0 {
			end = len(long) - n
		}
		name = string(long[n : n+end])
	}
	return strings.TrimSuffix(name, "/")
}

// member finds the images of a member that is an object, and no archive itself.
func (f *File) member(name string, s section) error {
	begin := make([]byte, min(beginning, s.end-s.base))
	if err := s.read(begin, s.base); err != nil {
		return err
	}
	if format := formatOf(begin); format == "" || format == archive {
		return nil
	}
	first := len(f.Images)
	err := f.open(s)
	for _, i := range f.Images[first:] {
		i.Member = name
	}
	return err
}
