import collections.abc as _c
import typing as _t
import objet as _o
from objet.ops.contrib import ethosu as ethosu
