"""Tests see `objet` by way of the template's wheel, which has nodes of its own: so both are tested."""

import gc

import pytest

import shapes  # noqa: F401  before objet
import objet
from objet import _objet


@pytest.fixture
def no_leak():
    """That as many native objects are known after a test as before."""
    gc.collect()
    before = _objet.live_objects()
    yield
    gc.collect()
    assert _objet.live_objects() <= before
