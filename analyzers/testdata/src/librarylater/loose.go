package librarylater

import (
	"net/http"
	"time"

	juju "github.com/juju/retry"
)

// Somewhere else it is said which failures are not tried again.
func stops(args *juju.CallArgs) { args.IsFatalError = func(error) bool { return true } }

func posts(clock juju.Clock) {
	args := juju.CallArgs{Func: place, Attempts: 5, Delay: time.Second, Clock: clock}
	stops(&args)
	juju.Call(args)
}

func place() error {
	resp, err := http.Post("https://example.com/orders", "text/plain", nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
