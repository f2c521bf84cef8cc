# gate.awk: holds what was measured now against a record and against floors.
#     awk -f gate.awk -v again=FOLDER floors.tsv record.tsv now.tsv      (record.tsv may be /dev/null)
# Facts are lines of kind, name and value. Prints a line for everything that is wrong, with old and new and the command
# that shows it again, then one line of how much was compared. Exit code 1 if anything is wrong.
#
# Limits, all with a reason: two runs count equal instructions, but a C library or a compiler of another patch level does
# not, hence 2 %; the best ratio of three tries varies by some per cent on a shared machine, hence 90 %; bytes and
# allocations do not vary at all.
BEGIN {
    FS = "\t"
    most["instructions"] = 1.02
    most["size"] = 1.02
    most["bytes"] = 1
    most["allocations"] = 1
}

/^#/ || NF < 3 { next }

FILENAME == ARGV[1] { floor[$1 FS $2] = $3; next }
FILENAME == ARGV[2] { old[$1 FS $2] = $3; next }
{ now[$1 FS $2] = $3; kinds[$1]++ }

function again_by(kind, name, parts)
{
    if (kind == "instructions")
        return "sh perf/count.sh " again "/bench/counted " name
    if (kind == "allocations")
        return again "/bench/counted " name
    if (kind == "bytes")
        return again "/bench/counted bytes"
    if (kind == "size")
        return "size " again "/src/libthrong.so"
    split(name, parts, /[\/]/)
    sub(/.*:/, "", parts[3])
    sub(/:[a-z]*$/, "", name)
    return again "/bench/throng_bench --benchmark_filter='^" parts[1] "/" parts[2] "/(" parts[3] "|" substr(name, length(parts[1] "/" parts[2] "/") + 1) ")$'"
}

function complain(key, was, limit, words)
{
    split(key, two, FS)
    printf "SLOWER  %s %s: %s, %s %s (%s)\n        again: %s\n", two[1], two[2], now[key], words, was, limit, again_by(two[1], two[2])
    wrong++
}

function percent(new, was) { return was > 0 ? sprintf("%+.1f %%", (new / was - 1) * 100) : "there were none" }

function check_record(key, kind)
{
    compared[kind]++
    if (kind == "ratio") {
        if (now[key] < 0.9 * old[key])
            complain(key, "x" old[key], percent(now[key], old[key]) "; -10 % is let pass", "on record")
    } else if (now[key] > most[kind] * old[key]) {
        complain(key, old[key], percent(now[key], old[key]) (most[kind] > 1 ? "; +2 % is let pass" : ""), "on record")
    } else if (kind == "instructions" && now[key] < 0.98 * old[key]) {
        better++
    }
}

function check_floor(key, kind)
{
    against_floor[kind]++
    if (kind == "ratio" ? now[key] < floor[key] : now[key] > floor[key])
        complain(key, (kind == "ratio" ? "x" : "") floor[key], "a floor that holds on every machine", "not")
}

END {
    for (key in now) {
        split(key, two, FS)
        kind = two[1]
        if (kind == "instructions" && now[key] + 0 == 0) {
            printf "BROKEN  %s %s: nothing was counted\n", kind, two[2]
            wrong++
        } else if (key in old) {
            check_record(key, kind)
        } else if (kind == "allocations") {
            old[key] = 0
            check_record(key, kind)
        }
        if (key in floor && !(key in old && kind == "ratio"))
            check_floor(key, kind)
        if (!(key in old) && !(key in floor))
            unknown++
    }
    for (key in old) {
        split(key, two, FS)
        if (!(key in now) && kinds[two[1]] > 0) {
            printf "MISSING %s %s: on record, but not measured now\n", two[1], two[2]
            wrong++
        }
    }
    printf "compared with the record: %d instruction counts, %d ratios, %d counts of allocations, %d of bytes, %d sizes\n",
        compared["instructions"], compared["ratio"], compared["allocations"], compared["bytes"], compared["size"]
    if (against_floor["ratio"] + against_floor["bytes"] + against_floor["size"] > 0)
        printf "compared with floors: %d ratios, %d of bytes, %d sizes\n", against_floor["ratio"], against_floor["bytes"],
            against_floor["size"]
    if (better > 0)
        printf "%d counts fell by more than 2 %%: record them, so that they stay (./dev gate --record)\n", better
    if (unknown > 0)
        printf "%d facts are on no record\n", unknown
    exit wrong > 0
}
