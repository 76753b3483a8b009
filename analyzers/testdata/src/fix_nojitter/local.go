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
func Several(n int) time.Duration {
	if n > 6 {
		return time.Minute
	}
	return time.Second << n
}
