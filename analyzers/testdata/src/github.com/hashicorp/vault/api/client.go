// Package api has the shape of github.com/hashicorp/vault/api.
package api

import "time"

type Config struct {
	Address                    string
	MinRetryWait, MaxRetryWait time.Duration
	MaxRetries                 int
}

func DefaultConfig() *Config { return &Config{} }
