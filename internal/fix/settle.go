package fix

import (
	"go/format"
	"go/scanner"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// settle returns the changes as edits that leave the file as gofmt writes it,
// nil if they do not. Each edit lies between two tokens that stay.
func (e *editor) settle() []analysis.TextEdit {
	text, kept := e.edited()
	if text == "" {
		return nil
	}
	formatted, err := format.Source([]byte(text))
	if err != nil {
		return nil
	}
	if was, err := format.Source(e.src); err != nil || string(was) != string(e.src) {
		formatted = []byte(text) // it is not for us to format the rest
	}
	before, after := scan(text), scan(string(formatted))
	if len(before) != len(after) {
		return nil
	}
	var edits []analysis.TextEdit
	oldEnd, newEnd := 0, 0
	add := func(oldStart, newStart int) {
		if c := minimal(string(e.src[oldEnd:oldStart]), string(formatted[newEnd:newStart]), e.early); c != (change{}) {
			edits = append(edits, analysis.TextEdit{Pos: e.tf.Pos(oldEnd + c.from), End: e.tf.Pos(oldEnd + c.to), NewText: []byte(c.text)})
		}
	}
	for i, t := range before {
		if t.text != after[i].text {
			return nil
		}
		old, ok := oldOffset(kept, t)
		if !ok {
			continue
		}
		if old < oldEnd {
			return nil
		}
		add(old, after[i].at)
		oldEnd, newEnd = old+len(t.text), after[i].at+len(t.text)
	}
	add(len(e.src), len(formatted))
	return edits
}

// minimal returns the change that makes b of a, without what both begin and end
// with: as far back as it can stand if early, else as far on.
func minimal(a, b string, early bool) change {
	if a == b {
		return change{}
	}
	n, m := 0, 0
	begins := func() {
		for n < len(a)-m && n < len(b)-m && a[n] == b[n] {
			n++
		}
	}
	ends := func() {
		for m < len(a)-n && m < len(b)-n && a[len(a)-1-m] == b[len(b)-1-m] {
			m++
		}
	}
	if early {
		ends()
		begins()
	} else {
		begins()
		ends()
	}
	return change{n, len(a) - m, b[n : len(b)-m]}
}

// oldOffset returns where the token t stands in the source, not ok if it is new.
func oldOffset(kept []piece, t lexeme) (int, bool) {
	i := slices.IndexFunc(kept, func(p piece) bool { return p.new <= t.at && t.at+len(t.text) <= p.new+p.size })
	if i < 0 {
		return 0, false
	}
	return t.at - kept[i].new + kept[i].old, true
}

// A lexeme is a token, or a comment, as it is written.
type lexeme struct {
	at   int
	text string
}

func scan(src string) []lexeme {
	fset := token.NewFileSet()
	f := fset.AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(f, []byte(src), func(token.Position, string) {}, scanner.ScanComments)
	var out []lexeme
	for {
		pos, tok, lit := s.Scan()
		switch {
		case tok == token.EOF:
			return out
		case tok == token.SEMICOLON && lit == "\n":
			continue
		case lit == "" || tok.IsOperator():
			lit = tok.String()
		}
		out = append(out, lexeme{f.Offset(pos), strings.TrimRight(lit, "\n")})
	}
}
