#!/bin/sh
# counts.sh TESTLOG.json...: adds up the records that `meson test` leaves behind and prints
# "N passed, N failed, N skipped". The tests of a cmocka program count one by one, any other test
# program counts as one. A record that is missing or empty is a failure: tests that did not run prove nothing.
for log in "$@"; do
    if [ -s "$log" ]; then
        cat "$log"
    else
        echo '{"result": "ERROR"}'
    fi
done | jq -rs '
  def cases(word): [(.stdout // "") + (.stderr // "")
                    | scan("\\[  " + word + " +\\] ([0-9]+) test")[0] | tonumber] | add // 0;
  map((.result == "OK" or .result == "EXPECTEDFAIL") as $good
      | (.result == "SKIP") as $skip
      | {p: cases("PASSED"), f: cases("FAILED"), s: cases("SKIPPED")}
      | if $skip then {p: 0, f: 0, s: 1}
        elif $good then (if .p + .s > 0 and .f == 0 then . else {p: 1, f: 0, s: 0} end)
        else .f = ([.f, 1] | max) end)
  | "\(map(.p) | add // 0) passed, \(map(.f) | add // 0) failed, \(map(.s) | add // 0) skipped"'
