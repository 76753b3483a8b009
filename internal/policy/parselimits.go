package policy

import (
	"math"
	"time"
)

// limits reads attempts=8 elapsed=5m budget=10% breaker=3/30s prev=1s.
func (p *parser) limits(pol *Policy) error {
	read := map[string]func(*Policy) error{
		"attempts": p.attempts, "elapsed": p.elapsed, "budget": p.budget, "breaker": p.breaker, "prev": p.prev,
	}
	for {
		t := p.next()
		if t.kind == tokEnd {
			return nil
		}
		f := read[t.text]
		if t.kind != tokName || f == nil {
			return errAt(t.col, "unexpected %q after the delay", t.text)
		}
		if err := p.expect("="); err != nil {
			return err
		}
		if err := f(pol); err != nil {
			return err
		}
	}
}

// whole reads a whole number from 1.
func (p *parser) whole(what string) (int, error) {
	v := p.next()
	if v.kind != tokNumber || v.time || v.num != math.Trunc(v.num) || v.num < 1 || v.num > 1e9 {
		return 0, errAt(v.col, "%s= takes a whole number from 1", what)
	}
	return int(v.num), nil
}

// duration reads a time.
func (p *parser) duration(what string) (time.Duration, error) {
	v := p.next()
	if v.kind != tokNumber || v.num > math.MaxInt64/2 {
		return 0, errAt(v.col, "%s= takes a duration", what)
	}
	return time.Duration(v.num), nil
}

func (p *parser) attempts(pol *Policy) (err error) {
	pol.Attempts, err = p.whole("attempts")
	return err
}

func (p *parser) elapsed(pol *Policy) (err error) {
	pol.Elapsed, err = p.duration("elapsed")
	return err
}

func (p *parser) prev(pol *Policy) error {
	v := p.next()
	if v.kind != tokNumber || v.num > math.MaxInt64/2 {
		return errAt(v.col, "prev= takes a duration")
	}
	pol.Prev = p.b.number(Float64, 0, v.num, true)
	return nil
}

// budget reads 10% or 0.1.
func (p *parser) budget(pol *Policy) error {
	v := p.next()
	share := v.num
	if p.accept("%") {
		share /= 100
	}
	if v.kind != tokNumber || v.time || !(share > 0 && share <= 1) {
		return errAt(v.col, "budget= takes a share of the requests, such as 10%%")
	}
	pol.Budget = share
	return nil
}

// breaker reads 3/30s.
func (p *parser) breaker(pol *Policy) error {
	n, err := p.whole("breaker")
	if err != nil {
		return err
	}
	if err := p.expect("/"); err != nil {
		return err
	}
	open, err := p.duration("breaker")
	if err == nil && open <= 0 {
		t := p.toks[p.at-1]
		return errAt(t.col, "breaker= takes failures and a time, such as 3/30s")
	}
	pol.Breaker = Breaker{Failures: n, Open: open}
	return err
}
