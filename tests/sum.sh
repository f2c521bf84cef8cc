#!/bin/sh
# sum.sh LOG...: adds up the last lines of logs, "N passed, N failed, N skipped" each. A log that ends otherwise is a failure.
tail -qn 1 "$@" | awk -v logs=$# '
    NF == 6 && $2 == "passed," && $4 == "failed," && $6 == "skipped" { p += $1; f += $3; s += $5; read++ }
    END { if (read != logs) f += logs - read; print p + 0 " passed, " f + 0 " failed, " s + 0 " skipped" }'
