# What the scripts share that run retrylint from other programs: where things
# are, the blocks of docs/integrations.md, expectations, and a module proxy that
# serves retrylint as it stands here. It is sourced.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="$PATH:/usr/local/go/bin"
root=$PWD
module=github.com/retrylint/retrylint
cache=${XDG_CACHE_HOME:-$HOME/.cache}/retrylint-ci
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# One at a time: the scripts share a module cache.
mkdir -p "$cache"
exec 9>"$cache/lock"
flock 9

# Modules go where our own versions can be taken out again, and packages are
# compiled in the same way wherever their sources lie.
GOPROXY=file://$tmp/proxy,$(go env GOPROXY)
GOFLAGS="$(go env GOFLAGS) -trimpath -modcacherw"
export GOPROXY GOFLAGS GOMODCACHE=$cache/mod GONOSUMDB=$module GOWORK=off
# Our versions are not what the go command takes a version for: the same for
# ever. It would remember which files there were.
export GODEBUG=goindex=0
rm -rf "$GOMODCACHE/github.com/retrylint" "$GOMODCACHE/cache/download/github.com/retrylint"

step() { printf '\n== %s (%ds)\n' "$*" "$SECONDS"; }

# block NAME: the part of docs/integrations.md that is marked with the name.
block() {
	awk -v mark="<!-- $1 -->" '
		$0 == mark { found = 1; next }
		found && /^```$/ { exit }
		found && !/^```/ { print; n++ }
		END { if (!n) exit 1 }' "$root/docs/integrations.md"
}

# recipe CODE NAME: runs the block, which is lines for a shell.
recipe() {
	block "$2" >"$tmp/recipe"
	want "$1" bash -euo pipefail "$tmp/recipe"
}

# want CODE COMMAND...: runs it, keeps what it prints in $printed, and fails
# unless it exits with that code.
want() {
	local code=$1 have=0
	shift
	printed=$("$@" 2>&1) || have=$?
	if [ "$have" -ne "$code" ]; then
		printf '%s\n%s: exit code %d, want %d\n' "$printed" "$*" "$have" "$code" >&2
		exit 1
	fi
}

# has REGEXP, hasnot TEXT: what was printed has a line like that, or has not.
has() { grep -qE -- "$1" <<<"$printed" || complain "does not have: $1"; }
hasnot() { ! grep -qF -- "$1" <<<"$printed" || complain "has: $1"; }
complain() {
	printf '%s\nthe above %s\n' "$printed" "$1" >&2
	exit 1
}

# replace FILE SCRIPT: edits FILE with sed, which has to change something.
replace() {
	sed "$2" "$1" >"$tmp/replaced"
	if cmp -s "$1" "$tmp/replaced"; then
		printf '%s: nothing to replace for %s\n' "$1" "$2" >&2
		exit 1
	fi
	cat "$tmp/replaced" >"$1"
}

# tour DIR FILE...: a module in DIR of files of the tour.
tour() {
	local dir=$1 file
	shift
	mkdir -p "$dir"
	printf 'module example.com/%s\n\ngo 1.26.0\n' "$(basename "$dir")" >"$dir/go.mod"
	for file; do cp "$root/docs/tour/$file" "$dir/"; done
}

# sources DIR: our files, committed or not, in DIR.
sources() {
	mkdir -p "$1"
	(
		cd "$root"
		git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
			if [ -f "$file" ]; then printf '%s\0' "$file"; fi
		done | tar --null -T - -cf -
	) | tar -xf - -C "$1"
}

# publish VERSION DIR: serves the files of DIR as that version of retrylint.
publish() {
	local at=$tmp/proxy/$module/@v
	mkdir -p "$at"
	cp "$2/go.mod" "$at/$1.mod"
	printf '{"Version":"%s","Time":"2026-01-01T00:00:00Z"}\n' "$1" >"$at/$1.info"
	printf '%s\n' "$1" >>"$at/list"
	python3 - "$2" "$module@$1" "$at/$1.zip" <<-'END'
		import os, sys, zipfile
		src, prefix, out = sys.argv[1:]
		with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
		    for folder, below, names in os.walk(src):
		        # A module inside is none of ours.
		        below[:] = [d for d in below if not os.path.exists(os.path.join(folder, d, "go.mod"))]
		        for name in names:
		            path = os.path.join(folder, name)
		            z.write(path, prefix + "/" + os.path.relpath(path, src))
	END
}
