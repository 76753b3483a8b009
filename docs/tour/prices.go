package tour

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// Price returns the price of an item as the server writes it.
//
// Full jitter under a cap, a limit, the context obeyed, Retry-After taken as the
// least time to wait: nothing to report.
func (c *Client) Price(ctx context.Context, item string) (string, error) {
	var last error
	for attempt := range 8 {
		if attempt > 0 {
			d := min(time.Second<<attempt, time.Minute)
			select {
			case <-time.After(rand.N(d) + waitOf(last)):
			case <-ctx.Done():
				return "", ctx.Err()
			}
		}
		price, err := c.price(ctx, item)
		if err == nil {
			return price, nil
		}
		if final(err) {
			return "", err
		}
		last = err
	}
	return "", fmt.Errorf("price of %s: %w", item, last)
}

// A refusal is an answer other than 200, with the time the server asks to wait.
type refusal struct {
	code   int
	status string
	wait   time.Duration
}

func (r *refusal) Error() string { return "status " + r.status }

// final reports whether the server will give the same answer to the same request.
func final(err error) bool {
	var r *refusal
	return errors.As(err, &r) && r.code < 500 && r.code != http.StatusTooManyRequests
}

// waitOf returns what the server asked for and up to half as much more.
func waitOf(err error) time.Duration {
	var r *refusal
	if !errors.As(err, &r) {
		return 0
	}
	return r.wait + rand.N(r.wait/2+1)
}

func (c *Client) price(ctx context.Context, item string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Base+"/prices/"+item, nil)
	if err != nil {
		return "", err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		return "", &refusal{resp.StatusCode, resp.Status, time.Duration(max(seconds, 0)) * time.Second}
	}
	body, err := io.ReadAll(resp.Body)
	return string(body), err
}
