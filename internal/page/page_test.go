package page

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// sample is a page with n findings in as many sites, and as many sites without.
func sample(n int) *Page {
	p := &Page{
		Title: "Retries in <example>", Lead: "What was found.", ChartStyle: ".rl-chart{}",
		Stats: []Stat{{Number: fmt.Sprint(2 * n), Label: "retry sites"}, {Number: fmt.Sprint(n), Label: "findings", Bad: n > 0}},
		Heads: []Head{{Name: "place"}, {Name: "half-width", Numeric: true}, {Name: "verdict"}},
	}
	r := Rule{Name: "nojitter", Title: "report delays", URL: "https://example.com/nojitter", Why: "They come back together."}
	if n > 0 {
		p.Pictures = []Picture{{ID: "q0-0", SVG: template.HTML(`<line x1="0" y1="0" x2="9" y2="9"/>`), Width: 10, Height: 10}}
	}
	for i := range n {
		r.Findings = append(r.Findings, Finding{
			ID: fmt.Sprintf("f%d", i+1), Site: fmt.Sprintf("s%d", i+1), Place: fmt.Sprintf("a.go:%d:2", i+1), Message: "delay <1s> x2 & \"quoted\"",
			Facts: []Fact{{"policy", "1s * pow(2, n)"}}, Code: []Line{{1, "x := <-c", false}, {2, "time.Sleep(d)", true}},
			Pictures: []Shown{{ID: "q0-0", Words: "a picture", Width: 10, Height: 10}},
			Setting:  "2000 clients", Table: [][]string{{"policy", "peak/s"}, {"as it is", "1168"}}, Diff: []DiffLine{{"-", "a"}, {"+", "b"}},
		})
		p.Sites = append(p.Sites, Site{ID: fmt.Sprintf("s%d", i+1), Kind: "found", Verdict: "nojitter", Cells: []Cell{
			{Text: fmt.Sprintf("a.go:%d:2", i+1), Key: fmt.Sprintf("a.go:%04d", i+1)}, {Text: "0.00", Key: fmt.Sprint(-i)}, {Key: "0", Links: []Link{{"nojitter", fmt.Sprintf("f%d", i+1)}}},
		}})
	}
	if n > 0 {
		p.Rules = []Rule{r}
	}
	for i := range n {
		p.Sites = append(p.Sites, Site{ID: fmt.Sprintf("s%d", n+i+1), Kind: "unknown", Cells: []Cell{
			{Text: fmt.Sprintf("b.go:%d:2", i+1), Key: fmt.Sprintf("b.go:%04d", i+1)}, {Text: "unknown"}, {Text: "unknown", Key: "2"},
		}})
	}
	return p
}

