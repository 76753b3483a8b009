// Package odd holds Go that is rarely written. Nothing is expected of it but
// that it is read without a panic and within the budget.
package odd

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"sync"
	"time"
	"unsafe"
)

type number interface{ ~int | ~int64 | ~float64 }

type backoff[T number] struct{ base, cur T }

func (b *backoff[T]) next() T { b.cur = b.cur*2 + b.base; return b.cur }

func retry[T any, D number](ctx context.Context, b *backoff[D], f func(context.Context) (T, error)) (zero T, _ error) {
	for {
		if v, err := f(ctx); err == nil {
			return v, nil
		}
		time.Sleep(time.Duration(b.next()))
	}
}

func instances(ctx context.Context, c *http.Client) {
	b := &backoff[int64]{base: 1}
	_, _ = retry(ctx, b, func(ctx context.Context) (*http.Response, error) { return c.Get("http://example.com") })
	_, _ = retry(ctx, &backoff[float64]{}, func(context.Context) (int, error) { return 0, nil })
	_, _ = retry[error, int](ctx, nil, nil)
}

func attempts(n int) iter.Seq2[int, time.Duration] {
	return func(yield func(int, time.Duration) bool) {
		for i, d := 0, time.Second; i < n; i, d = i+1, d*2 {
			if !yield(i, d) {
				return
			}
		}
	}
}

func rangeOverFunc(ctx context.Context, ping func(context.Context) error) (err error) {
	for i, d := range attempts(5) {
		defer func() { err = errors.Join(err, fmt.Errorf("attempt %d", i)) }()
		if err = ping(ctx); err == nil {
			return nil
		}
		if errors.Is(err, context.Canceled) {
			break
		}
		time.Sleep(d)
	}
	return err
}

func rangeOverInt(ping func() error) {
	for i := range 10 {
		if ping() == nil {
			return
		}
		time.Sleep(time.Second << i)
	}
	for range 3 {
		time.Sleep(time.Second)
	}
}

func labelledGoto(ping func() error) error {
	n := 0
again:
	err := ping()
	if err != nil {
		n++
		if n > 100 {
			goto done
		}
		time.Sleep(time.Duration(n) * time.Second)
		goto again
	}
done:
	return err
}

func irreducible(ping func() error, b bool) {
	if b {
		goto inside
	}
outside:
	if ping() != nil {
		time.Sleep(time.Second)
	}
inside:
	if ping() != nil {
		time.Sleep(2 * time.Second)
		goto outside
	}
	goto inside
}

func selects(ch chan int, never <-chan time.Time) {
	go func() { select {} }()
	for {
		select {
		default:
		}
		select {
		case <-time.After(time.Second):
		case ch <- 1:
		case v, ok := <-ch:
			_, _ = v, ok
		case <-never:
		case <-(chan time.Time)(nil):
		}
	}
}

func hugeSwitch(ctx context.Context, n int, ping func(context.Context) error) (d time.Duration) {
	for ctx.Err() == nil {
		err := ping(ctx)
		switch {
		case err == nil:
			return
		case n == 0, n == 1, n == 2, n == 3:
			d += time.Second
			fallthrough
		case n == 4:
			d *= 2
		case n == 5:
			d = -d
		case n == 6:
			d /= time.Duration(n)
		case n == 7:
			d <<= n
		case n == 8:
			d = min(d, time.Minute)
		case n == 9:
			d = max(d, 0)
		case n == 10:
			continue
		case n == 11:
			n = int(d)
		default:
			d %= 7
		}
		n++
		time.Sleep(d)
	}
	return
}

func recursiveClosures(ping func() error) {
	var even, odd func(n int) error
	even = func(n int) error {
		if err := ping(); err != nil {
			time.Sleep(time.Duration(n) * time.Second)
			return odd(n + 1)
		}
		return nil
	}
	odd = func(n int) error {
		if err := ping(); err != nil {
			time.Sleep(time.Duration(n) * time.Second)
			return even(n + 1)
		}
		return nil
	}
	_ = even(0)
	var self func() error
	self = func() error { return self() }
	_ = self()
}

