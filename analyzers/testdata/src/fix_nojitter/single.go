package fix_nojitter

import "time"

func single(fetch func() error) {
	for d := time.Second; fetch() != nil; d = min(2*d, time.Minute) {
		time.Sleep(d)
	}
}
