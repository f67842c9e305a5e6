#!/usr/bin/env bash
# Every check of the project. What this machine lacks is skipped, and said loudly at the end; with OBJET_NO_SKIP=1 a
# skip is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."

# Everything is built in some ten feature sets, once each: what would speed up a second build takes gigabytes.
export CARGO_INCREMENTAL=0

skipped=()
step() {
    printf '\n== %s\n' "$*"
    "$@"
}
skip() {
    printf '\n== SKIPPED: %s\n' "$*"
    skipped+=("$*")
}

# Members that can do without link-time collection.
core=(-p objet -p objet-object -p objet-reflection -p objet-runtime -p downstream)

step cargo fmt --all --check
step cargo clippy --workspace --all-targets -- -D warnings
step cargo clippy "${core[@]}" --all-targets -- -D warnings
step cargo clippy "${core[@]}" --all-targets --no-default-features -- -D warnings
# As it is in the C library of the runtime alone, without reflection.
step cargo clippy -p objet-profiling --lib -- -D warnings
RUSTDOCFLAGS="-D warnings" step cargo doc --workspace --no-deps

# Without the plugin, whose features would be everybody's: its own test builds it. So would those of the Python package.
step cargo test --workspace --exclude plugin --exclude objet-python --exclude shapes
step cargo test "${core[@]}" --features objet/late-nodes
step cargo test "${core[@]}" --no-default-features
step cargo test -p objet-capi --features full

# Devices: each kind alone, and all of them. CUDA is tested with a stand-in for its driver, which the tests build; the one test that
# needs a GPU is run by hand.
for devices in opencl cuda opencl,cuda; do
    step cargo clippy -p objet-runtime --all-targets --features "$devices" -- -D warnings
done
RUSTDOCFLAGS="-D warnings" step cargo doc -p objet-runtime --no-deps --features opencl,cuda
step cargo test -p objet-runtime --features opencl,cuda --lib --test cuda
step cargo test -p objet-runtime --features opencl,cuda --doc
step cargo test -p objet-runtime --no-default-features --features opencl,cuda --test cuda
if compgen -G "/etc/OpenCL/vendors/*.icd" >/dev/null; then
    step cargo test -p objet-runtime --features opencl,cuda --test opencl
    step cargo test -p objet-runtime --no-default-features --features opencl,cuda --test opencl
else
    skip "devices of OpenCL: they need a driver, such as Debian's pocl-opencl-icd"
fi

if command -v chromium >/dev/null; then
    step cargo test -p objet-cli --test suite html_in_browser:: -- --ignored
else
    skip "the page of \`objet html\` in a browser: it needs chromium"
fi

# The source of Rust's standard library is built where all code must be small, or seen.
has_source() {
    [ -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library" ] || rustup component add rust-src
}
if has_source; then
    step tests/size.sh
else
    skip "the size of a library: it needs the source of Rust's standard library, which rustup has as rust-src"
fi

for example in examples/*.rs; do
    step cargo run --quiet --example "$(basename "$example" .rs)"
done

if python3 -c "import ensurepip, venv, sys; sys.exit(sys.version_info < (3, 10))" 2>/dev/null; then
    step tests/python.sh
else
    skip "the Python package: it needs Python 3.10 or later with venv"
fi

# Each benchmark once, to see that it runs.
step cargo bench -p objet-benches -- --test

case "$(rustc -vV | sed -n 's/^host: //p')" in
    x86_64-unknown-linux-gnu | aarch64-unknown-linux-gnu)
        step tests/fuzz.sh 20
        if has_source; then
            step tests/sanitizers.sh
        else
            skip "sanitizers: they need the source of Rust's standard library, which rustup has as rust-src"
        fi
        ;;
    *) skip "fuzzing and sanitizers: they need Linux on x86-64 or AArch64" ;;
esac

if [ ${#skipped[@]} -gt 0 ]; then
    printf '\n%d check(s) skipped:\n' "${#skipped[@]}"
    printf '  %s\n' "${skipped[@]}"
    [ "${OBJET_NO_SKIP:-0}" != 1 ] || exit 1
fi
printf '\nAll checks passed.\n'
