// Package try has the shape of github.com/matryer/try.
package try

type Func func(attempt int) (retry bool, err error)

func Do(fn Func) error { return nil }
