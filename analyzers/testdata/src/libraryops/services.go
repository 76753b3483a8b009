package libraryops

import (
	"time"

	vault "github.com/hashicorp/vault/api"
	"github.com/influxdata/influxdb-client-go/v2/api/write"
)

// Numbers of milliseconds.
func writes() {
	write.DefaultOptions()
	write.DefaultOptions().SetRetryInterval(1000)
	write.DefaultOptions().SetRetryInterval(1000).SetMaxRetryInterval(2000) // want `capped after .* \(cappedjitter\)`
	write.DefaultOptions().SetPrecision(1).SetMaxRetryInterval(2000)        // an option that is not known
}

// Who sets no wait writes no policy.
func secrets() {
	plain := vault.DefaultConfig()
	plain.Address = "https://vault.example.com"
	some := vault.DefaultConfig() // want `half-width 0.2.*; set MaxRetryWait to 2 times MinRetryWait.* \(narrowjitter\)` `\(retryafter\)`
	some.MinRetryWait = time.Second
	wide := &vault.Config{MinRetryWait: time.Second, MaxRetryWait: 3 * time.Second, MaxRetries: 4}
	_, _, _ = plain, some, wide
}
