// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	retry "github.com/avast/retry-go/v4"
)

func probe(name string, policy any) {}

func f() error { return nil }

func c0() { probe("github.com/avast/retry-go/v4@v4.7.0 Do(f)", retry.Do(f)) }

func c1() {
	probe("github.com/avast/retry-go/v4@v4.7.0 Do(f, MaxDelay(5*time.Second))", retry.Do(f, retry.MaxDelay(5*time.Second)))
}

func c2() {
	probe("github.com/avast/retry-go/v4@v4.7.0 Do(f, Delay(time.Second))", retry.Do(f, retry.Delay(time.Second)))
}

func c3() {
	probe("github.com/avast/retry-go/v4@v4.7.0 Do(f, Delay(time.Second), MaxJitter(time.Second), MaxDelay(30*time.Second))", retry.Do(f, retry.Delay(time.Second), retry.MaxJitter(time.Second), retry.MaxDelay(30*time.Second)))
}

func c4() {
	probe("github.com/avast/retry-go/v4@v4.7.0 Do(f, DelayType(BackOffDelay))", retry.Do(f, retry.DelayType(retry.BackOffDelay)))
}

func c5() {
	probe("github.com/avast/retry-go/v4@v4.7.0 Do(f, DelayType(FixedDelay))", retry.Do(f, retry.DelayType(retry.FixedDelay)))
}

func c6() {
	probe("github.com/avast/retry-go/v4@v4.7.0 Do(f, DelayType(RandomDelay))", retry.Do(f, retry.DelayType(retry.RandomDelay)))
}

func c7() {
	probe("github.com/avast/retry-go/v4@v4.7.0 Do(f, DelayType(CombineDelay(FixedDelay, RandomDelay)))", retry.Do(f, retry.DelayType(retry.CombineDelay(retry.FixedDelay, retry.RandomDelay))))
}

func c8() {
	probe("github.com/avast/retry-go/v4@v4.7.0 Do(f, DelayType(FullJitterBackoffDelay))", retry.Do(f, retry.DelayType(retry.FullJitterBackoffDelay)))
}

func c9() {
	probe("github.com/avast/retry-go/v4@v4.7.0 Do(f, DelayType(FullJitterBackoffDelay), MaxDelay(5*time.Second))", retry.Do(f, retry.DelayType(retry.FullJitterBackoffDelay), retry.MaxDelay(5*time.Second)))
}
