package retrysite

// Keys are names that make a request idempotent, beside those of
// known.IdempotencyKeys. The flag -retrypost.keys sets them, once, before the
// first package is analysed.
var Keys []string
