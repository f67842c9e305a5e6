//! Operators and the operator registry.

mod attr_map;
mod attributes;
mod call_parts;
mod changes;
mod error;
mod globals;
mod op_registry;
mod registration;

use objet::String;
use objet::fields::FieldCell;
use objet::prelude::*;
use objet::text::ReprPrinter;

use crate::attrs::AttrFieldInfo;
use crate::expr::RelayExprNode;
use crate::types::FuncType;

pub use attr_map::OpAttrMap;
pub use attributes::{AnyCodegenStrategy, CallEffectKind, OpPatternKind};
pub use error::OpError;
#[doc(hidden)]
pub use registration::unwrapped;
pub use registration::{OpBuilder, OpRegistration};

/// A primitive operator, which calls refer to.
///
/// Each name has exactly one object, and files contain only the name. The properties can change
/// after registration, and all references see the changes.
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
    /// The name of the operator.
    #[reflect(skip_eq)]
    pub name: String,
    /// The function type of the operator, or `None` without a type relation.
    #[reflect(skip_eq)]
    pub op_type: FieldCell<Option<FuncType>>,
    /// A description of the computation.
    #[reflect(skip_eq)]
    pub description: FieldCell<String>,
    /// Descriptions of the inputs.
    #[reflect(skip_eq)]
    pub arguments: FieldCell<Array<AttrFieldInfo>>,
    /// The declared type key of the attributes; TVM leaves it empty for some operators.
    #[reflect(skip_eq)]
    pub attrs_type_key: FieldCell<String>,
    /// The number of inputs; -1 if it varies.
    #[reflect(skip_eq)]
    pub num_inputs: FieldCell<i32>,
    /// The support level; 1 is the best.
    #[reflect(skip_eq)]
    pub support_level: FieldCell<i32>,
    #[reflect(skip)]
    call_attrs_type_key: FieldCell<String>,
    #[reflect(skip)]
    index: u32,
}

impl Op {
    /// Returns the operator `name`.
    ///
    /// # Errors
    /// Fails in these cases:
    ///
    /// - No operator with the name is registered. The error suggests the most similar name.
    /// - The operator is registered twice. The error contains both source locations.
    /// - The registration of the operator panicked.
    /// - The call happens in the description of another operator, see
    ///   [`register_op!`](crate::register_op).
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
        op_registry::get(name).cloned()
    }

    /// Returns all operators, sorted by name.
    ///
    /// # Panics
    /// Panics if called in the description of an operator, see
    /// [`register_op!`](crate::register_op). The panic becomes the error of that operator.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        op_registry::all()
    }

    /// Returns the values of an attribute for all operators. The map is empty if the attribute is
    /// not registered.
    ///
    /// # Panics
    /// Panics if called in the description of an operator, see
    /// [`register_op!`](crate::register_op). The panic becomes the error of that operator.
    ///
    /// ```
    /// use objet_ir::op::{Op, OpPatternKind};
    ///
    /// let patterns = Op::get_attr_map::<OpPatternKind>("TOpPattern");
    /// assert_eq!(patterns.get(&Op::get("add")?)?, Some(OpPatternKind::Broadcast));
    /// # Ok::<(), objet_ir::op::OpError>(())
    /// ```
    pub fn get_attr_map<T>(attr: &str) -> OpAttrMap<T> {
        op_registry::attr_map(attr)
    }

    /// Returns the names of all attributes that were set for any operator.
    ///
    /// # Panics
    /// Panics if called in the description of an operator, see
    /// [`register_op!`](crate::register_op). The panic becomes the error of that operator.
    pub fn attr_names() -> Vec<std::string::String> {
        op_registry::attr_names()
    }

    /// Sets an attribute of this operator. A value with a higher priority level replaces a value
    /// with a lower one, and a value with a lower level is ignored. The default level is 10.
    ///
    /// # Errors
    /// Fails if the attribute has a value with the same level, if the value is null, or if the
    /// level is not positive.
    pub fn set_attr(
        &self,
        attr: &str,
        value: impl Into<objet::function::RetValue>,
        plevel: i32,
    ) -> Result<(), OpError> {
        op_registry::set_attr(self, attr, value.into(), plevel)
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
