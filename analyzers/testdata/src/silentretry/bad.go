package silentretry

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

// Nothing but a wait.
func deliver(ctx context.Context, h func(context.Context) error) error {
	for {
		if h(ctx) == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second + rand.N(2*time.Second)): // want `nothing tells that h failed and is tried again: 0 log lines, metrics or callbacks on the way to the next attempt; log the error and the number of the attempt`
		}
	}
}

// The error is tested, and returned in the end.
func get(url string) (resp *http.Response, err error) {
	for n := 0; ; n++ {
		if resp, err = http.Get(url); err == nil || n == 4 || errors.Is(err, context.Canceled) {
			return resp, err
		}
		pause(n) // want `nothing tells that http.Get failed`
	}
}

func pause(n int) { time.Sleep(rand.N(time.Second << n)) }
