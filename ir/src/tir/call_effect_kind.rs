//! What calls do beside giving a value.

use objet::Reflect;

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
