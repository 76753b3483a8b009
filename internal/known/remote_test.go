package known

import (
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestCallPlace(t *testing.T) {
	for _, c := range []struct {
		pkg, full, name string
		want            Place
	}{
		{"net/http", "(*net/http.Client).Do", "Do", Outside},
		{"net", "net.Dial", "Dial", Outside},
		{"net", "(net.Listener).Accept", "Accept", Here},
		{"net", "(net.Conn).Read", "Read", Unseen},
		{"os", "os.Open", "Open", Here},
		{"encoding/json", "encoding/json.Unmarshal", "Unmarshal", Here},
		{"encoding.example/x", "encoding.example/x.Get", "Get", Unseen},
		{"github.com/redis/go-redis/v9", "(*github.com/redis/go-redis/v9.Client).Get", "Get", Outside},
		{"github.com/redis/go-redis/v9", "github.com/redis/go-redis/v9.NewClient", "NewClient", Unseen},
		{"github.com/a/b", "github.com/a/b.Do", "Do", Unseen},
	} {
		if got := CallPlace(c.pkg, c.full, c.name); got != c.want {
			t.Errorf("CallPlace(%s) = %d, want %d", c.full, got, c.want)
		}
	}
}

// TestNames finds every function of the standard library that the tables name.
func TestNames(t *testing.T) {
	var names []string
	pkgs := map[string]bool{}
	for _, m := range []map[string]bool{outsideFuncs, hereFuncs} {
		for n := range m {
			if pkg, _, _ := parts(n); IsStd(pkg) {
				names = append(names, n)
				pkgs[pkg] = true
			}
		}
	}
	if len(names) < 80 {
		t.Fatalf("only %d names", len(names))
	}
	args := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}"}
	for p := range pkgs {
		args = append(args, p)
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, l := range strings.Fields(string(out)) {
		p, f, _ := strings.Cut(l, "=")
		files[p] = f
	}
	imp := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
	for _, n := range names {
		path, typ, name := parts(n)
		pkg, err := imp.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		var obj types.Object
		if typ == "" {
			obj = pkg.Scope().Lookup(name)
		} else if tn := pkg.Scope().Lookup(typ); tn != nil {
			obj, _, _ = types.LookupFieldOrMethod(tn.Type(), true, pkg, name)
		}
		if f, ok := obj.(*types.Func); !ok || f.FullName() != n {
			t.Errorf("%s names no function (%v)", n, obj)
		}
	}
}

// parts takes (*net/http.Client).Do and net.Dial apart.
func parts(full string) (pkg, typ, name string) {
	s := full
	if strings.HasPrefix(s, "(") {
		i := strings.LastIndex(s, ").")
		name = s[i+2:]
		s = strings.TrimPrefix(s[1:i], "*")
	}
	i := strings.LastIndex(s, ".")
	if name == "" {
		return s[:i], "", s[i+1:]
	}
	return s[:i], s[i+1:], name
}
