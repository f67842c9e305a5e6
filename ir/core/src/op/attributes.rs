//! The attributes that operators of TVM have, each with the name under which passes look for it and the type of its values.

use objet::Reflect;

use super::OpBuilder;

/// How the elements of an operator's result depend on those of its inputs: what the attribute `TOpPattern` says, from
/// which fusion decides what goes into one kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Reflect)]
#[repr(i32)]
pub enum OpPatternKind {
    /// Each on the one at the same place.
    ElemWise = 0,
    /// Each on the one at the same place, along axes that may be stretched.
    Broadcast = 1,
    /// Each on one, wherever that is.
    Injective = 2,
    /// Each on many, in an order that does not matter.
    CommReduce = 3,
    /// As of a convolution, whose result elementwise operators can join.
    OutEWiseFusable = 4,
    /// It makes a tuple.
    Tuple = 7,
    /// Nothing is known.
    Opaque = 8,
}

/// What becomes of an operator some of whose dimensions are not known: what the attribute `AnyCodegenStrategy` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[repr(i32)]
pub enum AnyCodegenStrategy {
    /// They are ignored: no code depends on them.
    Ignore = 0,
    /// They are variables of the generated code.
    VariableDimensions = 1,
}

/// What a call of an operator does beside giving a value: what the attribute `TCallEffectKind` says. Those from
/// `ReadState` on cannot be moved over each other at will.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Reflect)]
#[repr(i32)]
pub enum CallEffectKind {
    /// Nothing: it only says something of its argument, which is its value.
    ExprAnnotation = 0,
    /// Nothing.
    Pure = 1,
    /// It reads what others may change.
    ReadState = 2,
    /// Anything, or nothing is known.
    Opaque = 3,
    /// It is an argument that some calls take, and nothing by itself.
    SpecialCallArg = 4,
    /// It holds information for others, and is not computed.
    EmbedInfo = 5,
    /// It leaves where it stands.
    ControlJump = 6,
}

impl CallEffectKind {
    /// It changes what others may read. This is no less than [`CallEffectKind::Opaque`], and the same.
    pub const UPDATE_STATE: Self = Self::Opaque;
}

impl OpBuilder {
    /// `TOpPattern`: how the elements of its result depend on those of its inputs.
    #[must_use]
    pub fn pattern(self, pattern: OpPatternKind) -> Self {
        self.attr("TOpPattern", pattern)
    }

    /// `TOpIsStateful`: whether its result depends on more than its inputs.
    #[must_use]
    pub fn stateful(self, stateful: bool) -> Self {
        self.attr("TOpIsStateful", stateful)
    }

    /// `TNonComputational`: it only says something about its input, or is lowered to others before anything is computed.
    #[must_use]
    pub fn non_computational(self) -> Self {
        self.attr("TNonComputational", true)
    }

    /// `TReshapeOp`: its result has the elements of its input, in their order.
    #[must_use]
    pub fn reshape_op(self) -> Self {
        self.attr("TReshapeOp", true)
    }

    /// `TCallEffectKind`: what a call of it does beside giving a value.
    #[must_use]
    pub fn effect(self, effect: CallEffectKind) -> Self {
        self.attr("TCallEffectKind", effect)
    }

    /// `TVectorizable`: of vectors, it gives the vector of what it gives of their elements.
    #[must_use]
    pub fn vectorizable(self) -> Self {
        self.attr("TVectorizable", true)
    }

    /// `TGlobalSymbol`: the name under which generated code calls it.
    #[must_use]
    pub fn global_symbol(self, symbol: &str) -> Self {
        self.attr("TGlobalSymbol", symbol)
    }
}
