package known

const (
	waitGrown  = "{Cap;min($Cap, $Duration*pow($Factor, n-1));$Duration*pow($Factor, n-1)}"
	waitDelay  = "{Steps;{Factor;" + waitGrown + ";$Duration};$Duration}"
	waitJitter = "{Jitter;(" + waitDelay + ")*(1 + $Jitter*r);" + waitDelay + "}"
)

var libK8s = []Library{
	{
		Path: "k8s.io/apimachinery/pkg/util/wait", Read: "v0.37.2",
		EndsAtCap: true, Again: "false", Check: "use its WithContext form",
		Shape: []string{"Duration", "Factor", "Jitter", "Steps", "Cap"},
		Knobs: []Knob{
			{Name: "Duration"},                 // first wait
			{Name: "Factor", Role: "factor"},   // 0: constant
			{Name: "Jitter", Role: "fraction"}, // added to the wait: d to d*(1+j); 0: none
			{Name: "Steps", Role: "count"},     // calls; 0: constant under Step
			{Name: "Cap", Role: "cap"},         // ends the retries, or holds the wait under Step; before the jitter
			{Name: "stepped", Role: "flag"},
		},
		Ways: []Way{
			{Name: "Backoff{}", Delay: waitJitter, Limit: "{stepped;0;$Steps}"},
			{Name: "ExponentialBackoff", Args: "*b, op"},
			{Name: "ExponentialBackoffWithContext", Args: "ctx, *b, op"},
			{Name: "NewExponentialBackoffManager", Args: "Duration, Cap, -, Factor, Jitter, -; Steps=2147483647", Delay: waitJitter, Limit: "0"},
			{Name: "NewJitteredBackoffManager", Args: "Duration, Jitter, -", Delay: "{Jitter<;$Duration;{Jitter;$Duration*(1 + $Jitter*r);$Duration*(1 + r)}}", Limit: "0", Part: true},
			{Name: "Jitter", Args: "Duration, Jitter", Delay: "{Jitter;$Duration*(1 + $Jitter*r);$Duration*(1 + r)}", Limit: "0", Part: true}, // maxFactor 0 is 1
			{Name: "PollUntilContextTimeout", Args: "ctx, Duration, -, -, op", Delay: "$Duration", Limit: "0", Part: true},                    // polling
		},
		Sets: []Set{
			{"Step", "; stepped=1"},
			{"DelayFunc", "; stepped=1"},
			{"DelayWithReset", "; stepped=1"},
			{"Timer", "; stepped=1"},
		},
		Repairs: []Repair{{"set Jitter: 1", "Jitter", "1", "1"}},
	},
	{
		Path: "k8s.io/client-go/util/flowcontrol", Read: "v0.37.2",
		Knobs: []Knob{{Name: "initial"}, {Name: "max", Role: "cap"}, {Name: "jitter", Role: "fraction"}},
		Ways: []Way{
			{Name: "NewBackOff", Args: "initial, max", Delay: "s", Where: "s = $initial -> min($max, 2*s)", Limit: "0"},
			{Name: "NewBackOffWithJitter", Args: "initial, max, jitter", Delay: "s", Where: "s = {jitter;$initial + r*$jitter*$initial;$initial} -> {jitter;min($max, 2*s + r*$jitter*s);min($max, 2*s)}", Limit: "0"}, // fed back, cap last
		},
		Repairs: []Repair{{"draw from b.Get(id): d/2 + rand.N(d)", "", "", ""}},
	},
	{
		Path: "k8s.io/client-go/util/workqueue", Read: "v0.37.2", Quiet: true, // requeues of one controller
		Knobs: []Knob{{Name: "base"}, {Name: "max", Role: "cap"}, {Name: "fast"}, {Name: "slow"}, {Name: "few", Role: "count"}},
		Ways: []Way{
			{Name: "DefaultTypedControllerRateLimiter", Delay: "min(1000s, 5ms*pow(2, n-1))", Limit: "0"},
			{Name: "DefaultControllerRateLimiter", Delay: "min(1000s, 5ms*pow(2, n-1))", Limit: "0"},
			{Name: "NewTypedItemExponentialFailureRateLimiter", Args: "base, max", Delay: "min($max, $base*pow(2, n-1))", Limit: "0"},
			{Name: "NewItemExponentialFailureRateLimiter", Args: "base, max", Delay: "min($max, $base*pow(2, n-1))", Limit: "0"},
			{Name: "NewTypedItemFastSlowRateLimiter", Args: "fast, slow, few", Delay: "if(n <= $few, $fast, $slow)", Limit: "0"},
			{Name: "NewItemFastSlowRateLimiter", Args: "fast, slow, few", Delay: "if(n <= $few, $fast, $slow)", Limit: "0"},
		},
	},
	{
		// It sleeps, and looks at no context.
		Path: "k8s.io/client-go/util/retry", Read: "v0.37.2", Again: "error", Check: "return false on ctx.Err() in what decides",
		Knobs: []Knob{{Name: "predicate", Role: "again"}, {Name: "conflict", Role: "flag"}}, Decides: []string{"conflict"},
		Ways: []Way{
			{Name: "OnError", Args: "*b, predicate, op"},
			{Name: "RetryOnConflict", Args: "*b, op; conflict=1"},
			// Package variables: nobody builds them.
			{Name: "DefaultRetry", Delay: "10ms*(1 + 0.1*r)", Limit: "5", Part: true},
			{Name: "DefaultBackoff", Delay: "10ms*pow(5, n-1)*(1 + 0.1*r)", Limit: "4", Part: true},
		},
	},
}
