package driver

import (
	"errors"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gotext"
	"github.com/ptx2go/ptx2go/runtime/texthash"
)

// texts returns what -from-go names, in the order of the command line and of the files. Texts
// that are one module (package texthash) are one.
func (opt *generateOptions) texts() ([]*gotext.Text, error) {
	var texts []*gotext.Text
	var mistakes []error
	var loader gotext.Loader
	seen := map[string]bool{} // modules, by folder and hash
	for _, arg := range opt.fromGo {
		file, consts, _ := strings.Cut(arg, "#")
		files, err := matched([]string{file})
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if strings.HasSuffix(file, outputSuffix) {
				continue // generated, by a pattern that fits that, too
			}
			list, err := loader.Load(file, consts)
			if err != nil {
				mistakes = append(mistakes, err)
			}
			for _, t := range list {
				id := filepath.Dir(file) + "\x00" + texthash.Of(t.Value)
				if !seen[id] {
					seen[id] = true
					texts = append(texts, t)
				}
			}
		}
	}
	return texts, errors.Join(mistakes...)
}

// ptxSuffix matches what a constant's name says of PTX at its end.
var ptxSuffix = regexp.MustCompile(`(?i)_?ptx$`)

// constInput is the text of a constant, whose code lies beside its file, by its name.
func constInput(t *gotext.Text) input {
	name := ptxSuffix.ReplaceAllString(t.Const, "")
	if name == "" {
		name = t.Const
	}
	text := t.Placed()
	return input{path: t.File + "#" + t.Const, name: t.Name(), base: filepath.Join(filepath.Dir(t.File), name), text: &text}
}
