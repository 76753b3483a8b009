package retrypost

import (
	"bytes"
	"errors"
	"net"
	"net/http"
	"time"
)

// "GET/HEAD/PUT/DELETE/OPTIONS": GET.
func get(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 5 {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}

// "GET/HEAD/PUT/DELETE/OPTIONS": HEAD.
func head(client *http.Client, url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := client.Head(url)
		if err == nil || n == 5 {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}

// "GET/HEAD/PUT/DELETE/OPTIONS": PUT, DELETE and OPTIONS.
func others(client *http.Client, url string, body []byte) error {
	for _, method := range []string{http.MethodPut, http.MethodDelete, http.MethodOptions} {
		for n := 0; ; n++ {
			req, err := http.NewRequest(method, url, bytes.NewReader(body))
			if err != nil {
				return err
			}
			resp, err := client.Do(req)
			if err == nil {
				resp.Body.Close()
				break
			}
			if n == 3 {
				return err
			}
			time.Sleep(time.Second)
		}
	}
	return nil
}

// "GET/HEAD/PUT/DELETE/OPTIONS": PUT alone.
func put(client *http.Client, url string, body []byte) error {
	for n := 0; n < 3; n++ {
		req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(body))
		if err != nil {
			return err
		}
		resp, err := client.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return errors.New("attempts used up")
}

// "a key set once before the loop": the request is made before it.
func keyOnRequest(client *http.Client, url string, body []byte) error {
	req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", newKey())
	for n := 0; n < 3; n++ {
		req.Body, _ = req.GetBody()
		resp, err := client.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return errors.New("attempts used up")
}

// "a key set once before the loop": the key is made before it, the request inside.
func keyBefore(client *http.Client, url string, body []byte) error {
	key := newKey()
	for n := 0; n < 3; n++ {
		req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
		if err != nil {
			return err
		}
		req.Header.Set("X-Idempotency-Key", key)
		resp, err := client.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return errors.New("attempts used up")
}

// "a key set once before the loop": a parameter.
func keyGiven(client *http.Client, url, key string, body []byte) error {
	for n := 0; n < 3; n++ {
		req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
		if err != nil {
			return err
		}
		req.Header["Idempotency-Key"] = []string{key}
		resp, err := client.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return errors.New("attempts used up")
}

// "retries only on failures before sending (dial)"
func dialOnly(client *http.Client, url string, body []byte) error {
	for n := 0; ; n++ {
		resp, err := client.Post(url, "text/plain", bytes.NewReader(body))
		if err == nil {
			return resp.Body.Close()
		}
		var op *net.OpError
		if !errors.As(err, &op) || op.Op != "dial" || n == 5 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// "or on 429/503 alone"
func refusedOnly(client *http.Client, url string, body []byte) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := client.Post(url, "text/plain", bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests && resp.StatusCode != http.StatusServiceUnavailable || n == 5 {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

// "or on 429/503 alone", in a switch.
func refusedSwitch(client *http.Client, url string, body []byte) (*http.Response, error) {
	for n := 0; n < 5; n++ {
		resp, err := client.Post(url, "text/plain", bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		switch resp.StatusCode {
		case http.StatusTooManyRequests:
			resp.Body.Close()
			time.Sleep(time.Second)
			continue
		}
		return resp, nil
	}
	return nil, errors.New("attempts used up")
}

// "-retrypost.safe (URL path globs)": the test sets /v1/search.
func safePath(query []byte) error {
	var err error
	for n := 0; n < 3; n++ {
		var resp *http.Response
		resp, err = http.Post("https://example.com/v1/search", "application/json", bytes.NewReader(query))
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// "a RoundTripper ... that retries any request and never looks at its method": this one looks.
type carefulRetrier struct{ base http.RoundTripper }

func (t *carefulRetrier) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for n := 0; n < 3; n++ {
		resp, err = t.base.RoundTrip(req)
		if err == nil || req.Method != http.MethodGet && req.Method != http.MethodHead {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

// The same with the test before the loop.
type getRetrier struct{ base http.RoundTripper }

func (t *getRetrier) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	if !idempotent(req.Method) {
		return t.base.RoundTrip(req)
	}
	for n := 0; n < 3; n++ {
		if resp, err = t.base.RoundTrip(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func idempotent(method string) bool {
	switch method {
	case "", http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete, http.MethodOptions:
		return true
	}
	return false
}

// Not a retry site: one POST for each item, failed or not.
func items(url string, bodies [][]byte) {
	for _, b := range bodies {
		if resp, err := http.Post(url, "text/plain", bytes.NewReader(b)); err == nil {
			resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
}

// Not a retry site: a failure leaves.
func once(url string, bodies [][]byte) error {
	for _, b := range bodies {
		resp, err := http.Post(url, "text/plain", bytes.NewReader(b))
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}
