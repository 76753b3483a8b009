package known

// Generic libraries that are used less.
var libSmall = []Library{
	{
		Path: "github.com/eapache/go-resiliency/retrier", Read: "v1.7.0",
		Again: "error", Check: "use RunCtx(ctx, op)", Decides: []string{"class"}, // nil: every error
		Knobs: []Knob{{Name: "base"}, {Name: "cap", Role: "cap"}, {Name: "jitter", Role: "fraction"}, {Name: "count", Role: "count"}, {Name: "class", Role: "flag"}},
		Ways: []Way{
			{Name: "Run", Args: "op"}, {Name: "RunCtx", Args: "ctx, op"}, {Name: "RunFn", Args: "ctx, op"}, // methods
			{Name: "New", Args: "*b, class", Delay: "{jitter;$b*(1 - $jitter + 2*$jitter*r);$b}"},
			{Name: "ConstantBackoff", Args: "count, base", Delay: "$base", Part: true},
			{Name: "ExponentialBackoff", Args: "count, base", Delay: "$base*pow(2, n-1)", Part: true},
			{Name: "LimitedExponentialBackoff", Args: "count, base, cap", Delay: "min($cap, $base*pow(2, n-1))", Part: true},
		},
		Sets: []Set{
			{"SetJitter", "jitter"},
			{"WithInfiniteRetry", ""}, {"WithSurfaceWorkErrors", ""},
		},
		Repairs: []Repair{{"call SetJitter(0.5)", "jitter", "0.5", ""}},
	},
	{
		Path: "github.com/lestrrat-go/backoff/v2", Read: "v2.0.8",
		Knobs: []Knob{
			{Name: "min", Default: "500ms"}, {Name: "max", Role: "cap", Default: "60s"},
			{Name: "factor", Role: "factor", Default: "1.5"}, {Name: "jitter", Role: "fraction"}, // only 0 < j < 1; fed back
			{Name: "interval", Default: "60s"}, {Name: "retries", Role: "count", Default: "10"},
		},
		Ways: []Way{
			{Name: "NewExponentialInterval", Args: "...", Delay: lestrratDelay, Where: lestrratNext},
			{Name: "NewExponentialPolicy", Args: "...", Delay: lestrratDelay, Where: lestrratNext, Limit: "{retries;$retries+1;0}"},
			{Name: "Exponential", Args: "...", Delay: lestrratDelay, Where: lestrratNext, Limit: "{retries;$retries+1;0}"},
			{Name: "NewConstantInterval", Args: "...", Delay: "$interval"},
			{Name: "NewConstantPolicy", Args: "...", Delay: "$interval"},
			{Name: "Constant", Args: "...", Delay: "$interval"},
		},
		Sets: []Set{
			{"WithMinInterval", "min"}, {"WithMaxInterval", "max"}, {"WithMultiplier", "factor"},
			{"WithJitterFactor", "jitter"}, {"WithInterval", "interval"}, {"WithMaxRetries", "retries"},
			{"WithRNG", "-"},
		},
		Repairs: []Repair{{"add backoff.WithJitterFactor(0.5)", "jitter", "0.5", "+$.WithJitterFactor(0.5)"}},
	},
	{
		Path: "github.com/juju/retry", Read: "v1.0.1", Again: "error", Check: "set Stop to ctx.Done()",
		Knobs: []Knob{
			{Name: "Func", Role: "op"}, {Name: "IsFatalError", Role: "never"}, {Name: "Stop", Role: "ctx"},
			{Name: "Delay"}, {Name: "MaxDelay", Role: "cap"}, {Name: "Attempts", Role: "count"},
			{Name: "BackoffFunc", Role: "policy", Zero: "$Delay"},
			{Name: "min"}, {Name: "max", Role: "cap"}, {Name: "exp", Role: "factor"}, {Name: "jitter", Role: "flag"},
		},
		Ways: []Way{
			{Name: "CallArgs{}", Delay: "{MaxDelay;min($MaxDelay, $BackoffFunc);$BackoffFunc}", Limit: "{Attempts<;0;{Attempts;$Attempts;0}}"},
			{Name: "Call", Args: "*args"},
			{Name: "DoubleDelay", Delay: "$Delay*pow(2, n-1)", Part: true},
			{Name: "ExpBackoff", Args: "min, max, exp, jitter", Part: true,
				Delay: "{jitter;max($min, min($max, $min*pow($exp, n)*(0.8 + 0.4*r)));min($max, $min*pow($exp, n))}"},
		},
		Repairs: []Repair{{"draw in BackoffFunc: d/2 + rand.N(d)", "", "", ""}},
	},
	{
		Path: "github.com/PuerkitoBio/rehttp", Read: "v1.4.0",
		Knobs: []Knob{{Name: "base"}, {Name: "max", Role: "cap"}},
		Ways: []Way{
			{Name: "ExpJitterDelay", Args: "base, max", Delay: "rand(min($max, $base*pow(2, n-1)))"},
			{Name: "ExpJitterDelayWithRand", Args: "base, max, -", Delay: "rand(min($max, $base*pow(2, n-1)))"},
			{Name: "ConstDelay", Args: "base", Delay: "$base"},
		},
	},
	{
		Path: "github.com/cloudflare/backoff", Read: "v0.0.0-20161212185259-647f3cdfc87a",
		Knobs: []Knob{{Name: "max", Role: "cap", Zero: "21600s"}, {Name: "interval", Zero: "300s"}},
		Ways: []Way{
			{Name: "New", Args: "max, interval", Delay: "rand(min($max, $interval*pow(2, n-1)))"},
			{Name: "NewWithoutJitter", Args: "max, interval", Delay: "min($max, $interval*pow(2, n-1))"},
		},
		Repairs: []Repair{{"use backoff.New, which draws", "", "", ""}},
	},
	{
		Path: "github.com/rafaeljesus/retry-go", Read: "5981a380a879", Again: "error",
		Knobs: []Knob{{Name: "retries", Role: "count"}, {Name: "sleep", Zero: "500ms"}},
		Ways: []Way{
			{Name: "Do", Args: "op, retries, sleep", Delay: "s*(1 + r/2)", Where: "s = $sleep -> 2*s*(1 + r/2)", Limit: "$retries"}, // fed back
		},
	},
	{
		Path: "github.com/sethgrid/pester", Read: "32a1beba19bd",
		// Every error and 5xx is retried, whatever the method.
		Sends: []Send{{Name: "Post", Method: "POST"}, {Name: "PostForm", Method: "POST"}, {Name: "Do"}},
		Knobs: []Knob{{Name: "Backoff", Role: "policy", Default: "1s"}, {Name: "MaxRetries", Role: "count", Default: "3"}},
		Ways: []Way{
			{Name: "New", Delay: "$Backoff", Limit: "$MaxRetries"}, // MaxRetries counts calls
			{Name: "DefaultBackoff", Delay: "1s", Part: true},
			{Name: "LinearBackoff", Delay: "n*1s", Part: true},
			{Name: "ExponentialBackoff", Delay: "1s*pow(2, n)", Part: true},
			{Name: "ExponentialJitterBackoff", Delay: pesterSpread + "1000*pow(2, n)" + pesterThird + "1000*pow(2, n)" + pesterEnd, Part: true},
			{Name: "LinearJitterBackoff", Delay: pesterSpread + "1000*n" + pesterThird + "1000*n" + pesterEnd, Part: true},
		},
		Repairs: []Repair{{"set Backoff = pester.ExponentialJitterBackoff", "Backoff", pesterSpread + "1000*pow(2, n)" + pesterThird + "1000*pow(2, n)" + pesterEnd, "$.ExponentialJitterBackoff"}},
	},
	{
		Path: "github.com/flowchartsman/retry", Read: "337728caa2c2", Again: "error", Check: "use RunContext(ctx, op)", // but for retry.Stop
		Knobs: []Knob{{Name: "tries", Role: "count", Zero: "5"}, {Name: "first", Zero: "200ms"}, {Name: "max", Role: "cap", Zero: "1s"}},
		Ways: []Way{
			{ // what passes the cap is drawn anew, below it
				Name: "NewRetrier", Args: "tries, first, max", Limit: "$tries",
				Delay: "$first + if(" + flowGrown + " > $max, $max/2*(1 + r2), min($max, " + flowGrown + "))",
			},
			{Name: "Run", Args: "op"}, {Name: "RunContext", Args: "ctx, op"}, // methods
		},
	},
	{
		Path: "github.com/matryer/try", Read: "9ac251b645a2", Again: "true", // no wait, ten attempts
		Ways: []Way{{Name: "Do", Args: "op"}},
	},
	{
		Path: "github.com/Rican7/retry", Read: "v0.3.1", Again: "error",
		Ways: []Way{{Name: "Retry", Args: "op, *..."}},
	},
	{
		// A field of zero takes the place of a default of cenkalti/backoff.
		Path: "github.com/ThreeDotsLabs/watermill/message/router/middleware", Read: "v1.5.1",
		Knobs: []Knob{
			{Name: "MaxRetries", Role: "count"}, {Name: "InitialInterval"}, {Name: "MaxInterval", Role: "cap"},
			{Name: "Multiplier", Role: "factor"}, {Name: "RandomizationFactor", Role: "fraction"}, {Name: "MaxElapsedTime"},
		},
		Ways:    []Way{{Name: "Retry{}", Delay: cenkaltiLiteral, Where: cenkaltiGrows, Limit: "$MaxRetries+1"}},
		Repairs: []Repair{{Words: "set RandomizationFactor: 0.5", Knob: "RandomizationFactor", Value: "0.5"}},
	},
	{
		Path: "go.opentelemetry.io/collector/config/configretry", Read: "v1.71.0",
		Knobs: []Knob{
			{Name: "InitialInterval"}, {Name: "RandomizationFactor", Role: "fraction"}, {Name: "Multiplier", Role: "factor"},
			{Name: "MaxInterval", Role: "cap"}, {Name: "MaxElapsedTime"}, {Name: "Enabled", Role: "flag"},
		},
		Ways: []Way{
			{Name: "BackOffConfig{}", Delay: "{Enabled;" + cenkaltiLiteral + ";unknown}", Where: cenkaltiGrows},
			{Name: "NewDefaultBackOffConfig", Delay: "s*(0.5 + r)", Where: "s = 5s -> min(30s, s*1.5)", Part: true},
		},
		Repairs: []Repair{{Words: "set RandomizationFactor: 0.5", Knob: "RandomizationFactor", Value: "0.5"}},
	},
	{
		Path: "github.com/Rican7/retry/strategy", Read: "v0.3.1",
		Ways: []Way{
			{Name: "Backoff", Args: "*alg", Delay: "$alg"},
			{Name: "BackoffWithJitter", Args: "*alg, *transform", Delay: "$transform"},
		},
		Repairs: []Repair{{"use strategy.BackoffWithJitter with jitter.Full(nil)", "", "", ""}},
	},
	{
		Path: "github.com/Rican7/retry/backoff", Read: "v0.3.1",
		Knobs: []Knob{{Name: "factor"}, {Name: "base", Role: "factor"}, {Name: "first"}},
		Ways: []Way{
			{Name: "Linear", Args: "factor", Delay: "$factor*n", Part: true},
			{Name: "Incremental", Args: "first, factor", Delay: "$first + $factor*n", Part: true},
			{Name: "Exponential", Args: "factor, base", Delay: "$factor*floor(pow($base, n))", Part: true},
			{Name: "BinaryExponential", Args: "factor", Delay: "$factor*pow(2, n)", Part: true},
		},
	},
	{
		Path: "github.com/Rican7/retry/jitter", Read: "v0.3.1",
		Knobs: []Knob{{Name: "factor", Role: "fraction"}},
		Ways: []Way{
			{Name: "Full", Args: "-", Delay: "r*$alg", Part: true},
			{Name: "Equal", Args: "-", Delay: "$alg/2 + r*$alg/2", Part: true},
			{Name: "Deviation", Args: "-, factor", Delay: "$alg*(1 - $factor + 2*$factor*r)", Part: true},
		},
	},
	{
		// Policies around an operation; no context unless WithContext gives one.
		Path: "github.com/failsafe-go/failsafe-go", Read: "v0.9.8", From: "v0.8.0", Again: "error", Check: "add WithContext(ctx)",
		Knobs: failsafeKnobs, Sets: failsafeSets, Ways: append([]Way{{Name: "With", Args: "*..."}}, failsafeRuns...),
	},
	{
		// Run and the like are functions too, which take policies.
		Path: "github.com/failsafe-go/failsafe-go", Read: "v0.6.9", Until: "v0.8.0", Again: "error", Check: "add WithContext(ctx)",
		Knobs: failsafeKnobs, Sets: failsafeSets, Ways: append([]Way{{Name: "NewExecutor", Args: "*..."}}, failsafeRuns...),
	},
	{
		Path: "github.com/failsafe-go/failsafe-go/retrypolicy", Read: "v0.9.8",
		Knobs: failsafeKnobs, Sets: failsafeSets, Repairs: failsafeRepairs,
		Ways: []Way{
			{Name: "NewBuilder", Delay: failsafeDelay, Limit: failsafeLimit},
			{Name: "Builder", Delay: failsafeDelay, Limit: failsafeLimit},
			{Name: "NewWithDefaults", Delay: failsafeDelay, Limit: failsafeLimit},
		},
	},
	{
		Path: "github.com/failsafe-go/failsafe-go/failsafehttp", Read: "v0.9.8",
		Knobs: failsafeKnobs, Sets: failsafeSets, Repairs: failsafeRepairs,
		Ways: []Way{{
			Name: "NewRetryPolicyBuilder", Limit: failsafeLimit, // the server's value takes the jitter too
			Delay: "?server ? ({jitterFactor;ra*(1 - $jitterFactor + 2*$jitterFactor*r);ra}) : (" + failsafeDelay + ")",
		}},
	},
}

