#!/bin/sh
# exports.sh LIBRARY INCLUDE_DIR: the shared library gives away exactly the functions that the headers declare.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Some linkers export these five marks of theirs.
nm -D --defined-only "$1" | awk '{print $NF}' | grep -vxE '_init|_fini|__bss_start|_edata|_end' | sort >"$work/exported"
cat "$2"/throng/*.h | tr '\n' ' ' | grep -o 'THRONG_API [^;{]*' | grep -o 'throng_[a-z0-9_]*(' | tr -d '(' | sort -u >"$work/declared"
echo "$(wc -l <"$work/exported") exported, $(wc -l <"$work/declared") declared"
[ -s "$work/declared" ]
diff "$work/declared" "$work/exported"
