"""Global functions of Python and Rust, and errors across languages."""

import inspect
import traceback

import objet


@objet.register_func("example.scale")
def scale(x, factor):
    if factor == 0:
        raise ZeroDivisionError("nothing is left of it")
    return x * factor


# The registered function, as Rust and compiled code call it.
print(objet.get_global_func("example.scale")(3, 4), objet.example.scale(1.5, 2))

# Functions of Rust have a signature.
int_imm = objet.get_global_func("ir.IntImm")
print(int_imm, inspect.signature(int_imm), int_imm("int32", 7, None).value)

# A Python exception crosses Rust as the same object, with the frames of both languages.
try:
    objet.example.scale(3, 0)
except ZeroDivisionError as error:
    print([frame.name for frame in traceback.extract_tb(error.__traceback__)])

try:
    int_imm("int32", "seven", None)
except TypeError as error:
    print(error)
