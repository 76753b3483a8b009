package known

// Clients of one service each, whose users may choose how they try again.
var libService = []Library{
	{
		// Linear; MaxRetries of zero in a literal is no retry. Writes are PUT, for the most part.
		Path: "github.com/hashicorp/vault/api", Read: "v1.23.0",
		After: "set a Backoff that adds rand.N(ra) to it",
		Knobs: []Knob{
			{Name: "MinRetryWait"}, {Name: "MaxRetryWait", Zero: "1.5s"},
			{Name: "MaxRetries", Role: "count", Default: "2"},
			{Name: "Backoff", Role: "policy", Default: "?server ? ra : (" + vaultLinear + ")", Zero: vaultLinear},
		},
		Ways: []Way{ // who sets no wait writes no policy
			{Name: "DefaultConfig", Delay: "{MinRetryWait;$Backoff;none}", Limit: "$MaxRetries+1"},
			{Name: "Config{}", Delay: "{MinRetryWait;$Backoff;none}", Limit: "$MaxRetries+1"},
		},
		Repairs: []Repair{{Words: "set MaxRetryWait to 2 times MinRetryWait", Knob: "MaxRetryWait", Value: "(2*$MinRetryWait)"}},
	},
	// No knob for the jitter; a Throttle or Retry-After that is longer takes the place of the wait.
	{Path: "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp", Read: "v1.47.0", Quiet: true, Knobs: otlpKnobs, Ways: otlpWays},
	{Path: "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc", Read: "v1.47.0", Quiet: true, Knobs: otlpKnobs, Ways: otlpWays},
	{Path: "go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp", Read: "v1.47.0", Quiet: true, Knobs: otlpKnobs, Ways: otlpWays},
	{Path: "go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc", Read: "v1.47.0", Quiet: true, Knobs: otlpKnobs, Ways: otlpWays},
	{
		// Whole seconds. 429 waits for x-ratelimit-reset, if that is longer.
		Path: "github.com/DataDog/datadog-api-client-go/v2/api/datadog", Read: "v2.67.0", From: "v2.67.0",
		Knobs: append([]Knob{{Name: "RetryJitter"}}, datadogKnobs...),
		Ways: []Way{{
			Name: "RetryConfiguration{}", Limit: "$MaxRetries+1",
			Delay: "{EnableRetry;{RetryJitter;" + datadogDelay + " + rand($RetryJitter);" + datadogDelay + "};none}",
		}},
		Repairs: []Repair{{Words: "set RetryJitter to the longest wait", Knob: "RetryJitter", Value: "(" + datadogLongest + ")"}},
	},
	{
		// In milliseconds, a draw in [d, d*base), the cap last. There is no knob for
		// a Retry-After, which is waited for exactly.
		Path: "github.com/influxdata/influxdb-client-go/v2/api/write", Read: "v2.14.0",
		Knobs: influxKnobs, Sets: influxSets, Ways: influxWays,
	},
	{
		Path: "github.com/influxdata/influxdb-client-go/v2", Read: "v2.14.0",
		Knobs: influxKnobs, Sets: influxSets, Ways: influxWays,
	},
	{
		// No knob for the jitter: rand.Intn(500) whole milliseconds.
		Path: "github.com/rabbitmq/amqp091-go", Read: "v1.16.0", Quiet: true,
		Knobs: []Knob{{Name: "RetryInterval"}, {Name: "MaxRetryCount", Role: "count"}},
		Ways:  []Way{{Name: "ReconnectionConfig{}", Delay: "$RetryInterval + rand(500ms)", Limit: "$MaxRetryCount"}},
	},
	{
		// No knob for jitter. It sleeps, and never gives up.
		Path: "github.com/eclipse/paho.mqtt.golang", Read: "v1.5.1", Quiet: true,
		Knobs: []Knob{{Name: "MaxReconnectInterval", Role: "cap", Default: "600s"}},
		Ways:  []Way{{Name: "NewClientOptions", Delay: "min($MaxReconnectInterval, 1s*pow(2, n-1))", Limit: "0"}},
		Sets:  []Set{{"SetMaxReconnectInterval", "MaxReconnectInterval"}},
	},
	{
		// After each pass over a quorum; none between its members.
		Path: "go.etcd.io/etcd/client/v3", Read: "v3.7.3",
		Knobs: []Knob{
			{Name: "BackoffWaitBetween"}, {Name: "BackoffJitterFraction", Role: "fraction", Zero: "0.1"},
			{Name: "MaxUnaryRetries", Role: "count", Zero: "100"},
		},
		Ways: []Way{{ // who sets no wait writes no policy
			Name: "Config{}", Limit: "$MaxUnaryRetries",
			Delay: "{BackoffWaitBetween;$BackoffWaitBetween*(1 - $BackoffJitterFraction + 2*$BackoffJitterFraction*r);none}",
		}},
		Repairs: []Repair{{"set BackoffJitterFraction: 0.5", "BackoffJitterFraction", "0.5", "0.5"}},
	},
	{
		// No knob for the jitter. Options of NewRetryPolicyWithOptions hold only while
		// an eventually consistent change is under way, unless they replace that too.
		Path: "github.com/oracle/oci-go-sdk/v65/common", Read: "v65.130.0", Quiet: true,
		Ways: []Way{
			{Name: "DefaultRetryPolicy", Delay: "min(30s, 1s*pow(2, n-1)) + rand(1s)", Limit: "8"},
			{Name: "DefaultRetryPolicyWithoutEventualConsistency", Delay: "min(30s, 1s*pow(2, n-1)) + rand(1s)", Limit: "8"},
		},
	},
	{
		// Any error and 5xx, whatever the method; nothing says so of a request but its key.
		Path: "github.com/gojek/heimdall/v7/httpclient", Read: "v7.0.3",
		Sends: []Send{{Name: "Do"}},
		Knobs: []Knob{{Name: "count", Role: "count"}},
		Ways:  []Way{{Name: "NewClient", Args: "...", Limit: "$count+1"}},
		Sets:  []Set{{"WithRetryCount", "count"}, {"WithRetrier", "-"}, {"WithHTTPTimeout", "-"}, {"WithHTTPClient", "-"}},
	},
	{
		// Over a copy of wait.Backoff; for its own module alone.
		Path: "github.com/google/go-containerregistry/internal/retry", Read: "v0.20.6",
		Again: "error", Check: "return false on ctx.Err() in what decides",
		Knobs: []Knob{{Name: "predicate", Role: "again"}},
		Ways:  []Way{{Name: "Retry", Args: "op, predicate, *b"}},
	},
}

