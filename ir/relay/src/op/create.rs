//! Operators that create tensors from scalars, shapes or vectors.

use objet_ir::op::AnyCodegenStrategy;
use objet_ir::op::OpPatternKind::{ElemWise, Injective, Opaque, OutEWiseFusable};

use super::unary::unary;
use crate::attrs::{ArangeAttrsNode, InitOpAttrsNode, MeshgridAttrsNode, OneHotAttrsNode};
use crate::operators;

operators! {
    /// Returns evenly spaced numbers from a start to an end, which is excluded.
    pub fn arange(
        start: "Expr" = "The first number.",
        stop as "end": "Expr" = "The end of the range, which is excluded.",
        step: "Expr" = "The distance between numbers.",
    ) with ArangeAttrsNode = "arange" as "relay.op._make.arange"({start}, {stop}, {step}, [dtype])
        => |op| op.type_relation("Arange").support_level(3).pattern(Opaque)
            .attr("AnyCodegenStrategy", AnyCodegenStrategy::VariableDimensions);

    /// Creates a tensor filled with one value.
    pub fn full(
        fill_value: "double" = "The value.",
    ) with InitOpAttrsNode = "full" as "relay.op._make.full"
        => |op| op.type_relation("Full").support_level(3).pattern(ElemWise);

    /// Creates a tensor filled with one value, with the type of another tensor.
    pub fn full_like(
        data: "Tensor" = "The tensor that provides the type.",
        fill_value: "double" = "The value.",
    ) = "full_like" as "relay.op._make.full_like"
        => |op| op.type_relation("FullLike").support_level(3).pattern(ElemWise);

    /// Returns one coordinate grid for each of several vectors.
    pub fn meshgrid(
        data: "Tensor" = "The vectors.",
    ) with MeshgridAttrsNode = "meshgrid" as "relay.op._make.meshgrid"
        => |op| op.type_relation("Meshgrid").support_level(3).pattern(Injective);

    /// Creates a vector for each index, with one value at the index and another value elsewhere.
    pub fn one_hot(
        indices: "Tensor" = "The indices.",
        on_value: "Expr" = "The value at the index.",
        off_value: "Expr" = "The value elsewhere.",
    ) with OneHotAttrsNode = "one_hot" as "relay.op._make.one_hot"
        => |op| op.type_relation("OneHot").pattern(OutEWiseFusable);

    /// Creates a tensor of ones.
    pub fn ones() with InitOpAttrsNode = "ones" as "relay.op._make.ones"
        => |op| op.num_inputs(0).type_relation("InitOp").support_level(3);

    /// Creates a tensor of ones with the type of another tensor.
    pub fn ones_like(data: "Tensor" = "The tensor.") = "ones_like" as "relay.op._make.ones_like"
        => |op| unary(op).support_level(4);

    /// Creates a tensor of zeros.
    pub fn zeros() with InitOpAttrsNode = "zeros" as "relay.op._make.zeros"
        => |op| op.num_inputs(0).type_relation("InitOp").support_level(3);

    /// Creates a tensor of zeros with the type of another tensor.
    pub fn zeros_like(data: "Tensor" = "The tensor.") = "zeros_like" as "relay.op._make.zeros_like"
        => |op| unary(op).support_level(4);
}
