package retrysite

import (
	"fmt"
	"strings"
	"testing"
)

// Where the numbers stand that a policy was read from. The lines are those of
// the source, the first being 1.
var numberCases = []struct{ name, src, want string }{
	{"in the loop", `func f(op func() error) (err error) {
	for i := 0; i < 8; i++ {
		if err = op(); err == nil { return nil }
		time.Sleep(3 * time.Second << i)
	}
	return err
}`, "2: 8 = 8; 4: 3 * time.Second = 3e+09 ns"},
	{"a variable that grows", `func f(op func() error) {
	d := time.Second
	for op() != nil {
		time.Sleep(d)
		d = min(d*2, time.Minute)
	}
}`, "2: time.Second = 1e+09 ns; 5: 2 = 2; 5: time.Minute = 6e+10 ns"},
	{"names, some with a declaration here", `const longest = 30 * time.Second
func f(op func() error) {
	for n := range 5 {
		if op() == nil { return }
		time.Sleep(min(longest, time.Second << n))
	}
}`, "3: 5 = 5; 5: longest = 3e+10 ns, declared in 1; 5: time.Second = 1e+09 ns"},
	{"a helper", `func pause(n int) time.Duration { return time.Duration(100 << n) * time.Millisecond }
func f(op func() error) {
	for n := 0; op() != nil; n++ {
		time.Sleep(pause(n))
	}
}`, "1: 100 = 100; 1: time.Millisecond = 1e+06 ns"},
	{"an argument", `func wait(d time.Duration) { time.Sleep(d) }
func f(op func() error) {
	for op() != nil {
		wait(5 * time.Second)
	}
}`, "4: 5 * time.Second = 5e+09 ns"},
	{"a field", `type c struct { delay time.Duration }
func mk() *c { return &c{delay: 2 * time.Second} }
func (c *c) f(op func() error) {
	for op() != nil { time.Sleep(c.delay) }
}`, "2: 2 * time.Second = 2e+09 ns"},
	{"a table", `var waits = []time.Duration{time.Second, 5 * time.Second}
func f(op func() error) {
	for _, d := range waits {
		if op() == nil { return }
		time.Sleep(d)
	}
}`, "1: time.Second = 1e+09 ns; 1: 5 * time.Second = 5e+09 ns"},
	{"a number that only an answer is compared with", `func f(op func() (int, error)) {
	for {
		if code, err := op(); err == nil && code < 500 { return }
		time.Sleep(4 * time.Second)
	}
}`, "4: 4 * time.Second = 4e+09 ns"},
	{"a float", `func f(op func() error) {
	d := 1.5
	for op() != nil {
		time.Sleep(time.Duration(d * float64(time.Second)))
		d *= 1.25
	}
}`, "2: 1.5 = 1.5; 4: float64(time.Second) = 1e+09; 5: 1.25 = 1.25"},
}

func TestNumbers(t *testing.T) {
	const head = "package p; import \"time\"\n"
	for _, tt := range numberCases {
		pass := passOf(t, "p.go", []byte(head+tt.src))
		var have []string
		for _, s := range scanPackage(pass).Sites {
			for _, n := range s.Numbers() {
				line := pass.Fset.Position(n.Pos()).Line - 1
				text := fmt.Sprintf("%d: %s = %g", line, n.Text, n.Value)
				if n.Time {
					text += " ns"
				}
				if n.Declared.IsValid() {
					text += fmt.Sprintf(", declared in %d", pass.Fset.Position(n.Declared).Line-1)
				}
				have = append(have, text)
			}
		}
		if have := strings.Join(have, "; "); have != tt.want {
			t.Errorf("%s:\nhave %s\nwant %s", tt.name, have, tt.want)
		}
	}
}
