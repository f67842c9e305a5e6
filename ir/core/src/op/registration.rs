//! How operators are registered.

use std::panic::Location;

use objet::prelude::*;
use objet::{Reflect, RetValue, String};

use super::OpNode;
use crate::attrs::AttrFieldInfo;
use crate::env_func::EnvFunc;
use crate::expr::RelayExprNode;
use crate::types::{FuncType, Type, TypeKind, TypeRelation, TypeVar};

/// The priority level of attributes that say none.
pub(crate) const DEFAULT_LEVEL: i32 = 10;

/// An operator to be registered, as [`register_op!`](crate::register_op) leaves it at link time.
pub struct OpRegistration {
    pub(super) name: &'static str,
    pub(super) place: &'static Location<'static>,
    /// Whether it defines the operator, or adds attributes to one that is defined elsewhere.
    pub(super) defines: bool,
    pub(super) describe: fn(OpBuilder) -> OpBuilder,
}

impl OpRegistration {
    /// The definition of an operator.
    #[track_caller]
    pub const fn define(name: &'static str, describe: fn(OpBuilder) -> OpBuilder) -> Self {
        Self { name, place: Location::caller(), defines: true, describe }
    }

    /// Attributes for an operator that is defined elsewhere.
    #[track_caller]
    pub const fn extend(name: &'static str, describe: fn(OpBuilder) -> OpBuilder) -> Self {
        Self { name, place: Location::caller(), defines: false, describe }
    }
}

inventory::collect!(OpRegistration);

/// What is known of an operator, told one thing after the other.
pub struct OpBuilder {
    name: &'static str,
    description: std::string::String,
    arguments: Vec<AttrFieldInfo>,
    attrs_type_key: &'static str,
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
            num_inputs: None,
            support_level: 10,
            relation: None,
            attrs: Vec::new(),
        }
    }

    /// What it does.
    #[must_use]
    pub fn describe(self, description: &str) -> Self {
        Self { description: description.into(), ..self }
    }

    /// The next input: its name, its type in words, and what it is.
    #[must_use]
    pub fn argument(mut self, name: &str, type_info: &str, description: &str) -> Self {
        self.arguments.push(AttrFieldInfo::new(name, type_info, description));
        self
    }

    /// No type of attributes, as TVM registers it for some operators whose calls have attributes all the same.
    #[must_use]
    pub fn without_attrs_type(self) -> Self {
        Self { attrs_type_key: "", ..self }
    }

    /// The type of its attributes.
    #[must_use]
    pub fn attrs<A: Reflect>(self) -> Self {
        Self { attrs_type_key: A::TYPE_KEY, ..self }
    }

    /// How many inputs it has, where that is not the number of arguments; -1 if it depends.
    #[must_use]
    pub fn num_inputs(self, num_inputs: i32) -> Self {
        Self { num_inputs: Some(num_inputs), ..self }
    }

    /// How well it is supported, 1 being best; 10 if nothing is said.
    #[must_use]
    pub fn support_level(self, support_level: i32) -> Self {
        Self { support_level, ..self }
    }

    /// The relation between the types of its inputs and of its result: the global function
    /// `tvm.relay.type_relation.` and this name.
    #[must_use]
    pub fn type_relation(self, name: &'static str) -> Self {
        Self { relation: Some(name), ..self }
    }

    /// What it has in common with others: told by a function that tells it of each of them.
    #[must_use]
    pub fn with(self, common: fn(Self) -> Self) -> Self {
        common(self)
    }

    /// A further attribute, at priority level 10.
    #[must_use]
    pub fn attr(self, name: &'static str, value: impl Into<RetValue>) -> Self {
        self.attr_at(DEFAULT_LEVEL, name, value)
    }

    /// A further attribute, at that priority level.
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
        make_object(OpNode {
            base: RelayExprNode::new(None),
            name: self.name.into(),
            op_type: self.relation.map(|relation| op_type(relation, arguments.len())).into(),
            description: String::from(std::mem::take(&mut self.description)).into(),
            arguments: arguments.into(),
            attrs_type_key: String::from(self.attrs_type_key).into(),
            num_inputs: num_inputs.into(),
            support_level: self.support_level.into(),
            index,
        })
        .into()
    }
}

/// Returns the text of a doc comment on one line.
#[doc(hidden)]
pub fn unwrapped(text: &str) -> std::string::String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The function type of an operator: every input and the result of a type of its own, with the relation between them.
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

/// The name of the global function that a type relation is.
pub(super) fn relation_name(relation: &str) -> std::string::String {
    format!("tvm.relay.type_relation.{relation}")
}

/// Registers an operator at link time: its name, and what [`OpBuilder`](crate::op::OpBuilder) is to be told of it.
///
/// All descriptions run when the first operator is asked for, and in them there are no operators yet: [`Op::get`](crate::op::Op::get) is an
/// error there. An attribute whose value needs other operators is told with [`register_op_attrs!`](crate::register_op_attrs). A
/// description that panics leaves its operator an error, and others as they are. No description may wait for another thread that asks
/// for operators, since that one waits for the descriptions.
///
/// ```
/// use objet_ir::op::{Op, OpPatternKind};
///
/// objet_ir::register_op! { "doc.scale"
///     .describe("Multiplies every element by a number.")
///     .argument("data", "Tensor", "What is multiplied.")
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
    ($name:literal $($told:tt)*) => {
        $crate::__private::inventory::submit! {
            $crate::op::OpRegistration::define($name, |op| op $($told)*)
        }
    };
}

/// Gives an operator that is registered elsewhere further attributes, at link time. What else is told of it is not listened to.
///
/// The values may be made of operators: these are all there by then, with the attributes that their own descriptions tell.
/// If making one panics, the operator that was to have it is an error, and others are as they were. What makes them may not
/// wait for another thread that asks for operators.
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
    ($name:literal $($told:tt)*) => {
        $crate::__private::inventory::submit! {
            $crate::op::OpRegistration::extend($name, |op| op $($told)*)
        }
    };
}
