package fixedseed

import (
	crand "crypto/rand"
	"encoding/binary"
	"math/rand"
	"net"
	"net/http"
	"os"
	"time"

	randv2 "math/rand/v2"
)

var clock = rand.New(rand.NewSource(time.Now().UnixNano()))

// "seeded from time"
func fromTime(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(delay/2 + time.Duration(clock.Int63n(int64(delay))))
		delay = min(2*delay, time.Minute)
	}
}

func cryptoSource() *rand.Rand {
	var b [8]byte
	if _, err := crand.Read(b[:]); err != nil {
		panic(err)
	}
	return rand.New(rand.NewSource(int64(binary.LittleEndian.Uint64(b[:]))))
}

// "seeded from ... crypto/rand"
func fromCrypto(url string) (*http.Response, error) {
	r := cryptoSource()
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 6 {
			return resp, err
		}
		time.Sleep(time.Duration(r.Int63n(int64(time.Second << n))))
	}
}

// "seeded from ... pid"
func fromPid(url string) (*http.Response, error) {
	r := randv2.New(randv2.NewPCG(1, uint64(os.Getpid())))
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 6 {
			return resp, err
		}
		time.Sleep(time.Duration(r.Int64N(int64(time.Second << n))))
	}
}

// "math/rand/v2 and modern global functions"
func global(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 6 {
			return resp, err
		}
		time.Sleep(randv2.N(time.Second<<n) + time.Duration(rand.Int63n(int64(time.Second))))
	}
}

// The source is the caller's.
func given(r *rand.Rand, url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 6 {
			return resp, err
		}
		time.Sleep(time.Duration(r.Int63n(int64(time.Second << n))))
	}
}

// The constant draw chooses a server; the delay draws from the global source.
func drawElsewhere(urls []string) (*http.Response, error) {
	r := rand.New(rand.NewSource(7))
	for n := 0; ; n++ {
		resp, err := http.Get(urls[r.Intn(len(urls))])
		if err == nil || n == 5 {
			return resp, err
		}
		time.Sleep(randv2.N(time.Second << n))
	}
}
