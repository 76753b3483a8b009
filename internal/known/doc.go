// Package known holds what is known of other people's code, as tables: names,
// meanings and the version read. It holds no logic.
package known
