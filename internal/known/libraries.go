package known

import "sync"

// libraries are the tables, by how widely the libraries are used.
var libraries = [][]Library{libK8s, libCenkalti, libAvast, libGeneric, libClients, libWire, libCloud, libService, libSmall}

var byPath = sync.OnceValue(func() map[string][]*Library {
	m := map[string][]*Library{}
	for _, t := range libraries {
		for i := range t {
			m[t[i].Path] = append(m[t[i].Path], &t[i])
		}
	}
	return m
})

// Libraries returns what is known of the package of that import path, one
// entry for each range of versions; nil: nothing.
func Libraries(path string) []*Library { return byPath()[path] }
