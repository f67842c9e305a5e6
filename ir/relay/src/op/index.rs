//! Operators that read and write elements by index.

mod layouts;
mod slice;
mod take;
mod update;

use objet_ir::op::AnyCodegenStrategy;
use objet_ir::op::OpPatternKind::{Injective, Opaque};
use objet_tir::topi;

use super::compute::Compute;
use crate::attrs::{
    GatherAttrs, GatherAttrsNode, GatherNDAttrs, GatherNDAttrsNode, MatrixSetDiagAttrs,
    MatrixSetDiagAttrsNode, ScatterAddAttrsNode, ScatterAttrsNode, ScatterNDAttrsNode, SequenceMaskAttrs,
    SequenceMaskAttrsNode, SliceLikeAttrsNode, StridedSliceAttrsNode, TakeAttrsNode,
};
use crate::op::infer_layout::InferLayout;
use crate::operators;

operators! {
    /// Returns the elements at the positions in index tensors. There is one index tensor for each
    /// leading axis.
    pub fn adv_index(
        inputs: "Tuple of Tensors" = "The tensor, followed by the index tensors.",
    ) = "adv_index" as "relay.op._make.adv_index"
        => |op| op.type_relation("AdvIndex").support_level(3).pattern(Injective).stateful(false)
            .compute(|call| {
                let (data, indices) = call.inputs.split_first().ok_or("no tensor")?;
                Ok(vec![topi::adv_index(data, indices)?])
            });

    /// Takes elements along one axis, one for each index.
    pub fn gather(
        data: "Tensor" = "The tensor to take from.",
        indices: "Tensor" = "The indices along the axis.",
    ) with GatherAttrsNode = "gather" as "relay.op._make.gather"(data, [axis], indices)
        => |op| op.type_relation("Gather").support_level(3).pattern(Injective)
            .compute(|call| {
                let axis = call.attrs::<GatherAttrs>()?.axis.as_ref().ok_or("no axis")?.value;
                Ok(vec![topi::gather(call.input(0)?, axis, call.input(1)?)?])
            });

    /// Takes elements or slices at multi-dimensional coordinates.
    pub fn gather_nd(
        data: "Tensor" = "The tensor to take from.",
        indices: "Tensor" = "The coordinates, along the first axis.",
    ) with GatherNDAttrsNode = "gather_nd" as "relay.op._make.gather_nd"
        => |op| op.type_relation("GatherND").support_level(3).pattern(Injective)
            .compute(|call| {
                let batch_dims = usize::try_from(call.attrs::<GatherNDAttrs>()?.batch_dims.value)?;
                Ok(vec![topi::gather_nd(call.input(0)?, call.input(1)?, batch_dims)?])
            });

    /// Replaces the values on some diagonals of matrices.
    pub fn matrix_set_diag(
        input: "Tensor" = "The matrices.",
        diagonal: "Tensor" = "The new values of the diagonals.",
    ) with MatrixSetDiagAttrsNode = "matrix_set_diag" as "relay.op._make.matrix_set_diag"
        => |op| op.type_relation("MatrixSetDiag").pattern(Injective)
            .compute(|call| {
                let attrs = call.attrs::<MatrixSetDiagAttrs>()?;
                let (upper, lower) = (attrs.super_diag_right_align, attrs.sub_diag_right_align);
                let (data, diagonal) = (call.input(0)?, call.input(1)?);
                Ok(vec![topi::matrix_set_diag(data, diagonal, attrs.k1, attrs.k2, upper, lower)?])
            });

    /// Replaces the elements at given indices along one axis.
    pub fn scatter(
        data: "Tensor" = "The tensor to start from.",
        indices as "indicies": "Tensor" = "The indices along the axis.",
        updates: "Tensor" = "The new elements.",
    ) with ScatterAttrsNode = "scatter" as "relay.op._make.scatter"
        => |op| op.type_relation("Scatter").pattern(Opaque).stateful(false).without_attrs_type();

    /// Adds to the elements at given indices along one axis.
    pub fn scatter_add(
        data: "Tensor" = "The tensor to start from.",
        indices as "indicies": "Tensor" = "The indices along the axis.",
        updates: "Tensor" = "The values to add.",
    ) with ScatterAddAttrsNode = "scatter_add" as "relay.op._make.scatter_add"
        => |op| op.type_relation("ScatterAdd").pattern(Opaque).stateful(false).without_attrs_type();

    /// Replaces the elements or slices at given coordinates, or adds to them.
    pub fn scatter_nd(
        data: "Tensor" = "The tensor to start from.",
        indices: "Tensor" = "The coordinates, along the first axis.",
        updates: "Tensor" = "The new elements, or the values to add.",
    ) with ScatterNDAttrsNode = "scatter_nd" as "relay.op._make.scatter_nd"
        => |op| op.type_relation("ScatterND").support_level(3).pattern(Opaque).without_attrs_type();

    /// Replaces the elements after the end of each sequence.
    pub fn sequence_mask(
        data: "Tensor" = "The batch of sequences.",
        valid_length: "Tensor" = "The length of each sequence.",
    ) with SequenceMaskAttrsNode = "sequence_mask" as "relay.op._make.sequence_mask"
        => |op| op.type_relation("SequenceMask").pattern(Injective)
            .compute(|call| {
                let attrs = call.attrs::<SequenceMaskAttrs>()?;
                let (data, length) = (call.input(0)?, call.input(1)?);
                Ok(vec![topi::sequence_mask(data, length, attrs.mask_value, attrs.axis.into())?])
            });

    /// Cuts a tensor to the lengths of another tensor.
    pub fn slice_like(
        data: "Tensor" = "The tensor to cut.",
        shape_like: "Tensor" = "The tensor that provides the lengths.",
    ) with SliceLikeAttrsNode = "slice_like" as "relay.op._make.slice_like"
        => |op| op.type_relation("SliceLike").pattern(Injective)
            .infer_layout(layouts::slice_like)
            .compute(slice::slice_like_compute);

    /// Replaces the elements of a strided slice.
    pub fn strided_set(
        data: "Tensor" = "The tensor to start from.",
        v: "Tensor" = "The elements of the slice.",
        begin: "Tensor" = "The begin index along each axis.",
        end: "Tensor" = "The end index along each axis.",
        strides: "Tensor" = "The step along each axis.",
    ) = "strided_set" as "relay.op._make.strided_set"
        => |op| op.type_relation("StridedSet").support_level(4).pattern(Injective);

    /// Takes the elements between two indices along each axis, with a fixed step.
    pub fn strided_slice(
        data: "Tensor" = "The tensor to slice.",
    ) with StridedSliceAttrsNode = "strided_slice" as "relay.op._make.strided_slice"
        => |op| op.type_relation("StridedSlice").support_level(4).pattern(Injective)
            .attr("AnyCodegenStrategy", AnyCodegenStrategy::VariableDimensions)
            .infer_layout(layouts::strided_slice)
            .compute(slice::strided_slice_compute);

    /// Takes slices along one axis, one for each index.
    pub fn take(
        data: "Tensor" = "The tensor to take from.",
        indices: "Tensor" = "The indices.",
    ) with TakeAttrsNode = "take" as "relay.op._make.take"
        => |op| op.type_relation("Take").support_level(3).pattern(Injective)
            .compute(take::take_compute);

    /// Converts flat indices to coordinates.
    pub fn unravel_index(
        data: "Tensor" = "The flat indices.",
        shape: "Tensor" = "The shape of the indexed tensor.",
    ) = "unravel_index" as "relay.op._make.unravel_index"
        => |op| op.type_relation("UnRavelIndexRel").support_level(3).pattern(Injective)
            .compute(|call| Ok(vec![topi::unravel_index(call.input(0)?, call.input(1)?)?]));
}
