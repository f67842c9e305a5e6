//! Operators whose shapes are computed: `dyn.*`.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::OpPatternKind::{Broadcast, ElemWise, Injective, Opaque, OutEWiseFusable};
use objet_ir::op::{AnyCodegenStrategy, OpError};

use crate::attrs::{
    DynExpandDimsAttrsNode, InitOpAttrsNode, OneHotAttrsNode, PadAttrsNode, ReshapeAttrsNode,
    Resize2DAttrsNode, SqueezeAttrsNode, StridedSliceAttrsNode, TileAttrsNode, TopKAttrsNode,
    UpSampling3DAttrsNode, UpSamplingAttrsNode,
};
use crate::expr::Call;
use crate::operators;

operators! {
    /// `broadcast_to` a shape that is computed.
    pub fn broadcast_to(
        data: "Tensor" = "The tensor to stretch.",
        shape: "Tensor" = "The shape.",
    ) with InitOpAttrsNode = "dyn.broadcast_to" as "relay.op.dyn._make.broadcast_to"(data, shape)
        => |op| op.type_relation("DynamicBroadCastTo").support_level(4).pattern(Broadcast)
            .without_attrs_type();

    /// `expand_dims` at an axis that is computed.
    pub fn expand_dims(
        data: "Tensor" = "The tensor to insert axes into.",
        axis_tensor as "axis": "Tensor" = "The axis.",
    ) with DynExpandDimsAttrsNode = "dyn.expand_dims" as "relay.op.dyn._make.expand_dims"
        => |op| op.type_relation("DynamicExpandDims").support_level(3).pattern(Injective)
            .without_attrs_type();

    /// `full` of a shape that is computed.
    pub fn full(
        fill_value: "double" = "The value.",
        shape: "Tensor" = "The shape.",
    ) with InitOpAttrsNode = "dyn.full" as "relay.op.dyn._make.full"(fill_value, shape, [dtype])
        => |op| op.type_relation("DynamicFull").support_level(3).pattern(ElemWise);

    /// `image.resize2d` to a size that is computed.
    pub fn resize2d(
        data: "Tensor" = "The images.",
        size: "Tensor" = "The size.",
    ) with Resize2DAttrsNode = "dyn.image.resize2d"
        => |op| op.type_relation("DynResize2D").support_level(5).pattern(Injective);

    /// `nn.pad` by widths that are computed.
    pub fn pad(
        data: "Tensor" = "The tensor to extend.",
        pad_width: "Tensor" = "The widths before and after, for each axis.",
        pad_value as "pad_val": "double" = "The value.",
    ) with PadAttrsNode = "dyn.nn.pad" as "relay.op.dyn.nn._make.pad"(
            data, pad_width, pad_value, [pad_mode]
        )
        => |op| op.type_relation("DynamicPad").support_level(2).pattern(Injective);

    /// `nn.upsampling` by factors that are computed.
    pub fn upsampling(
        data: "Tensor" = "The images.",
        scale_h: "double" = "The factor for the height.",
        scale_w: "double" = "The factor for the width.",
    ) with UpSamplingAttrsNode = "dyn.nn.upsampling" as "relay.op.dyn.nn._make.upsampling"(
            data, scale_h, scale_w, [layout], [method], [align_corners]
        )
        => |op| op.type_relation("DynamicUpSampling").support_level(2).pattern(Injective);

    /// `nn.upsampling3d` by factors that are computed.
    pub fn upsampling3d(
        data: "Tensor" = "The volumes.",
        scale_d: "double" = "The factor for the depth.",
        scale_h: "double" = "The factor for the height.",
        scale_w: "double" = "The factor for the width.",
    ) with UpSampling3DAttrsNode = "dyn.nn.upsampling3d" as "relay.op.dyn.nn._make.upsampling3d"(
            data, scale_d, scale_h, scale_w, [layout], [method],
            [coordinate_transformation_mode]
        )
        => |op| op.type_relation("DynamicUpSampling3D").support_level(2).pattern(Injective);

    /// `one_hot` of a depth that is computed.
    pub fn one_hot(
        indices: "Tensor" = "The indices.",
        on_value: "Expr" = "The value at the index.",
        off_value: "Expr" = "The value elsewhere.",
        depth: "Expr" = "How long the vectors are.",
    ) with OneHotAttrsNode = "dyn.one_hot" as "relay.op.dyn._make.one_hot"(
            indices, on_value, off_value, depth, [axis], [dtype]
        )
        => |op| op.type_relation("DynOneHot").pattern(OutEWiseFusable);

    /// `ones` of a shape that is computed.
    pub fn ones(
        shape: "Tensor" = "The shape.",
    ) with InitOpAttrsNode = "dyn.ones" as "relay.op.dyn._make.ones"(shape, [dtype])
        => |op| op.type_relation("DynamicInitOp").support_level(3);

    /// `reshape` to a shape that is computed.
    pub fn reshape(
        data: "Tensor" = "The tensor to reshape.",
        newshape: "Tensor" = "The shape.",
    ) with ReshapeAttrsNode = "dyn.reshape" as "relay.op.dyn._make.reshape"(data, newshape)
        => |op| op.type_relation("DynamicReshape").support_level(3).pattern(Injective).reshape_op();

    /// `sparse_to_dense` of a shape that is computed.
    pub fn sparse_to_dense(
        sparse_indices: "Tensor" = "The places of the elements.",
        sparse_values: "Tensor" = "The elements.",
        default_value: "Tensor" = "The value of all others.",
        output_shape: "Tensor" = "The shape.",
    ) = "dyn.sparse_to_dense"
        => |op| op.type_relation("DynSparseToDense").support_level(3).pattern(Opaque)
            .stateful(false);

    /// `squeeze` of axes that are computed.
    pub fn squeeze(
        data: "Tensor" = "The tensor to remove axes from.",
        axes: "Tensor" = "The axes.",
    ) with SqueezeAttrsNode = "dyn.squeeze" as "relay.op.dyn._make.squeeze"(data, axes)
        => |op| op.type_relation("DynSqueeze").support_level(3).pattern(Injective).reshape_op();

    /// `strided_slice` of ranges that are computed.
    pub fn strided_slice(
        data: "Tensor" = "The tensor to cut.",
        begin: "Tensor" = "Where the slice begins, for each axis.",
        end: "Tensor" = "Where it ends, for each axis.",
        strides: "Tensor" = "Its steps, for each axis.",
    ) with StridedSliceAttrsNode = "dyn.strided_slice" as "relay.op.dyn._make.strided_slice"(
            data, begin, end, strides, [slice_mode]
        )
        => |op| op.num_inputs(4).type_relation("DynStridedSlice").support_level(4)
            .pattern(Injective).attr("AnyCodegenStrategy", AnyCodegenStrategy::VariableDimensions)
            .argument("slice_mode", "Tensor", "Whether ends are ends or sizes.");

    /// `tile` as often as is computed.
    pub fn tile(
        data: "Tensor" = "The tensor to repeat.",
        reps: "Tensor" = "How often, for each axis.",
    ) with TileAttrsNode = "dyn.tile" as "relay.op.dyn._make.tile"(data, reps)
        => |op| op.type_relation("DynamicTile").support_level(3).pattern(Injective);

    /// `topk` of as many elements as is computed.
    pub fn topk(
        data: "Tensor" = "The tensor to search.",
        k: "Tensor" = "How many elements.",
    ) with TopKAttrsNode = "dyn.topk" as "relay.op.dyn._make.topk"(
            data, k, [axis], [ret_type], [is_ascend], [dtype]
        )
        => |op| op.type_relation("DynTopK").support_level(6);

    /// `zeros` of a shape that is computed.
    pub fn zeros(
        shape: "Tensor" = "The shape.",
    ) with InitOpAttrsNode = "dyn.zeros" as "relay.op.dyn._make.zeros"(shape, [dtype])
        => |op| op.type_relation("DynamicInitOp").support_level(3);
}

/// A tensor of a shape that is computed, from a sparse one.
#[register_global("relay.op.dyn._make.sparse_to_dense", short)]
fn make_sparse_to_dense(
    indices: RelayExpr,
    output_shape: RelayExpr,
    values: RelayExpr,
    default_value: RelayExpr,
) -> Result<Call, OpError> {
    sparse_to_dense(indices, values, default_value, output_shape)
}

/// Images of a size that is computed. `cubic_exclude` is a number with a point, of which the attribute has what is before the point.
#[register_global("relay.op.dyn.image._make.resize2d", short)]
#[expect(clippy::too_many_arguments, reason = "as many as TVM's has")]
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
