package fix_nojitter

func none(o Options, fetch func() error) {
	for d := o.Base; fetch() != nil; d = min(2*d, o.Max) {
		sleep(d)
	}
}
