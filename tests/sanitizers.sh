#!/usr/bin/env bash
# Runs the tests that handle memory and threads under the address, leak and thread sanitizers, which come with the
# pinned toolchain; RUSTC_BOOTSTRAP unlocks the flags that turn them on. The source of Rust's standard library is
# `rustup component add rust-src`.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$(rustc -vV | sed -n 's/^host: //p')
run() {
    local sanitizer=$1 package=$2
    shift 2
    printf '\n-- %s sanitizer, %s\n' "$sanitizer" "$package"
    RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=$sanitizer -Cunsafe-allow-abi-mismatch=sanitizer" \
        cargo test --quiet -p "$package" --target "$target" --target-dir "target/$sanitizer" "$@"
}

tests=(--test bad_graphs --test comparison --test containers --test copying --test described_types --test ending --test references
    --test reflection --test rewriting --test tensors --test threads --test type_registration --test type_slots
    --test values --test versioned --test walking)
# Objects that refer to each other in a circle are never freed, which is what this one test is about.
ASAN_OPTIONS=detect_leaks=1 run address objet "${tests[@]}" -- --skip what_goes_through_a_cycle_ends
ASAN_OPTIONS=detect_leaks=1 run address objet-runtime --tests -- --skip every_interleaving
# Programs in C, which bring the sanitizer of their compiler along. Memory that there is not enough of is asked for too.
OBJET_C_FLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all" ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 \
    run address objet-capi --test c_programs

# With a standard library that is instrumented too, or what is ordered by its waiting and its fences would look like races.
threaded=(--test references --test setup_race --test threads --test type_registration --test type_slots --test versioned)
run thread objet -Zbuild-std "${threaded[@]}"
# Left out are what the sanitizer cannot look at: threads that a forked process starts, and threads in code of C, which is not
# instrumented and reads what the runtime has stored for it.
run thread objet-runtime -Zbuild-std --tests -- --skip every_interleaving --skip a_forked_process \
    --skip threads_load_and_drop_the_same_library
