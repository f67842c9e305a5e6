//! The language of loops, memory and scalar arithmetic to which operators are lowered.

pub mod analysis;
pub mod buffer;
pub mod builtin;
mod call_effect_kind;
mod check;
pub mod data_layout;
pub mod expr;
pub mod function;
pub mod functor;
pub mod op;
pub mod script;
pub mod stmt;
pub mod text;

pub use call_effect_kind::CallEffectKind;
