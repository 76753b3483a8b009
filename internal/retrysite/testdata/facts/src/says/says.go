// Package says holds predicates about failures.
package says

import (
	"context"
	"errors"
	"net"
)

// ErrBusy is what the server says.
var ErrBusy = errors.New("busy")

func IsRetryable(err error) bool { // want IsRetryable:`^says yes failed, yes broken, no timed out, no canceled, no expired$`
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	return true
}

func ShouldRetry(err error) bool { return err != nil } // want ShouldRetry:`^says yes failed, yes broken, yes timed out, yes canceled, yes expired$`

func IsTransient(err error) bool { // want IsTransient:`^says yes timed out$`
	var n net.Error
	return errors.As(err, &n) && n.Timeout() || errors.Is(err, ErrBusy)
}

func IsCanceled(ctx context.Context, err error) bool { // want IsCanceled:`^says no failed, no broken, no timed out, yes canceled, yes expired$`
	return ctx.Err() != nil
}

func RetryWhere(err error, again func(error) bool) bool { return again(err) }

// It is asked about no failure.
func Retry(n int) bool { return n < 3 }
