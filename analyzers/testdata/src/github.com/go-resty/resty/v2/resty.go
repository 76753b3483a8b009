// Package resty has the shape of github.com/go-resty/resty/v2.
package resty

type Client struct{ RetryCount int }

type Request struct{}

type Response struct{}

func New() *Client { return nil }

func (c *Client) SetRetryCount(n int) *Client                                 { return c }
func (c *Client) SetBaseURL(url string) *Client                               { return c }
func (c *Client) AddRetryCondition(again func(*Response, error) bool) *Client { return c }
func (c *Client) R() *Request                                                 { return nil }
func (r *Request) SetBody(body any) *Request                                  { return r }
func (r *Request) SetHeader(k, v string) *Request                             { return r }
func (r *Request) SetHeaders(h map[string]string) *Request                    { return r }
func (r *Request) Post(url string) (*Response, error)                         { return nil, nil }
func (r *Request) Get(url string) (*Response, error)                          { return nil, nil }
