"""Loads compiled code as a module, calls and times its functions, and lets them call Python."""

import pathlib
import re
import subprocess
import tempfile

import numpy as np

import objet

# The library of the Rust example, `load_module.rs`.
rust = (pathlib.Path(__file__).parents[1] / "load_module.rs").read_text()
source = re.search(r'r#"(.*?)"#', rust, re.DOTALL)[1]


@objet.register_func("example.print")
def show(text):
    print("the library says:", text)


with tempfile.TemporaryDirectory() as folder:
    library = pathlib.Path(folder) / "deploy.so"
    (pathlib.Path(folder) / "deploy.c").write_text(source)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, library.with_suffix(".c")], check=True)

    module = objet.load_module(library)
    values = objet.nd.array(np.linspace(-1, 1, 5, dtype="float32"))
    result = objet.nd.empty((5,))
    module["relu"](values, result)
    print(result.numpy().tolist())
    assert result.numpy().tolist() == [0, 0, 0, 0.5, 1]
    module["greet"]("hello")

    try:
        module["relu"](values)
    except TypeError as error:
        print("TypeError:", error)
    took = module.time_evaluator("relu", number=100, repeat=3)(values, result)
    print(f"{min(took) * 1e9:.0f} ns")
