import collections.abc as _c
import typing as _t
import objet as _o

class IterMapExpr(_o.PrimExpr):
    """Objects of the type arith.IterMapExpr, which functions make."""
    __match_args__ = ()

class IterSplitExpr(IterMapExpr):
    """Objects of the type arith.IterSplitExpr, which functions make."""
    __match_args__ = ()

class IterSumExpr(IterMapExpr):
    """Objects of the type arith.IterSumExpr, which functions make."""
    __match_args__ = ()

class IntervalSet(_o.IntSet):
    """Objects of the type arith.IntervalSet, which functions make."""
    __match_args__ = ()

class ConstIntBound(_o.Object):
    """Objects of the type arith.ConstIntBound, which functions make."""
    __match_args__ = ()

class IntConstraints(_o.Object):
    """Objects of the type arith.IntConstraints, which functions make."""
    __match_args__ = ()

class IntConstraintsTransform(_o.Object):
    """Objects of the type arith.IntConstraintsTransform, which functions make."""
    __match_args__ = ()

class IntGroupBounds(_o.Object):
    """Objects of the type arith.IntGroupBounds, which functions make."""
    __match_args__ = ()

class IterMark(_o.Object):
    """Objects of the type arith.IterMark, which functions make."""
    __match_args__ = ()

class ModularSet(_o.Object):
    """Objects of the type arith.ModularSet, which functions make."""
    __match_args__ = ()