var delays = func() (ds []time.Duration) {
	for d := time.Second; d < time.Hour; d *= 2 {
		ds = append(ds, d)
	}
	return
}()

var first, second = second + 1, func() time.Duration { return delays[0] }()

func init() {
	for i := range delays {
		delays[i] += time.Duration(i)
		time.Sleep(0)
	}
}

func init() {
	for errors.New("x") != nil {
		time.Sleep(first)
		break
	}
}

type pinger interface{ Ping(context.Context) error }

type closer interface {
	pinger
	Close() error
}

type conn struct {
	closer
	*sync.Mutex
	wait func(time.Duration)
	next *conn
}

func (c *conn) again(ctx context.Context) error {
	ping, sleep := c.Ping, time.Sleep
	lock := (*conn).Lock
	for n := 1; ; n *= 2 {
		lock(c)
		defer c.Unlock()
		if err := ping(ctx); err == nil {
			return c.Close()
		}
		sleep(time.Duration(n))
		c.wait(time.Duration(n))
	}
}

func list(ctx context.Context, c *conn) *conn {
	// The value is taken from itself.
	for it := pinger(c); it != nil; it = follow(it) {
		for it.Ping(ctx) != nil {
			time.Sleep(time.Second)
			it = follow(it)
		}
	}
	for n := c; n != nil; n = n.next {
		if err := n.Ping(ctx); err != nil {
			time.Sleep(time.Second)
		}
	}
	return c
}

func follow(p pinger) pinger {
	if c, ok := p.(*conn); ok && c != nil {
		return c.next
	}
	return p
}

// The type that the value is known to have lacks the method.
func wrongType(ping func() error) {
	var v any = "text"
	for ping() != nil {
		time.Sleep(v.(interface{ Delay() time.Duration }).Delay())
	}
}

type logger struct{ n int }

type sugar logger

func (s sugar) Delay() time.Duration { return time.Duration(s.n) }

var sugared interface{ Delay() time.Duration } = sugar(logger{1})

func otherName(ping func() error) {
	for ping() != nil {
		time.Sleep(sugared.Delay())
	}
}

func unsafely(p unsafe.Pointer, ping func() error) {
	for ping() != nil {
		time.Sleep(*(*time.Duration)(unsafe.Add(p, 8)))
		time.Sleep(time.Duration(uintptr(p)))
		time.Sleep(time.Duration(unsafe.Sizeof(p)))
		time.Sleep(*unsafe.SliceData(delays))
	}
}

func arrays(ping func() error, m map[string]time.Duration, s struct{ d [3]time.Duration }) {
	var a [4]time.Duration
	p := &a
	for i := 0; ping() != nil; i = (i + 1) & 3 {
		a[i], p[3-i] = p[i], a[0]+1
		time.Sleep(a[i])
		time.Sleep(m["x"])
		m["x"] *= 2
		time.Sleep(s.d[i%3])
		time.Sleep([...]time.Duration{1, 2, 3, 4}[i])
		time.Sleep(map[int]time.Duration{0: 1}[i])
	}
}

func deferred(ping func() error) (err error) {
	for {
		func() {
			defer func() {
				if r := recover(); r != nil {
					err = fmt.Errorf("%v", r)
					time.Sleep(time.Second)
				}
			}()
			err = ping()
		}()
		if err == nil {
			return
		}
	}
}

func constants(ping func() error) {
	for ping() != nil {
		time.Sleep(1 << 62 * 1)
		time.Sleep(-1)
		time.Sleep(time.Duration(3.0))
	}
	for {
	}
}

func divides(ping func() error, n int) {
	d := time.Second
	for i := 0; ping() != nil; i-- {
		d /= time.Duration(i)
		d %= time.Duration(n - n)
		d <<= uint(i)
		time.Sleep(d)
	}
}

func _(ping func() error) {
	for ping() != nil {
		time.Sleep(1)
	}
}

func _[T number](ping func() error, t T) {
	for ping() != nil {
		t *= 2
		time.Sleep(time.Duration(t))
	}
}
