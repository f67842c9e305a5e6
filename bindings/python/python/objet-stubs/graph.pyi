import collections.abc as _c
import typing as _t
import objet as _o


from objet import (
    Object as Object,
    assert_structural_equal as assert_structural_equal,
    load_json as load_json,
    save_json as save_json,
)
