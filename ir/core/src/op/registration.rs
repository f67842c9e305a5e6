//! Registration of operators at link time.

use std::panic::Location;

use objet::function::RetValue;
use objet::prelude::*;
use objet::{Reflect, String};

use super::OpNode;
use crate::attrs::AttrFieldInfo;
use crate::env_func::EnvFunc;
use crate::expr::RelayExprNode;
use crate::types::{FuncType, Type, TypeKind, TypeRelation, TypeVar};

/// The default priority level of attributes.
pub(crate) const DEFAULT_LEVEL: i32 = 10;

/// The registration of an operator, which [`register_op!`](crate::register_op) submits at link
/// time.
pub struct OpRegistration {
    pub(super) name: &'static str,
    pub(super) location: &'static Location<'static>,
    /// Whether the registration defines the operator, or only adds attributes to an operator
    /// defined elsewhere.
    pub(super) defines: bool,
    pub(super) describe: fn(OpBuilder) -> OpBuilder,
}

impl OpRegistration {
    /// Defines an operator.
    #[track_caller]
    pub const fn define(name: &'static str, describe: fn(OpBuilder) -> OpBuilder) -> Self {
        Self { name, location: Location::caller(), defines: true, describe }
    }

    /// Adds attributes to an operator that is defined elsewhere.
    #[track_caller]
    pub const fn extend(name: &'static str, describe: fn(OpBuilder) -> OpBuilder) -> Self {
        Self { name, location: Location::caller(), defines: false, describe }
    }
}

inventory::collect!(OpRegistration);

/// Collects the properties of an operator.
pub struct OpBuilder {
    name: &'static str,
    description: std::string::String,
    arguments: Vec<AttrFieldInfo>,
    attrs_type_key: &'static str,
    call_attrs_type_key: &'static str,
    num_inputs: Option<i32>,
    support_level: i32,
    relation: Option<&'static str>,
    pub(super) attrs: Vec<(&'static str, RetValue, i32)>,
}

impl OpBuilder {
    pub(super) fn new(name: &'static str) -> Self {
        Self {
            name,
            description: std::string::String::new(),
            arguments: Vec::new(),
            attrs_type_key: "",
            call_attrs_type_key: "",
            num_inputs: None,
            support_level: 10,
            relation: None,
            attrs: Vec::new(),
        }
    }

    /// Sets the description of the computation.
    #[must_use]
    pub fn describe(self, description: &str) -> Self {
        Self { description: description.into(), ..self }
    }

    /// Adds the description of an input: its name, its type in words, and its meaning.
    #[must_use]
    pub fn argument(mut self, name: &str, type_info: &str, description: &str) -> Self {
        self.arguments.push(AttrFieldInfo::new(name, type_info, description));
        self
    }

    /// Sets the type of the attributes of calls. The operator declares this type.
    #[must_use]
    pub fn attrs<A: Reflect>(self) -> Self {
        Self { attrs_type_key: A::TYPE_KEY, call_attrs_type_key: A::TYPE_KEY, ..self }
    }

    /// Leaves the declared attributes type empty, but not the type of the attributes of calls. TVM
    /// registers some operators without a type although their calls have attributes.
    #[must_use]
    pub fn without_attrs_type(self) -> Self {
        Self { attrs_type_key: "", ..self }
    }

    /// Sets the declared attributes type, but not the type of the attributes of calls. TVM declares
    /// a wrong type for some operators.
    #[must_use]
    pub fn declared_attrs<A: Reflect>(self) -> Self {
        Self { attrs_type_key: A::TYPE_KEY, ..self }
    }

    /// Sets the number of inputs if it differs from the number of described inputs; -1 means that
    /// it varies.
    #[must_use]
    pub fn num_inputs(self, num_inputs: i32) -> Self {
        Self { num_inputs: Some(num_inputs), ..self }
    }

    /// Sets the support level; 1 is the best and 10 the default.
    #[must_use]
    pub fn support_level(self, support_level: i32) -> Self {
        Self { support_level, ..self }
    }

    /// Sets the relation between the types of the inputs and the type of the result: the global
    /// function `tvm.relay.type_relation.` followed by `name`.
    #[must_use]
    pub fn type_relation(self, name: &'static str) -> Self {
        Self { relation: Some(name), ..self }
    }

    /// Applies a function that sets properties shared by several operators.
    #[must_use]
    pub fn with(self, common: fn(Self) -> Self) -> Self {
        common(self)
    }

    /// Sets an attribute with priority level 10.
    #[must_use]
    pub fn attr(self, name: &'static str, value: impl Into<RetValue>) -> Self {
        self.attr_at(DEFAULT_LEVEL, name, value)
    }

    /// Sets an attribute with the given priority level.
    #[must_use]
    pub fn attr_at(mut self, plevel: i32, name: &'static str, value: impl Into<RetValue>) -> Self {
        self.attrs.push((name, value.into(), plevel));
        self
    }

