// Package retrygo has the shape of a module that no proxy serves.
package retrygo

import "time"

func Do(fn func() error, retries int, sleep time.Duration) error { return nil }
