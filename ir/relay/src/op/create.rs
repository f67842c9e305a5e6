//! Operators that make tensors of little.

use objet_ir::op::AnyCodegenStrategy;
use objet_ir::op::OpPatternKind::{ElemWise, Injective, Opaque, OutEWiseFusable};

use super::unary::unary;
use crate::attrs::{ArangeAttrsNode, InitOpAttrsNode, MeshgridAttrsNode, OneHotAttrsNode};
use crate::operators;

operators! {
    /// Numbers at equal distances, from a start up to an end that is left out.
    pub fn arange(
        start: "Expr" = "The first number.",
        stop as "end": "Expr" = "The number before which it stops.",
        step: "Expr" = "The distance.",
    ) with ArangeAttrsNode = "arange" as "relay.op._make.arange"({start}, {stop}, {step}, [dtype])
        => |op| op.type_relation("Arange").support_level(3).pattern(Opaque)
            .attr("AnyCodegenStrategy", AnyCodegenStrategy::VariableDimensions);

    /// A tensor of one value throughout.
    pub fn full(
        fill_value: "double" = "The value.",
    ) with InitOpAttrsNode = "full" as "relay.op._make.full"
        => |op| op.type_relation("Full").support_level(3).pattern(ElemWise);

    /// A tensor of one value throughout, of the type of another one.
    pub fn full_like(
        data: "Tensor" = "The tensor whose type the result has.",
        fill_value: "double" = "The value.",
    ) = "full_like" as "relay.op._make.full_like"
        => |op| op.type_relation("FullLike").support_level(3).pattern(ElemWise);

    /// A grid of coordinates for each of several vectors.
    pub fn meshgrid(
        data: "Tensor" = "The vectors.",
    ) with MeshgridAttrsNode = "meshgrid" as "relay.op._make.meshgrid"
        => |op| op.type_relation("Meshgrid").support_level(3).pattern(Injective);

    /// A vector for each index, of one value at that index and of another value elsewhere.
    pub fn one_hot(
        indices: "Tensor" = "The indices.",
        on_value: "Expr" = "The value at the index.",
        off_value: "Expr" = "The value elsewhere.",
    ) with OneHotAttrsNode = "one_hot" as "relay.op._make.one_hot"
        => |op| op.type_relation("OneHot").pattern(OutEWiseFusable);

    /// A tensor of ones.
    pub fn ones() with InitOpAttrsNode = "ones" as "relay.op._make.ones"
        => |op| op.num_inputs(0).type_relation("InitOp").support_level(3);

    /// A tensor of ones of the type of another one.
    pub fn ones_like(data: "Tensor" = "The tensor.") = "ones_like" as "relay.op._make.ones_like"
        => |op| unary(op).support_level(4);

    /// A tensor of zeros.
    pub fn zeros() with InitOpAttrsNode = "zeros" as "relay.op._make.zeros"
        => |op| op.num_inputs(0).type_relation("InitOp").support_level(3);

    /// A tensor of zeros of the type of another one.
    pub fn zeros_like(data: "Tensor" = "The tensor.") = "zeros_like" as "relay.op._make.zeros_like"
        => |op| unary(op).support_level(4);
}
