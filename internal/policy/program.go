package policy

// A program is a policy in flat slots: every node once, arguments before the
// nodes that use them. It holds no values: an evaluator keeps one per slot.
type program struct {
	nodes  []node
	delay  int32
	wait   int32 // -1: always
	again  int32 // -1: always
	prev0  int32 // the value of OpPrev at the first failure; -1: 0
	states []stateSlots
	draws  []drawSlots
	step   []int32 // what one attempt computes, in order
	start  []int32 // what the initial values need, in order
	loops  []loopSlots
	leaves []int32 // constants, unknowns, coins, opaques
	prev   int32   // the slot of OpPrev as Float64 or Int64 where it reaches a target on many paths, else -1
	size   int     // node evaluations of one step, inner loops once
}

type node struct {
	e    *Expr
	op   Op
	kind Kind
	aux  int32 // OpState: state or -1; OpDraw, OpDrawN: draw; OpExit: loop
	args []int32
}

type stateSlots struct {
	slot, init, next int32
	many             bool // like drawSlots.many
}

// drawSlots is one identity of a draw: the node slots share its number.
type drawSlots struct {
	name   string
	dist   Dist
	client bool
	whole  bool // only in DrawN
	many   bool // reaches some target on more than one path
}

type loopSlots struct {
	states       []stateSlots
	again, value int32
	body         []int32 // what depends on the loop's states, in order
}

// A compiler numbers the nodes of a policy.
type compiler struct {
	p     *program
	slot  map[*Expr]int32
	draw  map[string]int32
	order *[]int32
	// done tells which slots the list being built already computes.
	done map[int32]bool
}

func compile(pol *Policy) *program {
	p := &program{delay: -1, wait: -1, again: -1, prev0: -1, prev: -1}
	c := &compiler{p: p, slot: map[*Expr]int32{}, draw: map[string]int32{}}
	for i, s := range pol.States {
		p.states = append(p.states, stateSlots{slot: c.leaf(s.Var, int32(i))})
	}
	c.order, c.done = &p.start, map[int32]bool{}
	for i, s := range pol.States {
		p.states[i].init = c.visit(s.Init)
	}
	if pol.Prev != nil {
		p.prev0 = c.visit(pol.Prev)
	}
	c.order, c.done = &p.step, map[int32]bool{}
	if pol.Wait != nil {
		p.wait = c.visit(pol.Wait)
	}
	p.delay = c.visit(pol.Delay)
	if pol.Again != nil {
		p.again = c.visit(pol.Again)
	}
	for i, s := range pol.States {
		p.states[i].next = c.visit(s.Next)
	}
	p.size = len(p.step) + 1
	for _, l := range p.loops {
		p.size += len(l.body)
	}
	p.countPaths()
	return p
}

// leaf gives e a slot without computing it.
func (c *compiler) leaf(e *Expr, aux int32) int32 {
	if i, ok := c.slot[e]; ok {
		return i
	}
	i := int32(len(c.p.nodes))
	c.p.nodes = append(c.p.nodes, node{e: e, op: e.Op, kind: e.Kind, aux: aux})
	c.slot[e] = i
	return i
}

// visit returns the slot of e and sees to it that the list being built
// computes it.
func (c *compiler) visit(e *Expr) int32 {
	switch e.Op {
	case OpConst, OpUnknown, OpOpaque, OpCoin:
		if i, ok := c.slot[e]; ok {
			return i
		}
		i := c.leaf(e, -1)
		c.p.leaves = append(c.p.leaves, i)
		return i
	case OpState:
		return c.leaf(e, -1)
	}
	if i, ok := c.slot[e]; ok && c.done[i] {
		return i
	}
	var args []int32
	for _, a := range e.Args {
		args = append(args, c.visit(a))
	}
	aux := int32(-1)
	switch e.Op {
	case OpDraw, OpDrawN:
		aux = c.drawOf(e)
	case OpExit:
		aux = c.loop(e)
	}
	i := c.leaf(e, aux)
	c.p.nodes[i].args = args
	c.done[i] = true
	*c.order = append(*c.order, i)
	return i
}

func (c *compiler) drawOf(e *Expr) int32 {
	i, ok := c.draw[e.Name]
	if !ok {
		i = int32(len(c.p.draws))
		c.draw[e.Name] = i
		c.p.draws = append(c.p.draws, drawSlots{name: e.Name, dist: e.Dist, client: e.Client, whole: true})
	}
	d := &c.p.draws[i]
	d.client = d.client || e.Client
	if e.Op == OpDraw {
		d.dist, d.whole = e.Dist, false
	}
	return i
}

