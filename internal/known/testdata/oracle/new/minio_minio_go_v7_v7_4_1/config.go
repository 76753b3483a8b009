// Package config holds configurations whose delays were measured.
package config

import (
	"github.com/minio/minio-go/v7"
)

func probe(name string, policy any) {}

func c0() {
	c, _ := minio.New("localhost:9000", nil)
	probe("github.com/minio/minio-go/v7@v7.4.1 minio.New(...) default (MaxRetry 10, DefaultRetryUnit 200ms, DefaultRetryCap 1s, MaxJitter)", c)
}
