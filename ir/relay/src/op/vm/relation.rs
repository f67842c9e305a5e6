//! The type relations of operators of the virtual machine, and of calls of lowered functions.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, TensorTypeNode, TupleType, TupleTypeNode, Type, TypeReporter, type_text};

use crate::attrs::{CallLoweredAttrs, ReshapeTensorAttrs, ShapeFuncAttrs};
use crate::op::memory::flatten_tuple_type;
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, function, required, tensor, tuple,
    types_of,
};

/// Requires the arguments of the function. The result is that of the function.
#[register_global("tvm.relay.type_relation.CallLoweredRel")]
fn call_lowered(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    attrs_of::<CallLoweredAttrs>(attrs)?;
    let [func, arguments, result] = types_of(&types)?;
    let (Some(func), Some(_)) = (function("func", func)?, tuple("call_args", arguments)?) else {
        return Ok(NotYet);
    };
    assign(&reporter, "call_args", arguments, TupleType::new(func.arg_types.clone(), None))?;
    assign(&reporter, "result", result, func.ret_type.clone())?;
    Ok(Solved)
}

/// Requires tuples of the arguments and of the results of the function. The result is the empty
/// tuple.
#[register_global("tvm.relay.type_relation.InvokeTVMOp")]
fn invoke_tvm_op(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [func, inputs, outputs, result] = types_of(&types)?;
    let (Some(func), Some(_), Some(_)) =
        (function("op", func)?, tuple("ins", inputs)?, tuple("outs", outputs)?)
    else {
        return Ok(NotYet);
    };
    let returned: Type = if func.ret_type.is_instance::<TensorTypeNode>() {
        TupleType::new([func.ret_type.clone()], None).upcast()
    } else if func.ret_type.is_instance::<TupleTypeNode>() {
        func.ret_type.clone()
    } else {
        let (expected, found) = ("a function that returns a tensor or a tuple", type_text(&func.ret_type));
        return Err(RelationError::Type { operand: "op", expected, found });
    };
    assign(&reporter, "ins", inputs, TupleType::new(func.arg_types.clone(), None))?;
    assign(&reporter, "outs", outputs, returned)?;
    assign(&reporter, "result", result, TupleType::new([], None))?;
    Ok(Solved)
}

/// Requires tuples of the tensors in the arguments, or of their shapes, and of the shapes of the
/// tensors in the result. The result is the empty tuple.
#[register_global("tvm.relay.type_relation.ShapeFuncRel")]
fn shape_func(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ShapeFuncAttrs = attrs_of(attrs)?;
    let [func, inputs, outputs, result] = types_of(&types)?;
    let Some(func) = function("func", func)? else { return Ok(NotYet) };
    let mut ins: Vec<Type> = Vec::new();
    for (position, argument) in func.arg_types.iter().enumerate() {
        let tensors = flattened(argument)?;
        if tensors.is_empty() {
            continue;
        }
        let marks = required("is_input", &attrs.is_input)?;
        let is_input = marks.get(position).ok_or_else(|| {
            let expected = format!("a mark for each of {} arguments", func.arg_types.len());
            RelationError::attribute("is_input", expected, format!("{} marks", marks.len()))
        })?;
        let type_of =
            |tensor: TensorType| if is_input.value != 0 { tensor.upcast() } else { shape_type(&tensor) };
        ins.extend(tensors.into_iter().map(type_of));
    }
    let outs: Vec<Type> = flattened(&func.ret_type)?.iter().map(shape_type).collect();
    assign(&reporter, "ins", inputs, TupleType::new(ins, None))?;
    assign(&reporter, "outs", outputs, TupleType::new(outs, None))?;
    assign(&reporter, "result", result, TupleType::new([], None))?;
    Ok(Solved)
}

fn flattened(ty: &Type) -> Result<Vec<TensorType>, RelationError> {
    flatten_tuple_type(ty).map_err(|error| RelationError::Type {
        operand: "func",
        expected: "a function of tensors and tuples of tensors",
        found: error.to_string(),
    })
}

/// Returns the type of the shape of a tensor.
fn shape_type(tensor: &TensorType) -> Type {
    let shape: Array<PrimExpr> = match tensor.shape.len() {
        0 => Array::new(),
        ndim => [(ndim as i32).into()].into(),
    };
    TensorType::new(shape, DataType::int(64)).upcast()
}

/// Sets the result to the shape of the attributes. Like TVM, the relation does not compare the
/// number of elements.
#[register_global("tvm.relay.type_relation.ReshapeTensor")]
fn reshape_tensor(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ReshapeTensorAttrs = attrs_of(attrs)?;
    let [data, _shape, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let shape = required("newshape", &attrs.newshape)?.clone();
    assign(&reporter, "result", result, TensorType::new(shape, data.dtype))?;
    Ok(Solved)
}
