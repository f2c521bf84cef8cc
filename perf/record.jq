# Rows of a machine's tables out of what throng_bench wrote: jq -r -s -L bench --arg table sizes -f record.jq FILE...
# Columns: stage, scene, instruction set or other way, threads, number (cells a side, agents or neighbours in the scene's
# name), items of work, ns an item.
include "table";

.[0].context as $context
| "# \($context.cpu_model), \($context.num_cpus) CPUs; \($context.throng_compiler)",
  "stage,scene,way,threads,size,items,ns",
  (minima | to_entries | map((.key | split("/")) as $n
     | {stage: $n[0], scene: $n[1], way: $n[2], threads: ($n[3] // "1"), items: .value.items, ns: .value.ns,
        size: ($n[1] | [scan("[0-9]+[km]?")][0]
               | sub("k$"; "000") | sub("m$"; "000000") | tonumber)})
   | sort_by([.stage, (.scene | gsub("[0-9]+[km]?"; "")), .way, .size, (.threads | tonumber)])[]
   | "\(.stage),\(.scene),\(.way),\(.threads),\(.size),\(.items),\(.ns * 10000 | round / 10000)")
