package known

// HTTP, RPC, queue and database clients whose users choose a policy.
var libWire = []Library{
	{
		Path: "github.com/grpc-ecosystem/go-grpc-middleware/retry", Read: "v1.4.0",
		Knobs: middlewareKnobs, Ways: middlewareWays, Repairs: middlewareRepairs,
	},
	{
		Path: "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry", Read: "v2.3.4",
		Knobs: middlewareKnobs, Ways: middlewareWays, Repairs: middlewareRepairs,
	},
	{
		Path: "google.golang.org/grpc", Read: "v1.85.0", From: "v1.69.0", Quiet: true, // no knob for the jitter
		Knobs: serviceKnobs,
		Ways:  []Way{{Name: "WithDefaultServiceConfig", Args: "json", Delay: "?server ? ra : " + serviceGrown + "*(0.8 + 0.4*r)", Limit: "$maxAttempts"}},
	},
	{
		Path: "google.golang.org/grpc", Read: "v1.68.0", Until: "v1.69.0", Quiet: true,
		Knobs: serviceKnobs,
		Ways:  []Way{{Name: "WithDefaultServiceConfig", Args: "json", Delay: "?server ? ra : r*" + serviceGrown, Limit: "$maxAttempts"}},
	},
	{
		Path: "github.com/go-resty/resty/v2", Read: "v2.17.2",
		// With no condition every error is retried, whatever the method.
		Sends: []Send{{Name: "Post", Method: "POST", Headers: true}, {Name: "Patch", Method: "PATCH", Headers: true}},
		Knobs: restyKnobs, Sets: restySets,
		Ways: []Way{
			{Name: "New", Delay: restyV2, Limit: "$count+1"},
			{Name: "NewWithClient", Args: "-", Delay: restyV2, Limit: "$count+1"},
		},
	},
	{
		Path: "resty.dev/v3", Read: "v3.0.0-rc.4", Quiet: true,
		Knobs: restyKnobs, Sets: restySets,
		Ways: []Way{{Name: "New", Delay: "?server ? ra : min($max, $wait*pow(2, n))*(0.5 + 0.5*r)", Limit: "$count+1"}},
	},
	{
		Path: "github.com/gojek/heimdall/v7", Read: "v7.0.3",
		Knobs: []Knob{{Name: "first"}, {Name: "max", Role: "cap"}, {Name: "factor", Role: "factor"}, {Name: "jitter"}},
		Ways: []Way{ // jitter after the cap, whole milliseconds
			{Name: "NewExponentialBackoff", Args: "first, max, factor, jitter", Delay: "{jitter;min($max, $first*pow($factor, n-1)) + rand($jitter + 1ns);min($max, $first*pow($factor, n-1))}"},
			{Name: "NewConstantBackoff", Args: "first, jitter", Delay: "{jitter;$first + rand($jitter + 1ns);$first}"},
		},
		Repairs: []Repair{{"give a maximum jitter as long as the longest wait", "jitter", "$max", ""}},
	},
	{
		Path: "github.com/nats-io/nats.go", Read: "v1.55.0",
		Knobs: []Knob{
			{Name: "ReconnectWait"}, {Name: "ReconnectJitter", Default: "100ms"}, {Name: "MaxReconnect", Role: "count"},
			{Name: "CustomReconnectDelayCB", Role: "policy"},
		},
		// One wait for a pass over the servers; who sets none of it writes no policy.
		Ways: []Way{
			{Name: "Connect", Args: "-, ...", Delay: natsDelay},
			{Name: "GetDefaultOptions", Delay: natsDelay},
			{Name: "Options{}", Delay: natsDelay}, // no jitter but what is given
		},
		Sets:    natsSets,
		Repairs: []Repair{{Words: "add nats.ReconnectJitter(d, d) with d the wait", Knob: "ReconnectJitter", Value: "$ReconnectWait"}},
	},
	{
		Path: "github.com/gocql/gocql", Read: "v1.7.0",
		Knobs: gocqlKnobs, Ways: gocqlWays,
	},
	{
		Path: "github.com/apache/cassandra-gocql-driver/v2", Read: "v2.0.0",
		Knobs: gocqlKnobs, Ways: gocqlWays,
	},
	{
		Path: "github.com/IBM/sarama", Read: "v1.61.1",
		Knobs: []Knob{{Name: "backoff"}, {Name: "max", Role: "cap"}},
		Ways:  []Way{{Name: "NewExponentialBackoff", Args: "backoff, max", Delay: "min($max, $backoff*pow(2, n-1)*(0.8 + 0.4*r))"}}, // cap last
	},
	{
		Path: "github.com/segmentio/kafka-go", Read: "v0.4.51", Quiet: true, // quadratic
		Knobs: []Knob{{Name: "WriteBackoffMin", Zero: "100ms"}, {Name: "WriteBackoffMax", Role: "cap", Zero: "1s"}, {Name: "MaxAttempts", Role: "count", Zero: "10"}},
		Ways:  []Way{{Name: "Writer{}", Delay: "min($WriteBackoffMax, n*n*$WriteBackoffMin)", Limit: "$MaxAttempts"}},
	},
	{
		Path: "github.com/twmb/franz-go/pkg/kgo", Read: "v1.22.3", Quiet: true,
		Ways: []Way{{Name: "NewClient", Args: "...", Delay: "if(n > 10, 5s, min(5s, 250ms*pow(2, n-1)*(0.8 + 0.4*r)))", Limit: "21"}},
	},
	{
		Path: "github.com/apache/pulsar-client-go/pulsar/backoff", Read: "v0.19.0",
		Ways: []Way{{Name: "NewDefaultBackoff", Delay: "s*(1 + 0.2*r)", Where: "s = 100ms -> min(60s, 2*s)"}},
	},
	{
		Path: "github.com/hibiken/asynq", Read: "v0.26.0", Quiet: true,
		Ways: []Way{{Name: "DefaultRetryDelayFunc", Args: "-, -, -", Delay: "(pow(n, 4) + 15 + rand(30)*(n + 1))*1s", Part: true}},
	},
	{
		Path: "github.com/riverqueue/river", Read: "v0.51.2", Quiet: true,
		Ways: []Way{{Name: "DefaultClientRetryPolicy{}", Delay: "pow(n, 4)*1s*(0.9 + 0.2*r)"}},
	},
	{
		Path: "github.com/olivere/elastic/v7", Read: "v7.0.32",
		Knobs: []Knob{{Name: "first"}, {Name: "max", Role: "cap"}},
		Ways:  []Way{{Name: "NewExponentialBackoff", Args: "first, max", Delay: "(1 + r)*$first*pow(2, n)"}}, // max ends the retries
	},
	{
		Path: "github.com/go-kit/kit/util/conn", Read: "v0.13.0", Quiet: true,
		Ways: []Way{
			{Name: "NewManager", Delay: "s", Where: "s = 1s*(1 + 2*r) -> min(60s, s*(1 + 2*r))"}, // fed back
			{Name: "NewDefaultManager", Delay: "s", Where: "s = 1s*(1 + 2*r) -> min(60s, s*(1 + 2*r))"},
		},
	},
}

