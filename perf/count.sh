#!/bin/sh
# count.sh PROGRAM [NAME]: runs `counted` and prints what it finds, one fact a line: kind, name, value, cut by tabs.
# With valgrind also the instructions of every scene, one thread, nothing but its work. Two runs give equal counts.
set -eu
program=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" "$@"
[ "${1:-}" != bytes ] || exit 0
command -v valgrind >/dev/null 2>&1 || { echo "valgrind is not installed: no instructions are counted" >&2; exit 0; }
# An empty environment: its length moves the stack, and with it what the C library does at its ends.
env -i PATH="$PATH" OMP_NUM_THREADS=1 ${THRONG_SHARED:+THRONG_SHARED="$THRONG_SHARED"} valgrind --tool=callgrind \
    --collect-atstart=no --callgrind-out-file="$folder/out" "$program" "$@" >"$folder/log" 2>&1 ||
    { tail -n 5 "$folder/log" >&2; exit 1; }
# Each dump names its scene, then says its sum.
for dump in "$folder"/out.*; do
    awk '/^desc: Trigger: Client Request: / { name = $5 }
        /^summary: / { if (name != "") printf "instructions\t%s\t%s\n", name, $2 }' "$dump"
done | sort