const (
	// Whole milliseconds, a third of them up or down.
	pesterSpread = "(1ms*("
	pesterThird  = ") + floor(("
	pesterEnd    = ")/3)*1ms*(2*r - 1))"

	flowGrown = "pow(2, n)*$first*(1 + r)"

	lestrratDelay = "{jitter;if($jitter >= 1, s, s*(1 - $jitter + 2*$jitter*r));s}"
	lestrratNext  = "s = $min -> max($min, min($max, $factor*(" + lestrratDelay + ")))"

	failsafePlain = "{random;$rmin + r*($rmax - $rmin);{exp;min($max, $delay*pow($factor, n-1));$delay}}"
	failsafeDelay = "{jitterFactor;(" + failsafePlain + ")*(1 - $jitterFactor + 2*$jitterFactor*r);{jitter;(" + failsafePlain + ") - $jitter + 2*$jitter*r;" + failsafePlain + "}}"
	failsafeLimit = "{retries<;0;$retries+1}"
)

var failsafeKnobs = []Knob{
	{Name: "delay"}, {Name: "max", Role: "cap"}, {Name: "factor", Role: "factor", Default: "2"},
	{Name: "exp", Role: "flag"}, {Name: "random", Role: "flag"}, {Name: "rmin"}, {Name: "rmax"},
	{Name: "jitter"}, {Name: "jitterFactor", Role: "fraction"}, {Name: "retries", Role: "count", Default: "2"},
	{Name: "func", Role: "policy"}, {Name: "predicate", Role: "again"}, {Name: "abort", Role: "never"},
}

