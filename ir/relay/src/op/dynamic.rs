//! Operators with shapes that are computed at run time: `dyn.*`.

mod part;
mod shape;
mod spatial;

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{PrimExpr, RelayExpr};
use objet_ir::op::OpPatternKind::{Broadcast, ElemWise, Injective, Opaque, OutEWiseFusable};
use objet_ir::op::{AnyCodegenStrategy, OpError};
use objet_tir::expr::{AnyNode, Var};
use objet_tir::topi;

use crate::attrs::{
    DynExpandDimsAttrsNode, InitOpAttrsNode, OneHotAttrsNode, PadAttrsNode, ReshapeAttrsNode,
    Resize2DAttrsNode, SqueezeAttrsNode, StridedSliceAttrsNode, TileAttrsNode, TopKAttrsNode,
    UpSampling3DAttrsNode, UpSamplingAttrsNode,
};
use crate::expr::Call;
use crate::op::compute::{Compute, ComputeResult, Computed};
use crate::op::infer_layout::InferLayout;
use crate::op::nn::space::layouts;
use crate::operators;

operators! {
    /// Broadcasts a tensor to a shape that is computed at run time.
    pub fn broadcast_to(
        data: "Tensor" = "The tensor to broadcast.",
        shape: "Tensor" = "The shape of the result.",
    ) with InitOpAttrsNode = "dyn.broadcast_to" as "relay.op.dyn._make.broadcast_to"(data, shape)
        => |op| op.type_relation("DynamicBroadCastTo").support_level(4).pattern(Broadcast)
            .without_attrs_type()
            .compute(|call| Ok(vec![topi::broadcast_to(call.input(0)?, &call.shape()?)?]));

    /// Inserts axes of length 1 at a position that is computed at run time.
    pub fn expand_dims(
        data: "Tensor" = "The tensor to insert axes into.",
        axis_tensor as "axis": "Tensor" = "The position of the new axes.",
    ) with DynExpandDimsAttrsNode = "dyn.expand_dims" as "relay.op.dyn._make.expand_dims"
        => |op| op.type_relation("DynamicExpandDims").support_level(3).pattern(Injective)
            .without_attrs_type()
            .compute(reshape_compute);

    /// Creates a tensor of one value, with a shape that is computed at run time.
    pub fn full(
        fill_value: "double" = "The value.",
        shape: "Tensor" = "The shape of the result.",
    ) with InitOpAttrsNode = "dyn.full" as "relay.op.dyn._make.full"(fill_value, shape, [dtype])
        => |op| op.type_relation("DynamicFull").support_level(3).pattern(ElemWise)
            .compute(|call| {
                let value = call.input(0)?.at([])?;
                Ok(vec![topi::full(&call.shape()?, call.result()?.dtype, &value)?])
            });

    /// Resizes images to a size that is computed at run time.
    pub fn resize2d(
        data: "Tensor" = "The images.",
        size: "Tensor" = "The height and width of the result.",
    ) with Resize2DAttrsNode = "dyn.image.resize2d"
        => |op| op.type_relation("DynResize2D").support_level(5).pattern(Injective);

    /// Pads a tensor by amounts that are computed at run time.
    pub fn pad(
        data: "Tensor" = "The tensor to pad.",
        pad_width: "Tensor" = "The amounts before and after each axis.",
        pad_value as "pad_val": "double" = "The padding value.",
    ) with PadAttrsNode = "dyn.nn.pad" as "relay.op.dyn.nn._make.pad"(
            data, pad_width, pad_value, [pad_mode]
        )
        => |op| op.type_relation("DynamicPad").support_level(2).pattern(Injective)
            .compute(spatial::pad_compute);

    /// Upsamples images by factors that are computed at run time.
    pub fn upsampling(
        data: "Tensor" = "The images.",
        scale_h: "double" = "The scale factor of the height.",
        scale_w: "double" = "The scale factor of the width.",
    ) with UpSamplingAttrsNode = "dyn.nn.upsampling" as "relay.op.dyn.nn._make.upsampling"(
            data, scale_h, scale_w, [layout], [method], [align_corners]
        )
        => |op| op.type_relation("DynamicUpSampling").support_level(2).pattern(Injective)
            .infer_layout(layouts::upsampling);

    /// Upsamples volumes by factors that are computed at run time.
    pub fn upsampling3d(
        data: "Tensor" = "The volumes.",
        scale_d: "double" = "The scale factor of the depth.",
        scale_h: "double" = "The scale factor of the height.",
        scale_w: "double" = "The scale factor of the width.",
    ) with UpSampling3DAttrsNode = "dyn.nn.upsampling3d" as "relay.op.dyn.nn._make.upsampling3d"(
            data, scale_d, scale_h, scale_w, [layout], [method],
            [coordinate_transformation_mode]
        )
        => |op| op.type_relation("DynamicUpSampling3D").support_level(2).pattern(Injective)
            .infer_layout(layouts::upsampling3d);

    /// Creates a one-hot vector for each index, with a length that is computed at run time.
    pub fn one_hot(
        indices: "Tensor" = "The indices.",
        on_value: "Expr" = "The value at the index.",
        off_value: "Expr" = "The value elsewhere.",
        depth: "Expr" = "The length of the vectors.",
    ) with OneHotAttrsNode = "dyn.one_hot" as "relay.op.dyn._make.one_hot"(
            indices, on_value, off_value, depth, [axis], [dtype]
        )
        => |op| op.type_relation("DynOneHot").pattern(OutEWiseFusable)
            .compute(super::create::one_hot_compute);

    /// Creates a tensor of ones, with a shape that is computed at run time.
    pub fn ones(
        shape: "Tensor" = "The shape of the result.",
    ) with InitOpAttrsNode = "dyn.ones" as "relay.op.dyn._make.ones"(shape, [dtype])
        => |op| op.type_relation("DynamicInitOp").support_level(3);

    /// Reshapes a tensor to a shape that is computed at run time.
    pub fn reshape(
        data: "Tensor" = "The tensor to reshape.",
        newshape: "Tensor" = "The shape of the result.",
    ) with ReshapeAttrsNode = "dyn.reshape" as "relay.op.dyn._make.reshape"(data, newshape)
        => |op| op.type_relation("DynamicReshape").support_level(3).pattern(Injective).reshape_op()
            .compute(reshape_compute);

    /// Converts a sparse tensor to a dense tensor, with a shape that is computed at run time.
    pub fn sparse_to_dense(
        sparse_indices: "Tensor" = "The indices of the elements.",
        sparse_values: "Tensor" = "The elements.",
        default_value: "Tensor" = "The value of all other elements.",
        output_shape: "Tensor" = "The shape of the result.",
    ) = "dyn.sparse_to_dense"
        => |op| op.type_relation("DynSparseToDense").support_level(3).pattern(Opaque)
            .stateful(false)
            .arbitrary_layout()
            .compute(super::sparse::sparse_to_dense_compute);

    /// Removes axes that are computed at run time.
    pub fn squeeze(
        data: "Tensor" = "The tensor to remove axes from.",
        axes: "Tensor" = "The axes to remove.",
    ) with SqueezeAttrsNode = "dyn.squeeze" as "relay.op.dyn._make.squeeze"(data, axes)
        => |op| op.type_relation("DynSqueeze").support_level(3).pattern(Injective).reshape_op()
            .compute(reshape_compute);

    /// Takes a strided slice whose ranges are computed at run time.
    pub fn strided_slice(
        data: "Tensor" = "The tensor to slice.",
        begin: "Tensor" = "The begin index along each axis.",
        end: "Tensor" = "The end index or the length along each axis.",
        strides: "Tensor" = "The step along each axis.",
    ) with StridedSliceAttrsNode = "dyn.strided_slice" as "relay.op.dyn._make.strided_slice"(
            data, begin, end, strides, [slice_mode]
        )
        => |op| op.num_inputs(4).type_relation("DynStridedSlice").support_level(4)
            .pattern(Injective).attr("AnyCodegenStrategy", AnyCodegenStrategy::VariableDimensions)
            .argument("slice_mode", "Tensor", "The meaning of `end`: an index or a length.")
            .compute(|call| {
                let (begin, end, strides) = (call.input(1)?, call.input(2)?, call.input(3)?);
                Ok(vec![topi::dynamic_strided_slice(call.input(0)?, begin, end, strides)?])
            });

    /// Repeats a tensor, with counts that are computed at run time.
    pub fn tile(
        data: "Tensor" = "The tensor to repeat.",
        reps: "Tensor" = "The number of repetitions along each axis.",
    ) with TileAttrsNode = "dyn.tile" as "relay.op.dyn._make.tile"(data, reps)
        => |op| op.type_relation("DynamicTile").support_level(3).pattern(Injective)
            .compute(|call| Ok(vec![topi::dyn_tile(call.input(0)?, &call.shape()?)?]));

    /// Returns the greatest or least elements along one axis, with a count that is computed at run
    /// time.
    pub fn topk(
        data: "Tensor" = "The tensor to search.",
        k: "Tensor" = "The number of elements to return.",
    ) with TopKAttrsNode = "dyn.topk" as "relay.op.dyn._make.topk"(
            data, k, [axis], [ret_type], [is_ascend], [dtype]
        )
        => |op| op.type_relation("DynTopK").support_level(6);

    /// Creates a tensor of zeros, with a shape that is computed at run time.
    pub fn zeros(
        shape: "Tensor" = "The shape of the result.",
    ) with InitOpAttrsNode = "dyn.zeros" as "relay.op.dyn._make.zeros"(shape, [dtype])
        => |op| op.type_relation("DynamicInitOp").support_level(3);
}

