package deadlinebudget

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// "the shortest waits fit"
func fits(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for n := range 6 {
		if err := do(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, rand.N(20*time.Second<<n)); err != nil {
			return err
		}
	}
	return errUsedUp
}

// "each attempt has a context of its own, made in the loop"
func ownContext(do func(context.Context) error) (err error) {
	for n := range 5 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		err = do(ctx)
		cancel()
		if err == nil || n == 4 {
			break
		}
		time.Sleep(2*time.Second + rand.N(time.Second))
	}
	return err
}

// "nothing limits the attempts": the context does.
func untilTheEnd(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for n := 0; ; n++ {
		if err := do(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, time.Second<<min(n, 5)); err != nil {
			return err
		}
	}
}

// "the timeout cannot be told from the code"
func given(ctx context.Context, within time.Duration, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	for range 100 {
		if err := do(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, time.Minute); err != nil {
			return err
		}
	}
	return errUsedUp
}

var errBusy = errors.New("busy")

// "some failures are followed by another wait or none"
func someWait(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for range 5 {
		err := do(ctx)
		if err == nil {
			return nil
		}
		if errors.Is(err, errBusy) {
			if err := sleep(ctx, 5*time.Second); err != nil {
				return err
			}
		}
	}
	return errUsedUp
}

// The context of the attempts has nothing to do with the one that ends.
func another(ctx context.Context, do func(context.Context) error) (err error) {
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err = do(short); err == nil {
		return nil
	}
	for range 5 {
		if err = do(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, time.Second); err != nil {
			return err
		}
	}
	return err
}

// "the context ends": it is cut off from the one that does.
func cutOff(ctx context.Context, do func(context.Context) error) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	free := context.WithoutCancel(ctx)
	for range 5 {
		if err = do(free); err == nil {
			return nil
		}
		if err := sleep(free, time.Second); err != nil {
			return err
		}
	}
	return err
}
