// Package recipes is retry code to take away. It is not meant to be imported: copy
// what you need. docs/recipes.md walks through it, a test runs it against a server
// that refuses, and retrylint finds nothing in it.
package recipes
