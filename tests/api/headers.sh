#!/bin/sh
# headers.sh INCLUDE_DIR: every public header alone, twice in one file, as C99, C17 and C++11, by each of gcc and clang
# that this machine has, without a warning.
set -eu
include=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# check COMPILER STANDARD FILE
check() {
    if "$1" "-std=$2" -Wall -Wextra -pedantic -Werror -Wshadow -fsyntax-only -I"$include" "$3"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1 -std=$2 does not take $(cat "$3")"
    fi
}

for header in "$include"/throng/*.h; do
    name=$(basename "$header" .h)
    for suffix in c cpp; do
        printf '#include <throng/%s.h>\n#include <throng/%s.h>\n' "$name" "$name" >"$work/$name.$suffix"
    done
    for compiler in gcc clang clang-14; do
        command -v "$compiler" >/dev/null 2>&1 || continue
        check "$compiler" c99 "$work/$name.c"
        check "$compiler" c17 "$work/$name.c"
    done
    for compiler in g++ clang++ clang++-14; do
        command -v "$compiler" >/dev/null 2>&1 || continue
        check "$compiler" c++11 "$work/$name.cpp"
    done
done

# The headers need nothing but these three.
if grep -h '#include <' "$include"/throng/*.h | grep -v -e '<throng/' -e '<stdbool.h>' -e '<stddef.h>' -e '<stdint.h>'; then
    failed=$((failed + 1))
fi
echo "$passed compiled, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
