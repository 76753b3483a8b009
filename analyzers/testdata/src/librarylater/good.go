// Package librarylater sets the fields of a policy where it is used, not where
// it is built.
package librarylater

import (
	"time"

	jp "github.com/jpillora/backoff"
	"k8s.io/apimachinery/pkg/util/wait"
)

// The field is set where the policy is used.
func newPolicy() *jp.Backoff { return &jp.Backoff{Min: time.Second, Max: time.Hour} }

func setsLater() {
	b := newPolicy()
	b.Jitter = true
	use(b)
}

func widen(b *wait.Backoff) { b.Jitter = 1 }

func widened() {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}
	widen(&b)
	use(b)
}

func use(any) {}
