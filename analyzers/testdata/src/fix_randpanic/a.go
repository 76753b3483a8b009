// Package fix_randpanic holds draws from nothing.
package fix_randpanic

import (
	"math/rand"
	"time"
)

func count(fetch func() error) (err error) {
	for n := 0; n < 5; n++ {
		if err = fetch(); err == nil || n == 4 {
			return err
		}
		time.Sleep(time.Duration(rand.Int63n(int64(time.Duration(n) * time.Second))))
	}
	return err
}

func factor(fetch func() error) (err error) {
	for n := 0; n < 5; n++ {
		if err = fetch(); err == nil || n == 4 {
			return err
		}
		time.Sleep(time.Duration(rand.Intn(n*1000)) * time.Millisecond)
	}
	return err
}
