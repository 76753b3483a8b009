package narrowjitter

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
	again.Spread(5, time.Second, 2, 0.1, got) // want `half-width 0.1, 5 attempts .*give it a larger jitter.*\(narrowjitter\)`
	again.Spread(5, time.Second, 2, 0.5, got)
	again.By(again.Options{Attempts: 5, Base: time.Second, Max: time.Minute, Jitter: 0.1}, got) // want `half-width 0.1, 5 attempts .*give it a larger Jitter.*\(narrowjitter\)`
	again.Spread(5, time.Second, 2, jitter, got)
}
