"""Code with the nodes of another wheel that a type checker must accept."""

import objet
import shapes
from objet import shapes as published


def radius(shape: shapes.Shape) -> int:
    assert isinstance(shape, published.Circle)
    return shape.radius + shapes.circles(shape)


def made() -> objet.Object:
    stack: shapes.Stack = objet.shapes.Stack(top=shapes.Circle(radius=1), bottom=shapes.Circle(radius=2))
    return stack.top
