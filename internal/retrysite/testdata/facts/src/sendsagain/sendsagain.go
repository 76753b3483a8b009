// Package sendsagain sends through another package.
package sendsagain

import (
	"context"
	"net/http"

	"sends"
)

// The package is one that sends.
var _ http.Client

func Place(ctx context.Context, c *sends.Client) error { // want Place:`^sends POST$`
	return c.Post(ctx)
}
