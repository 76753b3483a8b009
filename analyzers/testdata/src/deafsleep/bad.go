package deafsleep

import (
	"context"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"time"
)

// A context that is a parameter, and a wait of a second.
func parameter(ctx context.Context, do func(context.Context) error) (err error) {
	for n := 0; n < 3; n++ {
		if err = do(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		if n < 2 {
			time.Sleep(time.Second) // want `the wait of 1s cannot be interrupted by ctx: a shutdown hangs for up to 1s; wait in a select with <-ctx.Done\(\)`
		}
	}
	return err
}

// A wait that grows to a second and more; it is looked at from another function.
func grows(ctx context.Context, do func(context.Context) error) error {
	for n := 0; ; n++ {
		err := do(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		pause(n) // want `the wait, 30s after attempt 10, cannot be interrupted by ctx: a shutdown hangs for up to 30s`
	}
}

func pause(n int) {
	d := min(30*time.Second, 100*time.Millisecond<<min(n, 20))
	time.Sleep(d/2 + rand.N(d/2))
}

// A select that looks at the context, and sleeps in its default case.
func defaultCase(ctx context.Context, do func(context.Context) error) error {
	for {
		err := do(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
			time.Sleep(2*time.Second + rand.N(2*time.Second)) // want `cannot be interrupted by ctx: a shutdown hangs for up to 4s`
		}
	}
}

// A receive from a timer, alone, waits as deaf as a sleep.
func receive(ctx context.Context, do func(context.Context) error) error {
	for {
		if err := do(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		<-time.After(5 * time.Second) // want `the wait of 5s cannot be interrupted by ctx`
	}
}

// A context inside the request.
func request(c *http.Client, req *http.Request) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := c.Do(req)
		if err == nil || n == 4 {
			return resp, err
		}
		time.Sleep(time.Second << n) // want `the wait, 8s after attempt 4, cannot be interrupted by req.Context\(\): a shutdown hangs for up to 8s; wait in a select with <-req.Context\(\).Done\(\)`
	}
}

// What the server asks for.
func server(c *http.Client, req *http.Request) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := c.Do(req)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == 4 {
			return resp, err
		}
		resp.Body.Close()
		secs, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			return nil, err
		}
		time.Sleep(time.Duration(secs) * time.Second) // want `the wait that the server asks for \(30s, say\) cannot be interrupted by req.Context\(\)`
	}
}

// A context that is a field, and one that is made before the loop.
type client struct {
	ctx  context.Context
	addr string
}

func newClient(ctx context.Context, addr string) *client { return &client{ctx, addr} }

func (c *client) connect() net.Conn {
	for {
		conn, err := net.Dial("tcp", c.addr)
		if err == nil {
			return conn
		}
		log.Print(err)
		time.Sleep(10 * time.Second) // want `the wait of 10s cannot be interrupted by c.ctx`
	}
}

func local(do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		err := do(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(20 * time.Second) // want `cannot be interrupted by ctx`
	}
}

// A context that a literal captures.
func captured(ctx context.Context, do func(context.Context) error) {
	go func() {
		for do(ctx) != nil {
			time.Sleep(3 * time.Second) // want `cannot be interrupted by ctx`
		}
	}()
}

// A context that is derived for each attempt from one that lasts.
func derived(base context.Context, do func(context.Context) error) error {
	for {
		ctx, cancel := context.WithTimeout(base, time.Second)
		err := do(ctx)
		cancel()
		if err == nil || base.Err() != nil {
			return err
		}
		time.Sleep(2 * time.Second) // want `cannot be interrupted by base`
	}
}

// A channel for stopping.
type server2 struct{ quit chan struct{} }

func (s *server2) serve(dial func() error) {
	for {
		select {
		case <-s.quit:
			return
		default:
		}
		if err := dial(); err != nil {
			time.Sleep(time.Minute) // want `the wait of 60s cannot be interrupted by s.quit: a shutdown hangs for up to 60s; wait in a select with <-s.quit`
		}
	}
}

// A recursion.
func again(ctx context.Context, do func(context.Context) error, left int) error {
	err := do(ctx)
	if err == nil || left == 0 || ctx.Err() != nil {
		return err
	}
	time.Sleep(time.Second) // want `cannot be interrupted by ctx`
	return again(ctx, do, left-1)
}
