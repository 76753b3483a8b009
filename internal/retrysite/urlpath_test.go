package retrysite

import (
	"strings"
	"testing"
)

func TestURLPath(t *testing.T) {
	src := `package p
import ("context"; "fmt"; "net/http"; "time")
type c struct{ base string }
func F(ctx context.Context, x *c, id string) {
	for { r, _ := http.NewRequest("POST", URL, nil); if _, err := http.DefaultClient.Do(r); err == nil { return }; time.Sleep(1) }
}
var _ = fmt.Sprint
`
	for url, want := range map[string]string{
		`"https://example.com/a/b?q=1"`:          "/a/b",
		`x.base + "/search"`:                     "/search",
		`x.base + "/users/" + id`:                "/users/*",
		`fmt.Sprintf("%s/users/%s", x.base, id)`: "/users/*",
		`x.base`:                                 "",
	} {
		sc := build(t, replaceURL(src, url))
		var got string
		found := false
		for _, fn := range sc.funcs {
			for _, l := range testLoops(fn) {
				if at := findAttempt(sc, l, nil); at != nil && at.HTTP != nil {
					got, found = at.HTTP.Path, true
				}
			}
		}
		if !found || got != want {
			t.Errorf("%s: path %q (found %t), want %q", url, got, found, want)
		}
	}
}

func replaceURL(src, url string) string { return strings.Replace(src, "URL", url, 1) }
