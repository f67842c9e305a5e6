import collections.abc as _c
import typing as _t
import objet as _o
from objet.tvm import relay as relay
from objet.tvm import rpc as rpc
