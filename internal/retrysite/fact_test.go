package retrysite

import (
	"bytes"
	"encoding/gob"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/internal/policy"
)

func TestFacts(t *testing.T) {
	dir, err := filepath.Abs("testdata/facts")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, Helpers, "helpers", "renamed", "clocks", "runs", "runsagain", "runslibrary", "sends", "sendsagain", "says", "builds")
}

// TestFactGob holds a fact to what the go command does with it between two
// packages: it is written, and read again.
func TestFactGob(t *testing.T) {
	b := policy.NewBuilder()
	base := b.Unknown(policy.Param(0), policy.Int64, policy.RoleDuration)
	draw := b.Draw(policy.Float64, "7.t3", policy.Uniform, false)
	d := b.Op(policy.OpMul, policy.Float64, b.Op(policy.OpConv, policy.Float64, base), draw)
	h := &Helper{Delay: policy.Take(d), Result: 1, Wait: policy.Take(base), Bare: true, Runs: &Runs{Param: 2, Deaf: true}}

	write := func(h *Helper) []byte {
		var buf bytes.Buffer
		if err := gob.NewEncoder(&buf).Encode(h); err != nil {
			t.Fatal(err)
		}
		return buf.Bytes()
	}
	first := write(h)
	var back Helper
	if err := gob.NewDecoder(bytes.NewReader(first)).Decode(&back); err != nil {
		t.Fatal(err)
	}
	if got, want := back.String(), "result 1 delay ?p0 * r; sleeps ?p0; attempts ?p2 again, deaf"; got != want || h.String() != want {
		t.Errorf("read again: %q, written: %q, want %q", got, h.String(), want)
	}
	if !bytes.Equal(first, write(&back)) {
		t.Error("the same fact is written in two ways")
	}
	if len(first) > 1000 {
		t.Errorf("the fact takes %d bytes", len(first))
	}
}
