// Command retrylint reads the retry policy out of Go code, reports the ones
// that hurt servers, and says with simulated numbers how much.
//
// It is a vet tool, a linter of its own, and the simulator:
//
//	go vet -vettool=$(which retrylint) ./...
//	retrylint ./...
//	retrylint sim
//
// Run "retrylint help" for all of it.
package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/retrylint/retrylint/analyzers"
)

func main() {
	os.Exit(start(newSuite(analyzers.All(), analyzers.Default())))
}

// start is the program with the rules of s.
func start(s *suite) int {
	if vetProtocol(os.Args[1:]) {
		s.serveVet() // never returns
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return run(ctx, s, os.Args[1:], os.Stdout, os.Stderr)
}
