"""Tests of networks that are compiled to a graph."""

import pathlib
import subprocess

import numpy as np
import pytest

import shapes  # noqa: F401
import objet
from objet import nd

# The functions and the graph of the tests of the runtime: `2 x + w`, and the total of its elements.
FOLDER = pathlib.Path(__file__).parents[3] / "runtime" / "tests" / "c"
GRAPH = (FOLDER / "network.json").read_text()


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    made = tmp_path_factory.mktemp("network") / "network.so"
    sources = [FOLDER / "functions.c", FOLDER / "network.c"]
    subprocess.run(["cc", "-shared", "-fPIC", "-o", made, *sources], check=True)
    return objet.load_module(made)


def test_a_network_runs(library):
    w = nd.array(np.float32([[10, 20], [30, 40]]))
    factory = objet.get_global_func("tvm.graph_executor_factory.create")(GRAPH, library, "default", "w", w)
    assert repr(factory) == "Module(GraphExecutorFactory)"
    network = factory["default"](nd.cpu(0))
    x = np.float32([[1, 2], [3, 4]])
    network["set_input"]("x", nd.array(x))
    network["run"]()
    assert network["get_output"](0).numpy().tolist() == (2 * x + w.numpy()).tolist()
    assert network["get_output"](1).numpy() == 120
    assert network["get_num_inputs"]() == 2
    with pytest.raises(IndexError, match="index 2 is out of range: the graph has 2 outputs"):
        network["get_output"](2)


def test_a_cut_graph_is_an_error(library):
    create = objet.get_global_func("tvm.graph_executor.create")
    with pytest.raises(Exception, match="graph, byte 100: "):
        create(GRAPH[:100], library, 1, 0)
