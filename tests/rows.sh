#!/usr/bin/env bash
# rows.sh: the tests from other compilers, build types, sanitizers and processors. Needs `./dev setup`, and the
# release build of `./dev test`. The last line sums the tests of all rows. A row that does not build or runs no test counts
# as a failure. THRONG_ROWS=short leaves out what there is no quarter of an hour for.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
export OMP_WAIT_POLICY=passive UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 ASAN_OPTIONS=detect_leaks=1
export LSAN_OPTIONS=suppressions=$PWD/.ci/leaks.txt:print_suppressions=0
unset THRONG_TEST_FULL # the long forms are for release builds
passed=0 failed=0 skipped=0
summary=()

# count NAME LINE: adds "N passed, N failed, N skipped" to the sums; anything else is one failure.
count() {
    local name=$1 line=$2 p f s
    if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]]; then
        p=${BASH_REMATCH[1]} f=${BASH_REMATCH[2]} s=${BASH_REMATCH[3]}
        [[ $((p + f)) -gt 0 ]] || f=1
    else
        p=0 f=1 s=0
    fi
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    summary+=("$(printf '%-28s %5d passed %3d failed %3d skipped %5d s' "$name" "$p" "$f" "$s" $((SECONDS - began)))")
    echo "${summary[-1]}"
}

begin() {
    began=$SECONDS
    printf '\n== %s\n' "$1"
}

# check NAME COMMAND...: a row that is one test.
check() {
    local name=$1
    shift
    begin "$name"
    if "$@"; then count "$name" '1 passed, 0 failed, 0 skipped'; else count "$name" '0 passed, 1 failed, 0 skipped'; fi
}

# suites NAME FOLDER LOG MESON_TEST_ARGUMENT...: runs tests of a folder that is built.
suites() {
    local name=$1 folder=$2 log=$2/meson-logs/$3
    shift 3
    rm -f "$log"
    meson test -C "$folder" --no-rebuild --print-errorlogs --quiet "$@" || echo "($name: some tests failed)"
    count "$name" "$(sh tests/counts.sh "$log")"
}