var gocqlKnobs = []Knob{
	{Name: "InitialInterval", Zero: "100ms"}, {Name: "MaxInterval", Role: "cap", Zero: "32767s"}, {Name: "MaxRetries", Role: "count"},
	{Name: "Min", Zero: "100ms"}, {Name: "Max", Role: "cap", Zero: "10s"}, {Name: "NumRetries", Role: "count"},
}

var gocqlWays = []Way{ // cap last
	{Name: "ExponentialReconnectionPolicy{}", Delay: "min($MaxInterval, $InitialInterval*pow(2, n-1) - $InitialInterval/2 + r*$InitialInterval)"},
	{Name: "ExponentialBackoffRetryPolicy{}", Delay: "min($Max, $Min*pow(2, n-1) - $Min/2 + r*$Min)", Limit: "$NumRetries+1"},
}

var middlewareKnobs = []Knob{{Name: "base"}, {Name: "fraction", Role: "fraction"}, {Name: "max", Role: "cap"}}

const middlewareJitter = "{fraction;(1 + $fraction*(2*r - 1));1}"

// Linear is constant.
var middlewareWays = []Way{
	{Name: "BackoffLinear", Args: "base", Delay: "$base"},
	{Name: "BackoffLinearWithJitter", Args: "base, fraction", Delay: "$base*" + middlewareJitter},
	{Name: "BackoffExponential", Args: "base", Delay: "$base*pow(2, n-1)*" + middlewareJitter},
	{Name: "BackoffExponentialWithJitter", Args: "base, fraction", Delay: "$base*pow(2, n-1)*" + middlewareJitter},
	{Name: "BackoffExponentialWithJitterBounded", Args: "base, fraction, max", Delay: "min($max, $base*pow(2, n-1)*" + middlewareJitter + ")"}, // cap last
}

