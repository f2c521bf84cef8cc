#!/bin/sh
# gate.sh FOLDER [--record | --self-test]: FOLDER is a build with bench/throng_bench, bench/counted and, for the
# self-test, bench/counted_planted.
#
# Gates this build: instructions of every kernel (callgrind), ratios in one process, allocations in steps and solves,
# bytes by object, size of the library. Records lie in perf/machines/CPU/COMPILER.tsv. A machine without one is held to
# perf/floors.tsv, to no allocation, and to the counts, bytes and size of any record by the same compiler, none of
# which depend on the CPU.
#
#   --record     writes this machine's record instead: ratios are what two of three tries reach, alone and beside a
#                process that keeps another core busy, whichever is lower: that core may be half of this one
#   --self-test  plants a slower kernel and an allocation, which must be named, and passes five times under load
set -eu
folder=$1
mode=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
noise=
floors=
trap '[ -z "$noise" ] || kill $noise 2>/dev/null || true; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
# shellcheck source=SCRIPTDIR/keys.sh
. "$here/keys.sh"
cpu=$(cpu_key)
compiler=$("$folder/bench/counted" --compiler)
record=${THRONG_RECORD:-$here/machines/$cpu/$compiler.tsv}

# Everything but ratios, of one `counted` program, into a file.
count_all() {
    sh "$here/count.sh" "$1" >"$2"
    if command -v size >/dev/null 2>&1; then
        size "$folder/src/libthrong.so" | awk 'NR == 2 { printf "size\tlibthrong.so\t%d\n", $1 + $2 }' >>"$2"
    fi
}

# The record of this machine; without one, what a record by the same compiler says of everything but speed.
choose_record() {
    if [ -f "$record" ]; then
        cp "$record" "$work/record.tsv"
        echo "record: ${record#"$here"/}"
        return
    fi
    other=$(find "$here/machines" -name "$compiler.tsv" 2>/dev/null | sort | head -n 1)
    if [ -n "$other" ]; then
        grep -v '^ratio' "$other" >"$work/record.tsv"
        echo "record: none for $cpu; counts, bytes and size from ${other#"$here"/}, speed by floors"
    else
        : >"$work/record.tsv"
        echo "record: none for $cpu with $compiler; speed, bytes and size by floors"
    fi
    echo "        ./dev gate --record writes one"
}

judge() {
    awk -v again="${folder#"$PWD"/}" -f "$here/gate.awk" "${floors:-$here/floors.tsv}" "$work/record.tsv" "$1"
}

# Up to three tries; every ratio keeps its best.
try_ratios() {
    : >"$work/ratios.tsv"
    for try in 1 2 3; do
        sh "$here/ratios.sh" "$folder/bench/throng_bench" >"$work/try.tsv"
        sort -t "$(printf '\t')" -k 2,2 -k 3,3gr "$work/try.tsv" "$work/ratios.tsv" |
            awk -F '\t' '!($2 in seen) { seen[$2] = 1; print }' >"$work/best.tsv"
        mv "$work/best.tsv" "$work/ratios.tsv"
        cat "$work/counts.tsv" "$work/ratios.tsv" >"$work/now.tsv"
        if judge "$work/now.tsv" >"$work/report"; then
            return 0
        fi
        # Counts do not change by trying again.
        judge "$work/counts.tsv" >/dev/null || return 1
        echo "try $try: some ratios fell short"
    done
    return 1
}

gate() {
    count_all "$folder/bench/counted" "$work/counts.tsv"
    status=0
    if [ -x "$folder/bench/throng_bench" ]; then
        try_ratios || status=1
    else
        echo "skipped: ratios (Google Benchmark is not there)"
        judge "$work/counts.tsv" >"$work/report" || status=1
    fi
    cat "$work/report"
    grep -q '^instructions' "$work/counts.tsv" || echo "skipped: instruction counts (valgrind is not there)"
    for isa in sse41 avx2; do
        grep -q "/$isa	" "$work/counts.tsv" || echo "skipped: $isa (not in this build, or not in this CPU)"
    done
    grep -q "/avx512	" "$work/counts.tsv" &&
        echo "not counted: instructions of avx512, which valgrind does not know; its ratios and allocations are"
    if [ "$status" -eq 0 ]; then echo "the gate is open"; else echo "the gate is shut"; fi
    return "$status"
}

