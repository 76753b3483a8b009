// Package runsagain passes on to another package's function what it is given.
package runsagain

import "runs"

func Do(f func() error) error { return runs.Times(3, f) } // want Do:`^attempts \?p0 again, deaf$`

func Get[T any](f func() (T, error)) (v T, err error) { // want Get:`^attempts \?p0 again, deaf$`
	err = runs.Times(3, func() error {
		var e error
		v, e = f()
		return e
	})
	return v, err
}

// The failure is not the one that is attempted again.
func Quiet(f func() error) error {
	return runs.Times(3, func() error {
		_ = f()
		return nil
	})
}
