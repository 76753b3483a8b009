package sharedbackoff

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/jpillora/backoff"
)

// A value for each request.
func (p *proxy) each(w http.ResponseWriter, r *http.Request) {
	b := &backoff.Backoff{Min: 100 * time.Millisecond, Max: 20 * time.Second, Jitter: true}
	for p.forward(r.Context(), r) != nil {
		time.Sleep(b.Duration())
	}
}

// A value for each goroutine.
func eachWorker(do func(int) error) {
	for i := range 8 {
		b := &backoff.Backoff{Min: time.Second, Jitter: true}
		go func() {
			for do(i) != nil {
				time.Sleep(b.Duration())
			}
		}()
	}
}

var own = &backoff.Backoff{Min: time.Second, Jitter: true}

// One goroutine.
func alone(ctx context.Context, do func(context.Context) error) {
	go reconnect(ctx, do)
}

func reconnect(ctx context.Context, do func(context.Context) error) {
	for do(ctx) != nil {
		time.Sleep(own.Duration())
	}
	own.Reset()
}

var (
	mu     sync.Mutex
	common = &backoff.Backoff{Min: time.Second, Jitter: true}
)

// It is shared on purpose.
func (p *proxy) locked(w http.ResponseWriter, r *http.Request) {
	for p.forward(r.Context(), r) != nil {
		mu.Lock()
		d := common.Duration()
		mu.Unlock()
		time.Sleep(d)
	}
}

type conn struct{ delay *backoff.Backoff }

// A field of something that is one for each goroutine, as far as is seen.
func (c *conn) run(do func() error) {
	for do() != nil {
		time.Sleep(c.delay.Duration())
	}
}
