package retrysite

import (
	"golang.org/x/tools/go/ssa"
)

// A Nested is a site inside the operation of another: attempts multiply.
type Nested struct {
	Range        // the call of the outer site that leads to it
	Name  string // that call's callee, as the source writes it
	// Inner is the site inside. A client that retries by itself is the site of its policy.
	Inner *Site
}

// A layer is a site as one of several around one operation.
type layer struct {
	site *Site
	fn   *ssa.Function       // the function that attempts again; nil: a client
	call ssa.CallInstruction // what it attempts, if that is a call in fn
	op   *ssa.Function       // what it attempts, if a library is given it
	// plain says that an error of the network leads to another attempt, and that
	// success ends it.
	plain bool
	// client is the package of the client that the site configures, "" if it is none:
	// backoff.Permanent retries nothing, though backoff.Retry does.
	client string
	told   bool // the site is one of the package's anyway
}

// noteLayer notes a loop or recursion.
func (s *scanner) noteLayer(site *Site, l *loop, at *attempt) {
	y := layer{site: site, fn: l.fn, call: at.call, told: true}
	if at.path.kind == leaves && s.sc.spent < packageFuel/2 {
		t := s.sc.follow(l, at.call, outcome{kind: broken, flip: at.flip})
		y.plain = t.round && !t.tainted
	}
	s.layers = append(s.layers, y)
}

// nest says of each site whether its operation is itself one.
func (s *scanner) nest() {
	within := map[*ssa.Function]*layer{}
	clients := map[string]*Site{}
	for i := range s.layers {
		y := &s.layers[i]
		if y.fn == nil {
			if y.told && y.client != "" && clients[y.client] == nil {
				clients[y.client] = y.site
			}
			continue
		}
		if y.plain && within[y.fn] == nil && retriesFewTimes(y.site) && (y.op != nil || y.site.Attempt.Remote >= Possibly) {
			within[y.fn] = y
		}
	}
	for _, y := range s.layers {
		switch {
		case !y.plain:
		case y.op != nil:
			s.nestedIn(y, within, clients)
			if y.site.Nested != nil && !y.told {
				s.sites = append(s.sites, y.site)
			}
		case y.call != nil && y.site.Attempt.Remote >= Possibly:
			s.nestedAt(y, y.call, within, clients)
		}
	}
}

// retriesFewTimes reports whether a site gives up by itself, after more than one attempt.
func retriesFewTimes(site *Site) bool {
	limited := len(site.Waits) == 0
	for _, w := range site.Waits {
		for _, p := range w.Policies {
			if n, known := p.MaxAttempts(); n == 1 && known {
				return false
			} else if n > 1 || !known {
				limited = true
			}
		}
	}
	return limited
}

// nestedIn looks for a site behind the calls of an operation.
func (s *scanner) nestedIn(y layer, within map[*ssa.Function]*layer, clients map[string]*Site) {
	for _, b := range y.op.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && y.site.Nested == nil && returnsError(c.Call.Signature()) {
				s.nestedAt(y, c, within, clients)
			}
		}
	}
}

// nestedAt notes the site behind a call, if there is one.
//
//	// Have: for range 3 { if a, err = r.exchange(q); err == nil { … } }, and exchange has a loop of its own
func (s *scanner) nestedAt(y layer, c ssa.CallInstruction, within map[*ssa.Function]*layer, clients map[string]*Site) {
	inner := clients[calleePkg(c)]
	if inner != nil && (!retriesFewTimes(inner) || inner == y.site) {
		inner = nil
	}
	if fn := s.sc.body(c); fn != nil && fn != y.fn {
		if in := s.layerIn(fn, y, within, nestDepth); in != nil {
			inner = in.site
		}
	}
	if inner == nil || inner == y.site {
		return
	}
	n := &Nested{Inner: inner}
	n.Range, n.Name = s.sc.place(c)
	y.site.Nested = n
}

// nestDepth bounds how many calls deep a site inside another is looked for.
const nestDepth = 2

// layerIn returns the site in fn, or in what it calls whose failure may be its own.
func (s *scanner) layerIn(fn *ssa.Function, y layer, within map[*ssa.Function]*layer, left int) *layer {
	if fn == y.fn {
		return nil
	}
	if in := within[fn]; in != nil {
		return in
	}
	if left == 0 {
		return nil
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || !returnsError(c.Call.Signature()) {
				continue
			}
			if callee := s.sc.body(c); callee != nil && callee != fn {
				if found := s.layerIn(callee, y, within, left-1); found != nil {
					return found
				}
			}
		}
	}
	return nil
}
