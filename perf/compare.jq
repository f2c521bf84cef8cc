# One table of what `throng compare --json` said of several maps: jq -r -s -L bench -f compare.jq FILE...
# With --arg rows yes the medians over the maps as rows for gnuplot.
include "table";

def stages: ["integration", "flow", "sample", "neighbours", "steer", "move", "step"];
. as $maps
| ([$maps[].stages[].isa] | unique) as $there
| (["sse41", "avx2", "avx512", "neon"] - (["sse41", "avx2", "avx512", "neon"] - $there)) as $wide
| ([$maps[].stages[].threads] | max) as $threads
| def at($map; $stage; $isa; $threads): [$map.stages[] | select(.stage == $stage and .isa == $isa and .threads == $threads)][0];
  def middle($stage; $isa; $threads): [$maps[] | at(.; $stage; $isa; $threads).ratio | select(. > 0)] | median;
  def mark: if .equal then "=" else "!" end;
  def cells($map; $stage):
    (at($map; $stage; "scalar"; 1) as $scalar | ($scalar.ns | ns | pad(10)) + " ns a \($scalar.per | fill(6))")
    + ([$wide[] as $isa | at($map; $stage; $isa; 1) | (.ratio | times | pad(8)) + " " + mark] | join(""))
    + (if $threads > 1 then (at($map; $stage; $wide[-1]; 2) | (.ratio | times | pad(12)) + " " + mark) else "" end);

  if $ARGS.named.rows == "yes" then
    (["stage"] + $wide | @tsv),
    (stages[] | . as $stage | [$stage] + [$wide[] as $isa | middle($stage; $isa; 1) // 0] | @tsv)
  else
    "times faster than scalar code on one thread; = same bits, ! other bits; \($maps | map(.agents) | max) agents a map",
    (("" | fill(30)) + ("scalar" | pad(10)) + ("" | fill(12)) + ([$wide[] | pad(8) + "  "] | join(""))
     + (if $threads > 1 then ("\($wide[-1]), 2 threads" | pad(14)) else "" end)),
    ($maps[] | . as $map | "\($map.map), \($map.width) x \($map.height)",
       (stages[] | "  " + fill(28) + cells($map; .))),
    "median of \($maps | length) maps",
    (stages[] | . as $stage | "  " + fill(50) + ([$wide[] as $isa | (middle($stage; $isa; 1) | times | pad(8)) + "  "] | join(""))
     + (if $threads > 1 then (middle($stage; $wide[-1]; 2) | times | pad(12)) else "" end)),
    "",
    ([$maps[].stages[] | select(.equal | not)] | length
     | if . == 0 then "all equal: \([$maps[].stages[]] | length) results, the same bits" else "NOT EQUAL: \(.) results, marked with !" end)
  end
