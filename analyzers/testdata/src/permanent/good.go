package permanent

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

func serverErrors(c *http.Client, req *http.Request) (*http.Response, error) {
	for n := range 5 {
		resp, err := c.Do(req)
		if err == nil && resp.StatusCode < 500 && resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		time.Sleep(time.Second << n)
	}
	return nil, errGaveUp
}

// No status is looked at: an answer is an answer.
func anyAnswer(c *http.Client, req *http.Request) ([]byte, error) {
	for n := range 5 {
		resp, err := c.Do(req)
		if err != nil {
			time.Sleep(time.Second << n)
			continue
		}
		b, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err == nil {
			return b, nil
		}
	}
	return nil, errGaveUp
}

// It waits for something to appear.
func appears(c *http.Client, req *http.Request) (*http.Response, error) {
	for n := range 5 {
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusNotFound {
			return resp, nil
		}
		time.Sleep(time.Second << n)
	}
	return nil, errGaveUp
}

func waitUntilUp(url string) error {
	for n := range 5 {
		if resp, err := http.Get(url); err == nil && resp.StatusCode == http.StatusOK {
			return nil
		}
		time.Sleep(time.Second << n)
	}
	return errGaveUp
}

// New credentials come first.
func refreshed(c *http.Client, req *http.Request, refresh func() error) (*http.Response, error) {
	for n := range 5 {
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		switch {
		case resp.StatusCode == http.StatusUnauthorized:
			if err := refresh(); err != nil {
				return nil, err
			}
			continue
		case resp.StatusCode < 500:
			return resp, nil
		}
		time.Sleep(time.Second << n)
	}
	return nil, errGaveUp
}

// What decides cannot be seen.
func unseen(c *http.Client, req *http.Request, again func(*http.Response, error) bool) (resp *http.Response, err error) {
	for n := range 5 {
		if resp, err = c.Do(req); !again(resp, err) {
			return resp, err
		}
		time.Sleep(time.Second << n)
	}
	return nil, errGaveUp
}

func class(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return fmt.Errorf("status %d", resp.StatusCode)
	case resp.StatusCode >= 400:
		return errFinal
	}
	return nil
}

var errFinal = errors.New("final")

// The operation says which is final.
func told(c *http.Client, url string) (err error) {
	for n := range 5 {
		if err = class(c, url); err == nil || errors.Is(err, errFinal) {
			return err
		}
		time.Sleep(time.Second << n)
	}
	return err
}

func allClasses(err error) bool {
	var se *StatusError
	if !errors.As(err, &se) {
		return false
	}
	return se.Code < 500 && se.Code != http.StatusTooManyRequests
}

func inErrorToo(ctx context.Context, f func(context.Context) error) (err error) {
	for n := range 5 {
		if err = f(ctx); err == nil || allClasses(err) || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second << n)
	}
	return err
}

// Nobody asks for a status.
func everyError(ctx context.Context, f func(context.Context) error) (err error) {
	for n := range 5 {
		if err = f(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second << n)
	}
	return err
}

// It waits for a row, or for a file.
func row(ctx context.Context, f func(context.Context) error) (err error) {
	for n := range 5 {
		if err = f(ctx); !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		time.Sleep(time.Second << n)
	}
	return err
}

func file(ctx context.Context, f func(context.Context) error) (err error) {
	for n := range 5 {
		if err = f(ctx); !errors.Is(err, os.ErrNotExist) {
			return err
		}
		time.Sleep(time.Second << n)
	}
	return err
}

func own(err error) bool { return errors.Is(err, sql.ErrTxDone) }

func statementLookedAt(db *sql.DB, stmt string) (err error) {
	for n := range 5 {
		if _, err = db.Exec(stmt); err == nil || own(err) {
			return err
		}
		time.Sleep(time.Second << n)
	}
	return err
}

func awake(db *sql.DB) (err error) {
	for n := range 5 {
		if _, err = db.Exec("SELECT 1"); err == nil {
			return nil
		}
		time.Sleep(time.Second << n)
	}
	return err
}

// What is told of the answer is decided in a function literal that captures it.
func captured(c *http.Client, req *http.Request) (*http.Response, error) {
	for n := range 5 {
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		done := func() bool {
			defer resp.Body.Close()
			return !busy(resp)
		}()
		if done {
			return nil, errors.New("refused")
		}
		time.Sleep(time.Second << n)
	}
	return nil, errors.New("busy")
}

func busy(resp *http.Response) bool {
	switch s := resp.StatusCode; {
	case s == http.StatusTooManyRequests, s >= 500:
		return true
	}
	return false
}
