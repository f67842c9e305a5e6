//! Random number generators with explicit keys.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::types::{TensorType, TupleType, Type, TypeReporter};

use crate::attrs::{ThreefryGenerateAttrs, ThreefryGenerateAttrsNode, UniformAttrs, UniformAttrsNode};
use crate::op::relation::{
    RelationError, RelationResult, Solved, assign, attrs_of, extent, required, types_of,
};
use crate::operators;

operators! {
    /// Generates random bits from a key. Also returns the next key.
    pub fn threefry_generate(key: "Tensor" = "The key.") with ThreefryGenerateAttrsNode
        = "random.threefry_generate" as "relay.op.random._make.threefry_generate"
        => |op| op.type_relation("ThreefryGenerate");

    /// Splits a key into two independent keys.
    pub fn threefry_split(
        key: "Tensor" = "The key.",
    ) = "random.threefry_split" as "relay.op.random._make.threefry_split"
        => |op| op.type_relation("ThreefrySplit");

    /// Generates uniformly distributed numbers between two bounds. Also returns the next key.
    pub fn uniform(
        key: "Tensor" = "The key.",
        low: "Tensor" = "The lower bound.",
        high: "Tensor" = "The upper bound.",
    ) with UniformAttrsNode = "random.uniform" as "relay.op.random._make.uniform"
        => |op| op.type_relation("Uniform");
}

/// Returns the type of keys.
fn key_type() -> Type {
    TensorType::new([10.into()], DataType::uint(64)).upcast()
}

/// Sets the result to a tuple of the next key and the random bits.
#[register_global("tvm.relay.type_relation.ThreefryGenerate")]
fn threefry_generate_relation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ThreefryGenerateAttrs = attrs_of(attrs)?;
    let [key, result] = types_of(&types)?;
    let shape = extent::of(required("out_shape", &attrs.out_shape)?);
    let bits = TensorType::new(shape, DataType::uint(64)).upcast();
    assign(&reporter, "key", key, key_type())?;
    assign(&reporter, "result", result, TupleType::new([key_type(), bits], None))?;
    Ok(Solved)
}

/// Sets the result to a tuple of two keys.
#[register_global("tvm.relay.type_relation.ThreefrySplit")]
fn threefry_split_relation(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [key, result] = types_of(&types)?;
    assign(&reporter, "key", key, key_type())?;
    assign(&reporter, "result", result, TupleType::new([key_type(), key_type()], None))?;
    Ok(Solved)
}

/// Sets the result to a tuple of the next key and the numbers. The bounds are scalars of the data
/// type of the numbers.
#[register_global("tvm.relay.type_relation.Uniform")]
fn uniform_relation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: UniformAttrs = attrs_of(attrs)?;
    let [key, low, high, result] = types_of(&types)?;
    let shape = extent::of(required("out_shape", &attrs.out_shape)?);
    let dtype = attrs.out_dtype;
    if !dtype.is_float() || ![32, 64].contains(&dtype.bits) {
        return Err(RelationError::attribute("out_dtype", "float32 or float64", dtype));
    }
    assign(&reporter, "key", key, key_type())?;
    assign(&reporter, "low", low, TensorType::scalar(dtype))?;
    assign(&reporter, "high", high, TensorType::scalar(dtype))?;
    let numbers = TensorType::new(shape, dtype).upcast();
    assign(&reporter, "result", result, TupleType::new([key_type(), numbers], None))?;
    Ok(Solved)
}
