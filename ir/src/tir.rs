//! The language of loops, buffers and numbers.

pub mod builtin;
mod call_effect_kind;

pub use call_effect_kind::CallEffectKind;
