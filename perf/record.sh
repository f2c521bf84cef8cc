#!/bin/sh
# record.sh FOLDER: what a machine does by size and by threads, for people to look at: perf/machines/CPU/sizes.csv and
# threads.csv, and cost.svg, which draws the first. FOLDER is a build with bench/throng_bench. A few minutes; nothing
# else should run meanwhile. ns is the least of all repetitions: CPU time of the thread where there is one, time by the
# clock where there are more.
set -eu
folder=$1
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=SCRIPTDIR/keys.sh
. "$here/keys.sh"
machine=$here/machines/$(cpu_key)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$machine"

# measure NAME FILTER REPETITIONS
measure() {
    [ ! -t 2 ] || printf '\r%-60s' "measuring: $1" >&2
    OMP_WAIT_POLICY=passive "$folder/bench/throng_bench" --benchmark_filter="$2" --benchmark_repetitions="$3" \
        --benchmark_min_time=0.01 --benchmark_enable_random_interleaving=true --benchmark_out="$work/$1.json" \
        >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
}

ways='(heap|plain|scalar|sse41|avx2|avx512|neon)'
measure sizes-fields "^(integration/(random|open):|flow/)(64|256|1024)/$ways\$" 5
measure sizes-large "^(integration/(random|open):|flow/)4096/$ways\$" 2
measure sizes-neighbours "^neighbours/(1|6|20|40)/$ways\$" 3
measure sizes-crowds "^step/crowd-(1k|10k|100k)/$ways\$" 3
measure sizes-million "^step/crowd-1m/$ways\$" 1
measure threads-fields '^many/.*/(scalar|avx2|avx512|neon)(/[0-9]+)?$' 4
measure threads-crowds '^(step|frame)/crowd-(10k|100k)/(scalar|avx2|avx512|neon)(/[0-9]+)?$' 3
measure threads-million '^step/crowd-1m/(avx2|avx512|neon)(/[0-9]+)?$' 2
[ ! -t 2 ] || printf '\r%-60s\r' '' >&2

for table in sizes threads; do
    jq -r -s -L "$here/../bench" -f "$here/record.jq" --arg table "$table" "$work/$table"-*.json >"$machine/$table.csv"
done
gnuplot -e "data = '$machine/sizes.csv'; picture = '$machine/cost.svg'" "$here/cost.gnuplot"
echo "written: sizes.csv, threads.csv and cost.svg in ${machine#"$here"/}"