/// Reshapes to the shape of the result, in which each unknown extent is a variable.
fn reshape_compute(call: &Computed) -> ComputeResult {
    let extent = |extent: &PrimExpr| match extent.is_instance::<AnyNode>() {
        true => Var::new("any_dim", extent.dtype, None).upcast(),
        false => extent.clone(),
    };
    let shape = call.shape()?.iter().map(extent).collect();
    Ok(vec![topi::reshape(call.input(0)?, &shape)?])
}

/// Creates a call of `dyn.sparse_to_dense`.
#[register_global("relay.op.dyn._make.sparse_to_dense", short)]
fn make_sparse_to_dense(
    indices: RelayExpr,
    output_shape: RelayExpr,
    values: RelayExpr,
    default_value: RelayExpr,
) -> Result<Call, OpError> {
    sparse_to_dense(indices, values, default_value, output_shape)
}

/// Creates a call of `dyn.image.resize2d`. `cubic_exclude` is a float; the attribute is its
/// truncated value.
#[register_global("relay.op.dyn.image._make.resize2d", short)]
#[expect(clippy::too_many_arguments, reason = "the parameters of TVM's function")]
fn make_resize2d(
    data: RelayExpr,
    size: RelayExpr,
    layout: &str,
    method: &str,
    coordinate_transformation_mode: &str,
    rounding_method: &str,
    cubic_alpha: f64,
    cubic_exclude: f64,
    out_dtype: Option<DataType>,
) -> Result<Call, OpError> {
    let attrs = attrs! {
        size: (),
        layout: layout,
        method: method,
        coordinate_transformation_mode: coordinate_transformation_mode,
        rounding_method: rounding_method,
        cubic_alpha: cubic_alpha,
        cubic_exclude: cubic_exclude as i64,
        out_dtype: out_dtype.unwrap_or(DataType::VOID),
    };
    resize2d(data, size, attrs)
}
