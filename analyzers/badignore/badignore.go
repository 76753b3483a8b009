// Package badignore exports the analyzer that reports ignore directives which
// give no reason, or the name of no rule.
package badignore

import "github.com/retrylint/retrylint/internal/rule"

// Analyzer is the analyzer of the directives.
var Analyzer = rule.Directives
