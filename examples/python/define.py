"""Node types in Python: a small language whose graphs are saved, loaded, compared and rewritten."""

import objet


@objet.register_object("example.Expr")
class Expr(objet.Object):
    """Base of all expressions."""

    def __add__(self, other):
        return Add(self, other)


@objet.register_object("example.Number")
class Number(Expr):
    value: int


@objet.register_object("example.Variable")
class Variable(Expr):
    name: str


@objet.register_object("example.Add")
class Add(Expr):
    lhs: Expr
    rhs: Expr


def folded(node):
    """Returns the sum of two numbers as a number."""
    if isinstance(node, Add) and isinstance(node.lhs, Number) and isinstance(node.rhs, Number):
        return Number(node.lhs.value + node.rhs.value)


expr = Number(1) + Number(2) + Variable("x")
print(objet.save_json(expr)[:60], "…")
result = objet.rewrite(objet.load_json(objet.save_json(expr)), folded)
assert type(result) is Add and result.lhs.value == 3 and result.rhs.name == "x"
assert objet.structural_equal(result, Number(3) + Variable("x"))
print(result.lhs.value, "+", result.rhs.name)
