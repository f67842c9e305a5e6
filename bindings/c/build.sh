#!/usr/bin/env bash
# Makes both builds of the C library, under the names that front ends of TVM look for:
#   libtvm_runtime.so   the function runtime alone
#   libtvm.so           with reflection, relay and tir
# On macOS they end in .dylib. Usage: bindings/c/build.sh [FOLDER [CARGO FLAGS]], where the folder is target/capi if none is given,
# and flags such as `--features cuda` go to cargo.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=${1:-target/capi}
shift $(($# > 0))
target=${CARGO_TARGET_DIR:-target}
case "$(uname -s)" in
    Darwin) end=dylib ;;
    *) end=so ;;
esac
mkdir -p "$folder"

# $1: the name, and then flags. Cargo gives both builds one name, under which the last one stands.
build() {
    local name=lib$1.$end
    shift
    cargo build --release -p objet-capi --lib "$@"
    cp "$target/release/libobjet_capi.$end" "$folder/$name.new"
    if [ "$end" = dylib ]; then
        install_name_tool -id "@rpath/$name" "$folder/$name.new"
    fi
    # Programs that have the library open keep the one before.
    mv -f "$folder/$name.new" "$folder/$name"
    echo "$folder/$name"
}

build tvm_runtime "$@"
build tvm --features full "$@"
