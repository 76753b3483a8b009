// Package clocks waits by the clocks of another package.
package clocks

import (
	"clock"
	"context"
	"time"
)

func SleepOn(c clock.Clock, d time.Duration) { // want SleepOn:`^sleeps \?p1$`
	c.Sleep(d)
}

func WaitAfter(ctx context.Context, c clock.Clock, d time.Duration) error { // want WaitAfter:`^waits \?p2$`
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-c.After(d):
		return nil
	}
}

func WaitTimer(ctx context.Context, c clock.Clock, d time.Duration) error { // want WaitTimer:`^waits \?p2$`
	t := c.Timer(d)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

func WaitReset(c clock.Clock, d time.Duration) { // want WaitReset:`^sleeps 2 \* \?p1$`
	t := c.Timer(0)
	t.Reset(2 * d)
	<-t.C
}

func WaitChan(c clock.WithTimer, d time.Duration) { // want WaitChan:`^sleeps \?p1$`
	<-c.NewTimer(d).Chan()
}

func WaitC(c clock.K8s, d time.Duration) { // want WaitC:`^sleeps \?p1$`
	t := c.NewTimer(d)
	<-t.C()
}
