import collections.abc as _c
import typing as _t
import objet as _o

class IterMapExpr(_o.PrimExpr):
    """An object of the type arith.IterMapExpr. Functions make such objects."""
    __match_args__ = ()

class IterSplitExpr(IterMapExpr):
    """An object of the type arith.IterSplitExpr. Functions make such objects."""
    __match_args__ = ()

class IterSumExpr(IterMapExpr):
    """An object of the type arith.IterSumExpr. Functions make such objects."""
    __match_args__ = ()

class IntervalSet(_o.IntSet):
    """The integers from `min_value` to `max_value`, both inclusive. [`pos_inf`] and [`neg_inf`] are
bounds, too."""
    __match_args__ = ('min_value', 'max_value',)
    def __init__(self, min_value: _o.PrimExpr | int | float, max_value: _o.PrimExpr | int | float) -> None: ...
    @property
    def min_value(self) -> _o.PrimExpr:
        """The least integer."""
    @property
    def max_value(self) -> _o.PrimExpr:
        """The greatest integer."""

class ConstIntBound(_o.Object):
    """Constant bounds of an integer, both inclusive. [`POS_INF`] and [`NEG_INF`] mean that there is no
bound."""
    __match_args__ = ('min_value', 'max_value',)
    def __init__(self, min_value: int, max_value: int) -> None: ...
    @property
    def min_value(self) -> int:
        """The least value."""
    @property
    def max_value(self) -> int:
        """The greatest value."""

class IntConstraints(_o.Object):
    """Variables with their ranges, and conditions that hold for them."""
    __match_args__ = ('variables', 'ranges', 'relations',)
    def __init__(self, variables: _c.Sequence[_o.tir.Var], ranges: _c.Mapping[_o.tir.Var, _o.Range], relations: _c.Sequence[_o.PrimExpr | int | float]) -> None: ...
    @property
    def variables(self) -> _o.Array[_o.tir.Var]:
        """The variables."""
    @property
    def ranges(self) -> _o.Map[_o.tir.Var, _o.Range]:
        """The ranges of variables."""
    @property
    def relations(self) -> _o.Array[_o.PrimExpr]:
        """The conditions."""

class IntConstraintsTransform(_o.Object):
    """Two equivalent systems in different variables."""
    __match_args__ = ('src', 'dst', 'src_to_dst', 'dst_to_src',)
    def __init__(self, src: IntConstraints, dst: IntConstraints, src_to_dst: _c.Mapping[_o.tir.Var, _o.PrimExpr | int | float], dst_to_src: _c.Mapping[_o.tir.Var, _o.PrimExpr | int | float]) -> None: ...
    @property
    def src(self) -> IntConstraints:
        """The original system."""
    @property
    def dst(self) -> IntConstraints:
        """The other system."""
    @property
    def src_to_dst(self) -> _o.Map[_o.tir.Var, _o.PrimExpr]:
        """The values of the variables of `src` in terms of those of `dst`."""
    @property
    def dst_to_src(self) -> _o.Map[_o.tir.Var, _o.PrimExpr]:
        """The values of the variables of `dst` in terms of those of `src`."""

class IntGroupBounds(_o.Object):
    """The bounds of `coef * x` for a variable `x`."""
    __match_args__ = ('coef', 'lower', 'equal', 'upper',)
    def __init__(self, coef: _o.PrimExpr | int | float, lower: _c.Sequence[_o.PrimExpr | int | float], equal: _c.Sequence[_o.PrimExpr | int | float], upper: _c.Sequence[_o.PrimExpr | int | float]) -> None: ...
    @property
    def coef(self) -> _o.PrimExpr:
        """The coefficient."""
    @property
    def lower(self) -> _o.Array[_o.PrimExpr]:
        """The lower bounds, which are inclusive."""
    @property
    def equal(self) -> _o.Array[_o.PrimExpr]:
        """The values that the product is equal to."""
    @property
    def upper(self) -> _o.Array[_o.PrimExpr]:
        """The upper bounds, which are inclusive."""

class IterMark(_o.Object):
    """An object of the type arith.IterMark. Functions make such objects."""
    __match_args__ = ()

class ModularSet(_o.Object):
    """A set of integers: `coeff * i + base` for all integers `i`."""
    __match_args__ = ('coeff', 'base',)
    def __init__(self, coeff: int, base: int) -> None: ...
    @property
    def coeff(self) -> int:
        """The distance of neighboring elements, which is 0 for a single element."""
    @property
    def base(self) -> int:
        """The least element that is not negative, or the single element."""

def CreateAnalyzer() -> _o.PackedFunc:
    """Creates an analyzer: a function that returns the functions of the analyzer by name."""

def DeduceBound(v: _t.Any, cond: _o.PrimExpr | int | float, hint_map: _c.Mapping[_t.Any, _o.IntSet], relax_map: _c.Mapping[_t.Any, _o.IntSet]) -> IntervalSet:
    """Returns an interval of `v` in which `cond` holds."""

def DetectClipBound(e: _o.PrimExpr | _o.tir.IterVar | int | float | str, vars: _c.Sequence[_t.Any]) -> _o.Array[_o.PrimExpr | None]:
    """Returns the least and the greatest value of each variable in turn, which are null if unknown.
The array is empty if the condition has other parts."""

def DetectLinearEquation(e: _o.PrimExpr | _o.tir.IterVar | int | float | str, vars: _c.Sequence[_t.Any]) -> _o.Array[_o.PrimExpr]:
    """Returns the coefficients of variables and the rest, or an empty array if the expression is not
linear in the variables."""

def IntGroupBounds_from_range(r: _o.Range) -> IntGroupBounds:
    """Returns the bounds of a variable with a range."""

def IntSetIsEverything(set: _o.IntSet) -> bool:
    """Returns whether a set has all integers."""

def IntSetIsNothing(set: _o.IntSet) -> bool:
    """Returns whether a set is empty."""

def IntervalSetGetMax(set: _o.IntSet) -> _o.PrimExpr:
    """Returns the greatest integer of a set."""

def IntervalSetGetMin(set: _o.IntSet) -> _o.PrimExpr:
    """Returns the least integer of a set."""

def NegInf() -> _o.PrimExpr:
    """Returns the symbol for a missing lower bound."""

def PosInf() -> _o.PrimExpr:
    """Returns the symbol for a missing upper bound."""

def UnionLowerBound(sets: _c.Sequence[_o.IntSet]) -> IntervalSet:
    """Returns an interval that is part of the union of sets."""

def intset_interval(min: _o.PrimExpr | _o.tir.IterVar | int | float | str, max: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> IntervalSet:
    """Creates the set of the integers from `min` to `max`."""

def intset_single_point(x: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> IntervalSet:
    """Creates the set of one integer."""

def intset_vector(x: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> IntervalSet:
    """Creates the interval that has all elements of a vector."""
