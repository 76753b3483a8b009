package known

const (
	cenkaltiDelay = "{RandomizationFactor;s*(1 - $RandomizationFactor + 2*$RandomizationFactor*r);s}"
	cenkaltiGrows = "s = $InitialInterval -> min($MaxInterval, s*$Multiplier)"
)

// The cap is on the interval, before the jitter. MaxElapsedTime ends the
// retries; it is no limit on attempts.
var cenkaltiKnobs = []Knob{
	{Name: "InitialInterval", Default: "500ms"},
	{Name: "RandomizationFactor", Role: "fraction", Default: "0.5"},
	{Name: "Multiplier", Role: "factor", Default: "1.5"},
	{Name: "MaxInterval", Role: "cap", Default: "60s"},
	{Name: "MaxElapsedTime"},
	{Name: "Interval"},
	{Name: "tries", Role: "count"},
}

var cenkaltiOptions = []Set{ // v4 has them as options
	{"WithInitialInterval", "InitialInterval"},
	{"WithRandomizationFactor", "RandomizationFactor"},
	{"WithMultiplier", "Multiplier"},
	{"WithMaxInterval", "MaxInterval"},
	{"WithMaxElapsedTime", "MaxElapsedTime"},
	{"WithRetryStopDuration", "-"},
	{"WithClockProvider", "-"},
}

var cenkaltiRepairs = []Repair{{"set RandomizationFactor to 0.5", "RandomizationFactor", "0.5", "0.5"}}

func cenkaltiWays(retries string) []Way {
	return []Way{
		{Name: "NewExponentialBackOff", Args: "...", Delay: cenkaltiDelay, Where: cenkaltiGrows},
		{Name: "ExponentialBackOff{}", Delay: cenkaltiDelay, Where: cenkaltiGrows},
		{Name: "NewConstantBackOff", Args: "Interval", Delay: "$Interval"},
		{Name: "ConstantBackOff{}", Delay: "$Interval"},
		{Name: "WithMaxRetries", Args: "*b, tries", Delay: "$b", Limit: retries},
		{Name: "WithContext", Args: "*b, ctx", Delay: "$b"},
		{Name: "StopBackOff{}", Limit: "1"},
		{Name: "Retry", Args: "op, *b"},
		{Name: "RetryWithData", Args: "op, *b"},
		{Name: "RetryNotify", Args: "op, *b, -"},
		{Name: "RetryNotifyWithData", Args: "op, *b, -"},
		{Name: "RetryNotifyWithTimer", Args: "op, *b, -, -"},
	}
}

var libCenkalti = []Library{
	{
		Path: "github.com/cenkalti/backoff", Read: "v1.1.0, v2.2.1", Check: "use backoff.WithContext(b, ctx)", Again: "error",
		Knobs: cenkaltiKnobs, Repairs: cenkaltiRepairs, Ways: cenkaltiWays("{tries;$tries+1;0}"), // 0: unlimited
	},
	{
		Path: "github.com/cenkalti/backoff/v3", Read: "v3.2.2", Check: "use backoff.WithContext(b, ctx)", Again: "error",
		Knobs: cenkaltiKnobs, Repairs: cenkaltiRepairs, Ways: cenkaltiWays("{tries;$tries+1;0}"),
	},
	{
		Path: "github.com/cenkalti/backoff/v4", Read: "v4.3.0", Check: "use backoff.WithContext(b, ctx)", Again: "error",
		Knobs: cenkaltiKnobs, Repairs: cenkaltiRepairs, Ways: cenkaltiWays("$tries+1"), // 0: no retry
		Sets: cenkaltiOptions,
	},
	{
		Path: "github.com/cenkalti/backoff/v5", Read: "v5.0.3", Again: "error", Sets: cenkaltiLaterOptions,
		Knobs: cenkaltiKnobs, Repairs: cenkaltiRepairs, Ways: cenkaltiLater,
	},
	{
		Path: "github.com/cenkalti/backoff/v7", Read: "v7.0.3", Again: "error", Sets: cenkaltiLaterOptions,
		Knobs: cenkaltiKnobs, Repairs: cenkaltiRepairs, Ways: cenkaltiLater,
	},
}

var cenkaltiLater = []Way{ // Retry takes a context
	{Name: "NewExponentialBackOff", Delay: cenkaltiDelay, Where: cenkaltiGrows},
	// Multiplier or MaxInterval of zero: the interval stays where it is.
	{Name: "ExponentialBackOff{}", Delay: cenkaltiLiteral, Where: cenkaltiGrows},
	{Name: "NewConstantBackOff", Args: "Interval", Delay: "$Interval"},
	{Name: "ConstantBackOff{}", Delay: "$Interval"},
	{Name: "StopBackOff{}", Limit: "1"},
	{Name: "Retry", Args: "ctx, op, ..."},
}

var cenkaltiLaterOptions = []Set{
	{"WithBackOff", "*b"}, {"WithMaxTries", "tries"}, {"WithMaxElapsedTime", "-"}, {"WithNotify", "-"},
}

const cenkaltiLiteral = "{Multiplier;{MaxInterval;" + cenkaltiDelay + ";" + cenkaltiStays + "};" + cenkaltiStays + "}"

const cenkaltiStays = "{RandomizationFactor;$InitialInterval*(1 - $RandomizationFactor + 2*$RandomizationFactor*r);$InitialInterval}"
