// Package permanent holds retries of failures that waiting cannot change
// (bad.go), and code that looks like it and does not (good.go).
package permanent

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

var errGaveUp = errors.New("gave up")

func notOK(url string) (*http.Response, error) {
	for n := range 5 {
		resp, err := http.Get(url) // want `http.Get is tried again after status 400, 401, 403, 404, 405, 410 or 422, which waiting does not change: if 5% .* more are sent.*; return on it: 0 \(permanent\)`
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		time.Sleep(time.Second << n)
	}
	return nil, errGaveUp
}

func from400(c *http.Client, req *http.Request) (*http.Response, error) {
	for n := range 5 {
		resp, err := c.Do(req) // want `status 400, 401`
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 400 {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second << n)
	}
	return nil, errGaveUp
}

// A list of what is final leaves some out.
func denied(c *http.Client, req *http.Request) (*http.Response, error) {
	for n := range 5 {
		resp, err := c.Do(req) // want `status 404, 405, 410 or 422`
		if err != nil {
			return nil, err
		}
		switch resp.StatusCode {
		case 200, 400, 401, 403:
			return resp, nil
		}
		time.Sleep(time.Second << n)
	}
	return nil, errGaveUp
}

func again(resp *http.Response, err error) bool {
	return err != nil || resp.StatusCode >= 500 || resp.StatusCode == http.StatusForbidden
}

// A predicate names one.
func predicate(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for n := range 5 {
		if resp, err = c.Do(req); !again(resp, err) { // want `status 403`
			return resp, err
		}
		time.Sleep(time.Second << n)
	}
	return nil, errGaveUp
}

func once(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != 200 {
		b, _ := io.ReadAll(resp.Body)
		return fmt.Errorf("status %d: %s", resp.StatusCode, b)
	}
	return nil
}

// The operation makes an error of the status.
func inCallee(c *http.Client, url string) {
	for n := range 5 {
		if err := once(c, url); err == nil { // want `once is tried again after status 400, 401, 403, 404, 405, 410 or 422`
			return
		}
		time.Sleep(time.Second << n)
	}
}

// A StatusError is an answer that is no success.
type StatusError struct{ Code int }

func (e *StatusError) Error() string { return fmt.Sprint("status ", e.Code) }

func final(err error) bool {
	var se *StatusError
	if !errors.As(err, &se) {
		return false
	}
	switch se.Code {
	case http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden:
		return true
	}
	return false
}

// The status is in the error.
func inError(ctx context.Context, f func(context.Context) error) (err error) {
	for n := range 5 {
		if err = f(ctx); err == nil || final(err) || ctx.Err() != nil { // want `f is tried again after status 404, 405, 410 or 422`
			return err
		}
		time.Sleep(time.Second << n)
	}
	return err
}

// An error that is named as one to retry.
func named(ctx context.Context, f func(context.Context) error) (err error) {
	for n := range 5 {
		err = f(ctx) // want `f is tried again after sql.ErrNoRows`
		if !errors.Is(err, sql.ErrNoRows) && !errors.Is(err, sql.ErrConnDone) {
			return err
		}
		time.Sleep(time.Second << n)
	}
	return err
}

func statement(db *sql.DB, stmt string) (err error) {
	for n := range 5 {
		if _, err = db.Exec(stmt); err == nil { // want `db.Exec is tried again after every error, also those of the statement itself`
			return nil
		}
		time.Sleep(time.Second << n)
	}
	return err
}
