// Package config holds configurations whose delays were measured.
package config

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

func probe(name string, policy any) {}

func condContext(context.Context) (bool, error) { return false, nil }

var ctx context.Context

func cond() (bool, error) { return false, nil }

func c0() {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Steps: 10}
	_ = b.Step()
	probe("k8s.io/apimachinery@v0.37.2 wait.Backoff{Duration: time.Second, Factor: 2, Steps: 10}.Step", b)
}

func c1() {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 0.1, Steps: 10}
	_ = b.Step()
	probe("k8s.io/apimachinery@v0.37.2 wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 0.1, Steps: 10}.Step", b)
}

func c2() {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 0.5, Steps: 10}
	_ = b.Step()
	probe("k8s.io/apimachinery@v0.37.2 wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 0.5, Steps: 10}.Step", b)
}

func c3() {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 1, Steps: 10}
	_ = b.Step()
	probe("k8s.io/apimachinery@v0.37.2 wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 1, Steps: 10}.Step", b)
}

func c4() {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 0.1, Steps: 10, Cap: 10 * time.Second}
	_ = b.Step()
	probe("k8s.io/apimachinery@v0.37.2 wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 0.1, Steps: 10, Cap: 10*time.Second}.Step", b)
}

func c5() {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 0.1}
	_ = b.Step()
	probe("k8s.io/apimachinery@v0.37.2 wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 0.1}.Step (Steps 0)", b)
}

func c6() {
	b := wait.Backoff{Duration: time.Second, Steps: 5}
	_ = b.Step()
	probe("k8s.io/apimachinery@v0.37.2 wait.Backoff{Duration: time.Second, Steps: 5}.Step (Factor 0)", b)
}

func c7() {
	probe("k8s.io/apimachinery@v0.37.2 wait.ExponentialBackoff(wait.Backoff{Duration: 1s, Factor: 2, Steps: 10}, cond)", wait.ExponentialBackoff(wait.Backoff{Duration: 1 * time.Second, Factor: 2, Steps: 10}, cond))
}

func c8() {
	probe("k8s.io/apimachinery@v0.37.2 wait.ExponentialBackoff(wait.Backoff{Duration: 1s, Factor: 2, Steps: 10, Cap: 10s}, cond) (stops at Cap, sleeps after last call)", wait.ExponentialBackoff(wait.Backoff{Duration: 1 * time.Second, Factor: 2, Steps: 10, Cap: 10 * time.Second}, cond))
}

func c9() {
	probe("k8s.io/apimachinery@v0.37.2 NewExponentialBackoffManager(800ms, 30s, 2m, 2.0, 1.0, clock)", wait.NewExponentialBackoffManager(800*time.Millisecond, 30*time.Second, 2*time.Minute, 2.0, 1.0, nil))
}

func c10() {
	probe("k8s.io/apimachinery@v0.37.2 NewExponentialBackoffManager(1s, 30s, 2m, 2.0, 0, clock)", wait.NewExponentialBackoffManager(1*time.Second, 30*time.Second, 2*time.Minute, 2.0, 0, nil))
}

func c11() {
	probe("k8s.io/apimachinery@v0.37.2 NewJitteredBackoffManager(1s, 0.2, clock) = JitterUntil(f, 1s, 0.2, ...)", wait.NewJitteredBackoffManager(1*time.Second, 0.2, nil))
}

func c12() { probe("k8s.io/apimachinery@v0.37.2 wait.Jitter(1s, 0)", wait.Jitter(1*time.Second, 0)) }

func c13() {
	probe("k8s.io/apimachinery@v0.37.2 wait.PollUntilContextTimeout(ctx, 1s, 10s, true, cond)", wait.PollUntilContextTimeout(ctx, 1*time.Second, 10*time.Second, true, condContext))
}
