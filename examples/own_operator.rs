//! A new operator, with its attributes and its type relation: the scale of each channel of a
//! tensor. Type inference finds the type of the vector of scales, and reports a wrong one.

use std::error::Error;

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::GlobalVar;
use objet_ir::module::IRModule;
use objet_ir::op::OpPatternKind;
use objet_ir::types::{TensorType, Type, TypeReporter};
use objet_relay::expr::{Function, Var};
use objet_relay::infer::infer_module;
use objet_relay::op::relation::{NotYet, RelationResult, Solved, assign, axis, tensor, types_of};
use objet_relay::text::pretty_print;

/// Attributes of `demo.channel_scale`.
#[attrs_node("demo.attrs.ChannelScaleAttrs")]
pub struct ChannelScaleAttrsNode {
    /// The axis of the channels. A negative axis counts from the last one.
    #[reflect(default = 1)]
    pub axis: i32,
}

objet_relay::operators! {
    /// Multiplies each channel of a tensor by a number.
    pub fn channel_scale(
        data: "nD Tensor" = "The tensor.",
        scale: "1D Tensor" = "The number of each channel.",
    ) with ChannelScaleAttrsNode = "demo.channel_scale"
        => |op| op.type_relation("DemoChannelScale").pattern(OpPatternKind::Broadcast);
}

/// The vector has the length of the axis, and the result has the type of the tensor.
#[register_global("tvm.relay.type_relation.DemoChannelScale")]
fn channel_scale_relation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: ChannelScaleAttrs,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, scale, result] = types_of(&types)?;
    // The relation runs again as soon as the type of the tensor is known.
    let Some(tensor) = tensor("data", data)? else { return Ok(NotYet) };
    let axis = axis("data", attrs.axis.into(), tensor.shape.len())?;
    assign(&reporter, "scale", scale, TensorType::new([tensor.shape[axis].clone()], tensor.dtype))?;
    assign(&reporter, "result", result, data.clone())?;
    Ok(Solved)
}

/// Returns a module with one call of the operator.
fn program(scale: Option<Type>) -> Result<IRModule, Box<dyn Error>> {
    let image = TensorType::new([1.into(), 8.into(), 4.into(), 4.into()], DataType::float(32));
    let (x, s) = (Var::new("x", Some(image.upcast()), None), Var::new("s", scale, None));
    let scaled = channel_scale(x.clone(), s.clone(), attrs! {})?;
    let main = Function::new([x, s], scaled, None, [], None, None);
    Ok(IRModule::from_parts([(GlobalVar::new("main"), main)], [])?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let typed = infer_module(&program(None)?)?;
    println!("{}", pretty_print(Some(&typed.upcast())));

    let three: Type = TensorType::new([3.into()], DataType::float(32)).upcast();
    match infer_module(&program(Some(three))?) {
        Ok(_) => Err("three scales fit eight channels".into()),
        Err(error) => {
            println!("{error}");
            Ok(())
        }
    }
}
