package casefile

import (
	"strconv"
	"unicode/utf8"
)

// Path is the path of a file or folder that stands in JSON, which has no bytes that are not
// UTF-8: a path with such bytes, or one that begins with a quotation mark, is there quoted as
// in Go.
type Path string

// MarshalText implements encoding.TextMarshaler.
func (p Path) MarshalText() ([]byte, error) {
	if utf8.ValidString(string(p)) && (p == "" || p[0] != '"') {
		return []byte(p), nil
	}
	return []byte(strconv.QuoteToASCII(string(p))), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *Path) UnmarshalText(text []byte) error {
	s := string(text)
	if s != "" && s[0] == '"' {
		var err error
		if s, err = strconv.Unquote(s); err != nil {
			return err
		}
	}
	*p = Path(s)
	return nil
}
