# What one destination costs on random:256 by every way there is, and from how many units a field is cheaper than
# a path each: jq -r -s -L bench -f tutorial.jq FILE...
include "table";

minima as $all
| def at($name): $all[$name];
  # us for the whole map, or for all units
  def us($name): if at($name) then at($name).ns * at($name).items / 1000 else null end;
  def line($what; $name): us($name) | select(.) | "  " + ($what | fill(58)) + (fixed(1) | pad(12)) + " us";
  def units: ["path/random:256-1/scalar", "path/random:256-10/scalar", "path/random:256-100/scalar", "path/random:256-1000/scalar"];

  if at("path/random:256-1/scalar") and at("solve/random:256/heap") | not then empty
  else
    "one destination on random:256, 256 x 256 cells (directions and what sampling needs are part of every field)",
    line("A*, 1 unit"; units[0]), line("A*, 10 units"; units[1]), line("A*, 100 units"; units[2]), line("A*, 1000 units"; units[3]),
    line("Dijkstra, 4 neighbours, binary heap, distances only"; "integration/random:256-4-neighbours/heap"),
    line("Dijkstra, 8 neighbours, std::priority_queue, with directions"; "solve/random:256/priority_queue"),
    line("Dijkstra, 8 neighbours, binary heap, with directions"; "solve/random:256/heap"),
    line("bucket queue (throng, scalar), with directions"; "solve/random:256/scalar"),
    (("sse41", "avx2", "avx512", "neon") as $isa | line("throng, \($isa), with directions"; "solve/random:256/\($isa)")),
    ([("avx512", "neon", "avx2", "sse41", "scalar") | "solve/random:256/" + . | select(at(.))][0] as $best
     | (us(units[2]) / 100) as $path
     | "  a field is cheaper than A* from \(us($best) / $path | ceil | [., 1] | max) unit(s) on with \($best | split("/")[2]), from \(us("solve/random:256/heap") / $path | ceil) with a binary heap (\($path | fixed(0)) us a path, mean of 100)")
  end
