// Package write has the shape of github.com/influxdata/influxdb-client-go/v2/api/write.
package write

type Options struct{ retryInterval, maxRetryInterval uint }

func DefaultOptions() *Options { return &Options{} }

func (o *Options) SetRetryInterval(ms uint) *Options    { return o }
func (o *Options) SetMaxRetryInterval(ms uint) *Options { return o }
func (o *Options) SetPrecision(p int) *Options          { return o }
