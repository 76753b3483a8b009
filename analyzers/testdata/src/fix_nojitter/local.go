package fix_nojitter

import "time"

func sleep(d time.Duration) { time.Sleep(d) }

// local has a variable named rand, so the import gets another name in the whole file.
func local(fetch func() error) {
	rand := time.Second
	for fetch() != nil {
		time.Sleep(rand)
		rand = min(2*rand, time.Minute)
	}
}

func another(fetch func() error) {
	for d := time.Second; fetch() != nil; d = min(2*d, time.Minute) {
		time.Sleep(d)
	}
}

// Returns in several places are drawn each.
func SeveralBackoff(attempt int) time.Duration {
	if d := time.Second << min(attempt, 20); d < time.Minute {
		return d
	}
	return time.Minute
}
