package known

// avast/retry-go: MaxDelay comes after the jitter, except under FullJitterBackoffDelay.
var avastKnobs = []Knob{
	{Name: "Delay", Default: "100ms"},
	{Name: "MaxJitter", Default: "100ms"},
	{Name: "MaxDelay", Role: "cap"},
	{Name: "Attempts", Role: "count", Default: "10"},
	{Name: "DelayType", Role: "policy", Default: "$Delay*pow(2, n-1) + rand($MaxJitter)"},
	{Name: "context", Role: "flag"},
	{Name: "predicate", Role: "again"},
}

var avastParts = []Way{
	{Name: "BackOffDelay", Delay: "$Delay*pow(2, n-1)", Part: true},
	{Name: "FixedDelay", Delay: "$Delay", Part: true},
	{Name: "RandomDelay", Delay: "rand($MaxJitter)", Part: true},
	{Name: "CombineDelay", Args: "*...", Sum: true, Part: true},
	{Name: "FullJitterBackoffDelay", Delay: "rand({MaxDelay;min($MaxDelay, $Delay*pow(2, n));$Delay*pow(2, n)})", Part: true}, // v4.7.0
}

var avastSets = []Set{
	{"Delay", "Delay"}, {"MaxDelay", "MaxDelay"}, {"MaxJitter", "MaxJitter"}, {"Attempts", "Attempts"},
	{"UntilSucceeded", "; Attempts=0"}, {"DelayType", "*DelayType"},
	{"Context", "ctx; context=1"}, {"RetryIf", "predicate"},
	{"Do", "op"}, // a method since v5
	{"OnRetry", "-"}, {"LastErrorOnly", "-"}, {"WrapContextErrorWithLastError", "-"}, {"WithTimer", "-"}, {"AttemptsForError", "-, -"},
}

const avastDelay = "{MaxDelay;min($MaxDelay, $DelayType);$DelayType}"

func avastRuns(limit string) []Way {
	return append([]Way{
		{Name: "Do", Args: "op, ...", Delay: avastDelay, Limit: limit},
		{Name: "DoWithData", Args: "op, ...", Delay: avastDelay, Limit: limit},
	}, avastParts...)
}

var libAvast = []Library{
	{
		Path: "github.com/avast/retry-go", Read: "v2.7.0, v3.0.0", Check: "add retry.Context(ctx)", Again: "error",
		Knobs: avastKnobs, Sets: avastSets, Ways: avastRuns("$Attempts"),
		Repairs: []Repair{{"add retry.DelayType(retry.RandomDelay)", "DelayType", "rand($MaxJitter)", ""}},
	},
	{
		Path: "github.com/avast/retry-go/v3", Read: "v3.1.1", Check: "add retry.Context(ctx)", Again: "error",
		Knobs: avastKnobs, Sets: avastSets, Ways: avastRuns("$Attempts"),
		Repairs: []Repair{{"set retry.MaxJitter to the delay", "MaxJitter", "($Delay*pow(2, n-1))", ""}},
	},
	{
		Path: "github.com/avast/retry-go/v4", Read: "v4.7.0", Check: "add retry.Context(ctx)", Again: "error",
		Knobs: avastKnobs, Sets: avastSets, Ways: avastRuns("{Attempts;$Attempts;0}"), // 0: unlimited
		Repairs: avastRepairs,
	},
	{
		Path: "github.com/avast/retry-go/v5", Read: "v5.1.1", Check: "add retry.Context(ctx)", Again: "error",
		Knobs: avastKnobs, Sets: avastSets, Repairs: avastRepairs,
		Ways: append([]Way{
			{Name: "New", Args: "...", Delay: avastDelay, Limit: "{Attempts;$Attempts;0}"},
			{Name: "NewWithData", Args: "...", Delay: avastDelay, Limit: "{Attempts;$Attempts;0}"},
		}, avastParts...),
	},
}

var avastRepairs = []Repair{{
	"add retry.DelayType(retry.FullJitterBackoffDelay)", "DelayType",
	"rand({MaxDelay;min($MaxDelay, $Delay*pow(2, n));$Delay*pow(2, n)})",
	"+$.DelayType($.FullJitterBackoffDelay)",
}}

