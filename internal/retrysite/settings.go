package retrysite

// Keys are names that make a request idempotent, beside those of
// known.IdempotencyKeys. The flag -retrypost.keys sets them, once, before the
// first package is analysed.
var Keys []string

// FactsOnly says that nobody will read the sites of this process, as when go
// vet runs the tool on a dependency: only the facts of helpers are looked for.
var FactsOnly bool
