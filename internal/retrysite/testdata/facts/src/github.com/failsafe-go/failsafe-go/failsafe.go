// Package failsafe has the shape of v0.9.
package failsafe

import "context"

type Policy[R any] interface{ ToExecutor(R) any }

type Executor[R any] interface {
	WithContext(ctx context.Context) Executor[R]
	Run(fn func() error) error
	Get(fn func() (R, error)) (R, error)
}

func With[R any](policies ...Policy[R]) Executor[R] { return nil }
