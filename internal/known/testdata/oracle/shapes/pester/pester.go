// Package pester has the shape of a module that no proxy serves.
package pester

import "time"

func DefaultBackoff(retry int) time.Duration           { return 0 }
func LinearBackoff(retry int) time.Duration            { return 0 }
func ExponentialBackoff(retry int) time.Duration       { return 0 }
func ExponentialJitterBackoff(retry int) time.Duration { return 0 }
func LinearJitterBackoff(retry int) time.Duration      { return 0 }
