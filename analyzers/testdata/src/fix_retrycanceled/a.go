// Package fix_retrycanceled holds loops that go on after the end of their context.
package fix_retrycanceled

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

// A Thing is what is fetched.
type Thing struct{ name string }

func sleeps(ctx context.Context, fetch func(context.Context) error) error {
	for i := 0; ; i++ {
		err := fetch(ctx)
		if err == nil || i == 5 {
			return err
		}
		time.Sleep(rand.N(50 * time.Millisecond)) // a little
	}
}

func timer(ctx context.Context, fetch func(context.Context) (*Thing, error)) (*Thing, error) {
	for range 5 {
		v, err := fetch(ctx)
		if err == nil {
			return v, nil
		}
		// once more
		<-time.After(rand.N(50 * time.Millisecond))
	}
	return nil, errors.New("attempts used up")
}

func several(ctx context.Context, fetch func(context.Context) (Thing, int, error)) (Thing, int, error) {
	for range 5 {
		v, n, err := fetch(ctx)
		if err == nil {
			return v, n, nil
		}
		time.Sleep(rand.N(50 * time.Millisecond))
	}
	return Thing{}, 0, errors.New("attempts used up")
}

// unsaid never says what it returns with an error.
func unsaid(ctx context.Context, fetch func(context.Context) (Thing, error)) (v Thing, err error) {
	for range 5 {
		if v, err = fetch(ctx); err == nil {
			return v, err
		}
		time.Sleep(rand.N(50 * time.Millisecond))
	}
	return v, err
}

// falls goes on behind the loop, also when the attempts are used up.
func falls(ctx context.Context, fetch func(context.Context) error, done func()) {
	for range 5 {
		if fetch(ctx) == nil {
			break
		}
		time.Sleep(rand.N(50 * time.Millisecond))
	}
	done()
}

func background(ctx context.Context, fetch func(context.Context) error) {
	go func() {
		for {
			if fetch(ctx) == nil {
				return
			}
			time.Sleep(rand.N(50 * time.Millisecond))
		}
	}()
}

// Client has its context in a field.
type Client struct {
	ctx context.Context
}

func (c *Client) get(fetch func(context.Context) error) (err error) {
	for range 5 {
		if err = fetch(c.ctx); err == nil {
			return nil
		}
		time.Sleep(rand.N(50 * time.Millisecond))
	}
	return err
}

// What is left of the last attempt is returned behind the loop.
func broken(ctx context.Context, do func(context.Context) error) (err error) {
	for i := 0; i < 4; i++ {
		if err = do(ctx); err == nil {
			break
		}
		time.Sleep(time.Duration(i+1) * 100 * time.Millisecond)
	}
	return err
}

// Several waits: the one after the failure of the attempt.
func twoWaits(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 4 {
		resp, err = c.Do(req)
		if err != nil {
			println(err.Error())
			time.Sleep(200 * time.Millisecond)
			continue
		}
		if resp.StatusCode < 500 {
			break
		}
		resp.Body.Close()
		time.Sleep(300 * time.Millisecond)
	}
	return resp, err
}

// No wait at all.
func atOnce(ctx context.Context, do func(context.Context) (string, error)) (string, error) {
	for {
		s, err := do(ctx)
		if err != nil {
			println(err.Error())
			continue
		}
		if s != "" {
			return s, nil
		}
	}
}

// A break leaves the switch, and not the loop.
func inSwitch(ctx context.Context, do func(context.Context) error, how int) (err error) {
	for i := 0; i < 4; i++ {
		if err = do(ctx); err == nil {
			break
		}
		switch how {
		case 1:
			time.Sleep(100 * time.Millisecond)
		}
	}
	return err
}

// How far it came is counted outside of the loop.
func kept(ctx context.Context, do func(context.Context) error) (n int, err error) {
	for n = 0; n < 4; n++ {
		if err = do(ctx); err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	return n, err
}
