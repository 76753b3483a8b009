package rule

import (
	"fmt"

	"github.com/retrylint/retrylint/internal/retrysite"
)

// Attempts returns how many attempts the site makes, the first one included, in
// words: "5 attempts"; "" where no limit is seen.
func Attempts(s *retrysite.Site) string {
	p := Policy(s)
	if p == nil {
		return ""
	}
	n, known := p.MaxAttempts()
	switch {
	case !known || n <= 0:
		return ""
	case n == 1:
		return "1 attempt"
	}
	return fmt.Sprintf("%d attempts", n)
}
