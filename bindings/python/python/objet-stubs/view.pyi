import collections.abc as _c
import typing as _t
import objet as _o

from objet import to_dot as to_dot, to_html as to_html, to_svg as to_svg
