//! Positional functions that create calls of operators for front ends.
//!
//! The parameters of such a function are operands and attribute fields, in an order that the
//! function declares.

use std::borrow::Cow;

use objet::__runtime::{LinkedFunction, builder};
use objet::fields::{Field, FieldKind, Reflection};
use objet::function::{
    ArgValue, Args, BoxError, CallError, FunctionBuilder, Param as Parameter, RetValue, SignatureError,
};
use objet::prelude::*;
use objet_ir::attrs::{AttrValue, Attrs};
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpError};

use crate::expr::{Call, CallNode};

/// Describes a registered function that creates a call of an operator.
#[doc(hidden)]
pub struct OpConstructor {
    /// The name of the operator.
    pub op: &'static str,
    /// The type key of the attributes, if calls have any.
    pub attrs: Option<&'static str>,
    /// The names of the inputs.
    pub inputs: &'static [&'static str],
    /// The parameters, in order; `None` for the inputs followed by the attribute fields.
    pub params: Option<&'static [Param]>,
}

/// The use of an argument.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum Param {
    /// The next operand of the call.
    Operand(&'static str),
    /// The attribute field of this name.
    Field(&'static str),
    /// The next operand, and the attribute field of this name.
    OperandAndField(&'static str),
    /// Ignored. TVM keeps the value in a place that neither files nor attributes show.
    Unused(&'static str),
}

impl Param {
    fn name(self) -> &'static str {
        match self {
            Self::Operand(name) | Self::Field(name) | Self::OperandAndField(name) | Self::Unused(name) => {
                name
            }
        }
    }
}

impl OpConstructor {
    /// Returns the packed function, with a signature that describes its parameters.
    pub fn function(&'static self, linked: &LinkedFunction) -> Result<PackedFunc, SignatureError> {
        let (name, reflection) = (linked.name, self.attrs.and_then(|key| Reflection::of_key(key).ok()));
        let params = self.params(reflection);
        let described = params.iter().map(|param| {
            let described = Parameter::new(param.name());
            match param {
                Param::Field(name) => match reflection.and_then(|reflection| reflection.field(name).ok()) {
                    Some(field) => described.typed(field.type_name()).with_doc(field.doc().trim()),
                    None => described.typed("ObjectRef"),
                },
                Param::Operand(_) | Param::OperandAndField(_) => described.typed("RelayExpr"),
                Param::Unused(_) => described.typed("ArgValue").with_doc("Ignored."),
            }
        });
        let builder = described.fold(builder(linked), FunctionBuilder::param);
        builder.build_packed(CallNode::TYPE_KEY, move |args, result| {
            *result = self.call(name, &params, args)?.into();
            Ok(())
        })
    }

    fn params(&self, reflection: Option<&'static Reflection>) -> Cow<'static, [Param]> {
        if let Some(params) = self.params {
            return params.into();
        }
        let fields = reflection.into_iter().flat_map(Reflection::fields);
        let inputs = self.inputs.iter().copied().map(Param::Operand);
        inputs.chain(fields.map(|field| Param::Field(field.name()))).collect()
    }

    /// Creates the call.
    fn call(&self, function: &str, params: &[Param], args: Args<'_>) -> Result<Call, BoxError> {
        if args.len() != params.len() {
            return Err(wrong_count(function, params, args.len()).into());
        }
        let (mut operands, mut fields) = (Vec::new(), Vec::new());
        for (position, param) in params.iter().enumerate() {
            let value = args.at(position)?;
            if let Param::Operand(_) | Param::OperandAndField(_) = param {
                operands.push(convert::<RelayExpr>(function, param, value, position)?);
            }
            if let Param::Field(name) | Param::OperandAndField(name) = param {
                fields.push((*name, AttrValue::One(convert(function, param, value, position)?)));
            }
        }
        let op = Op::get(self.op)?;
        let attrs = self.attrs.map(|type_key| make_attrs(&op, type_key, fields)).transpose()?;
        Ok(Call::new(op, operands, attrs, [], None))
    }
}

fn convert<'a, T: objet::function::FromValue<'a>>(
    function: &str,
    param: &Param,
    value: ArgValue<'a>,
    position: usize,
) -> Result<T, CallError> {
    value.get().map_err(|source| CallError::Argument {
        function: function.into(),
        position,
        parameter: Some(param.name().into()),
        source: Box::new(source),
    })
}

#[cold]
fn wrong_count(function: &str, params: &[Param], found: usize) -> CallError {
    let names: Vec<_> = params.iter().map(|param| param.name()).collect();
    let plural = if names.len() == 1 { "" } else { "s" };
    CallError::Count {
        name: function.into(),
        expected: format!("{} argument{plural}", names.len()),
        found,
        signature: format!("{function}({})", names.join(", ")),
    }
}

/// Creates attributes from `values`. Unset fields become zero, empty or null, not their defaults.
/// This matches TVM, which applies defaults only to attributes that are created by name.
fn make_attrs(op: &Op, type_key: &str, mut values: Vec<(&'static str, AttrValue)>) -> Result<Attrs, OpError> {
    if let Ok(reflection) = Reflection::of_key(type_key) {
        let given: Vec<_> = values.iter().map(|(name, _)| *name).collect();
        let others = reflection.fields().iter().filter(|field| !given.contains(&field.name()));
        values.extend(others.filter_map(|field| Some((field.name(), AttrValue::One(unset(field)?)))));
    }
    op.make_attrs_of(type_key, values)
}

/// Returns the zero value of a field, or `None` for a reference that cannot be null.
fn unset(field: &Field) -> Option<RetValue> {
    match field.kind() {
        FieldKind::Int(_) | FieldKind::Enum(_) | FieldKind::Bool => Some(RetValue::Int(0)),
        FieldKind::F32 | FieldKind::F64 => Some(RetValue::Float(0.0)),
        FieldKind::String => Some("".into()),
        FieldKind::List(list) if list.length.is_none() => Some(Array::<ObjectRef>::new().into()),
        FieldKind::Optional(_) => Some(RetValue::Null),
        // Other field types have no zero value. Attributes of TVM do not use them.
        FieldKind::Char | FieldKind::List(_) | FieldKind::Custom(_) => field.default(),
        FieldKind::DataType => Some(DataType::VOID.into()),
        FieldKind::Reference(reference) => reference.nullable.then_some(RetValue::Null),
    }
}
