import collections.abc as _c
import typing as _t
import objet as _o

class Pair(_o.Object):
    """Two numbers."""
    __match_args__ = ('a', 'b',)
    def __init__(self, a: int, b: int) -> None: ...
    @property
    def a(self) -> int:
        """The first one."""
    @property
    def b(self) -> int:
        """The second one."""

class Shape(_o.Object):
    """Base of all shapes."""
    __match_args__ = ('name',)
    def __init__(self, name: str = ...) -> None: ...
    @property
    def name(self) -> str:
        """What it is called."""

class Circle(Shape):
    """All points that are as near to the middle as `radius`."""
    __match_args__ = ('name', 'radius',)
    def __init__(self, name: str = ..., *, radius: int) -> None: ...
    @property
    def name(self) -> str:
        """What it is called."""
    @property
    def radius(self) -> int:
        """From the middle to the edge."""

class Ring(Shape):
    """All points that are farther from the middle than `inner`, and nearer than `outer`."""
    __match_args__ = ('name', 'inner', 'outer',)
    def __init__(self, name: str = ..., *, inner: int, outer: int) -> None: ...
    @property
    def name(self) -> str:
        """What it is called."""
    @property
    def inner(self) -> int:
        """From the middle to the inner edge."""
    @property
    def outer(self) -> int:
        """From the middle to the outer edge."""

class Stack(Shape):
    """Two shapes, one on the other."""
    __match_args__ = ('name', 'top', 'bottom',)
    def __init__(self, name: str = ..., *, top: Shape, bottom: Shape) -> None: ...
    @property
    def name(self) -> str:
        """What it is called."""
    @property
    def top(self) -> Shape:
        """The one that is seen."""
    @property
    def bottom(self) -> Shape:
        """The one below it."""

class Snare(_o.Object):
    """A node that panics when it is copied, and at its end."""
    __match_args__ = ('x',)
    def __init__(self, x: int) -> None: ...
    @property
    def x(self) -> int:
        """Whatever."""

class Trap(_o.Object):
    """A node whose code panics at one place."""
    __match_args__ = ('at', 'x',)
    def __init__(self, at: str, x: int = ...) -> None: ...
    @property
    def at(self) -> str:
        """The place: `check`, `equality`, `hash` or `text`."""
    @property
    def x(self) -> int:
        """What it has if none is given is not to be had any more after `shapes.set_traps`."""

def add_one(x: int) -> int:
    """A number larger by one."""

def add_three(a: int, b: int, c: int = ...) -> int:
    """The sum of three numbers."""

def apply(function: _c.Callable[..., _t.Any], x: int) -> int:
    """What a function makes of a number."""

def apply_in_threads(function: _c.Callable[..., _t.Any], threads: int) -> int:
    """Calls a function from that many threads at once, with the number of each; the sum of the results."""

def apply_often(function: _c.Callable[..., _t.Any], times: int) -> int:
    """Calls a function with a number, as many times as asked; the sum of the results."""

def circles(shape: Shape) -> int:
    """How many circles a shape is made of."""

def end_in_thread(items: _o.Array[_t.Any]) -> int:
    """Gives up an array on another thread; how many items it had."""

def is_circle(shape: Shape) -> bool:
    """Whether a shape is a circle."""

def negate(x: int) -> int:
    """The number with the other sign. It does not say that it is short, as most functions do not."""

def panic() -> None:
    """Panics."""

def panics_at_its_end() -> _o.PackedFunc:
    """A function that panics when it ends."""

def set_traps() -> None:
    """From now on defaults panic, which have to be there when their class is made."""

def sleep_ms(milliseconds: int) -> None:
    """Waits, without ever asking whether the user wants to stop."""

def text_len(text: str) -> int:
    """How many bytes a text has."""

def wait_ms(milliseconds: int) -> None:
    """Waits, unless the user wants to stop."""
