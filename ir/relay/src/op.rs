//! The operators of relay, and functions that make calls of those that networks use most.
//!
//! Such a function takes the inputs, and the values of attributes if there are any to set.
//!
//! ```
//! use objet_ir::attrs;
//! use objet_relay::expr::Var;
//! use objet_relay::op::{add, nn};
//!
//! let [x, weight, bias] = ["x", "weight", "bias"].map(|name| Var::new(name, None, None));
//! let conv = nn::conv2d(x.clone(), weight, attrs! { channels: 16, kernel_size: [3, 3], padding: [1, 1] })?;
//! let y = nn::relu(nn::bias_add(conv, bias, attrs! {})?)?;
//! let sum = add(x, y)?;
//! assert_eq!(sum.as_op().unwrap().name, "add");
//! # Ok::<(), objet_ir::op::OpError>(())
//! ```

/// Makes functions that make calls: of inputs, and of the values for a node of attributes if the operator has one.
macro_rules! makers {
    ($($(#[$doc:meta])* pub fn $maker:ident($($input:ident),+ $(; $attrs:ident)?) = $name:literal;)+) => {
        $(makers! { @one [$(#[$doc])*] $maker [$($input),+] [$($attrs)?] $name })+
    };
    (@one [$($doc:tt)*] $maker:ident [$($input:ident),+] [] $name:literal) => {
        $($doc)*
        ///
        /// # Errors
        /// If the operator is registered twice.
        pub fn $maker(
            $($input: impl Into<::objet_ir::expr::RelayExpr>),+
        ) -> Result<$crate::expr::Call, ::objet_ir::op::OpError> {
            $crate::op::OpExt::call(&::objet_ir::op::Op::get($name)?, [$($input.into()),+], None)
        }
    };
    (@one [$($doc:tt)*] $maker:ident [$($input:ident),+] [$attrs:ident] $name:literal) => {
        $($doc)*
        #[doc = concat!("\n\nThe attributes are the fields of [`", stringify!($attrs), "`].")]
        ///
        /// # Errors
        /// If an attribute is unknown, missing, of the wrong type or out of its bounds. If the operator is registered twice.
        pub fn $maker<'a>(
            $($input: impl Into<::objet_ir::expr::RelayExpr>,)+
            attrs: impl IntoIterator<Item = (&'a str, ::objet_ir::attrs::AttrValue)>,
        ) -> Result<$crate::expr::Call, ::objet_ir::op::OpError> {
            let op = ::objet_ir::op::Op::get($name)?;
            let attrs = op.make_attrs_of(<$attrs as ::objet::IsObject>::TYPE_KEY, attrs)?;
            $crate::op::OpExt::call(&op, [$($input.into()),+], Some(attrs))
        }
    };
}

/// Makes functions that front ends know, one a line: the global name, the operator, what is passed in order, and the type of the attributes.
/// Of what is passed, `data` is an operand, `[axis]` a field of the attributes, `{start}` both, and `(layout)` nothing.
macro_rules! global_makers {
    (@param [$field:ident]) => { $crate::op::maker::Param::Field(stringify!($field)) };
    (@param {$both:ident}) => { $crate::op::maker::Param::OperandAndField(stringify!($both)) };
    (@param ($unused:ident)) => { $crate::op::maker::Param::Unused(stringify!($unused)) };
    (@param $operand:ident) => { $crate::op::maker::Param::Operand(stringify!($operand)) };
    (@attrs) => { None };
    (@attrs $attrs:ident) => { Some(<$crate::attrs::$attrs as ::objet::IsObject>::TYPE_KEY) };
    ($($name:literal = $op:literal ($($param:tt),*) $(: $attrs:ident)?;)+) => {
        $(
            const _: () = {
                static MAKER: $crate::op::maker::Maker = $crate::op::maker::Maker {
                    op: $op,
                    attrs: global_makers!(@attrs $($attrs)?),
                    params: &[$(global_makers!(@param $param)),*],
                };
                static LINKED: ::objet::__runtime::LinkedFunction = ::objet::__runtime::LinkedFunction {
                    name: $name,
                    declared: ::objet::types::Declared { file: file!(), line: line!(), column: column!() },
                    doc: concat!("A call of the operator `", $op, "`."),
                    params: &[],
                    is_short: true,
                    make: |linked| MAKER.function(linked),
                };
                ::objet::__runtime::link_function!(&LINKED);
            };
        )+
    };
}

mod algorithm;
mod annotation;
mod binary;
mod broadcast;
mod call;
mod contrib;
mod create;
mod dtype;
mod dynamic;
mod image;
mod index;
mod join;
mod layout;
mod maker;
mod memory;
pub mod nn;
mod qnn;
mod random;
mod reduce;
mod relations;
mod shape;
mod sparse;
mod unary;
mod vision;
mod vm;

pub use binary::{add, divide, maximum, minimum, multiply, subtract};
pub use call::OpExt;
pub use dtype::cast;
pub use index::{strided_slice, take};
pub use join::{concatenate, split};
pub use layout::{expand_dims, reshape, squeeze, transpose};
pub use memory::{TupleTypeError, flatten_tuple_type, from_tuple_type, to_tuple_type};
pub use reduce::{max, mean, sum};
pub use unary::{clip, copy, exp, log, negative, sigmoid, sqrt, tanh};
