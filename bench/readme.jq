# README's table of numbers: jq -r -s -L bench -f readme.jq FILE...
# Ours by instruction set, plain scalar code or the bucket queue, peers, and the limit: what this machine's memory would
# take for the arrays that are read and written, one thread; where arithmetic is the limit there is none to state.
include "table";

def games: ["nighthaven", "icecrown", "Archipelago", "AcrosstheCape", "AR0011SR"];
minima as $all
| .[0].context as $context
| def at($name): $all[$name];
  def figure($name): if at($name) then at($name).ns | ns else null end;
  def listed: map(select(.)) | if length == 0 then "-" else join(", ") end;
  def ours($scene): [isas[] | figure($scene + "/" + .) // "-"] | join(" / ");
  def named($scene; $pairs): [$pairs[] | . as $p | figure($scene + "/" + $p[0]) | select(.) | (if $p[1] == "" then "" else $p[1] + " " end) + .] | listed;
  # ns an item at which so many bytes cross the memory
  def limit($bytes; $memory; $words):
    if at($memory) then "\(($bytes / (at($memory)["bytes/s"] / 1e9)) | ns) (\($words))" else "-" end;
  def in_cache($bytes): limit($bytes; "memory/read-256k/scalar"; "cache");
  def in_memory($bytes): limit($bytes; "memory/read-1g/scalar"; "memory");
  def row($what; $scene; $scalars; $peers; $limit; $command):
    select(any($all | keys[]; startswith($scene + "/")))
    | "| \($what) | \(ours($scene)) | \(named($scene; $scalars)) | \(named($scene; $peers)) | \($limit) | `\($command)` |";
  def fields: [["heap", "binary heap"], ["priority_queue", "std::priority_queue"], ["boost", "Boost"]];
  def plain: [["plain", ""]];

  "From \($context.cpu_model), \($context.num_cpus) CPUs, \($context.throng_compiler); ns an item, one thread, the least of all repetitions.",
  "",
  "| what | AVX-512 / AVX2 / SSE4.1 | scalar | peers | limit | command |",
  "|---|---|---|---|---|---|",
  row("distances, `random:256`, a cell"; "integration/random:256"; [["scalar", ""]]; fields; in_cache(5); "./dev bench --peers"),
  row("distances, `random:1024`"; "integration/random:1024"; [["scalar", ""]]; fields; in_memory(5); "./dev bench --peers"),
  row("distances, open ground, 1024 x 1024"; "integration/open:1024"; [["scalar", ""]]; fields; in_memory(5); "./dev bench"),
  row("distances, hills of cost 1 to 254, 1024 x 1024"; "integration/terrain:1024"; [["scalar", ""]]; fields; in_memory(5); "./dev bench"),
  row("distances, corridors of one cell, 1023 x 1023"; "integration/maze:1023"; [["scalar", ""]]; fields; in_memory(5); "./dev bench"),
  (games | map(select(at("integration/\(.)/heap"))) as $there
   | if ($there | length) == 0 then empty
     else "| distances, \($there | length) game maps, times faster than the heap, median | \([isas[] as $isa | [$there[] | ratio($all; "integration/\(.)/heap"; "integration/\(.)/\($isa)")] | median | times] | join(" / ")) | \([$there[] | ratio($all; "integration/\(.)/heap"; "integration/\(.)/scalar")] | median | times) | x1: binary heap | - | `./dev bench` |"
     end),
  row("distances and directions, `random:256`"; "solve/random:256"; [["scalar", ""]]; fields; in_cache(14); "./dev bench --peers"),
  row("directions alone, 256 x 256"; "flow/256"; plain; []; in_cache(7); "./dev bench"),
  row("sampling, 1 M agents in order, an agent"; "sample/sorted-1m"; plain; []; in_memory(18); "./dev bench"),
  row("finding 6 neighbours each and their pushes, 100,000 agents"; "neighbours/sorted-too-100k"; plain; [["nanoflann", "nanoflann"]]; "-"; "./dev bench --peers"),
  row("step with separation alone, 10,000 agents"; "step/crowd-10k"; plain; [["detour", "DetourCrowd"]]; "-"; "./dev bench --peers"),
  row("the same with 4 passes that part overlaps (the default)"; "step/parting-10k"; plain; [["detour", "DetourCrowd"]]; "-"; "./dev bench --peers"),
  row("the same, 100,000 agents"; "step/parting-100k"; plain; []; "-"; "./dev bench"),
  (at("path/random:256-100/scalar") as $path | [isas[], "scalar" | "solve/random:256/" + . | select(at(.))][0] as $field
   | select($path and $field)
   | (at($field).ns * at($field).items / 1000) as $us
   | "| one destination, `random:256`: a field with directions; A* for one unit | \($us | fixed(0)) us; \($path.ns / 1000 | fixed(0)) us | | | cheaper from \($us / ($path.ns / 1000) | ceil | [., 1] | max) unit(s) on | `./dev bench --peers` |")
