package known

// Clients that retry by themselves. Quiet ones are fixed inside: a user who
// makes one writes no policy.
var libCloud = []Library{
	{
		Path: "github.com/aws/aws-sdk-go-v2/aws/retry", Read: "v1.48.0", From: "v1.48.0",
		Knobs: awsKnobs, Repairs: awsRepairs,
		Ways: append([]Way{
			{Name: "NewStandard", Args: "...", Delay: "?throttled ? r*min($MaxBackoff, 1s*pow(2, n-1)) : r*min($MaxBackoff, $BaseDelay*pow(2, n-1))", Limit: "$MaxAttempts"},
		}, awsWays...),
	},
	{
		Path: "github.com/aws/aws-sdk-go-v2/aws/retry", Read: "v1.41.1", Until: "v1.48.0",
		Knobs: awsKnobs, Repairs: awsRepairs,
		Ways: append([]Way{
			{Name: "NewStandard", Args: "...", Delay: "if(n > floor(log2($MaxBackoff/1s)), $MaxBackoff, r*pow(2, n)*1s)", Limit: "$MaxAttempts"},
		}, awsWays...),
	},
	{
		Path: "github.com/aws/aws-sdk-go/aws/client", Read: "v1.55.8", Quiet: true,
		Knobs: []Knob{
			{Name: "NumMaxRetries", Role: "count"}, {Name: "MinRetryDelay", Zero: "30ms"}, {Name: "MaxRetryDelay", Role: "cap", Zero: "300s"},
			{Name: "MinThrottleDelay", Zero: "500ms"}, {Name: "MaxThrottleDelay", Role: "cap", Zero: "300s"},
		},
		Ways: []Way{{ // above the cap: drawn in [cap/2, cap); Retry-After is added
			Name: "DefaultRetryer{}", Limit: "$NumMaxRetries+1",
			Delay: "?throttled ? (?server ? ra + " + awsThrottled + " : " + awsThrottled + ") : min($MaxRetryDelay/2 + rand($MaxRetryDelay/2), ($MinRetryDelay + rand($MinRetryDelay + 1ns))*pow(2, n-1))",
		}},
	},
	{
		Path: "github.com/Azure/azure-sdk-for-go/sdk/azcore/policy", Read: "v1.24.0", Quiet: true, // no knob for the jitter
		Knobs: []Knob{
			{Name: "MaxRetries", Role: "count", Zero: "3"}, {Name: "RetryDelay", Zero: "800ms"}, {Name: "MaxRetryDelay", Role: "cap", Zero: "60s"},
		},
		Ways: []Way{{ // cap last; a negative RetryDelay waits the cap
			Name: "RetryOptions{}", Limit: "{MaxRetries<;1;$MaxRetries+1}",
			Delay: "?server ? ra : ({RetryDelay<;$MaxRetryDelay;{MaxRetryDelay<;" + azureGrown + ";min($MaxRetryDelay, " + azureGrown + ")}})",
		}},
	},
	{
		Path: "github.com/Azure/go-autorest/autorest", Read: "v0.11.30",
		Knobs: []Knob{{Name: "backoff"}, {Name: "cap", Role: "cap"}, {Name: "attempts", Role: "count"}},
		Ways: []Way{ // whole seconds
			{Name: "DelayForBackoffWithCap", Args: "backoff, cap, -, -", Delay: autorestDelay, Part: true},
			{Name: "DelayForBackoff", Args: "backoff, -, -", Delay: "floor($backoff*pow(2, n-1)/1s)*1s", Part: true},
			{Name: "DoRetryForStatusCodes", Args: "attempts, backoff", Delay: "?server ? ra : (" + autorestDelay + ")", Limit: "$attempts+1"},
			{Name: "DoRetryForStatusCodesWithCap", Args: "attempts, backoff, cap", Delay: "?server ? ra : (" + autorestDelay + ")", Limit: "$attempts+1"},
			{Name: "DoRetryForAttempts", Args: "attempts, backoff", Delay: autorestDelay, Limit: "$attempts"},
		},
	},
	{
		Path: "github.com/redis/go-redis/v9", Read: "v9.23.0", From: "v9.18.0",
		Knobs: []Knob{{Name: "MinRetryBackoff", Zero: "10ms"}, {Name: "MaxRetryBackoff", Role: "cap", Zero: "1s"}, {Name: "MaxRetries", Role: "count", Zero: "3"}},
		Ways:  redisWays,
	},
	{
		Path: "github.com/redis/go-redis/v9", Read: "v9.17.0", Until: "v9.18.0",
		Knobs: []Knob{{Name: "MinRetryBackoff", Zero: "8ms"}, {Name: "MaxRetryBackoff", Role: "cap", Zero: "512ms"}, {Name: "MaxRetries", Role: "count", Zero: "3"}},
		Ways:  redisWays,
	},
	{
		Path: "github.com/go-redis/redis/v8", Read: "v8.11.5",
		Knobs: []Knob{{Name: "MinRetryBackoff", Zero: "8ms"}, {Name: "MaxRetryBackoff", Role: "cap", Zero: "512ms"}, {Name: "MaxRetries", Role: "count", Zero: "3"}},
		Ways:  redisWays,
	},
	{
		Path: "github.com/go-redis/redis/v7", Read: "v7.4.1", // the cap before the draw
		Knobs: []Knob{{Name: "MinRetryBackoff", Zero: "8ms"}, {Name: "MaxRetryBackoff", Role: "cap", Zero: "512ms"}, {Name: "MaxRetries", Role: "count"}},
		Ways:  []Way{{Name: "Options{}", Delay: "rand(min($MaxRetryBackoff, $MinRetryBackoff*pow(2, n)))", Limit: "{MaxRetries<;1;$MaxRetries+1}"}},
	},
	{
		Path: "github.com/minio/minio-go/v7", Read: "v7.4.1", Quiet: true,
		Ways: []Way{{Name: "New", Args: "-, -", Delay: "r*min(1s, 200ms*pow(2, n-1))", Limit: "10"}},
	},
	{
		Path: "github.com/stripe/stripe-go/v82", Read: "v82.5.1", Quiet: true,
		Ways: []Way{{Name: "BackendConfig{}", Delay: "max(500ms, min(5s, 500ms + 500ms*(n-1)*(n-1))*(0.75 + 0.25*r))", Limit: "3"}},
	},
	{
		Path: "github.com/openai/openai-go/v3", Read: "v3.99.0", Quiet: true,
		Ways: []Way{{Name: "NewClient", Args: "...", Delay: stainlessDelay}},
	},
	{
		Path: "github.com/anthropics/anthropic-sdk-go", Read: "v1.84.0", Quiet: true,
		Ways: []Way{{Name: "NewClient", Args: "...", Delay: stainlessDelay}},
	},
	{
		Path: "github.com/slack-go/slack", Read: "v0.36.0", Quiet: true,
		Ways: []Way{{Name: "NewRateLimitErrorRetryHandler", Args: "-", Delay: "ra + rand(1s)"}},
	},
	{
		Path: "github.com/elastic/elastic-transport-go/v8/elastictransport", Read: "v8.11.0", Quiet: true,
		Knobs: []Knob{{Name: "RetryBackoff", Role: "policy"}},
		Ways:  []Way{{Name: "Config{}", Delay: "$RetryBackoff", Limit: "4"}},
	},
	{
		Path: "go.temporal.io/sdk/internal", Read: "v1.51.0", Quiet: true, // the server waits
		Knobs: []Knob{
			{Name: "InitialInterval", Zero: "1s"}, {Name: "BackoffCoefficient", Role: "factor", Zero: "2"},
			{Name: "MaximumInterval", Role: "cap", Zero: "(100*$InitialInterval)"}, {Name: "MaximumAttempts", Role: "count"},
		},
		Ways: []Way{{Name: "RetryPolicy{}", Delay: "min($MaximumInterval, $InitialInterval*pow($BackoffCoefficient, n-1))", Limit: "{MaximumAttempts;$MaximumAttempts;0}"}},
	},
	{Path: "go.temporal.io/sdk/temporal", Read: "v1.51.0", Quiet: true}, // an alias of the one above
}

