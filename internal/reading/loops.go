package reading

import "golang.org/x/tools/go/ssa"

// A Loop is a natural loop: the blocks from which a back edge to Header, which
// dominates its source, is reached without passing Header.
type Loop struct {
	Fn     *ssa.Function
	Header *ssa.BasicBlock
	Blocks map[*ssa.BasicBlock]bool
	Back   []*ssa.BasicBlock // sources of the back edges, in block order
	Outer  *Loop             // the enclosing loop; nil if none
}

// A Forest holds the natural loops of a function.
type Forest struct {
	All   []*Loop // in the order of their headers
	inner map[*ssa.BasicBlock]*Loop
}

// Innermost returns the innermost loop that contains b, nil if none.
func (f *Forest) Innermost(b *ssa.BasicBlock) *Loop { return f.inner[b] }

// Headed returns the loop whose header is b, nil if none.
func (f *Forest) Headed(b *ssa.BasicBlock) *Loop {
	if l := f.inner[b]; l != nil && l.Header == b {
		return l
	}
	return nil
}

// Loops returns the natural loops of fn. Loops with one header are one loop.
func Loops(fn *ssa.Function) *Forest {
	f := &Forest{inner: map[*ssa.BasicBlock]*Loop{}}
	for _, h := range fn.Blocks {
		var l *Loop
		for _, p := range h.Preds {
			if !h.Dominates(p) {
				continue
			}
			if l == nil {
				l = &Loop{Fn: fn, Header: h, Blocks: map[*ssa.BasicBlock]bool{h: true}}
			}
			l.Back = append(l.Back, p)
			l.grow(p)
		}
		if l != nil {
			f.All = append(f.All, l)
		}
	}
	for _, l := range f.All {
		for _, m := range f.All {
			if m != l && m.Blocks[l.Header] && (l.Outer == nil || len(m.Blocks) < len(l.Outer.Blocks)) {
				l.Outer = m
			}
		}
		for b := range l.Blocks {
			if c := f.inner[b]; c == nil || len(l.Blocks) < len(c.Blocks) {
				f.inner[b] = l
			}
		}
	}
	return f
}

func (l *Loop) grow(b *ssa.BasicBlock) {
	stack := []*ssa.BasicBlock{b}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if l.Blocks[b] {
			continue
		}
		l.Blocks[b] = true
		stack = append(stack, b.Preds...)
	}
}

// ordered returns the loop's blocks in the function's order.
func (l *Loop) ordered() []*ssa.BasicBlock {
	var bs []*ssa.BasicBlock
	for _, b := range l.Fn.Blocks {
		if l.Blocks[b] {
			bs = append(bs, b)
		}
	}
	return bs
}

// A Cycle is the part of a site's loop that is walked when an attempt failed:
// the blocks on a path from Header to a wait and on to a back edge that do not
// pass Header in between. Choices and next values in the loop are made over
// these blocks alone, so that success paths, resets and exits disappear.
type Cycle struct {
	Fn     *ssa.Function
	Header *ssa.BasicBlock // nil: the whole function is the cycle (delay functions)
	Loop   map[*ssa.BasicBlock]bool
	On     map[*ssa.BasicBlock]bool
	After  map[*ssa.BasicBlock]bool // the part from the wait on
}

// CycleThrough returns the failing cycle of l through the block wait.
func CycleThrough(l *Loop, wait *ssa.BasicBlock) *Cycle {
	c := &Cycle{Fn: l.Fn, Header: l.Header, Loop: l.Blocks, On: map[*ssa.BasicBlock]bool{}, After: map[*ssa.BasicBlock]bool{}}
	reach := map[*ssa.BasicBlock]bool{} // from wait, not passing the header
	var down func(b *ssa.BasicBlock)
	down = func(b *ssa.BasicBlock) {
		if !l.Blocks[b] || reach[b] || b == l.Header && b != wait {
			return
		}
		reach[b] = true
		for _, s := range b.Succs {
			down(s)
		}
	}
	down(wait)
	var up func(b *ssa.BasicBlock)
	up = func(b *ssa.BasicBlock) {
		if !l.Blocks[b] || c.On[b] {
			return
		}
		c.On[b] = true
		if b != l.Header {
			for _, p := range b.Preds {
				up(p)
			}
		}
	}
	// From the back edges up to the wait, inside what the wait reaches.
	var back func(b *ssa.BasicBlock)
	back = func(b *ssa.BasicBlock) {
		if !reach[b] || c.After[b] {
			return
		}
		c.After[b] = true
		if b != wait {
			for _, p := range b.Preds {
				back(p)
			}
		}
	}
	for _, b := range l.Back {
		back(b)
	}
	up(wait)
	for b := range c.After {
		c.On[b] = true
	}
	return c
}
