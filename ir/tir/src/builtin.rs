//! The builtin operators of tir. Each function returns one operator.
//!
//! A function panics if another crate registers an operator of the same name. The panic message
//! names both registrations.
//!
//! ```
//! use objet_ir::op::{CallEffectKind, Op};
//! use objet_tir::builtin;
//!
//! let call_extern = builtin::call_extern();
//! assert_eq!(call_extern, Op::get("tir.call_extern")?);
//!
//! let effects = Op::get_attr_map("TCallEffectKind");
//! assert_eq!(effects.get(&call_extern)?, Some(CallEffectKind::Opaque));
//! assert_eq!(effects.get(&builtin::exp())?, Some(CallEffectKind::Pure));
//! # Ok::<(), objet_ir::op::OpError>(())
//! ```

mod accelerator_builtins;
mod bits_builtins;
mod call_builtins;
mod control_builtins;
mod math_builtins;
mod memory_builtins;
mod thread_builtins;

pub use accelerator_builtins::*;
pub use bits_builtins::*;
pub use call_builtins::*;
pub use control_builtins::*;
pub use math_builtins::*;
pub use memory_builtins::*;
pub use thread_builtins::*;

/// Registers operators and defines the functions that return them. The lines of the doc comment,
/// joined by spaces, are also the registered description of the operator. Parentheses without a
/// name list the arguments.
macro_rules! builtins {
    ($(
        $(#[doc = $description:literal])+
        $function:ident = $name:literal $(.$option:ident($($argument:tt)*))*;
    )*) => {
        $(
            objet_ir::register_op! {
                $name .describe(&[$($description.trim_ascii()),+].join(" ")) $(.$option($($argument)*))*
            }

            $(#[doc = $description])+
            pub fn $function() -> objet_ir::op::Op {
                static OP: std::sync::LazyLock<objet_ir::op::Op> =
                    std::sync::LazyLock::new(|| match objet_ir::op::Op::get($name) {
                        Ok(op) => op,
                        Err(error) => panic!("{error}"),
                    });
                OP.clone()
            }
        )*
    };
}
use builtins;