const (
	awsThrottled   = "min($MaxThrottleDelay/2 + rand($MaxThrottleDelay/2), ($MinThrottleDelay + rand($MinThrottleDelay + 1ns))*pow(2, n-1))"
	azureGrown     = "(pow(2, n) - 1)*$RetryDelay*(0.8 + 0.5*r)"
	autorestDelay  = "{cap;min($cap, floor($backoff*pow(2, n-1)/1s)*1s);floor($backoff*pow(2, n-1)/1s)*1s}"
	stainlessDelay = "?server ? ra : min(8s, 500ms*pow(2, n-1))*(0.75 + 0.25*r)"
	redisDelay     = "min($MaxRetryBackoff, $MinRetryBackoff + rand($MinRetryBackoff*pow(2, n)))"
)

var redisWays = []Way{
	{Name: "Options{}", Delay: redisDelay, Limit: "{MaxRetries<;1;$MaxRetries+1}"},
	{Name: "ClusterOptions{}", Delay: redisDelay, Limit: "{MaxRetries<;1;$MaxRetries+1}"},
	{Name: "UniversalOptions{}", Delay: redisDelay, Limit: "{MaxRetries<;1;$MaxRetries+1}"},
}

var awsKnobs = []Knob{
	{Name: "MaxAttempts", Role: "count", Default: "3", Zero: "3"},
	{Name: "MaxBackoff", Role: "cap", Default: "20s"},
	{Name: "BaseDelay", Default: "50ms"},
	{Name: "max", Role: "cap"},
}

// The cap of these two is not under the jitter.
var awsWays = []Way{
	{Name: "NewExponentialJitterBackoff", Args: "max", Delay: awsLegacy, Part: true},
	{Name: "AddWithMaxBackoffDelay", Args: "*b, max", Delay: awsLegacy},
	{Name: "AddWithMaxAttempts", Args: "*b, MaxAttempts", Delay: "$b", Limit: "$MaxAttempts"},
}

const awsLegacy = "if(n > floor(log2($max/1s)), $max, r*pow(2, n)*1s)"

var awsRepairs = []Repair{{"set MaxBackoff in retry.NewStandard (v1.48)", "", "", ""}}
