package tour

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Stock returns how many pieces of an item are in stock.
//
// The delay doubles up to a cap, the attempts are limited, the context is
// obeyed. But the delay is the same in every client: those that failed together
// come back together.
func (c *Client) Stock(ctx context.Context, item string) (int, error) {
	delay := time.Second
	for attempt := 1; ; attempt++ {
		n, err := c.stock(ctx, item)
		if err == nil {
			return n, nil
		}
		if attempt == 10 || final(err) {
			return 0, fmt.Errorf("stock of %s: %w", item, err)
		}
		select {
		case <-time.After(delay):
		case <-ctx.Done():
			return 0, ctx.Err()
		}
		delay = min(delay*2, time.Minute)
	}
}

func (c *Client) stock(ctx context.Context, item string) (n int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Base+"/stock/"+item, nil)
	if err != nil {
		return 0, err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, &refusal{code: resp.StatusCode, status: resp.Status}
	}
	return n, json.NewDecoder(resp.Body).Decode(&n)
}