var middlewareRepairs = []Repair{{"use a ...WithJitter backoff with a fraction of 0.5", "fraction", "0.5", ""}}

var serviceKnobs = []Knob{
	{Name: "json", Role: "json"}, {Name: "maxAttempts", Role: "count"}, {Name: "initialBackoff"},
	{Name: "maxBackoff", Role: "cap"}, {Name: "backoffMultiplier", Role: "factor"},
}

const serviceGrown = "min($maxBackoff, $initialBackoff*pow($backoffMultiplier, n-1))"

var restyKnobs = []Knob{
	{Name: "count", Role: "count"}, {Name: "wait", Default: "100ms"}, {Name: "max", Role: "cap", Default: "2s"},
	{Name: "after", Role: "policy"},
}

const restyV2 = "max($wait, min($max, $wait*pow(2, n-1))*(0.5 + 0.5*r))" // the floor comes last

var restySets = []Set{
	{"SetRetryCount", "count"}, {"SetRetryWaitTime", "wait"}, {"SetRetryMaxWaitTime", "max"},
	{"AddRetryCondition", "-; predicate=1"}, {"AddRetryConditions", "-; predicate=1"}, {"AddRetryHook", ""}, {"AddRetryHooks", ""},
	{"SetTimeout", ""}, {"SetBaseURL", ""}, {"SetHeader", ""}, {"SetHeaders", ""}, {"SetAuthToken", ""}, {"SetDebug", ""},
	{"SetRetryAllowNonIdempotent", ""}, {"SetRetryDefaultConditions", ""},
}

const natsDelay = "{ReconnectWait;{CustomReconnectDelayCB;unknown;{ReconnectJitter;$ReconnectWait + rand($ReconnectJitter);$ReconnectWait}};none}"

// The jitter of TLS connections is another one, 1s by default.
var natsSets = sets("Name", "Secure", "RootCAs", "ClientCert", "NoReconnect", "DontRandomize", "NoEcho", "MaxReconnects", "PingInterval",
	"MaxPingsOutstanding", "ReconnectBufSize", "Timeout", "FlusherTimeout", "DrainTimeout", "DisconnectErrHandler", "DisconnectHandler",
	"ConnectHandler", "ReconnectHandler", "ReconnectErrHandler", "ClosedHandler", "DiscoveredServersHandler", "ErrorHandler", "UserInfo",
	"UserInfoHandler", "Token", "TokenHandler", "UserCredentials", "UserCredentialBytes", "UserJWT", "UserJWTAndSeed", "Nkey",
	"SyncQueueLen", "SetCustomDialer", "Dialer", "UseOldRequestStyle", "NoCallbacksAfterClientClose", "LameDuckModeHandler",
	"RetryOnFailedConnect", "Compression", "CustomInboxPrefix", "IgnoreAuthErrorAbort", "PermissionErrOnSubscribe")

func sets(names ...string) []Set {
	out := []Set{{"ReconnectWait", "ReconnectWait"}, {"ReconnectJitter", "ReconnectJitter, -"}, {"CustomReconnectDelay", "-; ReconnectWait=0"}}
	for _, n := range names {
		out = append(out, Set{n, ""})
	}
	return out
}
