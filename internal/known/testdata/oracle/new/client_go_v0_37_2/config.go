// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"k8s.io/client-go/util/flowcontrol"
	"k8s.io/client-go/util/retry"
	"k8s.io/client-go/util/workqueue"
)

func probe(name string, policy any) {}

func retriable(error) bool { return true }

func f() error { return nil }

func c0() { probe("k8s.io/client-go@v0.37.2 retry.DefaultRetry.Step", retry.DefaultRetry) }

func c1() { probe("k8s.io/client-go@v0.37.2 retry.DefaultBackoff.Step", retry.DefaultBackoff) }

func c2() {
	probe("k8s.io/client-go@v0.37.2 retry.OnError(retry.DefaultBackoff, ...)", retry.OnError(retry.DefaultBackoff, retriable, f))
}

func c3() {
	probe("k8s.io/client-go@v0.37.2 retry.OnError(retry.DefaultRetry, ...)", retry.OnError(retry.DefaultRetry, retriable, f))
}

func c4() {
	probe("k8s.io/client-go@v0.37.2 flowcontrol.NewBackOff(1s, 60s)", flowcontrol.NewBackOff(1*time.Second, 60*time.Second))
}

func c5() {
	probe("k8s.io/client-go@v0.37.2 flowcontrol.NewBackOffWithJitter(1s, 60s, 0.1)", flowcontrol.NewBackOffWithJitter(1*time.Second, 60*time.Second, 0.1))
}

func c6() {
	probe("k8s.io/client-go@v0.37.2 flowcontrol.NewBackOffWithJitter(1s, 60s, 1.0)", flowcontrol.NewBackOffWithJitter(1*time.Second, 60*time.Second, 1.0))
}

func c7() {
	probe("k8s.io/client-go@v0.37.2 workqueue.NewTypedItemExponentialFailureRateLimiter[string](5ms, 1000s).When", workqueue.NewTypedItemExponentialFailureRateLimiter[string](5*time.Millisecond, 1000*time.Second))
}

func c8() {
	probe("k8s.io/client-go@v0.37.2 workqueue.DefaultTypedControllerRateLimiter[string]().When", workqueue.DefaultTypedControllerRateLimiter[string]())
}

func c9() {
	probe("k8s.io/client-go@v0.37.2 workqueue.NewTypedItemFastSlowRateLimiter[string](5ms, 10s, 3).When", workqueue.NewTypedItemFastSlowRateLimiter[string](5*time.Millisecond, 10*time.Second, 3))
}
