// Package config holds configurations whose delays were measured.
package config

import retrygo "github.com/rafaeljesus/retry-go"

func probe(name string, policy any) {}

func f() error { return nil }

func c0() {
	probe("github.com/rafaeljesus/retry-go@5981a380a879 retry.Do(f, 9, 0) (sleep 0 = 500ms)", retrygo.Do(f, 9, 0))
}
