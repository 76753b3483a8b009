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
	again.Double(5, time.Second, got) // its own fault, whatever it is given
}
