#!/bin/sh
# scenarios.sh PROGRAM FILE: the first steps of every scenario of the scoreboard have the hashes that FILE lists, on every
# instruction set, with threads, and if the crowd goes on from a save. After a change of behaviour:
# PROGRAM quality --hash >FILE
set -eu
program=$1
agreed=$2
failed=0

compare() {
    if ! "$program" quality --hash "$@" | diff "$agreed" -; then
        echo "Those are other bits than the agreed ones: quality --hash $*"
        failed=$((failed + 1))
    fi
}

for isa in scalar sse41 avx2 avx512 neon; do
    if "$program" info | grep -q "$isa: usable"; then
        compare --isa "$isa"
    else
        echo "$isa: left out, this build or this processor lacks it"
    fi
done
export OMP_WAIT_POLICY=passive # where cores are shared, idle workers would spin
compare --reload
if "$program" info | grep -q '^OpenMP *yes'; then
    compare --threads 3
else
    echo "threads: left out, this build has no OpenMP"
fi
[ "$failed" -eq 0 ]
