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
    """An object of the type arith.IntervalSet. Functions make such objects."""
    __match_args__ = ()

class ConstIntBound(_o.Object):
    """An object of the type arith.ConstIntBound. Functions make such objects."""
    __match_args__ = ()

class IntConstraints(_o.Object):
    """An object of the type arith.IntConstraints. Functions make such objects."""
    __match_args__ = ()

class IntConstraintsTransform(_o.Object):
    """An object of the type arith.IntConstraintsTransform. Functions make such objects."""
    __match_args__ = ()

class IntGroupBounds(_o.Object):
    """An object of the type arith.IntGroupBounds. Functions make such objects."""
    __match_args__ = ()

class IterMark(_o.Object):
    """An object of the type arith.IterMark. Functions make such objects."""
    __match_args__ = ()

class ModularSet(_o.Object):
    """An object of the type arith.ModularSet. Functions make such objects."""
    __match_args__ = ()