// loop compiles the inner loop of e: what does not depend on its states is
// computed before it, the rest is its body.
func (c *compiler) loop(e *Expr) int32 {
	l := e.Loop
	var ls loopSlots
	vars := map[*Expr]bool{}
	for _, s := range l.States {
		init := c.visit(s.Init)
		vars[s.Var] = true
		ls.states = append(ls.states, stateSlots{slot: c.leaf(s.Var, -1), init: init})
	}
	inside := map[*Expr]bool{}
	var roots []*Expr
	for _, s := range l.States {
		roots = append(roots, s.Next)
	}
	roots = append(roots, l.Again, l.Value)
	for _, r := range roots {
		depends(r, vars, inside)
	}
	for _, r := range roots {
		c.outside(r, inside, map[*Expr]bool{})
	}
	for n, d := range inside { // another exit of the same loop has its own body
		if i, ok := c.slot[n]; ok && d {
			delete(c.done, i)
		}
	}
	saved := c.order
	c.order = &ls.body
	ls.again = c.visit(l.Again)
	ls.value = c.visit(l.Value)
	for i, s := range l.States {
		ls.states[i].next = c.visit(s.Next)
	}
	c.order = saved
	c.p.loops = append(c.p.loops, ls)
	return int32(len(c.p.loops) - 1)
}

// depends records in memo which nodes under e depend on vars. Draws are made
// anew in each round, so they do.
func depends(e *Expr, vars, memo map[*Expr]bool) bool {
	if vars[e] {
		return true
	}
	if d, ok := memo[e]; ok {
		return d
	}
	memo[e] = false
	d := e.Op == OpDraw || e.Op == OpDrawN
	for _, a := range kids(e) {
		d = depends(a, vars, memo) || d
	}
	memo[e] = d
	return d
}

func (c *compiler) outside(e *Expr, inside, seen map[*Expr]bool) {
	if seen[e] {
		return
	}
	seen[e] = true
	if d, ok := inside[e]; ok && !d {
		c.visit(e)
		return
	}
	for _, a := range kids(e) {
		c.outside(a, inside, seen)
	}
}

// kids returns the nodes that e is computed from, inner loops included.
func kids(e *Expr) []*Expr {
	if e.Loop == nil {
		return e.Args
	}
	k := append([]*Expr(nil), e.Args...)
	for _, s := range e.Loop.States {
		k = append(k, s.Init, s.Next)
	}
	return append(k, e.Loop.Again, e.Loop.Value)
}

// countPaths finds the draws that reach the delay, or the next value of one
// state, on more than one path: there plain intervals forget that it is the
// same number.
func (p *program) countPaths() {
	roots := []int32{p.delay}
	for _, s := range p.states {
		roots = append(roots, s.next)
	}
	count := make([]int, len(p.nodes))
	for _, r := range roots {
		clear(count)
		count[r] = 1
		for i := len(p.step) - 1; i >= 0; i-- {
			n := p.step[i]
			for _, a := range p.nodes[n].args {
				count[a] = min(count[a]+count[n], 2)
			}
			if nd := p.nodes[n]; nd.op == OpExit {
				for j := range count {
					if count[n] > 0 && p.inLoop(nd.aux, int32(j)) {
						count[j] = 2
					}
				}
			}
		}
		for i, st := range p.states {
			p.states[i].many = st.many || count[st.slot] > 1
		}
		for i, n := range p.nodes {
			if n.op == OpPrev && count[i] > 1 {
				p.prev = int32(i)
			}
		}
		perDraw := make([]int, len(p.draws))
		for i, n := range p.nodes {
			if n.op == OpDraw || n.op == OpDrawN {
				perDraw[n.aux] += count[i]
			}
		}
		for i, c := range perDraw {
			p.draws[i].many = p.draws[i].many || c > 1
		}
	}
}

// inLoop reports whether the slot is an argument of the body of loop l.
func (p *program) inLoop(l, slot int32) bool {
	for _, n := range p.loops[l].body {
		for _, a := range p.nodes[n].args {
			if a == slot {
				return true
			}
		}
	}
	for _, s := range p.loops[l].states {
		if s.init == slot {
			return true
		}
	}
	return false
}
