package cappedjitter

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
func given(max time.Duration) {
	again.Capped(10, time.Second, 5*time.Second, got) // want `capped after the jitter .*\(cappedjitter\)`
	again.Capped(3, time.Second, 5*time.Second, got)  // the attempts end before
	again.Capped(3, time.Second, max, got)
}
