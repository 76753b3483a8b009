package sim

import "math/bits"

// queue holds the clients that will send, by the tick in which they arrive. A
// client is in at most one tick.
//
// A tick is a list of blocks, so that reading it does not wait for memory client
// by client. The clients of the tick at hand are put in order by marking them in
// a bitmap of two levels, which costs what is marked and no comparison sort.
type queue struct {
	heads  []int32 // by tick: the block to fill, or -1
	blocks []block
	unused int32 // the first block of those given back, linked by next, or -1
	marks  []uint64
	words  []uint64          // a bit for every word of marks that is not zero
	ids    [batch + 63]int32 // handed out by take
	// size is the number of clients that are in some tick.
	size int
}

// A block fills one cache line.
type block struct {
	next int32 // the block filled before it, or -1
	n    int32
	ids  [14]int32
}

func newQueue(ticks, clients int) *queue {
	n := (clients + 63) / 64
	q := &queue{
		heads:  make([]int32, ticks),
		blocks: make([]block, 0, clients/8+64),
		unused: -1,
		marks:  make([]uint64, n),
		words:  make([]uint64, (n+63)/64),
	}
	for i := range q.heads {
		q.heads[i] = -1
	}
	return q
}

// add puts client i into tick k.
func (q *queue) add(k int, i int32) {
	h := q.heads[k]
	if h < 0 || int(q.blocks[h].n) == len(q.blocks[h].ids) {
		h = q.grow(h)
		q.heads[k] = h
	}
	b := &q.blocks[h]
	b.ids[b.n] = i
	b.n++
	q.size++
}

// grow returns an empty block before the block next.
func (q *queue) grow(next int32) int32 {
	h := q.unused
	if h < 0 {
		h = int32(len(q.blocks))
		q.blocks = append(q.blocks, block{next: next})
		return h
	}
	q.unused = q.blocks[h].next
	q.blocks[h].next, q.blocks[h].n = next, 0
	return h
}

// batch is the number of clients that take hands out at once, or a bit more.
const batch = 64

// take empties tick k and hands its clients to f in ascending order, some at a
// time. f may add clients to later ticks.
func (q *queue) take(k int, f func(ids []int32)) {
	for h := q.heads[k]; h >= 0; {
		b := &q.blocks[h]
		for _, i := range b.ids[:b.n] {
			q.marks[i>>6] |= 1 << (i & 63)
			q.words[i>>12] |= 1 << (i >> 6 & 63)
		}
		q.size -= int(b.n)
		next := b.next
		b.next, q.unused = q.unused, h
		h = next
	}
	q.heads[k] = -1
	ids := q.ids[:0]
	for h := range q.words {
		for ; q.words[h] != 0; q.words[h] &= q.words[h] - 1 {
			w := h<<6 | bits.TrailingZeros64(q.words[h])
			for m := q.marks[w]; m != 0; m &= m - 1 {
				ids = append(ids, int32(w<<6|bits.TrailingZeros64(m)))
			}
			q.marks[w] = 0
			if len(ids) >= batch {
				f(ids)
				ids = q.ids[:0]
			}
		}
	}
	f(ids)
}