const (
	// Where the maximum is no larger than the minimum, that is the step.
	vaultLinear = "if($MaxRetryWait <= $MinRetryWait, n*$MinRetryWait, n*($MinRetryWait + r*($MaxRetryWait - $MinRetryWait)))"

	datadogDelay   = "floor(max(2, $BackOffBase)*pow($BackOffMultiplier, n-1))*1s"
	datadogLongest = "max(2, $BackOffBase)*pow($BackOffMultiplier, $MaxRetries - 1)*1s"

	influxDelay = "min({max;$max;125s}, {interval;$interval;5s}*pow({base;$base;2}, n-1)*(1 + r*({base;$base;2} - 1)))"
)

var datadogKnobs = []Knob{
	{Name: "EnableRetry", Role: "flag"}, {Name: "BackOffBase", Role: "factor"}, {Name: "BackOffMultiplier", Role: "factor"},
	{Name: "MaxRetries", Role: "count"}, {Name: "HTTPRetryTimeout"},
}

var influxKnobs = []Knob{
	{Name: "interval", Role: "ms"}, {Name: "max", Role: "ms"}, {Name: "base", Role: "factor"}, {Name: "retries", Role: "count"},
}

var influxSets = []Set{
	{"SetRetryInterval", "interval"}, {"SetMaxRetryInterval", "max"}, {"SetExponentialBase", "base"}, {"SetMaxRetries", "retries"},
}

var influxWays = []Way{{ // who sets none of it writes no policy
	Name: "DefaultOptions", Limit: "{retries;$retries+1;6}",
	Delay: "{interval;" + influxDelay + ";{max;" + influxDelay + ";{base;" + influxDelay + ";none}}}",
}}

var otlpKnobs = []Knob{
	{Name: "Enabled", Role: "flag"}, {Name: "InitialInterval"}, {Name: "MaxInterval", Role: "cap"}, {Name: "MaxElapsedTime"},
}

// An interval or maximum of zero is cenkalti's: it stays where it is.
var otlpWays = []Way{{
	Name: "RetryConfig{}", Limit: "0",
	Delay: "{Enabled;{MaxInterval;s*(0.5 + r);$InitialInterval*(0.5 + r)};none}",
	Where: "s = $InitialInterval -> min($MaxInterval, s*1.5)",
}}
