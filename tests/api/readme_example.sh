#!/bin/sh
# readme_example.sh README INCLUDE_DIR LIBRARY NEEDS...: the program in README.md (its first ```c block) compiles without a
# warning, runs, and prints what the ```text block after it says.
set -eu
readme=$1 include=$2 library=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=$(dirname "$library")
shift 3

# block LANGUAGE: the first block of that language after the first line of C.
block() {
    awk -v language="$1" '
        /^```c$/ { seen = 1 }
        !done && seen && $0 == "```" language { inside = 1; next }
        inside && /^```$/ { exit }
        inside { print }' "$readme"
}

block c >"$work/example.c"
block text >"$work/wanted"
if [ ! -s "$work/example.c" ] || [ ! -s "$work/wanted" ]; then
    echo 'README.md has no example, or does not say what it prints'
    exit 1
fi
# shellcheck disable=SC2086 # CC may be two words: ccache cc
${CC:-cc} -std=c17 -Wall -Wextra -pedantic -Werror -I"$include" "$work/example.c" -o "$work/example" \
    "$library" "$@" -Wl,-rpath,"$folder"
"$work/example" >"$work/got"
diff "$work/wanted" "$work/got"
