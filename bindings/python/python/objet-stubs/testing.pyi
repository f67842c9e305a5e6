import collections.abc as _c
import typing as _t
import objet as _o

def ErrorTest(x: int, y: int) -> None:
    """Fails where two numbers are not the same, and where both are 1."""

def FrontendTestModule() -> _o.Module:
    """A module to which functions are added by `__add_function`, called with a name and a function."""

def device_test(device: _o.Device, device_type: int, device_id: int) -> _o.Device:
    """The device, if it is of that type and of that number."""

def echo(value: _t.Any) -> _t.Any:
    """The argument."""

def identity_cpp(value: _t.Any) -> _t.Any:
    """What the function `testing.identity_py` of a front end gives."""

def nop(*_args: _t.Any) -> None:
    """Does nothing."""

def object_use_count(*args: _t.Any) -> int:
    """How many references there are to an object, but for those of the call."""

def run_check_signal(seconds: int) -> None:
    """Lets that many seconds pass, and asks after each whether the front end was interrupted."""

def test_check_eq_callback(message: str) -> _o.PackedFunc:
    """A function that fails with this message where two numbers are not the same."""

def test_raise_error_callback(message: str) -> _o.PackedFunc:
    """A function that fails with this message."""

def test_wrap_callback(callback: _c.Callable[..., _t.Any]) -> _o.PackedFunc:
    """A function that calls another one without arguments, and gives nothing."""