# Another process that loads the machine, for as long as it is wanted.
load_machine() {
    (while :; do :; done) &
    noise=$!
}

unload_machine() {
    kill "$noise"
    noise=
}

# three_tries NAME: the ratios that two of three tries reach.
three_tries() {
    for try in 1 2 3; do
        [ ! -t 2 ] || printf '\rratios %s, try %s of 3  ' "$1" "$try" >&2
        sh "$here/ratios.sh" "$folder/bench/throng_bench"
    done | lowest_but 1
}

# lowest_but N: of lines of kind, name and value, each name's value that N others do not reach.
lowest_but() {
    sort -t "$(printf '\t')" -k 2,2 -k 3,3g | awk -F '\t' -v passed="$1" '
        $2 != name { n = 0; name = $2 }
        n++ == passed { print }'
}

write_record() {
    count_all "$folder/bench/counted" "$work/counts.tsv"
    grep -q '^instructions' "$work/counts.tsv" ||
        { echo "a record needs valgrind: ./dev setup installs it" >&2; exit 1; }
    three_tries alone >"$work/tries.tsv"
    load_machine
    three_tries 'under load' >>"$work/tries.tsv"
    unload_machine
    [ ! -t 2 ] || printf '\r%-60s\r' '' >&2
    mkdir -p "$(dirname "$record")"
    {
        echo "# What ./dev gate holds builds to on this machine: kind, name, value. Written by ./dev gate --record."
        echo "# $cpu, $compiler; ratios are what two of three tries reach, alone or under load, whichever is lower."
        sort "$work/counts.tsv"
        lowest_but 0 <"$work/tries.tsv"
    } >"$record"
    echo "$(grep -vc '^#' "$record") facts in ${record#"$here"/}"
}

fail() {
    echo "self-test: $1"
    exit 1
}

# The gate must name both faults and nothing that has neither: AVX2 sampling and steering alone, and whole steps of them.
find_planted() {
    floors=/dev/null
    count_all "$folder/bench/counted" "$work/record.tsv"
    count_all "$folder/bench/counted_planted" "$work/planted.tsv"
    if judge "$work/planted.tsv" >"$work/report"; then fail "the planted faults passed"; fi
    grep -q '^SLOWER  instructions sample/sorted-1k/avx2: ' "$work/report" || fail "5 % more instructions were not named"
    grep -q '^SLOWER  allocations steer/crowd-1k/avx2: ' "$work/report" || fail "an allocation was not named"
    grep '^[A-Z][A-Z]' "$work/report" | grep -v -E ' (sample/sorted-1k|(steer|step|frame)/[a-z]+-1k)/avx2: ' &&
        fail "something was named that has no fault"
    grep -A 1 -E '^SLOWER.*(sample/sorted|steer/crowd)' "$work/report"
    echo "self-test: both planted faults were named"
    floors=
}

# Five times in a row, while another process loads the machine, against what the same build gave before. Without a record
# of the machine one is made first.
pass_five_times() {
    if [ ! -f "$record" ]; then
        record=$work/own.tsv
        write_record
    fi
    load_machine
    for run in 1 2 3 4 5; do
        choose_record >/dev/null
        gate >"$work/run" || { cat "$work/run"; fail "run $run of 5 on unchanged code did not pass"; }
        echo "self-test: run $run of 5 under load passed"
    done
    unload_machine
}

case $mode in
--planted) find_planted ;; # the quick half of the self-test, for check.sh
'')
    choose_record
    gate
    ;;
--record) write_record ;;
--self-test)
    grep -q "/avx2	" <<TEXT || fail "needs a CPU with AVX2"
$("$folder/bench/counted" sample/sorted-1k/avx2)
TEXT
    find_planted
    pass_five_times
    ;;
*)
    echo "gate.sh does not know '$mode'; it takes --record and --self-test." >&2
    exit 2
    ;;
esac
