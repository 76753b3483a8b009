package retrysite

// tell adds to a site what only some rules ask of its loop.
func (s *scanner) tell(site *Site, l *loop, at *attempt) {
	site.Stop = s.sc.stopOf(l)
	site.Refused = s.refusedOf(l, at)
	site.Timeout = s.timeoutOf(l, at)
	site.Shared = s.sc.sharedOf(l)
	s.noteLayer(site, l, at)
	k := &keeper{sc: s.sc, l: l, at: at}
	site.LimitKept = k.limitKept()
	site.Tx = s.sc.txOf(l, at)
	site.Lost = s.sc.lostAt(l, at)
	site.Silent = s.sc.silent(l, at, s.waitsOf(l.fn, maxHelpers))
}

// tellWait adds to a wait what only some rules ask of it.
func (s *scanner) tellWait(out *Wait, l *loop, at *attempt, w wait) {
	out.Always = l.always(at, w.in.Block())
	out.Apart = s.sc.apart(l, at, w.in)
	k := &keeper{sc: s.sc, l: l, at: at}
	out.Kept = k.delayKept(w)
	out.Locked = s.sc.lockedAt(w.in)
}
