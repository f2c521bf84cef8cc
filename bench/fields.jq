# The table of fields out of what throng_bench wrote: jq -r -s -L bench -f fields.jq FILE...
include "table";

# [name, map, floors, aims], each AVX-512, AVX2, SSE4.1, against a plain binary heap.
def goals: [
    ["random, 256 x 256", "random:256", [40, 22, 16], [55, 30, 22]],
    ["random, 1024 x 1024", "random:1024", [29, 17, 14], [45, 22, 18]],
    ["random, 4096 x 4096", "random:4096", [29, 17, 14], [45, 22, 18]],
    ["open, 2 % walls, 256", "open:256", [90, 52, 36], [150, 70, 50]],
    ["open, 1024", "open:1024", [90, 52, 36], [150, 70, 50]],
    ["open, 4096", "open:4096", [80, 45, 33], [150, 70, 50]],
    ["smooth terrain, 256", "terrain:256", [100, 58, 37], [150, 75, 50]],
    ["smooth terrain, 1024", "terrain:1024", [100, 58, 37], [150, 75, 50]],
    ["rooms of 15 x 15, 1024", "rooms:1024", [50, 30, 22], [75, 38, 28]],
    ["maze, 255", "maze:255", [4, 4, 4], [7, 7, 7]],
    ["maze, 1023", "maze:1023", [4, 4, 4], [7, 7, 7]]];
def games: ["nighthaven", "icecrown", "Archipelago", "AcrosstheCape", "AR0011SR"];
def cities: ["NewYork_0_1024"];
def spirals: ["spiral:255", "spiral:1023"];

minima as $all
| def at($name): $all[$name];
  def row($map): [isas[] as $isa | ratio($all; "integration/\($map)/heap"; "integration/\($map)/\($isa)")];
  def times_of($map): [("heap", "scalar", isas[]) as $way | at("integration/\($map)/\($way)") | (if . then .ns else null end) | ns | pad(7)] | join("");
  def line($name; $map; $floors; $aims):
    row($map) as $r
    | ($name | fill(26)) + ([range(3) | . as $k | $r[$k] | against($floors | if . then .[$k] else null end; $aims | if . then .[$k] else null end)] | join(""))
      + "  " + times_of($map);

  def game_lines:
    [games[] | select(at("integration/\(.)/heap"))] as $there
    | if ($there | length) == 0
      then (if at("integration/random:1024/heap") then "game maps: not there (THRONG_MAPS may name their folder)" else empty end)
      else ([range(3) | . as $k | [$there[] | row(.)[$k] | select(.)] | median] as $m
            | ("game maps, median of \($there | length)" | fill(26)) + ([range(3) | . as $k | $m[$k] | against([50, 28, 20][$k]; 75)] | join(""))),
           ($there[] | line("  " + .; .; [18, null, null]; [null, null, null]))
      end,
      (cities[] | select(at("integration/\(.)/heap")) | line(.; .; null; null));

  def spiral_lines:
    spirals[] | select(at("integration/\(.)/heap")) | . as $map
    | line("spiral, \($map | split(":")[1])"; $map; null; null),
      ([isas[] as $isa | ratio($all; "integration/\($map)/scalar"; "integration/\($map)/\($isa)")] as $r
       | ("  against the bucket queue" | fill(26)) + ([$r[] | against(0.95; 1)] | join("")));

  # What directions cost on top of distances.
  def fused:
    (["random:256", 20, 10], ["random:1024", 20, 10], ["AcrosstheCape", 20, 10], ["icecrown", 20, 10],
     ["open:1024", 45, 25], ["terrain:1024", 45, 25], ["rooms:1024", null, null]) as [$map, $most, $aim]
    | [isas[] as $isa | ratio($all; "solve/\($map)/\($isa)"; "integration/\($map)/\($isa)")] as $r
    | select($r[0] // $r[1] // $r[2])
    | ("flow on top, \($map)" | fill(26))
      + ([range(3) | . as $k | $r[$k] | if . then "\(if . < 1 then "" else "+" end)\((. - 1) * 100 | fixed(0)) %" else "-" end | pad(7)
          | . + (if $k == 0 and $most then " (\($most), \($aim)) \(if $r[0] > 1 + $most / 100 then "!" else " " end) " else "             " end)] | join(""));

  def one_shot:
    ("random:256", "random:1024", "open:1024", "terrain:1024") as $map
    | [isas[] as $isa | ratio($all; "integration/\($map)/heap"; "integration/\($map)-one-shot/\($isa)")] as $r
    | select($r[0] // $r[1] // $r[2])
    | ("one-shot, \($map)" | fill(26)) + ([$r[] | against(null; null)] | join(""));

  def growth:
    (["random", "open"][] as $kind | isas[] as $isa
     | [at("integration/\($kind):4096/\($isa)"), at("integration/\($kind):256/\($isa)")] | select(.[0] and .[1])
     | (.[0].ns / .[1].ns) as $r
     | ("ns a cell, 4096 : 256" | fill(26)) + "\($kind), \($isa): \($r | times)\(if $r > 2.1 then " (most 2.1)!" else " (most 2.1)" end)");

  if any($all | keys[]; startswith("integration/")) | not then empty
  else
    ("one destination: times faster than a plain binary heap, output included, map prepared; (floor, aim); ! floor not met"),
    ("" | fill(26)) + (isas | map(pad(7) + "             ") | join("")) + "  " + (["heap", "scalar"] + isas | map(pad(7)) | join("")) + "  ns a cell",
    (goals[] | select(at("integration/\(.[1])/heap")) | line(.[0]; .[1]; .[2]; .[3])),
    game_lines, spiral_lines, one_shot, fused, growth
  end
