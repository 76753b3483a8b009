package retrypolicy

import (
	"time"

	"github.com/failsafe-go/failsafe-go"
)

type RetryPolicy[R any] interface{ failsafe.Policy[R] }

type Builder[R any] interface {
	WithBackoff(delay, maxDelay time.Duration) Builder[R]
	WithJitterFactor(factor float32) Builder[R]
	WithMaxRetries(n int) Builder[R]
	HandleIf(predicate func(R, error) bool) Builder[R]
	AbortOnErrors(errs ...error) Builder[R]
	Build() RetryPolicy[R]
}

func NewBuilder[R any]() Builder[R] { return nil }
