package recipes

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// refusing is a server that answers with that status and header three times, and
// then well. It keeps what it was sent.
type refusing struct {
	status   int
	header   string
	requests atomic.Int32
	keys     chan string
	bodies   chan string
}

func newRefusing(t *testing.T, status int, header string) (*refusing, string) {
	s := &refusing{status: status, header: header, keys: make(chan string, 10), bodies: make(chan string, 10)}
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	return s, srv.URL
}

func (s *refusing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.keys <- r.Header.Get("Idempotency-Key")
	s.bodies <- string(body)
	if s.requests.Add(1) <= 3 {
		if s.header != "" {
			w.Header().Set("Retry-After", s.header)
		}
		w.WriteHeader(s.status)
		return
	}
	io.WriteString(w, "done")
}

func client() *Client {
	return &Client{HTTP: http.DefaultClient, Attempts: 5, Base: time.Millisecond, Cap: 4 * time.Millisecond, Longest: 5 * time.Millisecond}
}

// TestPost sends a body to a server that refuses three times.
func TestPost(t *testing.T) {
	for _, header := range []string{"", "1", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)} {
		s, url := newRefusing(t, http.StatusTooManyRequests, header)
		c := client()
		var waits []time.Duration
		c.OnRetry = func(_ int, _ error, wait time.Duration) { waits = append(waits, wait) }
		resp, err := c.Post(t.Context(), url, []byte("order"))
		if err != nil {
			t.Fatal(err)
		}
		answer, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if string(answer) != "done" || s.requests.Load() != 4 || len(waits) != 3 {
			t.Errorf("%q: answer %q after %d requests and waits %v", header, answer, s.requests.Load(), waits)
		}
		first := <-s.keys
		for range 3 {
			if key := <-s.keys; key != first || key == "" {
				t.Errorf("%q: keys %q and %q, want one", header, first, key)
			}
		}
		for range 4 {
			if body := <-s.bodies; body != "order" {
				t.Errorf("%q: body %q, want all of it each time", header, body)
			}
		}
		for _, w := range waits {
			if header != "" && (w < c.Longest || w >= 2*c.Longest) || header == "" && w > c.Cap {
				t.Errorf("%q: wait %v", header, w)
			}
		}
	}
}

func TestPostStops(t *testing.T) {
	for _, tt := range []struct {
		status, requests int
	}{
		{http.StatusBadRequest, 1}, // what waiting does not change
		{http.StatusUnauthorized, 1},
		{http.StatusServiceUnavailable, 2}, // the attempts are used up
	} {
		s, url := newRefusing(t, tt.status, "")
		c := client()
		c.Attempts = 2
		resp, err := c.Post(t.Context(), url, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != tt.status || int(s.requests.Load()) != tt.requests {
			t.Errorf("status %d after %d requests, want %d after %d", resp.StatusCode, s.requests.Load(), tt.status, tt.requests)
		}
	}
	s, url := newRefusing(t, http.StatusServiceUnavailable, "3600")
	c := client()
	c.Longest = time.Hour
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.Post(ctx, url, nil); !errors.Is(err, context.DeadlineExceeded) || s.requests.Load() != 1 {
		t.Errorf("error %v after %d requests, want the end of the context after 1", err, s.requests.Load())
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"": 0, "30": 30 * time.Second, "-1": 0, "0": 0, "soon": 0, "99999999999999": 1e6 * time.Second,
		"Mon, 30 Nov 2026 12:00:10 GMT": 10 * time.Second, "Mon, 30 Nov 2026 11:00:00 GMT": 0,
	} {
		if have := RetryAfter(http.Header{"Retry-After": {text}}, now); have != want {
			t.Errorf("%q: %v, want %v", text, have, want)
		}
	}
}

// TestDo runs in a bubble of time, where minutes take no time.
func TestDo(t *testing.T) {
	failure := errors.New("no")
	for _, tt := range []struct {
		name     string
		fails    int
		err      error
		policy   Policy
		attempts int
		ok       bool
	}{
		{"succeeds", 3, failure, Default, 4, true},
		{"attempts", 100, failure, Default, 8, false},
		{"permanent", 100, &Permanent{failure}, Default, 1, false},
		{"elapsed", 100, failure, Policy{Base: time.Second, Cap: time.Second, Attempts: 100, Elapsed: 10 * time.Second}, 10, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			attempts := 0
			last := time.Time{}
			tt.policy.OnRetry = func(attempt int, err error, wait time.Duration) {
				if attempt != attempts || !errors.Is(err, failure) || wait < tt.policy.Base || wait > tt.policy.Cap {
					t.Errorf("%s: told of attempt %d, %v, %v", tt.name, attempt, err, wait)
				}
			}
			err := Do(t.Context(), tt.policy, func(context.Context) error {
				if attempts++; attempts > 1 && time.Since(last) < tt.policy.Base {
					t.Errorf("%s: %v between attempts", tt.name, time.Since(last))
				}
				last = time.Now()
				if attempts <= tt.fails {
					return tt.err
				}
				return nil
			})
			if (err == nil) != tt.ok || !tt.ok && !errors.Is(err, failure) || attempts != tt.attempts {
				t.Errorf("%s: error %v after %d attempts, want %d", tt.name, err, attempts, tt.attempts)
			}
		})
	}
}

func TestDoStopsWithItsCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		start, attempts := time.Now(), 0
		err := Do(ctx, Policy{Base: time.Second, Cap: time.Second, Attempts: 100, Elapsed: time.Hour}, func(context.Context) error {
			attempts++
			return io.ErrUnexpectedEOF
		})
		if !errors.Is(err, io.ErrUnexpectedEOF) || attempts != 2 || time.Since(start) != 1500*time.Millisecond {
			t.Errorf("error %v after %d attempts and %v", err, attempts, time.Since(start))
		}
	})
}

func TestOffset(t *testing.T) {
	const period, n = 24 * time.Hour, 2400
	hours := map[int]int{}
	for i := range n {
		name := "installation " + string(rune('a'+i%26)) + time.Duration(i).String()
		off := Offset(name, period)
		if off < 0 || off >= period || off != Offset(name, period) {
			t.Fatalf("offset %v", off)
		}
		hours[int(off.Hours())]++
	}
	for h := range 24 {
		if hours[h] < 50 || hours[h] > 160 {
			t.Errorf("%d of %d installations in hour %d", hours[h], n, h)
		}
	}
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	next := Next("x", period, now)
	if !next.After(now) || next.Sub(now) > period || !Next("x", period, next).Equal(next.Add(period)) {
		t.Errorf("next turn %v after %v", next, now)
	}
}

func TestEvery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 72*time.Hour)
		defer cancel()
		turns, failures := 0, 0
		Every(ctx, "x", 24*time.Hour, func(context.Context) error { turns++; return io.EOF }, func(error) { failures++ })
		if turns != 3 || failures != 3 {
			t.Errorf("%d turns and %d failures in three days", turns, failures)
		}
	})
}
