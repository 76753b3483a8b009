package retry

import "time"

type Clock interface {
	Now() time.Time
	After(time.Duration) <-chan time.Time
}

type CallArgs struct {
	Func         func() error
	IsFatalError func(error) bool
	NotifyFunc   func(lastError error, attempt int)
	Attempts     int
	Delay        time.Duration
	MaxDelay     time.Duration
	BackoffFunc  func(delay time.Duration, attempt int) time.Duration
	Clock        Clock
	Stop         <-chan struct{}
}

func Call(args CallArgs) error { return nil }

func DoubleDelay(delay time.Duration, attempt int) time.Duration { return 2 * delay }
