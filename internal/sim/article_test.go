package sim

import (
	"context"
	"math"
	"strconv"
	"testing"
)

// TestArticle holds the means over five seeds to the published ones, whose
// seeds are not known.
func TestArticle(t *testing.T) {
	for _, row := range rows(t, "article.tsv") {
		var runs []Result
		for seed := uint32(206); seed <= 210; seed++ {
			r, err := refSubject(refPolicies[row["policy"]], 0).simulate(context.Background(), Herd, Base(), seed)
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, r)
		}
		s := Mean(Base(), runs)
		check := func(column string, have, tolerance float64) {
			text := row[column]
			if text == "" {
				return // not published
			}
			if text == "never" {
				if have != -1 {
					t.Errorf("%s: %s is %v, want -1", row["policy"], column, have)
				}
				return
			}
			want, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			if !(math.Abs(have-want) <= tolerance*want) {
				t.Errorf("%s: %s is %v, want %v within %v", row["policy"], column, have, want, tolerance)
			}
		}
		check("sent_after_recovery", s.Sent, 0.02)
		check("peak_qps", s.Peak, 0.12)
		check("t50_s", s.T50, 0.02)
		check("t99_s", s.T99, 0.02)
	}
}
