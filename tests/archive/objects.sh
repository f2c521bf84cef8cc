#!/bin/sh
# objects.sh BUILD_DIR_OF_SRC: looks into every object of the library. Hidden symbols are hidden from the dynamic linker
# alone, so in libthrong.a all names must be ours; nothing may be written after loading; and the objects that every CPU
# runs, and those for SSE4.1 and AVX2, hold no instruction of wider sets.
set -eu
failed=0
fail() {
    echo "$1"
    failed=1
}

count=0
for object in "$1"/libthrong*.p/*.o; do
    [ -f "$object" ] || continue
    count=$((count + 1))
    name=${object#"$1/"}

    others=$(nm -g --defined-only "$object" | awk 'NF == 3 && $3 !~ /^throng_/ {print $3}')
    [ -z "$others" ] || fail "$name defines global names that are not ours: $others"

    # Tables of pointers are constant once the loader has filled them in; they may stand in .data.rel.ro.
    writable=$(objdump -t "$object" | awk 'NF >= 5 && $(NF - 2) ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ &&
        $(NF - 2) !~ /^\.data\.rel\.ro/ && $(NF - 1) !~ /^0+$/ {print $NF}')
    [ -z "$writable" ] || fail "$name holds writable data: $writable"
    writable=$(objdump -h "$object" | awk '$2 ~ /^(\.data|\.bss|\.tdata|\.tbss)/ && $2 !~ /^\.data\.rel\.ro/ &&
        $3 !~ /^0+$/ {print $2}')
    [ -z "$writable" ] || fail "$name has a writable section: $writable"

    # Names of instructions and registers that an object of its kind may not hold.
    case $name in
    libthrong_avx512*) foreign='^$' ;;
    libthrong_avx2*) foreign='%zmm|%[xy]mm(1[6-9]|2[0-9]|3[01])|%k[0-7]|\{' ;; # all that only EVEX can say
    *) foreign='^v|%[yz]mm|%k[0-7]' ;; # VEX and EVEX
    esac
    wide=$(objdump -d --no-show-raw-insn "$object" | sed -n 's/^ *[0-9a-f]*:[[:space:]]*//p' | sed 's/[#<].*//' |
        grep -Ec "$foreign" || true)
    [ "$wide" -eq 0 ] || fail "$name holds $wide instructions that its CPUs may lack"
done
echo "$count objects"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
