# Memory of this machine, and how near to it the kernels come that do little else: jq -r -s -L bench -f yardsticks.jq FILE...
include "table";

minima as $all
| def gb($name): if $all[$name] then $all[$name]["bytes/s"] / 1e9 else null end;
  def best($scene): [isas[], "neon" | $scene + "/" + . | select($all[.])][0];
  def line($what; $scene; $memory):
    best($scene) as $name | select($name and gb($name) and gb($memory))
    | "  " + ($what | fill(40)) + (gb($name) | fixed(1) | pad(7)) + " GB/s, \(gb($name) / gb($memory) * 100 | fixed(0)) % of that";

  if gb("memory/read-1g/scalar") | not then empty
  else
    "memory, one thread, read and summed",
    "  256 KiB, again and again                " + (gb("memory/read-256k/scalar") | fixed(1) | pad(7)) + " GB/s",
    line("directions, 64 x 64"; "flow/64"; "memory/read-256k/scalar"),
    line("distances, open ground, 256 x 256"; "integration/open:256"; "memory/read-256k/scalar"),
    "  1 GiB                                   " + (gb("memory/read-1g/scalar") | fixed(1) | pad(7)) + " GB/s",
    line("directions, 4096 x 4096"; "flow/4096"; "memory/read-1g/scalar"),
    line("distances, open ground, 4096 x 4096"; "integration/open:4096"; "memory/read-1g/scalar"),
    line("sampling, 1 M sorted"; "sample/sorted-1m"; "memory/read-1g/scalar")
  end
