package rule

import "flag"

// The settings that all rules share. They are set once, before the first
// package is analysed.
var (
	// IncludeTests and IncludeGenerated say that such files are looked at too.
	IncludeTests, IncludeGenerated bool
)

// RegisterFlags defines the flags of the shared settings. The command calls it
// on [flag.CommandLine]; importing a rule defines no flag there.
func RegisterFlags(fs *flag.FlagSet) {
	fs.BoolVar(&IncludeTests, "include-tests", false, "report in files ending in _test.go too")
	fs.BoolVar(&IncludeGenerated, "include-generated", false, "report in generated files too")
	fs.Var(&Fixes, "fixes", "findings that carry a fix: `safe` for those that change nothing but the delay or the end of it, or all")
}
