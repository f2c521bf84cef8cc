# Other people's libraries beside this one: jq -r -s -L bench -f peers.jq FILE...
include "table";

# [what, scene, peer, floors AVX-512, AVX2, what the work has not in common]
def goals: [
    ["distances, random:256", "integration/random:256", "boost", [30, null],
     "Boost.Graph's Dijkstra without colours on rows of edges, which are made before; it takes any graph and any type of cost"],
    ["distances, open:256", "integration/open:256", "boost", null, null],
    ["distances, random:1024", "integration/random:1024", "boost", null, null],
    ["distances, random:256", "integration/random:256", "priority_queue", null,
     "std::priority_queue in the same loop as the binary heap"],
    ["distances, random:256", "integration/random:256", "heap", null, "a plain binary heap"],
    ["search and pushes, 10 k", "neighbours/sorted-too-10k", "nanoflann", [25, 18],
     "nanoflann builds its tree and sums the same pushes while it searches, points in the best order, leaves of 64; sums in no fixed order, with an exact root where ours is within a thousandth"],
    ["search and pushes, 100 k", "neighbours/sorted-too-100k", "nanoflann", [25, 18], null],
    ["crowd step, 1 k", "step/crowd-1k", "detour", [25, 18],
     "DetourCrowd with separation only, same discs, same places, a mesh of one square, velocities asked for: no more than six neighbours each, no walls, no field to sample; but a mesh of any shape, and four passes that part overlaps (beside ours without and with such passes)"],
    ["crowd step, 10 k", "step/crowd-10k", "detour", [25, 18], null],
    ["with 4 passes, 1 k", "step/parting-1k", "detour", null, null],
    ["with 4 passes, 10 k", "step/parting-10k", "detour", null, null]];

minima as $all
| if any(goals[]; . as $g | select($g[2] != "heap" and $g[2] != "priority_queue") | $all[$g[1] + "/" + $g[2]]) | not then empty
  else
    "peers, one thread, in this process; (floor); ! floor not met    boost \(.[0].context.boost // "-"), nanoflann \(.[0].context.nanoflann // "-")",
    ("" | fill(44)) + (isas | map(pad(7) + "      ") | join("")) + "    peer" + (isas | map(pad(8)) | join("")) + "  ns a cell or agent",
    (goals[] | . as $g | select($all[$g[1] + "/" + $g[2]])
     | ($g[0] | fill(28)) + ($g[2] | fill(16))
       + ([range(3) | . as $k | ratio($all; $g[1] + "/" + $g[2]; $g[1] + "/" + isas[$k]) as $r
            | (if $g[3] then $g[3][$k] else null end) as $floor
            | ($r | times | pad(7)) + (if $floor then " (\($floor | tostring | pad(2)))\(if $r and $r < $floor then "!" else " " end)" else "      " end)] | join(""))
       + ($all[$g[1] + "/" + $g[2]].ns | ns | pad(8))
       + ([isas[] as $isa | $all[$g[1] + "/" + $isa] | (if . then .ns else null end) | ns | pad(8)] | join("")),
       (if $g[4] then "    " + $g[4] else empty end))
  end
