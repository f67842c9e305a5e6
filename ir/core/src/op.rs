//! Operators: the nodes that calls name, and the registry of what is known of each.

mod attr_map;
mod attributes;
mod call_parts;
mod changes;
mod error;
mod globals;
mod infer;
mod registration;
mod registry;

use objet::prelude::*;
use objet::{FieldCell, ReprPrinter, String};

use crate::attrs::AttrFieldInfo;
use crate::expr::{RelayExpr, RelayExprNode};
use crate::types::FuncType;

pub use attr_map::OpAttrMap;
pub use attributes::{AnyCodegenStrategy, CallEffectKind, OpPatternKind};
pub use error::OpError;
#[doc(hidden)]
pub use registration::unwrapped;
pub use registration::{OpBuilder, OpRegistration};

/// A primitive operator. There is one object of each name; files hold the name alone. What is known of it may be told later, which
/// all see who have it.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Op", is_final)]
#[reflect(
    bytes(name_of, of_name),
    by_pointer,
    repr = show_op,
    fields(name, op_type, description, arguments, attrs_type_key, num_inputs, support_level)
)]
pub struct OpNode {
    base: RelayExprNode,
    /// The name.
    #[reflect(skip_eq)]
    pub name: String,
    /// The type of the function that it is, if it has a type relation.
    #[reflect(skip_eq)]
    pub op_type: FieldCell<Option<FuncType>>,
    /// What it does.
    #[reflect(skip_eq)]
    pub description: FieldCell<String>,
    /// Its inputs.
    #[reflect(skip_eq)]
    pub arguments: FieldCell<Array<AttrFieldInfo>>,
    /// The type key of its attributes; empty if it has none.
    #[reflect(skip_eq)]
    pub attrs_type_key: FieldCell<String>,
    /// How many inputs it has; -1 if that depends.
    #[reflect(skip_eq)]
    pub num_inputs: FieldCell<i32>,
    /// How well it is supported: 1 is best.
    #[reflect(skip_eq)]
    pub support_level: FieldCell<i32>,
    #[reflect(skip)]
    index: u32,
}

impl Op {
    /// The operator of that name.
    ///
    /// # Errors
    /// If nothing linked in registers it, with the nearest name that there is; if it is registered twice, with both places; if its
    /// registration panicked; or while another one is described, see [`register_op!`](crate::register_op).
    ///
    /// ```
    /// use objet_ir::op::Op;
    ///
    /// let bias_add = Op::get("nn.bias_add")?;
    /// assert_eq!((bias_add.num_inputs.load(), bias_add.support_level.load()), (2, 1));
    /// assert_eq!(
    ///     Op::get("nn.bias_ad").unwrap_err().to_string(),
    ///     "no operator \"nn.bias_ad\" is registered, did you mean \"nn.bias_add\"?"
    /// );
    /// # Ok::<(), objet_ir::op::OpError>(())
    /// ```
    pub fn get(name: &str) -> Result<Self, OpError> {
        registry::get(name).cloned()
    }

    /// All operators, by name.
    ///
    /// # Panics
    /// In the description of an operator, which then is an error: see [`register_op!`](crate::register_op).
    pub fn all() -> impl Iterator<Item = &'static Self> {
        registry::all()
    }

    /// The values that operators have for an attribute; none at all if nobody registers the attribute.
    ///
    /// # Panics
    /// In the description of an operator, which then is an error: see [`register_op!`](crate::register_op).
    ///
    /// ```
    /// use objet_ir::op::{Op, OpPatternKind};
    ///
    /// let patterns = Op::get_attr_map::<OpPatternKind>("TOpPattern");
    /// assert_eq!(patterns.get(&Op::get("add")?)?, Some(OpPatternKind::Broadcast));
    /// # Ok::<(), objet_ir::op::OpError>(())
    /// ```
    pub fn get_attr_map<T>(attr: &str) -> OpAttrMap<T> {
        registry::attr_map(attr)
    }

    /// The names of all attributes that some operator has a value for.
    ///
    /// # Panics
    /// In the description of an operator, which then is an error: see [`register_op!`](crate::register_op).
    pub fn attr_names() -> Vec<std::string::String> {
        registry::attr_names()
    }

    /// Gives this operator a value for an attribute. A value of a higher priority level replaces one of a lower, and is kept
    /// where one of a lower is offered. Level 10 is the usual one.
    ///
    /// # Errors
    /// If there is a value of the same level, if the value is null, or if the level is not above 0.
    pub fn set_attr(
        &self,
        attr: &str,
        value: impl Into<objet::RetValue>,
        plevel: i32,
    ) -> Result<(), OpError> {
        registry::set_attr(self, attr, value.into(), plevel)
    }
}

fn name_of(op: &OpNode) -> &str {
    &op.name
}

fn of_name(name: &[u8]) -> Result<Op, OpError> {
    match std::str::from_utf8(name) {
        Ok(name) => Op::get(name),
        Err(source) => {
            Err(OpError::NotUtf8 { name: std::string::String::from_utf8_lossy(name).into(), source })
        }
    }
}

fn show_op<'a>(op: &'a OpNode, printer: &mut ReprPrinter<'a>) {
    printer.text("Op(").text(op.name.as_str()).text(")");
}
