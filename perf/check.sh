#!/bin/sh
# check.sh FOLDER: tests the scripts of this folder and the tables of bench/ in under a minute, on facts that are made up
# and, with valgrind, on the two faults that bench/counted_planted has. FOLDER is a build as gate.sh wants it. Silent
# but for one line; exit code 1 and a sentence if anything is not as it should be.
set -eu
folder=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=0

fail() {
    echo "perf/check.sh: $1"
    exit 1
}

facts() {
    printf '%b' "$1"
}

# judge NAME EXPECTED-EXIT-CODE PATTERN NOW: holds NOW against a record and floors, and looks for PATTERN in the report.
judge() {
    facts 'ratio\tflow/256/avx2:plain\t10\nbytes\tagent/avx2\t128\nsize\tlibthrong.so\t400000\n' >"$work/floors"
    facts 'instructions\tflow/64/avx2\t10000\nratio\tflow/256/avx2:plain\t30\nbytes\tagent/avx2\t126\n' >"$work/record"
    facts "$4" >"$work/now"
    code=0
    awk -v again=build -f "$here/gate.awk" "$work/floors" "${record:-$work/record}" "$work/now" >"$work/report" || code=$?
    [ "$code" -eq "$2" ] || { cat "$work/report"; fail "$1: exit code $code, expected $2"; }
    grep -q -- "$3" "$work/report" || { cat "$work/report"; fail "$1: the report does not say '$3'"; }
    checks=$((checks + 1))
}

same='instructions\tflow/64/avx2\t10000\nratio\tflow/256/avx2:plain\t30\nbytes\tagent/avx2\t126\n'
judge 'equal facts' 0 '1 instruction counts, 1 ratios' "$same"
judge 'a little slower' 0 '1 instruction counts' 'instructions\tflow/64/avx2\t10200\n'
judge 'more instructions' 1 'SLOWER  instructions flow/64/avx2: 10201, on record 10000 (+2.0 %' \
    'instructions\tflow/64/avx2\t10201\n'
judge 'the command' 1 'again: sh perf/count.sh build/bench/counted flow/64/avx2' 'instructions\tflow/64/avx2\t20000\n'
judge 'nothing counted' 1 'nothing was counted' 'instructions\tflow/64/avx2\t0\n'
judge 'fewer instructions' 0 'fell by more than 2 %' 'instructions\tflow/64/avx2\t9000\n'
judge 'a lower ratio' 1 'SLOWER  ratio flow/256/avx2:plain: 26.9, on record x30 (-10.3 %' 'ratio\tflow/256/avx2:plain\t26.9\n'
judge 'a ratio within limits' 0 '1 ratios' 'ratio\tflow/256/avx2:plain\t27.1\n'
judge 'the command of a ratio' 1 "again: build/bench/throng_bench --benchmark_filter='^flow/256/(plain|avx2)\\$'" \
    'ratio\tflow/256/avx2:plain\t2\n'
judge 'more bytes' 1 'SLOWER  bytes agent/avx2: 126.1' 'bytes\tagent/avx2\t126.1\n'
judge 'an allocation' 1 'SLOWER  allocations step/crowd-1k/avx2: 1' 'allocations\tstep/crowd-1k/avx2\t1\n'
judge 'no allocation' 0 '1 counts of allocations' 'allocations\tstep/crowd-1k/avx2\t0\n'
judge 'a kernel that is gone' 1 'MISSING instructions flow/64/avx2' 'instructions\tmove/crowd-1k/avx2\t5\n'
record=/dev/null
judge 'a ratio above its floor' 0 'floors: 1 ratios' 'ratio\tflow/256/avx2:plain\t10.1\n'
judge 'a ratio below its floor' 1 'SLOWER  ratio flow/256/avx2:plain: 9.9, not x10' 'ratio\tflow/256/avx2:plain\t9.9\n'
judge 'a large library' 1 'SLOWER  size libthrong.so' 'size\tlibthrong.so\t400001\n'

# The tables, of two benchmarks that are made up.
benchmark() {
    printf '{"name": "%s", "run_name": "%s", "run_type": "iteration", "ns": %s, "ns_wall": %s, "items": 100}' "$1" "$1" "$2" "$2"
}
printf '{"context": {}, "benchmarks": [%s, %s, %s]}' "$(benchmark integration/random:256/heap 90)" \
    "$(benchmark integration/random:256/avx2 3)" "$(benchmark integration/random:256/avx2 4)" >"$work/a.json"
jq -r -s -L "$here/../bench" -f "$here/../bench/fields.jq" "$work/a.json" >"$work/table" || fail "fields.jq does not run"
grep -q '^random, 256 x 256 .*x30.0 ( 22,  30)' "$work/table" || { cat "$work/table"; fail "fields.jq takes no minimum"; }
checks=$((checks + 1))

if command -v valgrind >/dev/null 2>&1 && grep -q ' avx2' /proc/cpuinfo; then
    sh "$here/gate.sh" "$folder" --planted >"$work/planted" || { cat "$work/planted"; exit 1; }
    checks=$((checks + 1))
fi
echo "perf/check.sh: $checks checks passed"
