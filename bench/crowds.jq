# The table of crowds out of what throng_bench wrote: jq -r -s -L bench -f crowds.jq FILE...
include "table";

# [name, scene, floors, aims], each AVX-512, AVX2, SSE4.1.
def goals: [
    ["flow direction pass, 256 x 256", "flow/256", [12, 10, 5.5], [17, 13, 7]],
    ["sampling, 1 M agents sorted", "sample/sorted-1m", [14, 8, 2.8], [20, 10, 3.5]],
    ["separation, about 6 neighbours", "neighbours/6", [11, 9, 5.5], [14, 10, 6.5]],
    ["separation, about 20 neighbours", "neighbours/20", [16, 11, 6], [20, 12, 6.6]],
    ["whole step, 100 k in one crowd", "step/crowd-100k", [7, 5, 3.3], [10, 7, 4.5]],
    ["whole step, 10 k", "step/crowd-10k", null, null],
    ["and parting overlaps, 10 k", "step/parting-10k", null, null],
    ["and parting overlaps, 100 k", "step/parting-100k", null, null],
    ["whole step, 1 M", "step/crowd-1m", null, null],
    ["steering, 100 k", "steer/crowd-100k", null, null],
    ["motion, 100 k", "move/crowd-100k", null, null],
    ["packing quads, 256 x 256", "flow/256-quads", null, null],
    ["sampling, 1 M agents shuffled", "sample/shuffled-1m", null, null],
    ["separation, about 1 neighbour", "neighbours/1", null, null],
    ["separation, about 40 neighbours", "neighbours/40", null, null]];
minima as $all
| def at($name): $all[$name];
  def row($goal): [range(3) | isas[.] as $isa | ratio($all; $goal[1] + "/plain"; $goal[1] + "/" + $isa)];
  def shipped($goal): [range(3) | isas[.] as $isa | ratio($all; $goal[1] + "/scalar"; $goal[1] + "/" + $isa)];

  def table_row($goal):
    row($goal) as $r | shipped($goal) as $s
    | ($goal[0] | fill(32))
      + ([range(3) | . as $k | $r[$k] | against($goal[2] | if . then .[$k] else null end; $goal[3] | if . then .[$k] else null end)] | join(""))
      + "  " + ([range(3) | $s[.] | times | pad(6)] | join(" "))
      + "  " + (["plain", "scalar"] + isas | map(at($goal[1] + "/" + .) | (if . then .ns else null end) | ns | pad(7)) | join(""));

  def missed:
    [goals[] | select(.[2]) | . as $goal | row($goal) as $r | range(3) | . as $k
     | select($r[$k] and $r[$k] < $goal[2][$k])
     | "  \($goal[0]), \(isas[$k]): \($r[$k] | times), floor x\($goal[2][$k])"];

  # The best that this machine has, for what floors do not tell apart.
  def best($scene): [isas[] | $scene + "/" + . | select(at(.))][0];

  def threads($name; $scene):
    best($scene) as $one
    | if $one and at($one + "/2-in-turn")
      then (at($one).ns / at($one + "/2-in-turn").ns) as $r
        | "\("two threads, \($name)" | fill(32))\($r | times | pad(7)) by CPU time of the busier one (floor 1.75, aim 1.9)\(if $r < 1.75 then "!" else "" end)"
          + (if at($one + "/2") then "; by the clock \(at($one).ns_wall / at($one + "/2").ns_wall | times), which needs two free cores" else "" end)
      else empty end;

  def flat:
    [$all | keys[] | select(test("^step/(crowd|clumps|straggler)-[0-9a-z]+/" + (best("step/crowd-100k") // "//" | split("/")[2]) + "$"))] as $names
    | if ($names | length) < 2 then empty
      else ($names | map(at(.).ns)) as $v | (($v | max) / ($v | min) - 1) as $spread
        | "\("step, 10 k to 1 M, any clumping" | fill(32))\("+" + ($spread * 100 | fixed(0)) + " %" | pad(7)) between the cheapest and the dearest (floor 25)\(if $spread > 0.25 then "!" else "" end)",
          ($names[] | "    \(. | fill(36))\(at(.).ns | ns | pad(7)) ns an agent, \(at(.).neighbours | fixed(1)) in range")
      end;

  def pairs:
    best("neighbours/one-cell-4096") as $cell | best("neighbours/sorted-too-10k") as $usual
    | if $cell and $usual
      then (at($cell).ns / at($cell).neighbours) as $c | (at($usual).ns / at($usual).neighbours) as $u
        | "\("4096 in one cell, per pair" | fill(32))\($c / $u | times | pad(7)) of the usual \($u | ns) ns (most 1.5)\(if $c / $u > 1.5 then "!" else "" end)"
      else empty end;

  def memory:
    [$all[] | select(.bytes)] as $crowds
    | if ($crowds | length) == 0 then empty
      else ($crowds | map(.bytes) | max) as $bytes | ($crowds | map(.allocations) | max) as $allocations
        | "\("memory" | fill(32))\($bytes | ns | pad(7)) bytes an agent (most 128)\(if $bytes > 128 then "!" else "" end); \($allocations) allocations in steps"
      end;

  if any(goals[]; at(.[1] + "/plain")) | not then empty
  else
    ("times faster than plain scalar code (-O2, no vectoriser); (floor, aim); ! floor not met" | fill(94)) + "than shipped scalar",
    ("" | fill(32)) + (isas | map(pad(7) + "             ") | join("")) + "  " + (isas | map(pad(6)) | join(" "))
      + "  " + (["plain", "scalar"] + isas | map(pad(7)) | join("")) + "  ns an item",
    (goals[] | . as $goal | select(at(.[1] + "/plain")) | table_row($goal)),
    "",
    threads("100 k"; "step/crowd-100k"), threads("1 M"; "step/crowd-1m"),
    threads("10 k"; "step/crowd-10k"),
    memory, pairs, flat,
    "",
    (missed as $m | if ($m | length) == 0 then "Every floor of the table is met." else "Floors not met:", $m[] end)
  end
