//! Operators that read and write at places.

use objet_ir::op::AnyCodegenStrategy;
use objet_ir::op::OpPatternKind::{Injective, Opaque};

use crate::attrs::{
    GatherAttrsNode, GatherNDAttrsNode, MatrixSetDiagAttrsNode, ScatterAddAttrsNode, ScatterAttrsNode,
    ScatterNDAttrsNode, SequenceMaskAttrsNode, SliceLikeAttrsNode, StridedSliceAttrsNode, TakeAttrsNode,
};
use crate::operators;

operators! {
    /// The elements at places that index tensors give, one tensor for each of the first axes.
    pub fn adv_index(
        inputs: "Tuple of Tensors" = "The tensor, and then the index tensors.",
    ) = "adv_index" as "relay.op._make.adv_index"
        => |op| op.type_relation("AdvIndex").support_level(3).pattern(Injective).stateful(false);

    /// Elements along one axis, one for each index.
    pub fn gather(
        data: "Tensor" = "The tensor to take from.",
        indices: "Tensor" = "The indices along the axis.",
    ) with GatherAttrsNode = "gather" as "relay.op._make.gather"(data, [axis], indices)
        => |op| op.type_relation("Gather").support_level(3).pattern(Injective);

    /// Elements or slices of a tensor, at places of several coordinates.
    pub fn gather_nd(
        data: "Tensor" = "The tensor to take from.",
        indices: "Tensor" = "The coordinates, along the first axis.",
    ) with GatherNDAttrsNode = "gather_nd" as "relay.op._make.gather_nd"
        => |op| op.type_relation("GatherND").support_level(3).pattern(Injective);

    /// Matrices with other values on some of their diagonals.
    pub fn matrix_set_diag(
        input: "Tensor" = "The matrices.",
        diagonal: "Tensor" = "The values.",
    ) with MatrixSetDiagAttrsNode = "matrix_set_diag" as "relay.op._make.matrix_set_diag"
        => |op| op.type_relation("MatrixSetDiag").pattern(Injective);

    /// A tensor with the elements at some indices along one axis replaced.
    pub fn scatter(
        data: "Tensor" = "The tensor to start from.",
        indices as "indicies": "Tensor" = "The indices along the axis.",
        updates: "Tensor" = "The elements to put there.",
    ) with ScatterAttrsNode = "scatter" as "relay.op._make.scatter"
        => |op| op.type_relation("Scatter").pattern(Opaque).stateful(false).without_attrs_type();

    /// A tensor with something added to the elements at some indices along one axis.
    pub fn scatter_add(
        data: "Tensor" = "The tensor to start from.",
        indices as "indicies": "Tensor" = "The indices along the axis.",
        updates: "Tensor" = "What to add there.",
    ) with ScatterAddAttrsNode = "scatter_add" as "relay.op._make.scatter_add"
        => |op| op.type_relation("ScatterAdd").pattern(Opaque).stateful(false).without_attrs_type();

    /// A tensor with the elements or slices at some places replaced, or added to.
    pub fn scatter_nd(
        data: "Tensor" = "The tensor to start from.",
        indices: "Tensor" = "The coordinates, along the first axis.",
        updates: "Tensor" = "The elements to put there.",
    ) with ScatterNDAttrsNode = "scatter_nd" as "relay.op._make.scatter_nd"
        => |op| op.type_relation("ScatterND").support_level(3).pattern(Opaque).without_attrs_type();

    /// Puts a value behind the end of each sequence.
    pub fn sequence_mask(
        data: "Tensor" = "The batch of sequences.",
        valid_length: "Tensor" = "The length of each sequence.",
    ) with SequenceMaskAttrsNode = "sequence_mask" as "relay.op._make.sequence_mask"
        => |op| op.type_relation("SequenceMask").pattern(Injective);

    /// The start of a tensor, as long along its axes as another one.
    pub fn slice_like(
        data: "Tensor" = "The tensor to cut.",
        shape_like: "Tensor" = "The tensor whose lengths count.",
    ) with SliceLikeAttrsNode = "slice_like" as "relay.op._make.slice_like"
        => |op| op.type_relation("SliceLike").pattern(Injective);

    /// A tensor with the elements of a slice replaced.
    pub fn strided_set(
        data: "Tensor" = "The tensor to start from.",
        v: "Tensor" = "The elements of the slice.",
        begin: "Tensor" = "Where it begins, for each axis.",
        end: "Tensor" = "Where it ends, for each axis.",
        strides: "Tensor" = "Its steps, for each axis.",
    ) = "strided_set" as "relay.op._make.strided_set"
        => |op| op.type_relation("StridedSet").support_level(4).pattern(Injective);

    /// Elements from a begin to an end along each axis, in equal steps.
    pub fn strided_slice(
        data: "Tensor" = "The tensor to cut.",
    ) with StridedSliceAttrsNode = "strided_slice" as "relay.op._make.strided_slice"
        => |op| op.type_relation("StridedSlice").support_level(4).pattern(Injective)
            .attr("AnyCodegenStrategy", AnyCodegenStrategy::VariableDimensions);

    /// Slices of a tensor along one axis, one for each index.
    pub fn take(
        data: "Tensor" = "The tensor to take from.",
        indices: "Tensor" = "The indices.",
    ) with TakeAttrsNode = "take" as "relay.op._make.take"
        => |op| op.type_relation("Take").support_level(3).pattern(Injective);

    /// The coordinates of elements that are numbered through.
    pub fn unravel_index(
        data: "Tensor" = "The numbers.",
        shape: "Tensor" = "The shape of the tensor that they number.",
    ) = "unravel_index" as "relay.op._make.unravel_index"
        => |op| op.type_relation("UnRavelIndexRel").support_level(3).pattern(Injective);
}