    pub(super) fn finish(&mut self, index: u32) -> super::Op {
        let num_inputs = self.num_inputs.unwrap_or(match self.arguments.len() {
            0 => -1,
            inputs => i32::try_from(inputs).unwrap_or(-1),
        });
        let arguments = Array::from(std::mem::take(&mut self.arguments));
        let inputs = usize::try_from(num_inputs).unwrap_or(arguments.len());
        make_object(OpNode {
            base: RelayExprNode::new(None),
            name: self.name.into(),
            op_type: self.relation.map(|relation| op_type(relation, inputs)).into(),
            description: String::from(std::mem::take(&mut self.description)).into(),
            arguments: arguments.into(),
            attrs_type_key: String::from(self.attrs_type_key).into(),
            call_attrs_type_key: String::from(self.call_attrs_type_key).into(),
            num_inputs: num_inputs.into(),
            support_level: self.support_level.into(),
            index,
        })
        .into()
    }
}

/// Joins the text of a doc comment into one line.
#[doc(hidden)]
pub fn unwrapped(text: &str) -> std::string::String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the function type of an operator: each input and the result have a type variable,
/// constrained by the relation.
pub(super) fn op_type(relation: &str, inputs: usize) -> FuncType {
    let var = |name: &str| TypeVar::new(name, TypeKind::Type, None);
    let inputs: Vec<_> = (0..inputs).map(|index| var(&format!("in{index}"))).collect();
    let result = var("out");
    let params: Array<TypeVar> = inputs.iter().chain([&result]).cloned().collect();
    let types: Array<Type> = params.iter().cloned().map(Type::from).collect();
    let func = EnvFunc::new(relation_name(relation));
    let num_inputs = i32::try_from(inputs.len()).unwrap_or(i32::MAX);
    let relation = TypeRelation::new(Some(func), types, num_inputs, None, None);
    let arg_types: Array<Type> = inputs.into_iter().map(Type::from).collect();
    FuncType::new(arg_types, result, params, [relation.into()], None)
}

/// Returns the name of the global function that implements a type relation.
pub(super) fn relation_name(relation: &str) -> std::string::String {
    format!("tvm.relay.type_relation.{relation}")
}

/// Registers an operator at link time, with its name and the calls on an
/// [`OpBuilder`](crate::op::OpBuilder) that describe the operator.
///
/// All descriptions run at the first lookup of any operator.
///
/// - A description cannot look up operators: [`Op::get`](crate::op::Op::get) fails there. Use
///   [`register_op_attrs!`](crate::register_op_attrs) for attributes whose values need other
///   operators.
/// - If a description panics, lookups of its operator fail. Other operators are not affected.
/// - A description must not wait for another thread that looks up operators, because that thread
///   waits for the descriptions.
///
/// ```
/// use objet_ir::op::{Op, OpPatternKind};
///
/// objet_ir::register_op! { "doc.scale"
///     .describe("Multiplies every element by a number.")
///     .argument("data", "Tensor", "The tensor to scale.")
///     .argument("factor", "Tensor", "The number, a tensor without axes.")
///     .type_relation("Broadcast")
///     .support_level(1)
///     .pattern(OpPatternKind::Broadcast)
///     .attr("doc.cost", 3)
/// }
///
/// let scale = Op::get("doc.scale")?;
/// assert_eq!(scale.num_inputs.load(), 2);
/// assert_eq!(Op::get_attr_map::<i64>("doc.cost").get(&scale)?, Some(3));
/// # Ok::<(), objet_ir::op::OpError>(())
/// ```
#[macro_export]
macro_rules! register_op {
    ($name:literal $($options:tt)*) => {
        $crate::__private::inventory::submit! {
            $crate::op::OpRegistration::define($name, |op| op $($options)*)
        }
    };
}

/// Sets attributes of an operator that is registered elsewhere, at link time. Other properties of
/// the operator cannot be set.
///
/// - The values can refer to operators, because all operators and the attributes of their own
///   descriptions exist at that time.
/// - If the computation of a value panics, lookups of its operator fail. Other operators are not
///   affected.
/// - The computation must not wait for another thread that looks up operators.
///
/// ```
/// use objet_ir::op::{Op, OpPatternKind};
///
/// objet_ir::register_op_attrs! { "nn.dense"
///     .attr("doc.cost", 3)
///     .attr_at(11, "TOpPattern", OpPatternKind::Opaque)
/// }
///
/// let dense = Op::get("nn.dense")?;
/// assert_eq!(Op::get_attr_map("TOpPattern").get(&dense)?, Some(OpPatternKind::Opaque));
/// # Ok::<(), objet_ir::op::OpError>(())
/// ```
#[macro_export]
macro_rules! register_op_attrs {
    ($name:literal $($options:tt)*) => {
        $crate::__private::inventory::submit! {
            $crate::op::OpRegistration::extend($name, |op| op $($options)*)
        }
    };
}
