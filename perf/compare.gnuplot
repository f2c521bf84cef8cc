# gnuplot -e "data = FILE; picture = FILE; columns = N" compare.gnuplot
set terminal pngcairo size 900, 420 font "sans,11"
set output picture
set title "Times faster than scalar code, one thread, same bits (median over maps)"
set style data histograms
set style histogram clustered gap 1
set style fill solid 0.85 border -1
set logscale y 2
set yrange [1:*]
set grid ytics linecolor rgb "#dddddd"
set key top right
set linetype 1 linecolor rgb "#9ecae1"
set linetype 2 linecolor rgb "#4292c6"
set linetype 3 linecolor rgb "#08519c"
plot for [i = 2:columns] data using i:xtic(1) title columnheader(i) linetype i - 1
