package retrysite

// httpOf says what is known of the HTTP request that the operation of b sends,
// where the library tries again after what the operation then returns.
//
//	// Have: retry.Do(func() error { resp, err := http.Post(url, typ, body); if err != nil { return err }; … })
//	// Have: wait.ExponentialBackoff(b, func() (bool, error) { if _, err := http.Post(…); err != nil { return false, nil }; … })
func (l *libraryReader) httpOf(b *built) *HTTP {
	if !l.triesAll(b) {
		return nil
	}
	op := l.opFunc(b.op)
	if op == nil || len(op.Blocks) == 0 {
		if b.lib.Again != "error" {
			return nil
		}
		return l.s.told.sendOf(l.opObject(b.op))
	}
	_, h := l.s.sc.sentIn(op, b.lib.Again)
	return h
}

// triesAll reports whether b runs its operation again after any failure.
func (l *libraryReader) triesAll(b *built) bool {
	return b.lib.Again != "" && !b.open && !l.decided(b) && !l.once(b)
}

// once reports whether the policy of b is seen to allow one attempt alone.
//
//	// Have: backoff.Retry(op, backoff.WithMaxRetries(b, 0))
func (l *libraryReader) once(b *built) bool {
	if n, seen := count(b.limit); seen {
		return n == 1
	}
	for _, sub := range b.subs {
		if s := l.built[sub]; s != nil && s != b && l.once(s) {
			return true
		}
	}
	return false
}
