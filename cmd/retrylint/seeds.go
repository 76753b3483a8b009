package main

import (
	"fmt"
	"strconv"
	"strings"
)

// seedList is a flag that holds seeds: numbers and ranges, comma separated.
type seedList []uint32

// maxSeeds bounds the runs that one command line can ask for.
const maxSeeds = 100_000

// Set reads "1-5,206-210".
func (l *seedList) Set(s string) error {
	var out seedList
	for part := range strings.SplitSeq(s, ",") {
		lo, hi, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			hi = lo
		}
		from, err := strconv.ParseUint(lo, 10, 32)
		if err != nil {
			return fmt.Errorf("%q is no seed: want a number from 0 to 4294967295", lo)
		}
		to, err := strconv.ParseUint(hi, 10, 32)
		if err != nil {
			return fmt.Errorf("%q is no seed: want a number from 0 to 4294967295", hi)
		}
		if to < from {
			return fmt.Errorf("the range %s goes down", part)
		}
		if to-from >= maxSeeds || len(out)+int(to-from) >= maxSeeds {
			return fmt.Errorf("more than %d seeds", maxSeeds)
		}
		for seed := from; seed <= to; seed++ {
			out = append(out, uint32(seed))
		}
	}
	*l = out
	return nil
}

// String prints the seeds with runs of them as ranges.
func (l *seedList) String() string {
	var parts []string
	for i := 0; i < len(*l); {
		j := i
		for j+1 < len(*l) && (*l)[j+1] == (*l)[j]+1 {
			j++
		}
		if i == j {
			parts = append(parts, fmt.Sprint((*l)[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", (*l)[i], (*l)[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ",")
}
