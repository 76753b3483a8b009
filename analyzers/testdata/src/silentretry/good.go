package silentretry

import (
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"
)

// A log line.
func logged(do func() error) error {
	for n := 0; ; n++ {
		err := do()
		if err == nil || n == 4 {
			return err
		}
		slog.Warn("failed, trying again", "attempt", n, "err", err)
		time.Sleep(time.Second << n)
	}
}

// "is called that cannot be seen into": a callback, a logger behind an interface.
func callback(do func() error, onRetry func(int, error)) error {
	for n := 0; ; n++ {
		err := do()
		if err == nil || n == 4 {
			return err
		}
		onRetry(n, err)
		time.Sleep(time.Second << n)
	}
}

// "keeps something where others could see it": a field, a count.
type client struct {
	lastErr error
	retries atomic.Int64
	errs    chan error
}

func (c *client) field(do func() error) error {
	for n := 0; ; n++ {
		err := do()
		if err == nil || n == 4 {
			return err
		}
		c.lastErr = err
		time.Sleep(time.Second << n)
	}
}

func (c *client) counted(do func() error) error {
	for n := 0; ; n++ {
		err := do()
		if err == nil || n == 4 {
			return err
		}
		c.retries.Add(1)
		time.Sleep(time.Second << n)
	}
}

func (c *client) sent(do func() error) error {
	for n := 0; ; n++ {
		err := do()
		if err == nil || n == 4 {
			return err
		}
		c.errs <- err
		time.Sleep(time.Second << n)
	}
}

// "or in what is attempted"
func attempted(url string) error {
	for n := 0; ; n++ {
		err := fetch(url)
		if err == nil || n == 4 {
			return err
		}
		time.Sleep(time.Second << n)
	}
}

func fetch(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		slog.Warn("get", "err", err)
		return err
	}
	return resp.Body.Close()
}

// "no wait is seen": a search for a free port.
func listen(open func(port int) error) (port int, err error) {
	for port = 8000; port < 8010; port++ {
		if err = open(port); err == nil {
			return port, nil
		}
	}
	return 0, err
}
