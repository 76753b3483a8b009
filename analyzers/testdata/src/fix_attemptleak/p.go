// Package fix_attemptleak holds attempts that leave something open for the next.
package fix_attemptleak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"time"
)

var errBusy = errors.New("busy")

func deferred(c *http.Client, req *http.Request) error {
	for n := range 6 {
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode < 500 {
			return nil
		}
		if n < 5 {
			// Not after the last one.
			time.Sleep(rand.N(time.Second << n))
		}
	}
	return errBusy
}

// Several ways go round, and one is closed.
func ways(ctx context.Context, c *http.Client, req *http.Request) ([]byte, error) {
	for ctx.Err() == nil {
		resp, err := c.Do(req)
		if err != nil {
			time.Sleep(rand.N(time.Second))
			continue
		}
		defer func() { _ = resp.Body.Close() }()
		switch resp.StatusCode {
		case http.StatusTooManyRequests:
			time.Sleep(30*time.Second + rand.N(30*time.Second))
			continue
		case http.StatusBadGateway:
			_ = resp.Body.Close()
			continue
		}
		body, err := io.ReadAll(resp.Body)
		if err == nil {
			return body, nil
		}
		fmt.Println(resp.Status, err)
		select {
		case <-time.After(rand.N(time.Second)):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, ctx.Err()
}

// It may not be there.
func perhaps(url string) (*http.Response, error) {
	for {
		resp, err := http.Get(url)
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
}

// It is there.
func certain(c *http.Client, req *http.Request) error {
	for {
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		if resp.StatusCode == http.StatusTooManyRequests {
			time.Sleep(time.Second)
			continue
		}
		resp.Body.Close()
		if resp.StatusCode < 500 {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
}

// What is returned in the end stays open.
func outer(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 4 {
		resp, err = c.Do(req)
		if err == nil && resp.StatusCode < 500 {
			break
		}
		time.Sleep(rand.N(time.Second))
	}
	return resp, err
}

func canceled(ctx context.Context, do func(context.Context) error) (err error) {
	for range 3 {
		try, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		if err = do(try); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(rand.N(100 * time.Millisecond))
	}
	return err
}

func greet(addr string) (net.Conn, error) {
	for {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			return nil, err
		}
		if _, err = c.Write([]byte("hello")); err == nil {
			return c, nil
		}
		time.Sleep(rand.N(time.Second))
	}
}

// The body goes somewhere else.
func handed(c *http.Client, req *http.Request, bodies chan io.Reader) {
	for {
		resp, err := c.Do(req)
		if err != nil {
			return
		}
		defer resp.Body.Close()
		bodies <- resp.Body
		time.Sleep(rand.N(time.Second))
	}
}

// The loop alone uses it.
func loopsOwn(c *http.Client, req *http.Request) (string, error) {
	var resp *http.Response
	var err error
	for range 4 {
		resp, err = c.Do(req)
		if err != nil || resp.StatusCode == http.StatusBadGateway {
			time.Sleep(rand.N(time.Second))
			continue
		}
		resp.Body.Close()
		return resp.Status, nil
	}
	return "", err
}

// A result may be returned without being named.
func named(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 4 {
		resp, err = c.Do(req)
		if err == nil && resp.StatusCode < 500 {
			break
		}
		time.Sleep(rand.N(time.Second))
	}
	return
}
