import collections.abc as _c
import typing as _t
import objet as _o
from objet.tvm import graph_executor as graph_executor
from objet.tvm import graph_executor_debug as graph_executor_debug
from objet.tvm import graph_executor_factory as graph_executor_factory
from objet.tvm import relay as relay
from objet.tvm import rpc as rpc
