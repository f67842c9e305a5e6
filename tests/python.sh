#!/usr/bin/env bash
# The Python package: its wheel and that of the template are built and installed into a fresh virtual environment below target/; then the
# tests, the examples, and a type checker over the stubs that the wheel has. `apache-tvm-ffi` is the peer for tensors that is not NumPy,
# and small.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=target/python/venv
rm -rf "$venv"
python3 -m venv "$venv"
bin=$PWD/$venv/bin
"$bin/pip" install --quiet --disable-pip-version-check "maturin>=1.7,<2" pytest mypy abi3audit \
    ml_dtypes apache-tvm-ffi
# As `pip install ./bindings/python` does it, but with what is built already.
PATH="$bin:$PATH" "$bin/pip" install --quiet --disable-pip-version-check --no-build-isolation ./bindings/python
PATH="$bin:$PATH" "$bin/pip" install --quiet --disable-pip-version-check --no-build-isolation ./examples/python-extension

# The wheel is for all versions of Python from 3.10 on.
"$bin/abi3audit" --assume-minimum-abi3 3.10 "$("$bin/python" -c "import objet._objet; print(objet._objet.__file__)")"

"$bin/pytest" -q bindings/python/tests
# The package without the template: with the nodes of relay and tir.
"$bin/pytest" -q bindings/python/tests_ir
for example in examples/python/*.py; do
    "$bin/python" "$example"
done

# The stubs in the wheel are those that the generator writes now: after a change, `python -m objet.stubs bindings/python/python/objet-stubs`.
"$bin/python" -m objet.stubs target/python/objet-stubs
diff -r bindings/python/python/objet-stubs target/python/objet-stubs
# What of them is written by hand is what is there at run time.
"$bin/stubtest" objet --allowlist bindings/python/tests_types/stubtest.txt --ignore-unused-allowlist
"$bin/mypy" --strict bindings/python/tests_types/right.py
if "$bin/mypy" bindings/python/tests_types/wrong.py >target/python/wrong.txt; then
    echo "the type checker finds nothing wrong in what is wrong"
    exit 1
fi
[ "$(grep -c ': error:' target/python/wrong.txt)" = "$(grep -c '# wrong' bindings/python/tests_types/wrong.py)" ]
# The nodes of a wheel of one's own have stubs too, which it brings.
"$bin/python" -c "import shapes, objet.stubs; objet.stubs.main()" target/python/stubs
diff examples/python-extension/python/objet-stubs/shapes.pyi target/python/stubs/shapes.pyi
"$bin/mypy" --strict bindings/python/tests_types/wheel.py
echo "The Python package is tested."
