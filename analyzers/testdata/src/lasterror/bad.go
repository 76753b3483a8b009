package lasterror

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"time"
)

// nil is returned when the attempts are used up.
func send(ctx context.Context, do func(context.Context) error) error {
	for n := 0; n < 5; n++ {
		err := do(ctx)
		if err == nil {
			return nil
		}
		log.Printf("attempt %d: %v", n, err)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil // want `when 5 attempts have failed nil is returned: the caller takes the failure of do for a success; return the last error`
}

// Success and failure come to the same return.
func breaks(do func() error) error {
	for n := range 3 {
		if err := do(); err != nil {
			time.Sleep(time.Second << n)
			continue
		}
		break
	}
	return nil // want `nil is returned`
}

// The loop declares its own err: the outer one is nil.
func fetch(url string) ([]byte, error) {
	var err error
	var out []byte
	for i := 0; i <= 4; i++ {
		resp, err := http.Get(url)
		if err != nil {
			continue
		}
		out, err = io.ReadAll(resp.Body)
		resp.Body.Close()
		if err == nil {
			return out, nil
		}
	}
	return nil, err // want `the loop declares its own err, and this one is not set by http.Get: when the attempts are used up the last failure is lost; set the outer err in the loop`
}

// The same with a test of the outer err, which comes from before the loop.
func post(c *http.Client, url string, encode func() ([]byte, error)) error {
	_, err := encode()
	if err != nil {
		return err
	}
	var resp *http.Response
	for try := range 3 {
		req, err := http.NewRequest(http.MethodPut, url, nil)
		if err != nil {
			return err
		}
		resp, err = c.Do(req)
		if err == nil {
			break
		}
		log.Print("http err", err)
		time.Sleep(time.Second << try)
	}
	if err != nil {
		return fmt.Errorf("put %s: %w", url, err) // want `the loop declares its own err`
	}
	return resp.Body.Close()
}
