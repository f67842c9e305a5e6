#!/usr/bin/env bash
# Crossings between Python and native code, beside other ways: builds what is needed into a virtual environment below target/.
set -euo pipefail
cd "$(dirname "$0")/../../.."
venv=target/python/venv
[ -x "$venv/bin/pytest" ] || tests/python.sh
"$venv/bin/pip" install --quiet apache-tvm-ffi
cargo build --quiet --release -p floor
mkdir -p target/python/floor
cp "${CARGO_TARGET_DIR:-target}/release/libfloor.so" target/python/floor/floor.abi3.so
PYTHONPATH=target/python/floor "$venv/bin/python" bindings/python/benches/crossing.py "$@"