# row NAME SUITES OPTION...: configures, builds, tests. SUITES is a list of Meson suites, or "all". Every suite of the
# list runs in the row; what a row leaves out says nothing that another row does not. `targets` are what is built, if not
# everything; `names` are the tests of these suites that run, if not all.
targets=()
names=()
row() {
    local name=$1 folder=build/row-${1//[ ,]/-} arguments=() suite
    [[ $2 = all ]] || for suite in $2; do arguments+=(--suite "$suite"); done
    shift 2
    begin "$name"
    [[ ! -f $folder/build.ninja ]] || set -- --reconfigure "$@"
    if meson setup "$folder" "$@" >"$folder.log" 2>&1; then
        if ninja -C "$folder" --quiet "${targets[@]}"; then
            suites "$name" "$folder" testlog.json "${arguments[@]}" "${names[@]}"
            return
        fi
    else
        tail -n 20 "$folder.log"
    fi
    count "$name" 'did not build'
}

# The rows in the order of what they are likely to find. Suite maps (the long one) runs with each compiler, suite package
# (what hosts build) where the library is put together differently.
sanitize=(-Dbuildtype=debugoptimized '-Db_sanitize=address,undefined' -Dtests=enabled -Dbench=disabled)
small=(-Dtests=enabled -Dtools=disabled -Dbench=disabled)
if [[ ${THRONG_ROWS:-} = short ]]; then
    CC=clang-14 CXX=clang++-14 row 'clang release' 'check golden api archive' --werror -Dopenmp=enabled "${small[@]}"
    row 'gcc sanitizers' 'unit check cases api' "${sanitize[@]}" -Doptimization=1 -Dtools=disabled
else
    CC=clang-14 CXX=clang++-14 row 'clang release' all --werror -Dopenmp=enabled -Dtests=enabled
    row 'gcc sanitizers' 'unit check cases api tools' "${sanitize[@]}"
    CC=clang-14 CXX=clang++-14 row 'clang sanitizers' 'unit check cases api tools' "${sanitize[@]}" -Db_lundef=false
    row 'gcc debug' 'unit check cases api' --werror -Dbuildtype=debug -Dopenmp=enabled "${small[@]}"
    row 'gcc static O2, no OpenMP' 'unit api golden package archive' --werror -Ddefault_library=static \
        -Doptimization=2 -Dopenmp=disabled "${small[@]}"
    row 'gcc LTO' 'check api archive' --werror -Db_lto=true "${small[@]}"
fi

# Golden hashes alone: of other ways to compile, under ThreadSanitizer, which knows OpenMP by Archer, and on other
# processors.
if [[ ${THRONG_ROWS:-} != short ]]; then
    targets=(tests/golden/golden)
    row 'gcc O0' golden --werror -Dbuildtype=debug -Dopenmp=enabled "${small[@]}"
    row 'gcc O2 LTO' golden --werror -Db_lto=true -Doptimization=2 "${small[@]}"
fi
[[ ${THRONG_ROWS:-} != short ]] || names=('golden herd' 'race seen, openmp' 'race seen, host')
targets=(tests/golden/golden tests/golden/race)
CC=clang-14 CXX=clang++-14 OMP_TOOL_LIBRARIES=/usr/lib/llvm-14/lib/libarcher.so \
    TSAN_OPTIONS=ignore_noninstrumented_modules=1 row 'clang threads' golden -Dbuildtype=debugoptimized \
    -Db_sanitize=thread -Db_lundef=false -Dopenmp=enabled "${small[@]}"
[[ ${THRONG_ROWS:-} != short ]] || names=('golden herd')
targets=(tests/golden/golden)
row 'aarch64' golden --werror --cross-file .ci/aarch64.ini -Dsleef=disabled -Dopenmp=enabled -Dtools=disabled \
    -Dbench=disabled
targets=()
names=()

# has_isas CPU ISA...: an older processor has these instruction sets.
has_isas() {
    local cpu=$1
    shift
    qemu-x86_64 -cpu "$cpu" build/release/tools/throng info --json |
        jq -e --arg isas "$*" '.isas_usable == ($isas | split(" "))' >/dev/null ||
        { echo "($cpu should run: $*)"; return 1; }
}

# golden_as CPU ISA...: the same, and it takes the last one and gives the golden hashes.
golden_as() {
    has_isas "$@" || return 1
    local cpu=$1
    shift
    local scenes=()
    [[ ${THRONG_ROWS:-} != short ]] || scenes=(door)
    qemu-x86_64 -cpu "$cpu" build/release/tests/golden/golden "--best=${*: -1}" tests/golden/hashes.txt "${scenes[@]}"
}

older_processors() {
    local jobs=() job status=0
    golden_as Nehalem scalar sse41 & jobs+=($!)
    if [[ ${THRONG_ROWS:-} = short ]]; then has_isas SandyBridge scalar sse41; else golden_as SandyBridge scalar sse41; fi &
    jobs+=($!)
    golden_as Haswell scalar sse41 avx2 & jobs+=($!)
    for job in "${jobs[@]}"; do wait "$job" || status=1; done
    return $status
}
check 'older x86' older_processors

# Valgrind sees what is read before it is written; it takes thirty times as long, so it gets the programs that are quick.
# What glibc keeps for the next thread is only "possibly" lost.
begin 'valgrind'
longest=0.4 # s
[[ ${THRONG_ROWS:-} != short ]] || longest=0.1
mapfile -t quick < <(jq -r --argjson longest $longest 'select(.duration < $longest and .result == "OK" and (.name | test(":(unit|api|cases) /"))) |
    .name | sub(".* / "; "")' build/release/meson-logs/testlog.json)
suites 'valgrind' build/release testlog-valgrind.json --suite unit --suite api --suite cases --timeout-multiplier 20 \
    --wrapper 'valgrind -q --error-exitcode=9 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite' \
    "${quick[@]}"

# build_fuzzers FOLDER ISAS NAME...
build_fuzzers() {
    local folder=$1 isas=$2 again=()
    shift 2
    [[ ! -f $folder/build.ninja ]] || again=(--reconfigure)
    CC=clang-14 CXX=clang++-14 meson setup "$folder" "${again[@]}" -Dfuzz=enabled "-Disa=$isas" "${sanitize[@]}" \
        -Doptimization=1 -Db_lundef=false -Dopenmp=disabled -Dtests=disabled -Dtools=disabled >"$folder.log" 2>&1 ||
        { tail -n 20 "$folder.log"; return 1; }
    ninja -C "$folder" --quiet "${@/#/tests/fuzz/fuzz_}"
}

# Random input, new every time, each fuzzer for a minute, or a minute in all; two at a time, for CI has two processors.
fuzz() {
    local folder=build/row-fuzz fuzzers=(fields repair load crowd detours) isas=sse41,avx2,avx512 seconds=60 log name
    local jobs=() p=0 f=0
    [[ ${THRONG_ROWS:-} != short ]] || fuzzers=(fields repair) isas=avx2 seconds=30
    begin 'fuzz'
    build_fuzzers "$folder" "$isas" "${fuzzers[@]}" || { count 'fuzz' 'did not build'; return; }
    for name in "${fuzzers[@]}"; do
        while [[ $(jobs -rp | wc -l) -ge 2 ]]; do sleep 1; done
        "$folder/tests/fuzz/fuzz_$name" -len_control=0 -max_len=2500 -max_total_time=$seconds \
            "-artifact_prefix=$folder/$name-" >"$folder-$name.log" 2>&1 &
        jobs+=($!)
    done
    for name in "${!fuzzers[@]}"; do
        log=$folder-${fuzzers[name]}.log
        if wait "${jobs[name]}" && grep '^Done' "$log"; then p=$((p + 1)); else f=$((f + 1)) && tail -n 40 "$log"; fi
    done
    count 'fuzz' "$p passed, $f failed, 0 skipped"
}
fuzz

# The gate against getting slower is checked for shutting where it must, not for the speed of this machine.
gate_works() {
    meson configure build/release -Dbench=enabled &&
        ninja -C build/release --quiet bench/throng_bench bench/counted bench/counted_planted bench/repair_times &&
        sh perf/check.sh build/release
}
check 'gate' gate_works

# The same bits everywhere, so the same numbers: those of the committed scoreboard, whether its targets are met or not.
quality_holds() {
    build/release/tools/throng quality --quick --threads 2 --gate perf/quality_quick.tsv >build/quality.log ||
        { tail -n 30 build/quality.log; return 1; }
}
check 'quality' quality_holds

check 'shellcheck' shellcheck -x dev .ci/run tests/*.sh tests/api/*.sh tests/archive/*.sh bench/run.sh perf/*.sh

printf '\n'
printf '%s\n' "${summary[@]}"
echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]
