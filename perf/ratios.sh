#!/bin/sh
# ratios.sh PROGRAM: a few seconds of `throng_bench`, and how many times faster wide kernels are than plain scalar code
# and the solver than a plain binary heap: lines of "ratio", scene/isa:reference and value, cut by tabs.
set -eu
program=$1
here=$(dirname "$0")
json=$(mktemp)
trap 'rm -f "$json"' EXIT
scenes='flow/256|sample/sorted-10k|neighbours/6|(steer|move)/crowd-10k|step/crowd-10k'
fields='integration/(random|open|terrain):256|solve/random:256'
OMP_WAIT_POLICY=passive "$program" --benchmark_filter="^($scenes|$fields)/(plain|heap|sse41|avx2|avx512|neon)\$" \
    --benchmark_repetitions=8 --benchmark_min_time=0.01 --benchmark_enable_random_interleaving=true \
    --benchmark_out="$json" >/dev/null 2>&1 || { echo "$program failed" >&2; exit 1; }
jq -r -s -L "$here/../bench" 'include "table"; minima as $all
    | $all | keys[] | . as $name | (split("/") | .[:2] | join("/")) as $scene | (split("/")[2]) as $way
    | select($way != "plain" and $way != "heap") | ("plain", "heap") as $other
    | select($all["\($scene)/\($other)"]) | [ "ratio", "\($name):\($other)", (ratio($all; "\($scene)/\($other)"; $name) | fixed(2)) ] | @tsv' \
    "$json"
