package tour

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// Reviews returns the reviews of an item as they come from the server.
//
// A server that is overrun tells all clients the same Retry-After. Obeyed to the
// second, it brings all of them back in one instant.
func (c *Client) Reviews(ctx context.Context, item string) ([]byte, error) {
	for attempt := 1; ; attempt++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Base+"/reviews/"+item, nil)
		if err != nil {
			return nil, err
		}
		resp, err := c.HTTP.Do(req)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != http.StatusTooManyRequests {
			return body, err
		}
		if attempt == 10 {
			return nil, errors.New("reviews: too many requests")
		}
		seconds, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			return nil, fmt.Errorf("reviews of %s: no time to come back: %w", item, err)
		}
		select {
		case <-time.After(time.Duration(seconds) * time.Second):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
