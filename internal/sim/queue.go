package sim

import "math/bits"

// queue holds the clients that will send, by the tick in which they arrive. A
// client is in at most one tick.
//
// A tick is a linked list; the clients of the tick at hand are put in order by
// marking them in a bitmap of two levels, which costs what is marked and not a
// comparison sort.
type queue struct {
	heads []int32 // by tick: the client scheduled last, or -1
	links []int32 // by client: the one scheduled before it in the same tick, or -1
	marks []uint64
	words []uint64 // the words of marks that are not zero
	// size is the number of clients that are in some tick.
	size int
}

func newQueue(ticks, clients int) *queue {
	n := (clients + 63) / 64
	q := &queue{
		heads: make([]int32, ticks),
		links: make([]int32, clients),
		marks: make([]uint64, n),
		words: make([]uint64, (n+63)/64),
	}
	for i := range q.heads {
		q.heads[i] = -1
	}
	return q
}

// add puts client i into tick k.
func (q *queue) add(k int, i int32) {
	q.links[i] = q.heads[k]
	q.heads[k] = i
	q.size++
}

// take empties tick k and hands its clients to f in ascending order. f may add
// clients to later ticks.
func (q *queue) take(k int, f func(i int32)) {
	n := 0
	for i := q.heads[k]; i >= 0; i = q.links[i] {
		q.marks[i>>6] |= 1 << (i & 63)
		q.words[i>>12] |= 1 << (i >> 6 & 63)
		n++
	}
	q.heads[k] = -1
	q.size -= n
	for h := range q.words {
		for ; q.words[h] != 0; q.words[h] &= q.words[h] - 1 {
			w := h<<6 | bits.TrailingZeros64(q.words[h])
			m := q.marks[w]
			q.marks[w] = 0
			for ; m != 0; m &= m - 1 {
				f(int32(w<<6 | bits.TrailingZeros64(m)))
			}
		}
	}
}
