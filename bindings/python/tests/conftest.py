"""Fixtures. The tests use `objet` through the example wheel `shapes`, so they test both."""

import gc
import importlib.util
import pathlib
import signal
import sys

import pytest

# Most tests need no other nodes than those of the wheel. Its extension module takes the place of
# that of the package, as in a program whose only extension module it is.
_folder = importlib.util.find_spec("shapes").submodule_search_locations[0]
_spec = importlib.util.spec_from_file_location("shapes._native", next(pathlib.Path(_folder).glob("_native*")))
_native = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_native)
sys.modules["shapes._native"] = sys.modules["objet._objet"] = _native

import objet
from objet import _objet


@pytest.fixture
def no_leak():
    """Checks that a test leaves no native objects with Python objects behind."""
    gc.collect()
    before = _objet.live_objects()
    yield
    gc.collect()
    assert _objet.live_objects() <= before


@pytest.fixture
def interrupts():
    """A timer that interrupts this thread like Ctrl-C."""

    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    yield lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)
