import collections.abc as _c
import typing as _t
import objet as _o


from objet import (
    Object as Object,
    load_json as load_json,
    post_order as post_order,
    print as print,
    save_json as save_json,
)
