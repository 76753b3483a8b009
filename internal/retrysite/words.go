package retrysite

// tell adds to a site what only some rules ask of its loop.
func (s *scanner) tell(site *Site, l *loop, at *attempt) {
	site.Stop = s.sc.stopOf(l)
	site.Refused = s.refusedOf(l, at)
	site.Timeout = s.timeoutOf(l, at)
	site.Shared = s.sc.sharedOf(l)
	s.noteLayer(site, l, at)
}
