package attemptleak

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"time"
)

// "closed or cancelled on every path that goes round"
func closed(c *http.Client, req *http.Request) error {
	for n := range 6 {
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode < 500 {
			return nil
		}
		if n < 5 {
			time.Sleep(rand.N(time.Second << n))
		}
	}
	return errBusy
}

// There is no response where the request failed.
func failed(c *http.Client, req *http.Request) (*http.Response, error) {
	for {
		resp, err := c.Do(req)
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
}

// A helper drains and closes it.
func drained(c *http.Client, req *http.Request) (*http.Response, error) {
	for {
		resp, err := c.Do(req)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		if resp != nil {
			drain(resp.Body)
		}
		time.Sleep(time.Second)
	}
}

func drain(body io.ReadCloser) {
	defer body.Close()
	io.Copy(io.Discard, io.LimitReader(body, 1<<16))
}

// The next attempt closes what the last one left.
func closedFirst(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for n := range 5 {
		if resp != nil {
			resp.Body.Close()
		}
		resp, err = c.Do(req)
		if err == nil && resp.StatusCode < 500 {
			break
		}
		if n < 4 {
			time.Sleep(rand.N(time.Second))
		}
	}
	return resp, err
}

// The defer is for the ways that leave; the way round closes it itself.
func both(c *http.Client, req *http.Request) error {
	for {
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode < 500 {
			return nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

// "the attempt is its own function"
func literal(c *http.Client, req *http.Request) error {
	for {
		code, err := func() (int, error) {
			resp, err := c.Do(req)
			if err != nil {
				return 0, err
			}
			defer resp.Body.Close()
			return resp.StatusCode, nil
		}()
		if err == nil && code < 500 {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func callbackCloses(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	err = retry(func() (err error) {
		if resp != nil {
			resp.Body.Close()
		}
		if resp, err = c.Do(req); err != nil {
			return err
		}
		if resp.StatusCode >= 500 {
			return errBusy
		}
		return nil
	})
	return resp, err
}

// "returned, stored or handed on"
type last struct{ resp *http.Response }

func (l *last) stored(c *http.Client, req *http.Request) error {
	for {
		resp, err := c.Do(req)
		if err == nil && resp.StatusCode < 500 {
			return resp.Body.Close()
		}
		l.resp = resp
		time.Sleep(time.Second)
	}
}

func handedOn(addr string, serve func(net.Conn) error) {
	for {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			err = serve(c)
		}
		if err == nil {
			return
		}
		time.Sleep(rand.N(time.Second))
	}
}

func canceled(ctx context.Context, do func(context.Context) error) (err error) {
	for range 3 {
		try, cancel := context.WithTimeout(ctx, time.Second)
		err = do(try)
		cancel()
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// A timer that has fired holds nothing.
func fired(ctx context.Context, do func() error) error {
	for {
		if err := do(); err == nil {
			return nil
		}
		t := time.NewTimer(rand.N(time.Second))
		defer t.Stop()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
		}
	}
}

// The context of the attempt before ends once the next one has its own.
func previous(ctx context.Context, c *http.Client, req *http.Request) (resp *http.Response, err error) {
	var last context.CancelFunc
	for n := range 3 {
		tryCtx, cancel := context.WithTimeout(ctx, time.Minute)
		if last != nil {
			last()
		}
		last = cancel
		resp, err = c.Do(req.Clone(tryCtx))
		if err == nil || n == 2 {
			cancel()
			return resp, err
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			cancel()
			return nil, ctx.Err()
		}
	}
	return resp, err
}
