package lasterror

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"time"
)

// "the last error is returned"
func returned(do func() error) (err error) {
	for n := range 3 {
		if err = do(); err == nil {
			return nil
		}
		time.Sleep(time.Second << n)
	}
	return err
}

// "joined"
func joined(do func() error) error {
	var all []error
	for n := range 3 {
		err := do()
		if err == nil {
			return nil
		}
		all = append(all, err)
		time.Sleep(time.Second << n)
	}
	return errors.Join(all...)
}

// "or wrapped"
func wrapped(do func() error) error {
	var last error
	for n := range 3 {
		err := do()
		if err == nil {
			return nil
		}
		last = fmt.Errorf("attempt %d: %w", n, err)
		time.Sleep(time.Second << n)
	}
	return last
}

// "kept in another variable"
func kept(do func() error) error {
	var err, last error
	for n := range 3 {
		if err := do(); err != nil {
			last = err
			time.Sleep(time.Second << n)
			continue
		}
		return err
	}
	if err != nil {
		return err
	}
	return last
}

// "a new error says that the attempts are used up"
func used(do func() error) error {
	for n := range 3 {
		if err := do(); err == nil {
			return nil
		}
		time.Sleep(time.Second << n)
	}
	return errors.New("attempts used up")
}

// The last attempt returns its error inside the loop.
func inside(do func() error) error {
	for n := 0; n < 3; n++ {
		err := do()
		if err == nil {
			break
		}
		if n == 2 {
			return err
		}
		time.Sleep(time.Second << n)
	}
	return nil
}

// "something else that can fail follows"
func bestEffort(warm func() error, dial func() error) error {
	for n := 0; n < 3; n++ {
		if warm() == nil {
			break
		}
		time.Sleep(time.Second)
	}
	if err := dial(); err != nil {
		return err
	}
	return nil
}

// "success goes on with the loop"
func rounds(addr string) error {
	for n := 0; n < 10; n++ {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			log.Print(err)
			time.Sleep(time.Second)
			continue
		}
		conn.Close()
	}
	return nil
}

// "the failure goes somewhere that is not seen"
func told(do func() error, failed func(error)) error {
	for n := 0; n < 3; n++ {
		err := do()
		if err == nil {
			return nil
		}
		failed(err)
		time.Sleep(time.Second)
	}
	return nil
}

// Another err is declared after the loop.
func again(do func() error, read func() (int, error)) (int, error) {
	var last error
	for n := 0; n < 3; n++ {
		if err := do(); err != nil {
			last = err
			time.Sleep(time.Second)
			continue
		}
		last = nil
		break
	}
	if last != nil {
		return 0, last
	}
	n, err := read()
	if err != nil {
		return 0, err
	}
	return n, nil
}

// No limit on attempts: the context ends it.
func endless(ctx context.Context, do func(context.Context) error) error {
	for {
		if err := do(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
	}
}
