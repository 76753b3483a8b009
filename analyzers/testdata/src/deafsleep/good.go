package deafsleep

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

// "the wait is a select with the context or the channel"
func selects(ctx context.Context, do func(context.Context) error) error {
	for {
		err := do(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Second):
		}
	}
}

// "the wait is a select with the context or the channel": in a helper.
func helper(ctx context.Context, do func(context.Context) error) error {
	for {
		if err := do(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, 5*time.Second); err != nil {
			return err
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// "the wait is a select with the context or the channel": the helper is a value.
type waiter struct {
	sleep func(context.Context, time.Duration) error
	pause func(time.Duration) bool
}

func (w *waiter) value(ctx context.Context, do func(context.Context) error) error {
	for {
		if err := do(ctx); err == nil || w.sleep(ctx, 5*time.Second) != nil {
			return err
		}
	}
}

// A value that says whether it was interrupted.
func (w *waiter) answers(ctx context.Context, do func(context.Context) error) error {
	for {
		err := do(ctx)
		if err == nil {
			return nil
		}
		if sleep := w.pause; !sleep(5 * time.Second) {
			return err
		}
	}
}

// "no wait reaches a second"
func short1(ctx context.Context, do func(context.Context) error) error {
	for {
		if err := do(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(500 * time.Millisecond)
	}
}

// "no wait reaches a second": within the attempts allowed.
func short2(ctx context.Context, do func(context.Context) error) (err error) {
	for n := 0; ; n++ {
		if err = do(ctx); err == nil || n == 3 || ctx.Err() != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond << n)
	}
}

// "or that depends on a number that is not seen"
func unseen(ctx context.Context, do func(context.Context) error, d time.Duration) error {
	for {
		if err := do(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(d)
	}
}

// "the context never ends"
func background(do func(context.Context) error) error {
	ctx := context.Background()
	for {
		if err := do(ctx); err == nil {
			return nil
		}
		time.Sleep(5 * time.Second)
	}
}

// "the context never ends": it is made with the object.
type daemon struct{ ctx context.Context }

func newDaemon() *daemon { return &daemon{ctx: context.Background()} }

func (d *daemon) run(do func(context.Context) error) {
	for do(d.ctx) != nil {
		time.Sleep(5 * time.Second)
	}
}

// "the context never ends": it is cancelled when the function returns.
func deferred(do func(context.Context) error) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for {
		if err := do(ctx); err == nil {
			return nil
		}
		time.Sleep(5 * time.Second)
	}
}

// "or is made anew for each attempt"
func each(do func(context.Context) error) error {
	for {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		err := do(ctx)
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(5 * time.Second)
	}
}

// "nothing in reach could end it"
func nothing(addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(5 * time.Second)
	}
}

// "nothing in reach could end it": the request is made here, and has no context.
func plain(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		req, err := http.NewRequest(http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		resp, err := http.DefaultClient.Do(req)
		if err == nil || n == 3 {
			return resp, err
		}
		time.Sleep(time.Second << n)
	}
}

// "nothing in reach could end it": the channel is another's, the loop never looks at it.
type poller struct{ quit chan struct{} }

var errStopped = errors.New("stopped")

func (p *poller) loop(get func(<-chan struct{}) error) {
	for {
		switch err := get(p.quit); {
		case errors.Is(err, errStopped):
			return
		case err != nil:
			time.Sleep(5 * time.Second)
		}
	}
}

// No retry: errors return, and the sleep is the interval of a poll.
func polls(ctx context.Context, ready func(context.Context) (bool, error)) error {
	for {
		ok, err := ready(ctx)
		if err != nil || ok {
			return err
		}
		time.Sleep(2 * time.Second)
	}
}

// "the wait is a select": the helper sleeps only where there is no context, and
// the receive from a timer that was stopped is no wait.
func nilContext(ctx context.Context, do func(context.Context) error) error {
	timer := time.NewTimer(time.Minute)
	for {
		if err := do(ctx); err == nil {
			return nil
		}
		if err := contextSleep(ctx, 5*time.Second); err != nil {
			return err
		}
		if !timer.Stop() {
			<-timer.C
		}
		timer.Reset(time.Minute)
	}
}

func contextSleep(ctx context.Context, d time.Duration) error {
	if ctx == nil {
		time.Sleep(d)
		return nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// A wait for a state, after what did not fail.
func untilReady(ctx context.Context, ready func(context.Context) (bool, error)) error {
	for {
		ok, err := ready(ctx)
		if err != nil && !errors.Is(err, errBusy) {
			return err
		}
		if err == nil && ok {
			return nil
		}
		if err == nil {
			time.Sleep(5 * time.Second)
		}
	}
}

var errBusy = errors.New("busy")
