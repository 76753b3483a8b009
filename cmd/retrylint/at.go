package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/report"
)

// siteAt returns the retry site in the package of the file to which the line
// belongs: file.go:57 or file.go:57:3. The rules run as without flags, but for
// those of v.
func (c *call) siteAt(ctx context.Context, v vetFlags, at string) (*vetRun, *report.Site, error) {
	place := report.ParsePlace(at)
	if place.Line == 0 || filepath.Ext(place.File) != ".go" {
		return nil, nil, usagef("%q is no place in a file: want file.go:line", at)
	}
	path, err := filepath.Abs(place.File)
	if err != nil {
		return nil, nil, err
	}
	dir := filepath.Dir(path)
	r, err := c.vet(ctx, dir, v.args, []string{"."})
	if err != nil {
		return nil, nil, err
	}
	if err := r.failed(c.stderr); err != nil {
		return nil, nil, err
	}
	best, distance := (*report.Site)(nil), 0
	var lines []string
	for _, s := range r.sites {
		if !sameFile(s.File, path, dir) {
			continue
		}
		lines = append(lines, fmt.Sprint(s.Line))
		if d, ok := covers(s, place); ok && (best == nil || d < distance) {
			best, distance = s, d
		}
	}
	if best == nil {
		where := "no retry site was read in that file"
		if len(lines) > 0 {
			where = "those of the file are at lines " + strings.Join(lines, ", ")
		}
		return nil, nil, fmt.Errorf("no retry site at %s: %s", at, where)
	}
	best.File = report.Relative(r.dir, best.File)
	return r, best, nil
}

func sameFile(have, path, dir string) bool {
	if !filepath.IsAbs(have) {
		have = filepath.Join(dir, have)
	}
	return filepath.Clean(have) == path
}

// covers reports whether the line belongs to s, and how far it is from what the
// site is found by: the smaller, the better.
func covers(s *report.Site, at report.Place) (distance int, ok bool) {
	for _, w := range s.Waits {
		for _, p := range []string{w.At, w.Computed} {
			if q := report.ParsePlace(p); filepath.Base(q.File) == filepath.Base(at.File) && q.Line == at.Line {
				return 0, true
			}
		}
	}
	for _, f := range s.Findings {
		if q := report.ParsePlace(f.At); filepath.Base(q.File) == filepath.Base(at.File) && q.Line == at.Line {
			return 0, true
		}
	}
	if s.First <= at.Line && at.Line <= s.Last {
		return 1 + s.Last - s.First, true
	}
	return 0, false
}

// policiesAt returns what the code at a place does, to be simulated.
func policiesAt(ctx context.Context, c *call, at string) ([]simPolicy, error) {
	_, s, err := c.siteAt(ctx, vetFlags{}, at)
	if err != nil {
		return nil, err
	}
	if why := s.Unknown(); why != "" {
		return nil, fmt.Errorf("%s: %s", at, why)
	}
	var out []simPolicy
	for _, w := range s.Waits {
		for _, p := range w.Policies {
			if !p.Known || slices.ContainsFunc(out, func(q simPolicy) bool { return cmp.Compare(q.policy.Text(), p.Text) == 0 }) {
				continue
			}
			q, err := policy.Parse(p.Text)
			if err != nil {
				return nil, fmt.Errorf("%s: its policy is too involved to simulate: %s", at, p.Text)
			}
			name := at
			if len(out) > 0 {
				name = fmt.Sprintf("%s (%d)", at, len(out)+1)
			}
			out = append(out, simPolicy{name: name, policy: q})
		}
	}
	return out, nil
}