func write(t *testing.T, p *Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPage holds that pages need nothing else, that what comes from code is
// escaped, and that every link on a page leads somewhere.
func TestPage(t *testing.T) {
	for _, n := range []int{0, 1, 500} {
		s := write(t, sample(n))
		if !strings.Contains(s, "Retries in &lt;example&gt;") || strings.Contains(s, "<1s>") || strings.Contains(s, "ZgotmplZ") {
			t.Errorf("%d findings: something is not escaped, or is refused", n)
		}
		for _, outside := range regexp.MustCompile(`(?:src|href)="(?:https?:)?//[^"]*"`).FindAllString(s, -1) {
			if !strings.HasPrefix(outside, `href="https://example.com/`) { // a link to follow, and nothing to load
				t.Errorf("%d findings: %s", n, outside)
			}
		}
		ids := map[string]bool{}
		for _, m := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(s, -1) {
			if ids[m[1]] {
				t.Errorf("%d findings: two elements have the id %s", n, m[1])
			}
			ids[m[1]] = true
		}
		for _, m := range regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(s, -1) {
			if !ids[m[1]] {
				t.Errorf("%d findings: a link leads to %s, which is not there", n, m[1])
			}
		}
		if clean := strings.Contains(s, "No findings."); clean != (n == 0) {
			t.Errorf("%d findings: says that there are none: %t", n, clean)
		}
	}
}

// drive is run in a browser on the page with 500 findings, and leaves what it
// saw in the element "seen".
const drive = `
const seen = [];
addEventListener("error", (e) => seen.push("error " + e.message));
addEventListener("unhandledrejection", (e) => seen.push("error " + e.reason));
const rows = () => [...document.querySelectorAll("#sites tbody tr")];
const visible = () => rows().filter((r) => r.offsetParent !== null || getComputedStyle(r).display !== "none");
const texts = () => rows()[0].cells[0].textContent + " " + rows()[rows().length - 1].cells[0].textContent;
const buttons = [...document.querySelectorAll("#sites th button")];
addEventListener("load", async () => {
  seen.push("rows " + visible().length);
  buttons[1].click(); seen.push("by width " + texts() + " " + buttons[1].closest("th").getAttribute("aria-sort"));
  buttons[1].click(); seen.push("back " + texts() + " " + buttons[1].closest("th").getAttribute("aria-sort"));
  buttons[0].click(); seen.push("by place " + texts() + " " + document.querySelectorAll("[aria-sort]").length);
  const filter = document.getElementById("filter"), kind = document.getElementById("kind");
  filter.value = "A.GO:50"; filter.dispatchEvent(new Event("input"));
  seen.push("filtered " + visible().length + " " + document.getElementById("shown").value);
  kind.value = "unknown"; kind.dispatchEvent(new Event("change"));
  seen.push("none " + visible().length);
  location.hash = "#s3";
  await new Promise((f) => setTimeout(f, 50));
  seen.push("linked " + visible().length);
  location.hash = "#f7";
  await new Promise((f) => setTimeout(f, 50));
  seen.push("open " + document.querySelector("#f7 details").open + " " + document.querySelector("#f7").matches(":target"));
  seen.push("wide " + (document.documentElement.scrollWidth > document.documentElement.clientWidth));
  seen.push("at " + innerWidth + " px");
  parent.postMessage(seen.join("\n"), "*");
});
`

// frame shows the page, page.html, %d px wide: a browser without a screen has
// a least width of its own, which is more than a phone's. It leaves what the
// page saw in the element "seen".
const frame = `<!doctype html><body><script>
addEventListener("message", (e) => {
  const out = document.createElement("pre"); out.id = "seen"; out.textContent = e.data; document.body.append(out);
});
</script><iframe src="page.html" width="%d" height="800" style="border:0"></iframe>`

// TestBrowser drives the page in a real browser, at the width of a desktop and
// of a phone: sorting, filter, links, and nothing said on the console. It needs
// a Chromium, named by RETRYLINT_BROWSER; .ci/browser installs one.
func TestBrowser(t *testing.T) {
	browser := os.Getenv("RETRYLINT_BROWSER")
	if browser == "" {
		t.Skip("RETRYLINT_BROWSER names no browser; .ci/browser runs this test with one")
	}
	// The script is put before that of the page, which it has to hear the errors of.
	page := strings.Replace(write(t, sample(500)), "<script>", "<script>"+drive+"</script><script>", 1)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "page.html"), []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"rows 1000",
		"by width a.go:500:2 b.go:500:2 ascending",
		"back a.go:1:2 b.go:500:2 descending",
		"by place a.go:1:2 b.go:500:2 1",
		"filtered 2 2 of 1000",
		"none 0",
		"linked 1000",
		"open true true",
		"wide false",
		"at %d px",
	}, "\n")
	for _, width := range []int{1280, 390} {
		file := filepath.Join(dir, fmt.Sprintf("frame%d.html", width))
		if err := os.WriteFile(file, fmt.Appendf(nil, frame, width), 0o666); err != nil {
			t.Fatal(err)
		}
		out, log := dump(t, browser, file)
		want := fmt.Sprintf(want, width)
		_, rest, ok := strings.Cut(out, `<pre id="seen">`)
		have, _, _ := strings.Cut(rest, "</pre>")
		if have = html.UnescapeString(have); !ok || have != want {
			t.Errorf("%d px: have\n%s\nwant\n%s", width, have, want)
		}
		for line := range strings.Lines(log) {
			if strings.Contains(line, "CONSOLE") {
				t.Errorf("%d px: on the console: %s", width, line)
			}
		}
	}
}

// dump returns the document after its scripts have run, and what the browser logged.
func dump(t *testing.T, browser, file string) (doc, log string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
		"--user-data-dir="+t.TempDir(), "--enable-logging=stderr", "--window-size=1400,900", "--virtual-time-budget=5000", "--timeout=60000", "--dump-dom", "file://"+file)
	cmd.WaitDelay = time.Minute
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", browser, err, errs.String())
	}
	return out.String(), errs.String()
}
