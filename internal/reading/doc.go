// Package reading turns Go values into policy expressions.
//
// It reads values from SSA built with GlobalDebug: a phi at the header of the
// site's loop is a state variable, its back edge the next value, a phi at a
// join a choice guarded by the dominating branch. What SSA does not lift
// (captured variables, fields, globals) is read backwards as cells, see
// cells.go. Helpers are followed by substitution inside the package, see
// frame.
//
// The package knows no rules and chooses no loops: the caller says which loop
// the site is and which of its blocks lie on the failing cycle.
package reading
