"""The text format of programs: ``str``, `astext` and the display of IPython."""

from .. import _objet
from ..errors import TVMError
from ..functions import get_global_func


def _as_text(self, show_meta_data=True, annotate=None):
    """Returns the program in the text format of TVM.

    A function ``annotate`` returns the text of a comment for an expression of Relay.
    """
    return get_global_func("ir.AsText")(self, show_meta_data, annotate)


def _str(self):
    if type(self).__repr__ is not _objet.Object.__repr__:
        # A class of Python has its own text.
        return repr(self)
    try:
        text = get_global_func("ir.PrettyPrint")(self)
    except TVMError:
        # `str` shows a damaged program, too.
        text = _REFERENCE
    # The format has no text for a tensor, or for a node of another crate, without its metadata.
    return _objet.as_text(self) if text.startswith(_REFERENCE) else text


_REFERENCE = "meta["


# The maximum number of lines of a program that an interactive interpreter shows.
_SHOWN = 60


def _repr_pretty(self, printer, cycle):
    """Shows the program in IPython and in notebooks without HTML."""
    lines = _as_text(self, False).splitlines()
    if len(lines) > _SHOWN:
        lines[_SHOWN:] = [f"… ({len(lines) - _SHOWN} more lines: `astext` returns all)"]
    printer.text("\n".join(lines))


# The methods of a scalar expression, whose `str` is short and has no data types.
OF_SCALARS = {"astext": _as_text}
# The methods of a module, a function, an expression of Relay, a type or a statement.
OF_PROGRAMS = {**OF_SCALARS, "__str__": _str, "_repr_pretty_": _repr_pretty}
