import collections.abc as _c
import typing as _t
import objet as _o

class IterMapExpr(_o.PrimExpr):
    """Base of maps of iterators."""
    __match_args__ = ('span', 'dtype',)
    def __init__(self, span: _o.Span | None = ..., *, dtype: _o._DType) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def dtype(self) -> str:
        """The data type of the expression's value."""

class IterSplitExpr(IterMapExpr):
    """The value `floormod(floordiv(source, lower_factor), extent) * scale`."""
    __match_args__ = ('source', 'lower_factor', 'extent', 'scale',)
    def __init__(self, source: IterMark, lower_factor: _o.PrimExpr | int | float, extent: _o.PrimExpr | int | float, scale: _o.PrimExpr | int | float) -> None: ...
    @property
    def source(self) -> IterMark:
        """The iterator."""
    @property
    def lower_factor(self) -> _o.PrimExpr:
        """The divisor of the iterator."""
    @property
    def extent(self) -> _o.PrimExpr:
        """The number of values, before they are scaled."""
    @property
    def scale(self) -> _o.PrimExpr:
        """The factor of the result."""

class IterSumExpr(IterMapExpr):
    """The sum of `args` and `base`."""
    __match_args__ = ('args', 'base',)
    def __init__(self, args: _c.Sequence[IterSplitExpr], base: _o.PrimExpr | int | float) -> None: ...
    @property
    def args(self) -> _o.Array[IterSplitExpr]:
        """The terms."""
    @property
    def base(self) -> _o.PrimExpr:
        """The constant term."""

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
    """An expression with a value from 0 up to, but not including, an extent."""
    __match_args__ = ('source', 'extent',)
    def __init__(self, source: _o.PrimExpr | int | float, extent: _o.PrimExpr | int | float) -> None: ...
    @property
    def source(self) -> _o.PrimExpr:
        """A variable, another expression, or an [`IterSumExpr`]."""
    @property
    def extent(self) -> _o.PrimExpr:
        """The number of values."""

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

def DetectIterMap(indices: _c.Sequence[_o.PrimExpr | int | float], input_iters: _c.Mapping[_t.Any, _o.Range], input_pred: _o.PrimExpr | _o.tir.IterVar | int | float | str, is_bijective: bool) -> _o.Array[IterSumExpr]:
    """Returns the map from iterators to indices, or an empty array if there is none."""

def DetectLinearEquation(e: _o.PrimExpr | _o.tir.IterVar | int | float | str, vars: _c.Sequence[_t.Any]) -> _o.Array[_o.PrimExpr]:
    """Returns the coefficients of variables and the rest, or an empty array if the expression is not
linear in the variables."""

def DomainTouched(stmt: _o.tir.Stmt, buffer: _o.tir.Buffer, consider_loads: bool, consider_stores: bool) -> _o.Array[_o.Range | None]:
    """Returns the ranges of the indices with which a statement accesses a buffer. Unknown ranges are
null."""

def EstimateRegionLowerBound(region: _c.Sequence[_o.Range], var_dom: _c.Mapping[_t.Any, _o.Range], predicate: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> _o.Array[IntervalSet] | None:
    """Returns the sets of the elements that a region has for some values of variables, or null if they
are not known."""

def IntGroupBounds_FindBestRange(bounds: IntGroupBounds, ranges: _c.Mapping[_t.Any, _o.Range] | None = ...) -> _o.Range | None:
    """Returns the best range of a variable with bounds, or null if a bound is missing."""

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

def InverseAffineIterMap(iter_map: _c.Sequence[IterSumExpr], outputs: _c.Sequence[_o.PrimExpr | int | float]) -> _o.Map[_t.Any, _o.PrimExpr]:
    """Returns the values of the iterators of a bijective map for values of its sums."""

def NegInf() -> _o.PrimExpr:
    """Returns the symbol for a missing lower bound."""

def NormalizeIterMapToExpr(expr: IterMapExpr) -> _o.PrimExpr:
    """Returns an expression with the value of a map."""

def PosInf() -> _o.PrimExpr:
    """Returns the symbol for a missing upper bound."""

def SolveInequalitiesAsCondition(*args: _t.Any) -> _o.Array[_o.PrimExpr]:
    """Solves the linear inequalities of a system, and returns the result as conditions."""

def SolveInequalitiesDeskewRange(*args: _t.Any) -> IntConstraintsTransform:
    """Solves the linear inequalities of a system by new variables whose ranges start at 0."""

def SolveInequalitiesToRange(*args: _t.Any) -> IntConstraints:
    """Solves the linear inequalities of a system by ranges of its variables."""

def SolveLinearEquations(*args: _t.Any) -> IntConstraintsTransform:
    """Solves the linear equations of a system."""

def SubspaceDivide(bindings: _c.Sequence[_o.PrimExpr | int | float], root_iters: _c.Mapping[_t.Any, _o.Range], sub_iters: _c.Sequence[_t.Any], predicate: _o.PrimExpr | _o.tir.IterVar | int | float | str, require_bijective: bool) -> _o.Array[_o.Array[IterMark]]:
    """Divides indices into an outer and an inner part. The elements are pairs of the parts of each
index, followed by the pair of the predicates of both. The array is empty if there is no
division."""

def UnionLowerBound(sets: _c.Sequence[_o.IntSet]) -> IntervalSet:
    """Returns an interval that is part of the union of sets."""

def intset_interval(min: _o.PrimExpr | _o.tir.IterVar | int | float | str, max: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> IntervalSet:
    """Creates the set of the integers from `min` to `max`."""

def intset_single_point(x: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> IntervalSet:
    """Creates the set of one integer."""

def intset_vector(x: _o.PrimExpr | _o.tir.IterVar | int | float | str) -> IntervalSet:
    """Creates the interval that has all elements of a vector."""
