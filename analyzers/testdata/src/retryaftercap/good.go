package retryaftercap

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// "it is clamped"
func clamped(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == 5 {
			return resp, err
		}
		resp.Body.Close()
		d := min(seconds(resp), time.Minute)
		time.Sleep(d + rand.N(d))
	}
}

// "waited for in a select that something can end"
func selected(ctx context.Context, do func(context.Context) (*http.Response, error)) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := do(ctx)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == 5 {
			return resp, err
		}
		resp.Body.Close()
		d := seconds(resp)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(d + rand.N(d)):
		}
	}
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// "waited for in a select that something can end": in a helper.
func helped(ctx context.Context, do func(context.Context) (*http.Response, error)) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := do(ctx)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == 5 {
			return resp, err
		}
		resp.Body.Close()
		d := seconds(resp)
		if err := pause(ctx, d+rand.N(d)); err != nil {
			return nil, err
		}
	}
}

// A value that is too large ends the retries.
func refused(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == 5 {
			return resp, err
		}
		resp.Body.Close()
		d := seconds(resp)
		if d > time.Minute {
			return nil, errors.New("the server wants too long a wait")
		}
		time.Sleep(d + rand.N(d))
	}
}

// Not the server's value: its own backoff may be slept bare.
func own(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 5 {
			return resp, err
		}
		time.Sleep(time.Second/2 + rand.N(time.Second))
	}
}

type client struct {
	longest time.Duration
	now     func() time.Time
}

func newClient(longest time.Duration) *client { return &client{longest, time.Now} }

// "it is clamped": seconds or a date, of which the date is measured from a clock of its own.
func (c *client) clampedDate(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == 5 {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(c.delay(resp))
	}
}

func (c *client) delay(resp *http.Response) time.Duration {
	if d, ok := parse(resp.Header.Get("Retry-After"), c.now()); ok {
		if d > c.longest {
			d = c.longest
		}
		return d + rand.N(d)
	}
	return time.Second/2 + rand.N(time.Second)
}

func parse(v string, now time.Time) (time.Duration, bool) {
	if s, err := strconv.Atoi(v); err == nil {
		return time.Duration(s) * time.Second, true
	}
	if t, err := http.ParseTime(v); err == nil {
		d := t.Sub(now)
		if d < 0 {
			d = 0
		}
		return d, true
	}
	return 0, false
}
