package retrypost

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"company/retry"
)

// "a helper": an operation is given to a function that attempts it again, in
// another package.
func given(ctx context.Context, url string, body []byte) error {
	return retry.Do(ctx, func() error {
		resp, err := http.Post(url, "text/plain", bytes.NewReader(body)) // want `POST is sent again .* set Idempotency-Key once, before the call.*\(retrypost\)`
		if err != nil {
			return fmt.Errorf("post: %w", err)
		}
		return resp.Body.Close()
	})
}

func givenGeneric(ctx context.Context, client *http.Client, url string) (*http.Response, error) {
	return retry.Value(func() (*http.Response, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPatch, url, nil)
		if err != nil {
			return nil, err
		}
		return client.Do(req) // want `PATCH is sent again.*\(retrypost\)`
	})
}

type hook struct{ url string }

func (h *hook) send() error {
	resp, err := http.Post(h.url, "text/plain", nil) // want `\(retrypost\)`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func givenMethod(ctx context.Context, h *hook) error { return retry.Do(ctx, h.send) }

// The function is one of this package, and the operation calls another one.
func fiveTimes(f func() error) (err error) {
	for range 5 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (h *hook) sendTwice() error {
	return fiveTimes(func() error {
		return post2(h.url) // want `\(retrypost\)`
	})
}

func post2(url string) error {
	resp, err := http.Post(url, "text/plain", nil)
	if err == nil {
		err = resp.Body.Close()
	}
	return err
}

// The operation itself gives up.
func givenUp(ctx context.Context, url string) error {
	return retry.Do(ctx, func() error {
		resp, err := http.Post(url, "text/plain", nil)
		if err != nil {
			return retry.Stop(err)
		}
		return resp.Body.Close()
	})
}

// It gives up on what may have been sent.
func givenDial(ctx context.Context, url string) error {
	var failed error
	err := retry.Do(ctx, func() error {
		resp, err := http.Post(url, "text/plain", nil)
		if op, ok := err.(*net.OpError); ok && op.Op == "dial" {
			return err
		}
		if failed = err; err != nil {
			return nil
		}
		return resp.Body.Close()
	})
	if err == nil {
		err = failed
	}
	return err
}

// Which failures are tried again is another function's choice.
func givenChoice(url string) error {
	return retry.If(func() error {
		resp, err := http.Post(url, "text/plain", nil)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, func(error) bool { return false })
}

// A key is set once, before the call.
func givenKey(ctx context.Context, url, key string) error {
	return retry.Do(ctx, func() error {
		req, err := http.NewRequestWithContext(ctx, "POST", url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// GET is idempotent.
func givenGet(ctx context.Context, url string) error {
	return retry.Do(ctx, func() error {
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}
