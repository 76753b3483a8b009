// Package middleware has the shape of github.com/ThreeDotsLabs/watermill/message/router/middleware.
package middleware

import "time"

type Retry struct {
	MaxRetries          int
	InitialInterval     time.Duration
	MaxInterval         time.Duration
	Multiplier          float64
	MaxElapsedTime      time.Duration
	RandomizationFactor float64
}
