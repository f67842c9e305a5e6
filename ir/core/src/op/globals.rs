//! Operators by the functions that front ends know.

use objet::prelude::*;
use objet::{BoxError, RetValue, String};

use super::{Op, OpError};

/// The level above which a front end may say of an operator what is no attribute.
const OVERRIDE_LEVEL: i32 = 128;

/// The operator of that name.
#[register_global("ir.GetOp")]
fn get_op(name: &str) -> Result<Op, OpError> {
    Op::get(name)
}

/// The names of all operators.
#[register_global("ir.ListOpNames")]
fn list_op_names() -> Array<String> {
    Op::all().map(|op| op.name.clone()).collect()
}

/// Registers an operator.
#[register_global("ir.RegisterOp")]
fn register_op(op_name: &str, descr: &str) -> Result<(), OpError> {
    Op::register(op_name, descr).map(drop)
}

/// Gives an operator, which is registered if there is none, a value for an attribute. At levels above 128 `num_inputs` is not an
/// attribute, but says how many inputs there are.
#[register_global("ir.RegisterOpAttr")]
fn register_op_attr(op_name: &str, attr_key: &str, value: RetValue, plevel: i32) -> Result<(), BoxError> {
    let op = Op::get_or_register(op_name)?;
    match attr_key {
        "num_inputs" if plevel > OVERRIDE_LEVEL => op.set_num_inputs(value.get()?),
        "attrs_type_key" if plevel > OVERRIDE_LEVEL => {
            return Err("attrs_type_key is no attribute: say it by ir.OpSetAttrsTypeKey".into());
        }
        _ => op.set_attr(attr_key, value, plevel)?,
    }
    Ok(())
}

/// Says how an intrinsic is lowered for a kind of targets.
#[register_global("ir.RegisterOpLowerIntrinsic")]
fn register_op_lower_intrinsic(name: &str, f: PackedFunc, target: &str, plevel: i32) -> Result<(), OpError> {
    Op::get_or_register(name)?.set_attr(&format!("{target}.FLowerIntrinsic"), f, plevel)
}

/// The value that an operator has for an attribute; null if it has none.
#[register_global("ir.OpGetAttr")]
fn op_get_attr(op: Op, attr_name: &str) -> Result<RetValue, OpError> {
    op.get_attr(attr_name)
}

/// Gives an operator a value for an attribute.
#[register_global("ir.OpSetAttr")]
fn op_set_attr(op: Op, attr_name: &str, value: RetValue, #[default(10)] plevel: i32) -> Result<(), OpError> {
    op.set_attr(attr_name, value, plevel)
}

/// Takes the value for an attribute from an operator.
#[register_global("ir.OpResetAttr")]
fn op_reset_attr(op: Op, attr_name: &str) -> Result<(), OpError> {
    op.reset_attr(attr_name)
}

/// Tells of one more input of an operator.
#[register_global("ir.OpAddArgument")]
fn op_add_argument(op: Op, name: String, type_info: String, description: String) {
    op.add_argument(name, type_info, description);
}

/// Gives an operator a type relation: the one of that name, or one that a function of types and attributes is.
#[register_global("ir.OpAddTypeRel")]
fn op_add_type_rel(op: Op, rel_name: &str, value: Option<PackedFunc>) -> Result<(), OpError> {
    op.add_type_relation(rel_name, value)
}

/// Says of which type the attributes of an operator are.
#[register_global("ir.OpSetAttrsTypeKey")]
fn op_set_attrs_type_key(op: Op, key: &str) -> Result<(), OpError> {
    op.set_attrs_type_key(key)
}

/// Says how many inputs an operator has.
#[register_global("ir.OpSetNumInputs")]
fn op_set_num_inputs(op: Op, n: i32) {
    op.set_num_inputs(n);
}

/// Says how well an operator is supported.
#[register_global("ir.OpSetSupportLevel")]
fn op_set_support_level(op: Op, level: i32) {
    op.set_support_level(level);
}
