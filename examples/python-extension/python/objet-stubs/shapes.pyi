import collections.abc as _c
import typing as _t
import objet as _o

class Pair(_o.Object):
    """Two numbers."""
    __match_args__ = ('a', 'b',)
    def __init__(self, a: int, b: int) -> None: ...
    @property
    def a(self) -> int:
        """The first number."""
    @property
    def b(self) -> int:
        """The second number."""

class Shape(_o.Object):
    """Base of all shapes."""
    __match_args__ = ('name',)
    def __init__(self, name: str = ...) -> None: ...
    @property
    def name(self) -> str:
        """The name of the shape."""

class Circle(Shape):
    """All points within `radius` of the center."""
    __match_args__ = ('name', 'radius',)
    def __init__(self, name: str = ..., *, radius: int) -> None: ...
    @property
    def name(self) -> str:
        """The name of the shape."""
    @property
    def radius(self) -> int:
        """The distance from the center to the edge."""

class Polygon(Shape):
    """All points between corners."""
    __match_args__ = ('name', 'corners', 'layers', 'edges', 'width', 'filled', 'letter', 'pixels', 'colors',)
    def __init__(self, name: str = ..., *, corners: _c.Sequence[float], layers: _c.Sequence[int] = ..., edges: _c.Sequence[str] = ..., width: float | None = ..., filled: bool | None = ..., letter: str = ..., pixels: bytes = ..., colors: str = ...) -> None: ...
    @property
    def name(self) -> str:
        """The name of the shape."""
    @property
    def corners(self) -> list[float]:
        """The coordinates of the corners, x and y in turn."""
    @property
    def layers(self) -> list[int]:
        """The numbers of the layers."""
    @property
    def edges(self) -> list[str]:
        """The names of the edges."""
    @property
    def width(self) -> float | None:
        """The width of the line, if the polygon has one."""
    @property
    def filled(self) -> bool | None:
        """Whether the polygon is filled, if known."""
    @property
    def letter(self) -> str:
        """The letter on the polygon."""
    @property
    def pixels(self) -> bytes:
        """The pixels."""
    @property
    def colors(self) -> str:
        """The colors of the corners."""

class Ring(Shape):
    """All points between two distances from the center."""
    __match_args__ = ('name', 'inner', 'outer',)
    def __init__(self, name: str = ..., *, inner: int, outer: int) -> None: ...
    @property
    def name(self) -> str:
        """The name of the shape."""
    @property
    def inner(self) -> int:
        """The distance from the center to the inner edge."""
    @property
    def outer(self) -> int:
        """The distance from the center to the outer edge."""

class Stack(Shape):
    """Two shapes on top of each other."""
    __match_args__ = ('name', 'top', 'bottom',)
    def __init__(self, name: str = ..., *, top: Shape, bottom: Shape) -> None: ...
    @property
    def name(self) -> str:
        """The name of the shape."""
    @property
    def top(self) -> Shape:
        """The shape in front."""
    @property
    def bottom(self) -> Shape:
        """The shape behind."""

class Snare(_o.Object):
    """A node that panics when it is copied, and when it is dropped."""
    __match_args__ = ('x',)
    def __init__(self, x: int) -> None: ...
    @property
    def x(self) -> int:
        """A number without meaning."""

class Trap(_o.Object):
    """A node whose code panics in one operation."""
    __match_args__ = ('at', 'x',)
    def __init__(self, at: str, x: int = ...) -> None: ...
    @property
    def at(self) -> str:
        """The operation that panics: `check`, `equality`, `hash` or `text`."""
    @property
    def x(self) -> int:
        """A field whose default panics after `shapes.set_traps`."""

def add_one(x: int) -> int:
    """Returns `x + 1`."""

def add_three(a: int, b: int, c: int = ...) -> int:
    """Returns the sum of three numbers."""

def apply(function: _c.Callable[..., _t.Any], x: int) -> int:
    """Calls a function with a number and returns the result."""

def apply_in_threads(function: _c.Callable[..., _t.Any], threads: int) -> int:
    """Calls a function on several threads at once, each with its number, and returns the sum of the
results."""

def apply_often(function: _c.Callable[..., _t.Any], times: int) -> int:
    """Calls a function with the numbers below `times` and returns the sum of the results."""

def circles(shape: Shape) -> int:
    """Returns the number of circles in a shape."""

def end_in_thread(items: _c.Sequence[_t.Any]) -> int:
    """Drops an array on another thread and returns its length."""

def is_circle(shape: Shape) -> bool:
    """Whether a shape is a circle."""

def negate(x: int) -> int:
    """Returns `-x`. Like most functions, this function is not declared `short`."""

def panic() -> None:
    """Panics."""

def panics_at_its_end() -> _o.PackedFunc:
    """Returns a function that panics when it is dropped."""

def rank(tensor: _t.Any) -> int:
    """Returns the number of dimensions of a tensor."""

def set_traps() -> None:
    """Makes the defaults of traps panic. Python needs the defaults when it creates a class, so they do
not panic before this call."""

def sleep_ms(milliseconds: int) -> None:
    """Waits, without checking for signals."""

def text_len(text: str) -> int:
    """Returns the number of bytes in a string."""

def wait_ms(milliseconds: int) -> None:
    """Waits, and fails early if a signal arrives."""
