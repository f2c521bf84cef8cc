# shellcheck shell=sh
# keys.sh, to be read by the others: what records are filed under.

# The processor as a folder name: "intel-r-xeon-r-processor-6-207" (model name, family, model).
cpu_key() {
    awk -F ': *' '
        /^model name/ && name == "" { name = tolower($2) }
        /^cpu family/ && family == "" { family = $2 }
        /^model[^ ]*[ \t]*:/ && model == "" && $1 !~ /name/ { model = $2 }
        END {
            if (name == "")
                name = "unknown"
            gsub(/[^a-z0-9]+/, "-", name)
            sub(/-$/, "", name)
            print name "-" family "-" model
        }' /proc/cpuinfo
}
