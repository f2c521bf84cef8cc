#!/bin/sh
# run.sh KIND BUILD_DIR SOURCE_DIR PREFIX LIBDIR HASH_PROGRAM: installs the build into a folder of its own, builds the
# consumer there the way a host would, and compares what it prints with the same program built inside the tree.
# KIND: pkg-config, pkg-config-static, pkg-config-c++, cmake, cmake-static, meson, plain (README's command for any other
# build system). Exit 77: that kind of library, or the
# tool, is not there.
set -eu
kind=$1 build=$2 source=$3 prefix=$4 libdir=$5 program=$6
here=$source/tests/api/consumers
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stage=$work/stage
libs=$stage$prefix/$libdir

skip() {
    echo "skipped: $1"
    exit 77
}

show_and_fail() {
    cat build.log
    exit 1
}

cd "$work"
meson install -C "$build" --no-rebuild --quiet --destdir "$stage" >build.log 2>&1 || show_and_fail
case $kind in
*-static)
    [ -f "$libs/libthrong.a" ] || skip 'this build has no static library'
    rm -f "$libs"/libthrong.so*
    ;;
pkg-config | pkg-config-c++ | cmake)
    [ -f "$libs/libthrong.so" ] || skip 'this build has no shared library'
    ;;
esac

# The stage is not where the library says it is installed, so pkg-config is told its prefix.
export PKG_CONFIG_PATH="$libs/pkgconfig" LD_LIBRARY_PATH="$libs"
flags() {
    pkg-config --define-variable="prefix=$stage$prefix" "$@" throng
}
strict='-Wall -Wextra -pedantic -Werror'

# shellcheck disable=SC2086,SC2046 # words on purpose
case $kind in
pkg-config)
    ${CC:-cc} -std=c99 $strict $(flags --cflags) "$here/consumer.c" -o consumer $(flags --libs)
    ;;
pkg-config-static)
    ${CC:-cc} -std=c99 $strict $(flags --cflags) "$here/consumer.c" -o consumer $(flags --static --libs)
    ;;
pkg-config-c++)
    ${CXX:-c++} -std=c++11 $strict $(flags --cflags) "$here/consumer.cpp" -o consumer $(flags --libs)
    ;;
cmake | cmake-static)
    command -v cmake >/dev/null || skip 'CMake is not there'
    unset PKG_CONFIG_PATH
    { cmake -S "$here" -B . -DCMAKE_PREFIX_PATH="$stage$prefix" && cmake --build .; } >build.log || show_and_fail
    ;;
meson)
    export PKG_CONFIG_PATH="$work/none"
    mkdir -p host/subprojects
    cp "$here/host/meson.build" "$here/consumer.c" host/
    ln -s "$source" host/subprojects/throng
    { meson setup --wrap-mode=nodownload b host && ninja -C b; } >build.log 2>&1 || show_and_fail
    ! ls b/subprojects/throng/tests b/subprojects/throng/tools 2>/dev/null ||
        { echo 'a subproject built tests or tools'; exit 1; }
    mv b/consumer consumer
    ;;
plain)
    awk '/^flags=/ { inside = 1 } inside && /^```$/ { exit } inside { print }' "$source/README.md" |
        sed "s|^cc|${CC:-cc}|; s|avx2\\.o|$work/avx2.o|; s|game\\.c|-o $work/consumer $here/consumer.c|" >plain.sh
    [ -s plain.sh ]
    (cd "$source" && sh -e "$work/plain.sh")
    ;;
*)
    echo "no such kind: $kind"
    exit 1
    ;;
esac

got=$(./consumer)
wanted=$("$program")
echo "$kind: $got, inside the tree: $wanted"
[ -n "$got" ] && [ "$got" = "$wanted" ]
