package known

var libClients = []Library{
	{
		Path: "google.golang.org/grpc/backoff", Read: "v1.85.0",
		Knobs: []Knob{
			{Name: "BaseDelay"}, {Name: "Multiplier", Role: "factor"},
			{Name: "Jitter", Role: "fraction"}, {Name: "MaxDelay", Role: "cap"}, // before the jitter
		},
		Ways: []Way{
			{ // the first wait has no jitter
				Name: "Config{}", Limit: "0",
				Delay: "{Jitter;if(n <= 1, $BaseDelay, max(0, min($MaxDelay, $BaseDelay*pow($Multiplier, n-1))*(1 - $Jitter + 2*$Jitter*r)));if(n <= 1, $BaseDelay, min($MaxDelay, $BaseDelay*pow($Multiplier, n-1)))}",
			},
			{Name: "DefaultConfig", Delay: "if(n <= 1, 1s, min(120s, 1s*pow(1.6, n-1))*(0.8 + 0.4*r))", Limit: "0", Part: true},
		},
		Repairs: []Repair{{"set Jitter: 0.5", "Jitter", "0.5", "0.5"}},
	},
	{
		Path: "github.com/hashicorp/go-retryablehttp", Read: "v0.7.8",
		After: "set a Backoff that adds rand.N(ra) to it",
		// CheckRetry retries every error, 429 and 5xx, whatever the method.
		Decides: []string{"CheckRetry"},
		Sends:   []Send{{Name: "Post", Method: "POST"}, {Name: "PostForm", Method: "POST"}, {Name: "Do"}},
		Knobs: []Knob{
			{Name: "RetryWaitMin", Default: "1s"},
			{Name: "RetryWaitMax", Role: "cap", Default: "30s"},
			{Name: "RetryMax", Role: "count", Default: "4"},
			{Name: "Backoff", Role: "policy", Default: retryableDefault},
			{Name: "CheckRetry", Role: "policy"}, {Name: "HTTPClient", Role: "policy"}, {Name: "Logger", Role: "policy"},
			{Name: "RequestLogHook", Role: "policy"}, {Name: "ResponseLogHook", Role: "policy"},
			{Name: "ErrorHandler", Role: "policy"}, {Name: "PrepareRetry", Role: "policy"},
		},
		Ways: []Way{
			{Name: "NewClient", Delay: "$Backoff", Limit: "$RetryMax+1"},
			{Name: "DefaultBackoff", Args: "RetryWaitMin, RetryWaitMax, -, -", Delay: retryableDefault, Part: true},
			{Name: "LinearJitterBackoff", Args: "RetryWaitMin, RetryWaitMax, -, -", Delay: retryableLinear, Part: true},
			{Name: "RateLimitLinearJitterBackoff", Args: "RetryWaitMin, RetryWaitMax, -, -", Delay: "?server ? ra : (" + retryableLinear + ")", Part: true},
		},
		Repairs: []Repair{{"set Backoff = retryablehttp.LinearJitterBackoff", "Backoff", retryableLinear, "$.LinearJitterBackoff"}},
	},
}

const (
	retryableDefault = "?server ? ra : min($RetryWaitMax, $RetryWaitMin*pow(2, n-1))" // 429 and 503 with Retry-After
	retryableLinear  = "n*($RetryWaitMin + r*($RetryWaitMax - $RetryWaitMin))"        // RetryWaitMax is no cap
)
