#!/bin/sh
# every_function.sh INCLUDE_DIR TEST_DIR: every function that the headers declare is called wrongly by some misuse_*.c.
set -eu
missing=0
for name in $(cat "$1"/throng/*.h | tr '\n' ' ' | grep -o 'THRONG_API [^;{]*' | grep -o 'throng_[a-z0-9_]*(' | tr -d '(' | sort -u); do
    if ! grep -qw "$name" "$2"/misuse*.c; then
        echo "$name is never called wrongly"
        missing=$((missing + 1))
    fi
done
[ "$missing" -eq 0 ]
