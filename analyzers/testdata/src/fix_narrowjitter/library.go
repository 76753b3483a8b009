// Package fix_narrowjitter holds jitter that is too narrow.
package fix_narrowjitter

import (
	"time"

	"github.com/cenkalti/backoff/v4"
	"k8s.io/apimachinery/pkg/util/wait"
)

const jitter = 0.1

func literals() {
	use(wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 0.1, Steps: 7})
	use(&backoff.ExponentialBackOff{InitialInterval: time.Second, RandomizationFactor: 0.1, Multiplier: 2, MaxInterval: time.Minute})
	b := backoff.NewExponentialBackOff()
	b.RandomizationFactor = 0.2
	use(b)

	// named elsewhere, and maybe used there: nothing is offered
	use(wait.Backoff{Duration: time.Second, Factor: 2, Jitter: jitter, Steps: 7})
}

func use(any) {}
