package tour

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

// Pay charges a card.
//
// A time-out does not say that the server has done nothing. Sent again without
// a key by which the server can tell, the payment may be made twice.
func (c *Client) Pay(ctx context.Context, payment []byte) error {
	var last error
	for attempt := range 5 {
		if attempt > 0 {
			select {
			case <-time.After(rand.N(time.Second << attempt)):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Base+"/payments", bytes.NewReader(payment))
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", "application/json")
		resp, err := c.HTTP.Do(req)
		if err != nil {
			last = err
			continue
		}
		resp.Body.Close()
		if resp.StatusCode < 500 {
			return nil
		}
		last = fmt.Errorf("status %s", resp.Status)
	}
	return fmt.Errorf("payment: %w", last)
}
