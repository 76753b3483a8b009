package recipes

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	mathrand "math/rand/v2"
)

// A Client sends requests, and sends them again where that can help.
type Client struct {
	HTTP     *http.Client
	Attempts int           // the first one included
	Base     time.Duration // delays grow from here
	Cap      time.Duration // to here
	// Longest is the longest time that a server may tell the client to wait.
	Longest time.Duration
	// OnRetry is told of each attempt that failed, and of the wait after it.
	OnRetry func(attempt int, why error, wait time.Duration)
}

// Post sends body, and sends it again after failures that waiting may change. The
// caller closes the body of the response.
func (c *Client) Post(ctx context.Context, url string, body []byte) (*http.Response, error) {
	// One key for all attempts: a server that has acted knows the request again.
	key := rand.Text()
	for attempt := 1; ; attempt++ {
		// A request of its own for each attempt: the body is read from its beginning.
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Idempotency-Key", key)
		resp, err := c.HTTP.Do(req)
		var told time.Duration
		switch {
		case err != nil && ctx.Err() != nil:
			return nil, err
		case err == nil && !again(resp.StatusCode):
			return resp, nil
		case err == nil:
			told = RetryAfter(resp.Header, time.Now())
			err = fmt.Errorf("the server answers %s", resp.Status)
			if attempt < c.Attempts {
				io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16)) // so that the connection is used again
				resp.Body.Close()
			} else {
				return resp, nil // the caller sees what the server says
			}
		}
		if attempt >= c.Attempts {
			return nil, fmt.Errorf("after %d attempts: %w", attempt, err)
		}
		wait := c.wait(attempt, told)
		if c.OnRetry != nil {
			c.OnRetry(attempt, err, wait)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// wait returns the wait after that attempt. What the server says is a floor, and
// the draw is on top: all were told the same, and are to come one by one.
func (c *Client) wait(attempt int, told time.Duration) time.Duration {
	if told > 0 {
		told = min(told, c.Longest)
		return told + mathrand.N(told)
	}
	return mathrand.N(min(c.Cap, c.Base<<min(attempt, 16)) + 1)
}

// again reports whether the same request may succeed later.
func again(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests,
		http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// RetryAfter reads Retry-After, which is a number of seconds or a date; 0 where
// there is none, it cannot be read, or it is over.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	text := h.Get("Retry-After")
	if seconds, err := strconv.Atoi(text); err == nil {
		return max(0, min(time.Duration(seconds), 1e6)*time.Second)
	}
	if date, err := http.ParseTime(text); err == nil {
		return max(0, date.Sub(now))
	}
	return 0
}
