// Package tour is a small client of a shop, with faults: each file but one
// retries in a way that looks careful and hurts the server. Run retrylint on it:
//
//	go run ./cmd/retrylint ./docs/tour/...
//
// The file prices.go does the same job well, and nothing is said about it.
package tour

import (
	"database/sql"
	"net/http"
)

// A Client talks to the shop.
type Client struct {
	HTTP *http.Client
	DB   *sql.DB
	Base string // "https://shop.example.com"
}
