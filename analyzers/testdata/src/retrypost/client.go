package retrypost

import (
	"context"
	"time"

	"company/orders"
	"company/retry"
)

// The request is another package's.
func create(ctx context.Context, c *orders.Client) error {
	var err error
	for n := 0; n < 3 && ctx.Err() == nil; n++ {
		if err = c.Create(ctx); err == nil { // want `POST is sent again .* with no idempotency key.*\(retrypost\)`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func createGiven(ctx context.Context, c *orders.Client) error {
	return retry.Do(ctx, func() error {
		return c.Create(ctx) // want `\(retrypost\)`
	})
}

// "a key set once before the loop", given to the other package
func createOnce(ctx context.Context, c *orders.Client, key string) error {
	return retry.Do(ctx, func() error { return c.CreateOnce(ctx, key) })
}

// "-retrypost.safe (URL path globs)"
func searched(ctx context.Context) error {
	return retry.Do(ctx, func() error {
		_, err := orders.Search(ctx)
		return err
	})
}

func listed(ctx context.Context, c *orders.Client) error {
	return retry.Do(ctx, func() error { return c.List(ctx) })
}

// An interface is not seen into.
func createdBy(ctx context.Context, c interface{ Create(context.Context) error }) error {
	return retry.Do(ctx, func() error { return c.Create(ctx) })
}

// Another package's predicate says which failures are attempted again.
func createAsked(ctx context.Context, c *orders.Client) (err error) {
	for range 3 {
		if err = c.Create(ctx); err == nil || !retry.IsRetryable(err) { // want `\(retrypost\)`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
