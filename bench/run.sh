#!/bin/sh
# run.sh PROGRAM FOLDER [--quick | --peers | --all | --hashes | --readme]: runs the benchmarks group by group (a group's worlds are gone when the next
# begins), leaves what Google Benchmark says in FOLDER, one .json and one .txt a group, and prints the table.
# Within a group all benchmarks take turns at random. Fails if any of them left other bits than another way, or than
# hashes.txt says.
#
#   --quick   under a minute: the kernels and one crowd
#   --peers   beside what other people's libraries make of the same work
#   --all     everything that there is, once: an hour
#   --readme  puts the table of README between its two marks, peers as far as they are there: two minutes
#   --hashes  no table: writes hashes.txt anew, after a change of behaviour
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
    "$program" --hashes="$here/hashes.txt" --benchmark_filter="$2" --benchmark_repetitions="$3" --benchmark_min_time=0.01 \
        --benchmark_enable_random_interleaving=true --benchmark_out="$folder/$1.json" \
        >"$folder/$1.txt" 2>&1 || {
        status=1
        grep -h -E 'ERROR|^[a-z].*: ' "$folder/$1.txt" >&2 || cat "$folder/$1.txt" >&2
    }
}

ways='(heap|plain|scalar|sse41|avx2|avx512|neon)'
if [ "$mode" = --hashes ]; then
    # Peers leave other bits in some scenes; one way of ours is enough, since all are compared whenever they run.
    "$program" --benchmark_filter='/(scalar|avx2)$' --benchmark_min_time=0.001 --benchmark_out="$folder/hashes.json" \
        >"$folder/hashes.txt" 2>&1 || { grep -h ERROR "$folder/hashes.txt" >&2; exit 1; }
    {
        echo "# What every scene of the benchmarks computes: scene, 64-bit hash. Written by ./dev bench --hashes."
        jq -r '.benchmarks[] | "\(.name | sub("/[a-z0-9]*$"; "")) \(.label)"' "$folder/hashes.json" | LC_ALL=C sort -u
    } >"$here/hashes.txt"
    echo "$(grep -vc '^#' "$here/hashes.txt") hashes in bench/hashes.txt"
    exit 0
fi

# The widest that this machine may have; what is not there matches nothing.
wide='(avx512|neon)'
if [ "$mode" = --quick ]; then
    group fields "^(flow/256|integration/(random|open):256|solve/random:256)/$ways\$" 8
    group sample '^sample/sorted-1m/' 4
    group neighbours '^neighbours/(6|20)/' 4
    group step "^step/crowd-100k/([a-z0-9]+|$wide/2.*)\$" 4
elif [ "$mode" = --peers ]; then
    group memory '^memory/' 3
    group distances '^integration/((random|open):256|random:1024)/[a-z0-9_]+$' 5
    group pushes '^neighbours/sorted-too-.*/' 5
    group steps '^step/(crowd|parting)-10?k/[a-z0-9]+$' 5
    group tutorial '^(solve/random:256|integration/random:256-4-neighbours|path/random:256-.*)/' 2
elif [ "$mode" = --readme ]; then
    group memory '^memory/' 3
    group distances '^(integration/((random|open|terrain):1024|random:256|maze:1023)|solve/random:256)/[a-z0-9_]+$' 5
    group games "^integration/(nighthaven|icecrown|Archipelago|AcrosstheCape|AR0011SR)/$ways\$" 4
    group flow "^flow/256/$ways\$" 8
    group sample "^sample/sorted-1m/$ways\$" 5
    group pushes '^neighbours/sorted-too-100k/[a-z0-9]+$' 5
    group steps '^step/(crowd|parting)-10k/[a-z0-9]+$' 5
    group more-steps "^step/parting-100k/$ways\$" 5
    group path '^path/random:256-100/' 3
elif [ "$mode" = --all ]; then
    group all . 1
else
    group memory '^memory/' 3
    group fields "^(integration|solve|flow)/[^/]*(64|25[56]|102[34]|[A-Za-z])/$ways\$" 5
    group fields-4096 "^(integration|flow)/[^/]*4096/$ways\$" 2
    group tutorial '^(solve/random:256|integration/random:256-4-neighbours|path/random:256-.*)/' 2
    group more-fields "^(cost|repair|many|sight|layer|regions|congestion|danger|limited)/.*/(scalar|sse41|avx2|avx512|neon)(/2.*)?\$" 3
    group sample '^sample/' 6
    group neighbours '^neighbours/.*/(plain|scalar|sse41|avx2|avx512|avx512-all|neon)$' 6
    group agents '^(steer|move)/' 8
    group ten-thousand "^(step|frame)/.*-10k/$ways(/2.*)?\$" 6
    group hundred-thousand "^(step|frame)/.*-100k/($ways|$wide/2.*)\$" 5
    group million "^step/.*-1m/($ways|$wide/2.*)\$" 2
fi
[ ! -t 2 ] || printf '\r%-60s\r' '' >&2
if [ "$mode" = --readme ] && [ "$status" -eq 0 ]; then
    jq -r -s -L "$here" -f "$here/readme.jq" "$folder"/*.json >"$folder/readme.md"
    awk -v table="$folder/readme.md" '
        /^<!-- numbers end/ { is_old = 0 }
        !is_old { print }
        /^<!-- numbers begin/ { is_old = 1; while ((getline line <table) > 0) print line }' "$here/../README.md" >"$folder/README"
    cat "$folder/README" >"$here/../README.md"
    cat "$folder/readme.md"
    exit 0
fi
table() {
    jq -r -s -L "$here" -f "$here/$1.jq" "$folder"/*.json >"$folder/table"
    [ ! -s "$folder/table" ] || { echo; cat "$folder/table"; }
}
jq -r '.context | "\(.cpu_model), \(.num_cpus) CPUs; \(.throng_compiler); load average \(.load_avg[0] // 0)"' \
    "$(find "$folder" -name '*.json' | head -n 1)"
for name in yardsticks fields tutorial crowds peers; do
    table "$name"
done
[ "$status" -eq 0 ] || echo "Some ways to compute left other bits, or could not be run: see above." >&2
exit "$status"
