// Package retrysite turns a package into retry sites: the one shared analyzer
// of retrylint. It alone reads syntax, and knows control flow, libraries and
// facts. Everything after it speaks of Sites.
package retrysite
