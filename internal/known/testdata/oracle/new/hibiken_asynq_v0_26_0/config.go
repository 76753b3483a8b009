// Package config holds configurations whose delays were measured.
package config

import (
	"github.com/hibiken/asynq"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/hibiken/asynq@v0.26.0 DefaultRetryDelayFunc(attempt, err, task)", asynq.DefaultRetryDelayFunc)
}
