package retrysite

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// lockedAt returns the name of the mutex that is held at an instruction: its
// function has locked it on every way there, and unlocks it on none.
//
//	// Have: s.mu.Lock(); defer s.mu.Unlock(); for { ...; time.Sleep(d) }
func (sc *scope) lockedAt(at ssa.Instruction) string {
	if c, ok := at.(ssa.CallInstruction); ok && sc.unlocks(sc.body(c), bodyDepth) {
		return "" // Have: s.pause(d), which unlocks, waits, and locks again
	}
	for _, b := range at.Parent().Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if ok && locksMutex(c) && dominates(c, at) && !sc.unlockedBetween(c, at) {
				return mutexName(callArgs(c)[0])
			}
		}
	}
	return ""
}

// locksMutex reports whether c locks a mutex.
func locksMutex(c ssa.CallInstruction) bool {
	switch fullName(c) {
	case "(*sync.Mutex).Lock", "(*sync.RWMutex).Lock", "(*sync.RWMutex).RLock":
		return true
	}
	return false
}

// unlocksMutex reports whether c may unlock a mutex.
func unlocksMutex(c ssa.CallInstruction) bool {
	switch fullName(c) {
	case "(*sync.Mutex).Unlock", "(*sync.RWMutex).Unlock", "(*sync.RWMutex).RUnlock", "(*sync.Cond).Wait":
		return true
	}
	return strings.HasSuffix(calleeName(c), "Unlock") && isLocker(c)
}

// isLocker reports whether c is called on a sync.Locker.
func isLocker(c ssa.CallInstruction) bool {
	a := callArgs(c)
	return len(a) > 0 && isNamed(a[0].Type(), "sync", "Locker")
}

// unlockedBetween reports whether something on the way from a lock to an
// instruction may unlock it.
func (sc *scope) unlockedBetween(lock *ssa.Call, at ssa.Instruction) bool {
	k := cellKey(callArgs(lock)[0])
	found := false
	for _, b := range at.Parent().Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || found || c == lock || !leadsTo(lock, c, nil) || !leadsTo(c, at, lock) {
				continue
			}
			if unlocksMutex(c) {
				a := callArgs(c)
				found = isLocker(c) || len(a) == 0 || fullName(c) == "(*sync.Cond).Wait" || cellKey(a[0]) == k
			} else {
				found = sc.unlocks(sc.body(c), bodyDepth)
			}
		}
	}
	return found
}

// unlocks reports whether fn, or what it calls in the package, unlocks a mutex
// that it has not locked itself.
func (sc *scope) unlocks(fn *ssa.Function, left int) bool {
	if fn == nil {
		return false
	}
	locked, unlocked, deeper := false, false, false
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			switch {
			case unlocksMutex(c):
				unlocked = true
				locked = locked || deferred(c)
			case locksMutex(c) && !unlocked:
				locked = true
			case left > 0 && !deeper:
				deeper = sc.unlocks(sc.body(c), left-1)
			}
		}
	}
	return unlocked && !locked || deeper
}

func deferred(c ssa.CallInstruction) bool {
	_, ok := c.(*ssa.Defer)
	return ok
}

// dominates reports whether every way to b passes a.
func dominates(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return precedesIn(a, b)
	}
	return a.Block().Dominates(b.Block())
}

// leadsTo reports whether control can go from a to b without passing over, if
// it is not nil.
func leadsTo(a, b, over ssa.Instruction) bool {
	if a.Block() == b.Block() && precedesIn(a, b) {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{}
	todo := append([]*ssa.BasicBlock(nil), a.Block().Succs...)
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[x] || over != nil && x == over.Block() {
			continue
		}
		if seen[x] = true; x == b.Block() {
			return true
		}
		todo = append(todo, x.Succs...)
	}
	return false
}

// precedesIn reports whether a stands before b in their block.
func precedesIn(a, b ssa.Instruction) bool {
	for _, in := range a.Block().Instrs {
		if in == a || in == b {
			return in == a && a != b
		}
	}
	return false
}

// mutexName is the mutex as a reader knows it: "c.mu", or "c" where c embeds it.
func mutexName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		base := ""
		switch x := strip(v.X).(type) {
		case *ssa.Parameter:
			base = x.Name()
		case *ssa.FieldAddr:
			base = mutexName(x)
		}
		f := fieldVar(v)
		switch {
		case f == nil || f.Embedded() && base != "":
			return base
		case base == "":
			return f.Name()
		}
		return base + "." + f.Name()
	case *ssa.Global:
		return v.Name()
	case *ssa.FreeVar:
		return v.Name()
	case *ssa.Alloc:
		return v.Comment
	case *ssa.Parameter:
		return v.Name()
	}
	if n, ok := types.Unalias(v.Type()).(*types.Named); ok {
		return n.Obj().Name()
	}
	return "a mutex"
}
