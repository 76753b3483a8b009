package nojitter

import (
	"net/http"
	"time"

	again "company/retry"
)

func got() error {
	resp, err := http.Get("https://example.com")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The numbers are given to a function of another package.
func given(jitter float64) {
	again.Spread(5, time.Second, 2, 0, got) // want `delay 1s x2, half-width 0, 5 attempts.*give it a larger jitter.*\(nojitter\)`
	again.Spread(5, time.Second, 2, 0.1, got)
	again.Spread(5, time.Second, 2, jitter, got)
	again.Spread(5, time.Second, 1, 0, got)
	again.By(again.Options{Attempts: 5, Base: time.Second, Max: time.Minute}, got) // want `delay 1s x2 up to 60s, half-width 0, 5 attempts.*give it a larger Jitter.*\(nojitter\)`
	again.By(again.Options{Attempts: 5, Base: time.Second, Max: time.Minute, Jitter: jitter}, got)
	o := again.Options{Attempts: 5, Base: time.Second, Max: time.Minute}
	o.Jitter = 0.5
	again.By(o, got)
	plain := &again.Options{Base: time.Second}
	plain.Run(got) // want `delay 1s x2, half-width 0, 6 attempts.*give it a larger Jitter.*\(nojitter\)`
	spread := &again.Options{Base: time.Second, Jitter: 1}
	spread.Run(got)
	again.Double(5, time.Second, got) // its own fault, whatever it is given
}
