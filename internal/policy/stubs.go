package policy

import (
	"errors"
	"time"
)

// A Bound says in what interval the wait of one attempt lies, with every draw
// ranging over all it can return.
type Bound struct {
	N        int
	Lo, Hi   time.Duration
	LoF, HiF float64 // the same in ns, not truncated
	Wrapped  bool    // some integer operation left its kind
	Panics   bool    // some shift count is negative, or a draw's limit <= 0
}

// Source is a source of draws in [0,1).
type Source interface{ Float64() float64 }

// A Sampler computes delays of one policy. It is immutable and may be shared.
type Sampler struct{ p *Policy }

var errNotYet = errors.New("policy: not built yet")

func (p *Policy) Known() bool                                { return false }
func (p *Policy) Draws() bool                                { return false }
func (p *Policy) Server() bool                               { return false }
func (p *Policy) Bounds(max int) []Bound                     { return nil }
func (p *Policy) Growth() (Growth, float64)                  { return GrowthUnknown, 0 }
func (p *Policy) HalfWidth() (float64, bool)                 { return 0, false }
func (p *Policy) HalfWidths() (lo, hi float64, ok bool)      { return 0, 0, false }
func (p *Policy) Spread() (lo, hi float64, ok bool)          { return 0, 0, false }
func (p *Policy) CapShare() (share float64, at int, ok bool) { return 0, 0, false }
func (p *Policy) First() time.Duration                       { return 0 }
func (p *Policy) Longest() (time.Duration, int)              { return 0, 0 }
func (p *Policy) Cap() (time.Duration, bool)                 { return 0, false }
func (p *Policy) MaxAttempts() (n int, known bool)           { return 0, true }
func (p *Policy) OverflowAt() (n int, ok bool)               { return 0, false }
func (p *Policy) TotalWait() (lo, hi time.Duration, ok bool) { return 0, 0, false }
func (p *Policy) Nominal() (time.Duration, bool)             { return 0, false }
func (p *Policy) Assumed() []string                          { return nil }
func (p *Policy) Alternatives() []*Policy                    { return []*Policy{p} }
func (p *Policy) Full() *Policy                              { return p }
func (p *Policy) Equal() *Policy                             { return p }
func (p *Policy) Floor(frac float64) *Policy                 { return p }
func (p *Policy) HalfTo(w float64) *Policy                   { return p }
func (p *Policy) CapFirst() (*Policy, bool)                  { return nil, false }
func (p *Policy) String() string                             { return "" }
func (p *Policy) Text() string                               { return "" }
func (p *Policy) Describe() string                           { return "" }
func Parse(s string) (*Policy, error)                        { return nil, errNotYet }

// Sampler returns the policy compiled for sampling, or an error if it depends
// on something unknown.
func (p *Policy) Sampler() (*Sampler, error) { return nil, errNotYet }

// StateLen returns the number of words that Init and Next keep per client.
func (s *Sampler) StateLen() int { return 0 }

// Init fills state, of StateLen words, for a new client.
func (s *Sampler) Init(state []uint64, src Source) {}

// Next returns the delay in ns after failure n (1 at the first), whether there
// is a wait at all, and whether another attempt follows. prev is the delay
// before it, ra the server's value, elapsed the time since the first attempt,
// all in ns. It advances state.
func (s *Sampler) Next(state []uint64, n int, prev, ra, elapsed float64, src Source) (delay float64, waits, again bool) {
	return 0, true, false
}
