import collections.abc as _c
import typing as _t
import objet as _o

def ErrorTest(x: int, y: int) -> None:
    """Fails if the two numbers differ, and also if both are 1."""

def FrontendTestModule() -> _o.Module:
    """Creates a module with the function `__add_function`, which adds a function to the module under a
name."""

def device_test(device: _o.Device, device_type: int, device_id: int) -> _o.Device:
    """Returns the device, if it has the expected type and index."""

def echo(*args: _t.Any) -> _t.Any:
    """Returns its first argument."""

def identity_cpp(value: _t.Any) -> _t.Any:
    """Calls the function `testing.identity_py`, which a front end registers."""

def nop(*_args: _t.Any) -> None:
    """Does nothing."""

def object_use_count(*args: _t.Any) -> int:
    """Returns the number of references to an object, without the references that the call holds."""

def run_check_signal(seconds: int) -> None:
    """Sleeps for `seconds` seconds. After each second the function checks whether the front end was
interrupted."""

def test_check_eq_callback(message: str) -> _o.PackedFunc:
    """Returns a function that fails with `message` if its two numbers differ."""

def test_raise_error_callback(message: str) -> _o.PackedFunc:
    """Returns a function that fails with `message`."""

def test_wrap_callback(callback: _c.Callable[..., _t.Any]) -> _o.PackedFunc:
    """Returns a function that calls `callback` without arguments and discards the result."""