var libGeneric = []Library{
	{
		Path: "github.com/jpillora/backoff", Read: "v1.1.0",
		Knobs: []Knob{
			{Name: "Min", Zero: "100ms"},
			{Name: "Max", Role: "cap", Zero: "10s"},
			{Name: "Factor", Role: "factor", Zero: "2"},
			{Name: "Jitter", Role: "flag"}, // min + rand*(d-min), the cap last
		},
		Ways:    []Way{{Name: "Backoff{}", Delay: "if($Min >= $Max, $Max, {Jitter;min($Max, $Min + r*($Min*pow($Factor, n-1) - $Min));min($Max, $Min*pow($Factor, n-1))})"}},
		Repairs: []Repair{{"set Jitter: true", "Jitter", "1", "true"}},
	},
	{
		Path: "github.com/googleapis/gax-go/v2", Read: "v2.27.0",
		Knobs: []Knob{
			{Name: "Initial", Zero: "1s"},
			{Name: "Max", Role: "cap", Zero: "30s"},
			{Name: "Multiplier", Role: "factor", Zero: "2"},
		},
		Ways: []Way{{Name: "Backoff{}", Delay: "1ns + rand(s)", Where: "s = $Initial -> min($Max, s*$Multiplier)"}},
	},
	{
		Path: "github.com/sethvargo/go-retry", Read: "v0.5.0", Again: "github.com/sethvargo/go-retry.RetryableError",
		Knobs: []Knob{
			{Name: "base"}, {Name: "jitter"}, {Name: "percent", Role: "fraction"},
			{Name: "cap", Role: "cap"}, {Name: "tries", Role: "count"}, {Name: "elapsed"},
		},
		// Wrappers apply from the inside out: a cap around jitter comes after it.
		Ways: []Way{
			{Name: "NewExponential", Args: "base", Delay: "$base*pow(2, n-1)"},
			{Name: "NewFibonacci", Args: "base", Delay: "f", Where: "f = $base -> f + g, g = $base -> f"},
			{Name: "NewConstant", Args: "base", Delay: "$base"},
			{Name: "WithJitter", Args: "jitter, *b", Delay: "max(0, $b - $jitter + 2*$jitter*r)"},
			{Name: "WithJitterPercent", Args: "percent, *b", Delay: "$b*(101 - $percent + rand(2*$percent))/100"},
			{Name: "WithFullJitter", Args: "*b", Delay: "$b*r"}, // v0.4.0
			{Name: "WithCappedDuration", Args: "cap, *b", Delay: "min($cap, $b)"},
			{Name: "WithMaxRetries", Args: "tries, *b", Delay: "$b", Limit: "$tries+1"},
			{Name: "WithMaxDuration", Args: "elapsed, *b", Delay: "$b"},
			{Name: "Exponential", Args: "ctx, base, op", Delay: "$base*pow(2, n-1)"},
			{Name: "Fibonacci", Args: "ctx, base, op", Delay: "f", Where: "f = $base -> f + g, g = $base -> f"},
			{Name: "Constant", Args: "ctx, base, op", Delay: "$base"},
			{Name: "Do", Args: "ctx, *b, op"},
			{Name: "DoValue", Args: "ctx, *b, op"},
		},
		Repairs: []Repair{{"wrap it in retry.WithJitterPercent(50, b)", "", "", ""}},
	},
	{
		Path: "github.com/grafana/dskit/backoff", Read: "v0.0.0-20260703122047-de1ec7541c44",
		Knobs: []Knob{
			{Name: "MinBackoff"}, {Name: "MaxBackoff", Role: "cap"}, {Name: "MaxRetries", Role: "count"},
		},
		Ways: []Way{{ // drawn in [lo, min(2*lo, max)); the window stops growing before max
			Name: "Config{}", Delay: "s + r*(min($MaxBackoff, 2*s) - s)", Where: "s = $MinBackoff -> if(min($MaxBackoff, s*2) < $MaxBackoff, s*2, s)",
			Limit: "{MaxRetries;$MaxRetries;0}",
		}},
		Repairs: []Repair{{"choose MaxBackoff as MinBackoff times a power of 2", "", "", ""}},
	},
}
