// Package sharedbackoff holds policies that several goroutines count with
// (bad.go), and code that looks like it and does not (good.go).
package sharedbackoff

import (
	"context"
	"net/http"
	"time"

	cenkalti "github.com/cenkalti/backoff/v4"
	"github.com/jpillora/backoff"
)

var delay = &backoff.Backoff{Min: 100 * time.Millisecond, Max: 20 * time.Second, Jitter: true}

type proxy struct {
	forward func(ctx context.Context, r *http.Request) error
	delay   *backoff.Backoff
}

// A package variable, in a handler.
func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for p.forward(r.Context(), r) != nil {
		select {
		case <-r.Context().Done():
			return
		case <-time.After(delay.Duration()): // want `ServeHTTP runs for each request, and all count their attempts in delay: 2 that fail once each wait as after 2 failures, and 1 success resets both; make a value for each request \(sharedbackoff\)`
		}
	}
	delay.Reset()
}

// A field of what serves all requests.
func (p *proxy) field(w http.ResponseWriter, r *http.Request) {
	for p.forward(r.Context(), r) != nil {
		time.Sleep(p.delay.Duration()) // want `field runs for each request, and all count their attempts in p.delay.*\(sharedbackoff\)`
	}
}

// A function that handlers call.
func fetch(ctx context.Context, do func(context.Context) error) error {
	for {
		err := do(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(delay.Duration()) // want `\(sharedbackoff\)`
	}
}

func (p *proxy) page(w http.ResponseWriter, r *http.Request) {
	if err := fetch(r.Context(), func(ctx context.Context) error { return p.forward(ctx, r) }); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

// A captured variable, in a handler that is written as a literal.
func handler(forward func(*http.Request) error) http.HandlerFunc {
	b := &backoff.Backoff{Min: time.Second, Jitter: true}
	return func(w http.ResponseWriter, r *http.Request) {
		for forward(r) != nil {
			time.Sleep(b.Duration()) // want `the handler runs for each request, and all count their attempts in b.*\(sharedbackoff\)`
		}
	}
}

var policy = cenkalti.NewExponentialBackOff()

// A library is given it.
func (p *proxy) library(w http.ResponseWriter, r *http.Request) {
	err := cenkalti.Retry(func() error { return p.forward(r.Context(), r) }, policy) // want `library runs for each request, and all count their attempts in policy.*\(sharedbackoff\)`
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

// Goroutines that a loop starts.
func workers(do func(context.Context) error) {
	for range 8 {
		go work(context.Background(), do)
	}
}

var pause = &backoff.Backoff{Min: time.Second, Jitter: true}

func work(ctx context.Context, do func(context.Context) error) {
	for do(ctx) != nil {
		time.Sleep(pause.Duration()) // want `work runs in several goroutines, and all count their attempts in pause.*make a value for each goroutine \(sharedbackoff\)`
	}
}

func literals(do func(int) error) {
	b := &backoff.Backoff{Min: time.Second, Jitter: true}
	for i := range 8 {
		go func() {
			for do(i) != nil {
				time.Sleep(b.Duration()) // want `the function literal runs in several goroutines, and all count their attempts in b.*\(sharedbackoff\)`
			}
		}()
	}
}
