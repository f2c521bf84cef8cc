# Cost against size: gnuplot -e "data = 'sizes.csv'; picture = FILE" cost.gnuplot
set terminal svg size 1100, 760 font "sans,13" background rgb "white"
set output picture
set datafile separator ","
set datafile commentschars "#"
set multiplot layout 2, 2
set logscale xy
set grid linecolor rgb "#dddddd"
set key outside right center samplen 1.5
all = "heap plain scalar sse41 avx2 avx512 neon"
colours = "#636363 #fdae6b #e6550d #9ecae1 #4292c6 #08306b #31a354"

# The rows of one way in a stage, of scenes whose names begin so; and the numbers in `all` of the ways that have any.
rows(stage, scene, way) = sprintf("awk -F, '$1 == \"%s\" && index($2, \"%s\") == 1 && $3 == \"%s\"' %s", stage, scene, way, data)
present(stage, scene) = system(sprintf("k=0; for way in %s; do k=$((k + 1)); %s | grep -q . && echo $k; done; true", all, \
    rows(stage, scene, "'$way'")))

set ylabel "ns a cell"
set xlabel "cells a side"
set xrange [48:5500]
set xtics (64, 256, 1024, 4096)
set title "Distances from one goal, random ground"
plot for [k in present("integration", "random")] "< ".rows("integration", "random", word(all, int(k))) using 5:7 \
    with linespoints pointtype 7 pointsize 0.5 linewidth 2 linecolor rgb word(colours, int(k)) title word(all, int(k))
set title "Directions"
plot for [k in present("flow", "")] "< ".rows("flow", "", word(all, int(k))) using 5:7 \
    with linespoints pointtype 7 pointsize 0.5 linewidth 2 linecolor rgb word(colours, int(k)) title word(all, int(k))
set ylabel "ns an agent"
set xlabel "neighbours of an agent in range"
set xrange [0.9:45]
set xtics (1, 6, 20, 40)
set title "Separation of 100,000 agents"
plot for [k in present("neighbours", "")] "< ".rows("neighbours", "", word(all, int(k))) using 5:7 \
    with linespoints pointtype 7 pointsize 0.5 linewidth 2 linecolor rgb word(colours, int(k)) title word(all, int(k))
set xlabel "agents in one crowd"
set xrange [800:1300000]
set xtics ("1 k" 1000, "10 k" 10000, "100 k" 100000, "1 M" 1000000)
set title "Whole step"
plot for [k in present("step", "")] "< ".rows("step", "", word(all, int(k))) using 5:7 \
    with linespoints pointtype 7 pointsize 0.5 linewidth 2 linecolor rgb word(colours, int(k)) title word(all, int(k))
unset multiplot
