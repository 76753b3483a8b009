package report

import (
	"crypto/sha256"
	"fmt"
	"path"
	"strings"
)

// fingerprintKey names the fingerprint, and the way in which it is computed.
const fingerprintKey = "retrylint/v1"

// fingerprints returns a fingerprint for each finding of d, by which it is known
// again after the code around it has changed: of the rule, the directory, the
// function around it and the line without its indentation and spacing. What is equal
// in all of these is numbered in the order of the source.
func fingerprints(d *Document, files sources) []string {
	out := make([]string, len(d.Findings))
	seen := map[string]int{}
	for i, f := range d.Findings {
		file, _ := seenFrom(d.Root, f.File)
		line := strings.Join(strings.Fields(files.of(f.File).line(f.Line)), " ")
		sum := sha256.Sum256([]byte(strings.Join([]string{f.Rule, path.Dir(file), f.Func, line}, "\x00")))
		key := fmt.Sprintf("%x", sum[:12])
		seen[key]++
		out[i] = fmt.Sprintf("%s:%d", key, seen[key])
	}
	return out
}
