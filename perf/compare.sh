#!/bin/sh
# compare.sh PROGRAM FOLDER: `throng compare` over the built-in scenes and, where there are any, some real maps; leaves
# what it says in FOLDER, one .json a map, prints one table and, with gnuplot, draws FOLDER/compare.png. Fails if any
# way to compute left other bits than scalar code.
set -eu
program=$1
folder=$2
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder"
rm -f "$folder"/*.json
status=0

maps=${THRONG_MAPS:-${THRONG_SHARED:-$here/../../shared}/maps}
set -- fortress rooms open
for name in sc1/AcrosstheCape wc3maps512/icecrown dao/orz900d mazes/maze512-8-3 cities/NewYork_0_1024; do
    [ ! -f "$maps/$name.map" ] || set -- "$@" "$maps/$name.map"
done
[ $# -gt 3 ] || echo "(no real maps: THRONG_MAPS may name a folder that holds sc1/AcrosstheCape.map and the like)"
for map in "$@"; do
    name=$(basename "$map" .map)
    [ ! -t 2 ] || printf '\r%-60s' "comparing: $name" >&2
    "$program" compare "$map" --json >"$folder/$name.json" || {
        [ -s "$folder/$name.json" ] || { echo "throng compare $map failed" >&2; exit 1; }
        status=1
    }
done
[ ! -t 2 ] || printf '\r%-60s\r' '' >&2
jq -r -s -L "$here/../bench" -f "$here/compare.jq" "$folder"/*.json
if command -v gnuplot >/dev/null 2>&1; then
    jq -r -s -L "$here/../bench" --arg rows yes -f "$here/compare.jq" "$folder"/*.json >"$folder/compare.tsv"
    columns=$(awk 'NR == 1 { print NF }' "$folder/compare.tsv")
    gnuplot -e "columns = $columns; data = '$folder/compare.tsv'; picture = '$folder/compare.png'" "$here/compare.gnuplot"
    echo "picture: $folder/compare.png"
else
    echo "no picture: gnuplot is not there"
fi
exit "$status"
