package retrycanceled

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"
)

// "the loop condition ... observes the same context"
func loopCondition(ctx context.Context, c Client) error {
	var err error
	for ctx.Err() == nil {
		if _, err = c.Fetch(ctx, "x"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// "the wait ... observes the same context"
func waitObserves(ctx context.Context, c Client) error {
	for n := 0; n < 5; n++ {
		if _, err := c.Fetch(ctx, "x"); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second << n):
		}
	}
	return errors.New("attempts used up")
}

// "the wait ... observes the same context": in a helper that returns an error.
func waitHelper(ctx context.Context, c Client) error {
	for {
		if _, err := c.Fetch(ctx, "x"); err == nil {
			return nil
		}
		if err := sleep(ctx, time.Second); err != nil {
			return err
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// "the wait ... observes the same context": in a helper that says yes or no.
func waitHelperBool(ctx context.Context, c Client) error {
	for {
		_, err := c.Fetch(ctx, "x")
		if err == nil {
			return nil
		}
		if !pause(ctx, time.Second) {
			return err
		}
	}
}

func pause(ctx context.Context, d time.Duration) bool { return sleep(ctx, d) == nil }

// "the ... operation's wrapper observes the same context"
func wrapper(ctx context.Context, c Client) error {
	for n := 0; n < 5; n++ {
		stop, err := checked(ctx, c)
		if stop || err == nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return errors.New("attempts used up")
}

func checked(ctx context.Context, c Client) (stop bool, err error) {
	if _, err = c.Fetch(ctx, "x"); err != nil && ctx.Err() != nil {
		return true, ctx.Err()
	}
	return false, err
}

// "per-attempt contexts made inside the loop while the outer one is checked"
func perAttempt(ctx context.Context, c Client) error {
	for {
		attempt, cancel := context.WithTimeout(ctx, time.Second)
		_, err := c.Fetch(attempt, "x")
		cancel()
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
}

// "no context"
func noContext(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 5 {
			return resp, err
		}
		time.Sleep(time.Second << n)
	}
}

// "no context": a fresh one for every attempt ends by itself alone.
func freshContext(c Client) error {
	var err error
	for n := 0; n < 5; n++ {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		_, err = c.Fetch(ctx, "x")
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// "no path from failure ... leaves on ... errors.Is(err, context.Canceled)": this one does.
func errorsIs(ctx context.Context, c Client) error {
	for n := 0; n < 5; n++ {
		_, err := c.Fetch(ctx, "x")
		if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		time.Sleep(time.Second)
	}
	return errors.New("attempts used up")
}

// The same by a comparison in a switch.
func comparison(ctx context.Context, c Client) error {
	for {
		_, err := c.Fetch(ctx, "x")
		switch err {
		case nil:
			return nil
		case context.Canceled, context.DeadlineExceeded:
			return err
		}
		time.Sleep(time.Second)
	}
}

// "<-ctx.Done()" by a select with a default.
func polled(ctx context.Context, c Client) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		if _, err := c.Fetch(ctx, "x"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// The test of the error is a helper that knows cancellation.
func classifier(ctx context.Context, c Client) error {
	for n := 0; n < 5; n++ {
		_, err := c.Fetch(ctx, "x")
		if err == nil || !retryable(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return errors.New("attempts used up")
}

func retryable(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	var netErr net.Error
	return errors.As(err, &netErr) && netErr.Timeout()
}

// Only one kind of error is retried, and it is not the end of a context.
func allowList(ctx context.Context, c Client) error {
	for n := 0; n < 5; n++ {
		_, err := c.Fetch(ctx, "x")
		if !errors.Is(err, os.ErrNotExist) {
			return err
		}
		time.Sleep(time.Second)
	}
	return errors.New("attempts used up")
}

// The channel of the context is kept in a variable.
func doneVariable(ctx context.Context, c Client) error {
	done := ctx.Done()
	for {
		if _, err := c.Fetch(ctx, "x"); err == nil {
			return nil
		}
		select {
		case <-done:
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// The context of a request is observed through the request.
func requestContext(client *http.Client, req *http.Request) (*http.Response, error) {
	for n := 0; n < 5; n++ {
		resp, err := client.Do(req)
		if err == nil {
			return resp, nil
		}
		select {
		case <-req.Context().Done():
			return nil, req.Context().Err()
		case <-time.After(time.Second):
		}
	}
	return nil, errors.New("attempts used up")
}

// The cause of the end is asked for.
func cause(ctx context.Context, c Client) error {
	for {
		_, err := c.Fetch(ctx, "x")
		if err == nil {
			return nil
		}
		if why := context.Cause(ctx); why != nil {
			return fmt.Errorf("%w: %w", why, err)
		}
		time.Sleep(time.Second)
	}
}

// context.Background never ends.
func background(c Client) error {
	ctx := context.Background()
	for n := 0; n < 5; n++ {
		if _, err := c.Fetch(ctx, "x"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("attempts used up")
}

// Not a retry site: every item has its turn, failed or not.
func items(ctx context.Context, c Client, ids []string) {
	for _, id := range ids {
		if _, err := c.Fetch(ctx, id); err != nil {
			fmt.Println(id, err)
		}
		time.Sleep(time.Second)
	}
}
