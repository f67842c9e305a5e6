//! Operators that rearrange elements without changing their values, and operators that return
//! shapes.

pub(super) mod axes;
mod convert;
mod layouts;
pub(super) mod reshape;
mod size;

use objet_ir::op::OpPatternKind::{Broadcast, Injective, Opaque};
use objet_tir::topi;

use super::compute::{Compute, values};
use crate::attrs::{
    AutoSchedulerLayoutTransformAttrs, AutoSchedulerLayoutTransformAttrsNode, ExpandDimsAttrs,
    ExpandDimsAttrsNode, LayoutTransformAttrs, LayoutTransformAttrsNode, NdarraySizeAttrs,
    NdarraySizeAttrsNode, ReshapeAttrsNode, ReshapeLikeAttrsNode, ReverseAttrs, ReverseAttrsNode,
    ReverseSequenceAttrs, ReverseSequenceAttrsNode, ShapeOfAttrs, ShapeOfAttrsNode, SqueezeAttrs,
    SqueezeAttrsNode, TransposeAttrs, TransposeAttrsNode,
};
use crate::op::infer_layout::InferLayout;
use crate::operators;

operators! {
    /// Arranges the elements in the order that the auto-scheduler chose for a kernel.
    pub fn auto_scheduler_layout_transform(
        data: "Tensor" = "The tensor to transform.",
    ) with AutoSchedulerLayoutTransformAttrsNode
        = "auto_scheduler_layout_transform" as "relay.op._make.auto_scheduler_layout_transform"
        => |op| op.type_relation("auto_scheduler_layout_transform").support_level(5)
            .compute(|call| {
                let attrs = call.attrs::<AutoSchedulerLayoutTransformAttrs>()?;
                let (src, dst) = (&attrs.src_layout, &attrs.dst_layout);
                Ok(vec![topi::auto_scheduler_layout_transform(call.input(0)?, src, dst)?])
            });

    /// Reshapes a tensor, resolving the special values of the shape from the last axis to the
    /// first.
    pub fn contrib_reverse_reshape(
        data: "Tensor" = "The tensor to reshape.",
    ) with ReshapeAttrsNode = "contrib_reverse_reshape" as "relay.op._make.contrib_reverse_reshape"
        => |op| op.type_relation("ReverseReshape").pattern(Injective).reshape_op()
            .compute(|call| Ok(vec![topi::reshape(call.input(0)?, &call.shape()?)?]));

    /// Inserts axes of length 1.
    pub fn expand_dims(
        data: "Tensor" = "The tensor to insert axes into.",
    ) with ExpandDimsAttrsNode = "expand_dims" as "relay.op._make.expand_dims"
        => |op| op.type_relation("ExpandDims").support_level(1).pattern(Broadcast).reshape_op()
            .compute(|call| {
                let attrs = call.attrs::<ExpandDimsAttrs>()?;
                let count = usize::try_from(attrs.num_newaxis)?;
                Ok(vec![topi::expand_dims(call.input(0)?, attrs.axis.into(), count)?])
            });

    /// Converts a tensor from one layout to another by moving and splitting axes.
    pub fn layout_transform(
        data: "Tensor" = "The tensor to transform.",
    ) with LayoutTransformAttrsNode = "layout_transform" as "relay.op._make.layout_transform"
        => |op| op.type_relation("layout_transform").support_level(5)
            .compute(|call| {
                let attrs = call.attrs::<LayoutTransformAttrs>()?;
                let (src, dst) = (&attrs.src_layout, &attrs.dst_layout);
                Ok(vec![topi::layout_transform(call.input(0)?, src, dst)?])
            });

    /// Changes the shape of a tensor and keeps the order of its elements.
    pub fn reshape(
        data: "Tensor" = "The tensor to reshape.",
    ) with ReshapeAttrsNode = "reshape" as "relay.op._make.reshape"
        => |op| op.type_relation("Reshape").support_level(3).pattern(Injective).reshape_op()
            .compute(|call| Ok(vec![topi::reshape(call.input(0)?, &call.shape()?)?]));

    /// Reshapes a tensor to the shape of another tensor.
    pub fn reshape_like(
        lhs as "data": "Tensor" = "The tensor to reshape.",
        rhs as "shape_like": "Tensor" = "The tensor that provides the shape.",
    ) with ReshapeLikeAttrsNode = "reshape_like" as "relay.op._make.reshape_like"
        => |op| op.type_relation("ReshapeLike").support_level(3).pattern(Injective)
            .compute(|call| Ok(vec![topi::reshape(call.input(0)?, &call.shape()?)?]));

    /// Reverses the elements along one axis.
    pub fn reverse(
        data: "Tensor" = "The tensor to reverse.",
    ) with ReverseAttrsNode = "reverse" as "relay.op._make.reverse"
        => |op| op.type_relation("Reverse").support_level(3).pattern(Injective)
            .compute(|call| {
                let axis = call.attrs::<ReverseAttrs>()?.axis.as_ref().ok_or("no axis")?.value;
                Ok(vec![topi::flip(call.input(0)?, axis)?])
            });

    /// Reverses the leading elements of each sequence, up to its length.
    pub fn reverse_sequence(
        data: "Tensor" = "The batch of sequences.",
        seq_lengths: "Tensor" = "The length of each sequence.",
    ) with ReverseSequenceAttrsNode = "reverse_sequence" as "relay.op._make.reverse_sequence"
        => |op| op.type_relation("ReverseSequence").support_level(3).pattern(Injective)
            .compute(|call| {
                let attrs = call.attrs::<ReverseSequenceAttrs>()?;
                let (axis, batch_axis) = (attrs.seq_axis.value, attrs.batch_axis.value);
                Ok(vec![topi::reverse_sequence(call.input(0)?, call.input(1)?, axis, batch_axis)?])
            });

    /// Removes axes of length 1.
    pub fn squeeze(
        data: "Tensor" = "The tensor to remove axes from.",
    ) with SqueezeAttrsNode = "squeeze" as "relay.op._make.squeeze"
        => |op| op.type_relation("Squeeze").support_level(3).pattern(Injective).reshape_op()
            .infer_layout(layouts::squeeze)
            .compute(|call| {
                let axes = call.attrs::<SqueezeAttrs>()?.axis.as_ref().map(values);
                Ok(vec![topi::squeeze(call.input(0)?, axes.as_deref())?])
            });

    /// Permutes the axes of a tensor.
    pub fn transpose(
        data: "Tensor" = "The tensor to transpose.",
    ) with TransposeAttrsNode = "transpose" as "relay.op._make.transpose"
        => |op| op.type_relation("Transpose").support_level(3).pattern(Injective)
            .infer_layout(layouts::transpose)
            .compute(|call| {
                let axes = call.attrs::<TransposeAttrs>()?.axes.as_ref().map(values);
                Ok(vec![topi::transpose(call.input(0)?, axes.as_deref())?])
            });

    /// Returns the number of elements of a tensor.
    pub fn ndarray_size(
        data: "Tensor" = "The tensor to measure.",
    ) with NdarraySizeAttrsNode = "ndarray_size" as "relay.op._make.ndarray_size"
        => |op| op.type_relation("NdarraySize").pattern(Injective).stateful(false)
            .arbitrary_layout()
            .compute(|call| {
                let dtype = call.attrs::<NdarraySizeAttrs>()?.dtype;
                Ok(vec![topi::ndarray_size(call.input(0)?, dtype)?])
            });

    /// Returns the shape of a tensor as a tensor.
    pub fn shape_of(
        data: "Tensor" = "The tensor to measure.",
    ) with ShapeOfAttrsNode = "shape_of" as "relay.op._make.shape_of"
        => |op| op.type_relation("ShapeOf").pattern(Opaque).stateful(false)
            .compute(|call| {
                Ok(vec![topi::shape(call.input(0)?, call.attrs::<ShapeOfAttrs>()?.dtype)?])
            });
}
