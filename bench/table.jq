# table.jq: what all tables of throng_bench's JSON share; `include "table";` with -L bench.
# Every figure is the least that any repetition saw; ratios are of ns per item, in one process.

def pad($n): tostring | if length < $n then (" " * ($n - length)) + . else . end;
def fill($n): tostring | if length < $n then . + (" " * ($n - length)) else . end;
# Rounded to so many decimals, and with all of them.
def fixed($d):
    (. * pow(10; $d) | round | tostring) as $digits
    | (if ($digits | length) <= $d then ("0" * ($d + 1 - ($digits | length))) + $digits else $digits end)
    | if $d == 0 then . else .[:-$d] + "." + .[-$d:] end;
def times: if . == null then "-" else "x" + fixed(if . < 9.995 then 2 else 1 end) end;
def ns: if . == null then "-" else fixed(if . < 9.995 then 2 else 1 end) end;

# {name: {ns, ns_wall, ...}} with minima over repetitions and files.
def minima:
    [.[].benchmarks[] | select(.run_type == "iteration" and (.error_occurred | not))]
    | group_by(.run_name)
    | map({key: .[0].run_name, value: (.[0] + {ns: (map(.ns) | min), ns_wall: (map(.ns_wall) | min)})})
    | from_entries;

def isas: ["avx512", "avx2", "sse41"];

# The middle of a list, the lower one of two; null for an empty list.
def median: sort | .[(length - 1) / 2 | floor];

# How many times faster the second name is than the first; null where one was not measured.
def ratio($all; $of; $to): if $all[$of] and $all[$to] then $all[$of].ns / $all[$to].ns else null end;

# A ratio with its floor and aim, and a mark where the floor is missed.
def against($floor; $aim):
  . as $r
  | ($r | times | pad(7))
    + (if $floor then " (" + ($floor | tostring | pad(3)) + (if $aim then ", " + ($aim | tostring | pad(3)) + ")" else ")     " end)
            + (if $r and $r < $floor then "!" else " " end)
       else "             " end);
