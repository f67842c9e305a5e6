"""Fixtures. The tests use `objet` through the example wheel `shapes`, so they test both."""

import gc

import pytest

import shapes  # noqa: F401  before objet
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
