package tour

import (
	"context"
	"math/rand/v2"
	"net"
	"time"
)

// Connect dials the feed of price changes until it answers.
//
// There is jitter, but 10 % of the delay is far too little to pull the clients apart.
func Connect(ctx context.Context, addr string) (net.Conn, error) {
	var d net.Dialer
	for attempt := 0; ; attempt++ {
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-time.After(backoff(attempt)):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// backoff returns the delay before attempt+1: 500 ms, 1 s, 2 s, ... up to 30 s, and up to 10 % more.
func backoff(attempt int) time.Duration {
	d := 500 * time.Millisecond << min(attempt, 10)
	d = min(d, 30*time.Second)
	return d + rand.N(d/10)
}
