#!/bin/sh
# run.sh PROGRAM FOLDER [--quick]: runs the benchmarks group by group (a group's worlds are gone when the next
# begins), leaves what Google Benchmark says in FOLDER, one .json and one .txt a group, and prints the table.
# Within a group all benchmarks take turns at random. Fails if any of them left other bits than another way.
set -eu
program=$1
folder=$2
mode=${3:-}
here=$(dirname "$0")
mkdir -p "$folder"
rm -f "$folder"/*.json "$folder"/*.txt
status=0

# group NAME FILTER REPETITIONS: every repetition takes a hundredth of a second or one round of the work.
group() {
    [ ! -t 2 ] || printf '\r%-60s' "measuring: $1" >&2
    "$program" --benchmark_filter="$2" --benchmark_repetitions="$3" --benchmark_min_time=0.01 \
        --benchmark_enable_random_interleaving=true --benchmark_out="$folder/$1.json" \
        >"$folder/$1.txt" 2>&1 || {
        status=1
        grep -h -E 'ERROR|^[a-z].*: ' "$folder/$1.txt" >&2 || cat "$folder/$1.txt" >&2
    }
}

ways='(heap|plain|scalar|sse41|avx2|avx512|neon)'
# The widest that this machine may have; what is not there matches nothing.
wide='(avx512|neon)'
if [ "$mode" = --quick ]; then
    group fields "^(flow/256|integration/(random|open):256|solve/random:256)/$ways\$" 8
    group sample '^sample/sorted-1m/' 4
    group neighbours '^neighbours/(6|20)/' 4
    group step "^step/crowd-100k/([a-z0-9]+|$wide/2.*)\$" 4
else
    group fields "^(integration|solve|flow)/[^/]*(64|25[56]|102[34]|[A-Za-z])/$ways\$" 5
    group fields-4096 "^(integration|flow)/[^/]*4096/$ways\$" 2
    group sample '^sample/' 6
    group neighbours '^neighbours/' 6
    group agents '^(steer|move)/' 8
    group ten-thousand "^step/.*-10k/([a-z0-9]+|$wide/2.*)\$" 8
    group hundred-thousand "^step/.*-100k/([a-z0-9]+|$wide/2.*)\$" 5
    group million "^step/.*-1m/([a-z0-9]+|$wide/2.*)\$" 2
fi
[ ! -t 2 ] || printf '\r%-60s\r' '' >&2
table() {
    echo
    jq -r -s -L "$here" -f "$here/$1.jq" "$folder"/*.json
}
jq -r '.context | "\(.cpu_model), \(.num_cpus) CPUs; \(.throng_compiler); load average \(.load_avg[0] // 0)"' \
    "$(find "$folder" -name '*.json' | head -n 1)"
table fields
table crowds
[ "$status" -eq 0 ] || echo "Some ways to compute left other bits, or could not be run: see above." >&2
exit "$status"