var failsafeRuns = []Way{
	{Name: "Run", Args: "op, *..."}, {Name: "RunWithExecution", Args: "op, *..."},
	{Name: "Get", Args: "op, *..."}, {Name: "GetWithExecution", Args: "op, *..."},
	{Name: "RunAsync", Args: "op, *..."}, {Name: "RunAsyncWithExecution", Args: "op, *..."}, {Name: "RunWithExecutionAsync", Args: "op, *..."},
	{Name: "GetAsync", Args: "op, *..."}, {Name: "GetAsyncWithExecution", Args: "op, *..."}, {Name: "GetWithExecutionAsync", Args: "op, *..."},
}

var failsafeSets = []Set{
	{"WithBackoff", "delay, max; exp=1"}, {"WithBackoffFactor", "delay, max, factor; exp=1"},
	{"WithDelay", "delay"}, {"WithRandomDelay", "rmin, rmax; random=1"},
	{"WithJitter", "jitter"}, {"WithJitterFactor", "jitterFactor"}, // after the cap; off by default
	{"WithMaxRetries", "retries"}, {"WithMaxDuration", "-"}, {"Build", ""}, {"ReturnLastFailure", ""},
	// What is handled takes the place of every error.
	{"HandleErrors", "; predicate=1"}, {"HandleErrorTypes", "; predicate=1"}, {"HandleIf", "predicate"}, {"HandleResult", ""},
	{"AbortOnErrors", "; predicate=1"}, {"AbortOnErrorTypes", "; predicate=1"}, {"AbortIf", "abort"}, {"AbortOnResult", ""},
	{"WithContext", "ctx"}, {"OnDone", ""}, {"Compose", "*b"}, {"ComposeAny", "*b"},
	{"OnRetry", ""}, {"OnRetryScheduled", ""}, {"OnRetriesExceeded", ""}, {"OnAbort", ""}, {"OnSuccess", ""}, {"OnFailure", ""},
}

var failsafeRepairs = []Repair{{"add WithJitterFactor(0.5)", "jitterFactor", "0.5", ""}}
