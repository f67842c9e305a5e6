#!/usr/bin/env bash
# Runs each fuzz target for a while on top of the real files: `tests/fuzz.sh SECONDS`, 30 if not given. It does what
# cargo-fuzz does, with the pinned toolchain, so that nothing need be installed; see docs/fuzzing.md for long runs.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-30}
host=$(rustc -vV | sed -n 's/^host: //p')
flags=(--cfg fuzzing -Cdebug-assertions -Ccodegen-units=1 -Zsanitizer=address -Cunsafe-allow-abi-mismatch=sanitizer
    -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
    -Cllvm-args=-sanitizer-coverage-trace-compares)

RUSTC_BOOTSTRAP=1 RUSTFLAGS="${flags[*]}" cargo build --quiet --release --manifest-path fuzz/Cargo.toml \
    --target-dir target/fuzz --target "$host"

# fuzz TARGET FIND_ARGUMENTS...: runs it on what `find` finds.
fuzz() {
    local target=$1 corpus="target/fuzz/corpus/$1"
    shift
    mkdir -p "$corpus"
    find "$@" -exec cp {} "$corpus/" \;
    "target/fuzz/$host/release/$target" "$corpus" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
        -max_len=40000 -artifact_prefix="target/fuzz/$target-" -print_final_stats=1 2>&1 | tail -8
}

fuzz load_graph tests/graphs -name '*.json' -size -40k
fuzz load_graph_opaque tests/graphs -name '*.json' -size -40k
fuzz load_blob fuzz/seeds/load_blob -type f
fuzz load_params tests/params -name '*.params'
