package fix_nojitter

import "time"

func single(fetch func() error) {
	for d := time.Second; fetch() != nil; d = min(2*d, time.Minute) {
		time.Sleep(d)
	}
}

// Backoff is used by others, as is what it returns.
func Backoff(attempt int) time.Duration {
	return min(100*time.Millisecond<<min(attempt, 10), time.Minute)
}

// Capped returns in two places.
func Capped(attempt int) time.Duration {
	if attempt > 8 {
		return time.Minute
	}
	return 100 * time.Millisecond << attempt
}

// overall has a limit on the time, which is no wait between attempts.
func overall(fetch func() error, d time.Duration) error {
	limit := time.After(d)
	for wait := time.Second; ; wait = min(2*wait, time.Minute) {
		if fetch() == nil {
			return nil
		}
		select {
		case <-limit:
			return nil
		case <-time.After(wait):
		}
	}
}
