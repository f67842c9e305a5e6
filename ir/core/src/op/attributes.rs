//! TVM's standard operator attributes, with the types of their values.

use objet::Reflect;

use super::OpBuilder;

/// The values of the attribute `TOpPattern`: how the elements of an operator's result depend on the
/// elements of its inputs. Operator fusion uses the pattern to form kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Reflect)]
#[repr(i32)]
pub enum OpPatternKind {
    /// Each output element depends on the input elements at the same index.
    ElemWise = 0,
    /// Elementwise with broadcasting: output axes map to input axes in order.
    Broadcast = 1,
    /// Each output element depends on one input element at any index.
    Injective = 2,
    /// A commutative reduction: each output element depends on many input elements.
    CommReduce = 3,
    /// A complex operation such as a convolution. Elementwise operators can be fused into its
    /// output.
    OutEWiseFusable = 4,
    /// The operator makes a tuple.
    Tuple = 7,
    /// Nothing is known about the operator, so it cannot be fused.
    Opaque = 8,
}

/// The values of the attribute `AnyCodegenStrategy`: how code generation handles unknown dimensions
/// of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[repr(i32)]
pub enum AnyCodegenStrategy {
    /// Unknown dimensions are ignored, because the code does not depend on them.
    Ignore = 0,
    /// Unknown dimensions become variables of the generated code.
    VariableDimensions = 1,
}

/// The values of the attribute `TCallEffectKind`: the side effects of a call. Calls with the effect
/// `ReadState` or a greater one cannot be reordered freely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Reflect)]
#[repr(i32)]
pub enum CallEffectKind {
    /// No effect: the call annotates its argument, and its result is the argument.
    ExprAnnotation = 0,
    /// No effect.
    Pure = 1,
    /// The call reads state that other code can change.
    ReadState = 2,
    /// The effect is arbitrary or unknown.
    Opaque = 3,
    /// The call is a special argument of certain other calls, and has no effect of its own.
    SpecialCallArg = 4,
    /// The call embeds information, and is not computed.
    EmbedInfo = 5,
    /// The call jumps to another point of the program.
    ControlJump = 6,
}

impl CallEffectKind {
    /// The call changes state that other code can read. The value equals
    /// [`CallEffectKind::Opaque`].
    pub const UPDATE_STATE: Self = Self::Opaque;
}

impl OpBuilder {
    /// Sets `TOpPattern`: how output elements depend on input elements.
    #[must_use]
    pub fn pattern(self, pattern: OpPatternKind) -> Self {
        self.attr("TOpPattern", pattern)
    }

    /// Sets `TOpIsStateful`: whether the result depends on more than the inputs.
    #[must_use]
    pub fn stateful(self, stateful: bool) -> Self {
        self.attr("TOpIsStateful", stateful)
    }

    /// Sets `TNonComputational`: the operator only annotates its input, or is lowered to other
    /// operators before execution.
    #[must_use]
    pub fn non_computational(self) -> Self {
        self.attr("TNonComputational", true)
    }

    /// Sets `TReshapeOp`: the result has the same elements in the same order as the input.
    #[must_use]
    pub fn reshape_op(self) -> Self {
        self.attr("TReshapeOp", true)
    }

    /// Sets `TCallEffectKind`: the side effects of a call.
    #[must_use]
    pub fn effect(self, effect: CallEffectKind) -> Self {
        self.attr("TCallEffectKind", effect)
    }

    /// Sets `TVectorizable`: applied to vectors, the operator computes its result for each element.
    #[must_use]
    pub fn vectorizable(self) -> Self {
        self.attr("TVectorizable", true)
    }

    /// Sets `TGlobalSymbol`: the name of the function that generated code calls.
    #[must_use]
    pub fn global_symbol(self, symbol: &str) -> Self {
        self.attr("TGlobalSymbol", symbol)
    }
}
