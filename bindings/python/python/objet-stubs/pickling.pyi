import collections.abc as _c
import typing as _t
import objet as _o

from objet import Object as Object, dumps as dumps, load_json as load_json, save_json as save_json
