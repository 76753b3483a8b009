// Package policies is a company's own: what it builds is known where it is used,
// and reported here.
package policies

import (
	"context"
	"time"

	backoff "github.com/cenkalti/backoff/v4"
)

// Default knows of no context.
func Default() *backoff.ExponentialBackOff {
	b := backoff.NewExponentialBackOff()
	b.MaxInterval = 10 * time.Second
	return b
}

// Under ends with the context.
func Under(ctx context.Context) backoff.BackOff {
	return backoff.WithContext(backoff.NewExponentialBackOff(), ctx)
}
