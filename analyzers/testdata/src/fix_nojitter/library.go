package fix_nojitter

import (
	"context"
	"time"

	"github.com/avast/retry-go/v4"
	cenkalti "github.com/cenkalti/backoff/v4"
	"github.com/hashicorp/go-retryablehttp"
	"k8s.io/apimachinery/pkg/util/wait"
)

type api interface {
	Get(ctx context.Context) error
}

// Long is written on several lines, and its values stand in a column.
var Long = wait.Backoff{
	Duration: 250 * time.Millisecond, // at first
	Factor:   2,
	Steps:    9, // two minutes in all
}

func literals(ctx context.Context, c api) {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}
	wait.ExponentialBackoff(b, func() (bool, error) { return c.Get(ctx) == nil, nil })

	use(wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 0, Steps: 7})

	use(&cenkalti.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: time.Minute})
}

func values(set bool) {
	b := cenkalti.NewExponentialBackOff()
	b.RandomizationFactor = 0
	use(b)
	use(cenkalti.NewExponentialBackOff(cenkalti.WithRandomizationFactor(0)))
	if set {
		c := retryablehttp.NewClient() // with its defaults
		c.RetryMax = 10
		use(c)
	}
}

func options(ctx context.Context, c api) {
	retry.Do(func() error { return c.Get(ctx) }, retry.Context(ctx), retry.DelayType(retry.BackOffDelay))
	retry.Do(
		func() error { return c.Get(ctx) },
		retry.Context(ctx),
		retry.Delay(time.Second),
	)
}

func use(any) {}
