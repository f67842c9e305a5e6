//! Operators whose shapes are computed: `dyn.*`.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::op::OpPatternKind::{Broadcast, ElemWise, Injective, Opaque, OutEWiseFusable};
use objet_ir::op::{AnyCodegenStrategy, Op, OpError};
use objet_ir::{attrs, register_op};

use crate::attrs::{
    InitOpAttrsNode, OneHotAttrsNode, PadAttrsNode, ReshapeAttrsNode, Resize2DAttrsNode, SqueezeAttrsNode,
    StridedSliceAttrsNode, TileAttrsNode, TopKAttrsNode, UpSampling3DAttrsNode, UpSamplingAttrsNode,
};
use crate::expr::Call;
use crate::op::OpExt as _;

register_op! { "dyn.broadcast_to"
    .describe("`broadcast_to` a shape that is computed.")
    .argument("data", "Tensor", "The tensor to stretch.")
    .argument("shape", "Tensor", "The shape.")
    .type_relation("DynamicBroadCastTo").support_level(4).pattern(Broadcast)
}

register_op! { "dyn.expand_dims"
    .describe("`expand_dims` at an axis that is computed.")
    .argument("data", "Tensor", "The tensor to insert axes into.")
    .argument("axis", "Tensor", "The axis.")
    .type_relation("DynamicExpandDims").support_level(3).pattern(Injective)
}

register_op! { "dyn.full"
    .describe("`full` of a shape that is computed.")
    .argument("fill_value", "double", "The value.")
    .argument("shape", "Tensor", "The shape.")
    .attrs::<InitOpAttrsNode>()
    .type_relation("DynamicFull").support_level(3).pattern(ElemWise)
}

register_op! { "dyn.image.resize2d"
    .describe("`image.resize2d` to a size that is computed.")
    .argument("data", "Tensor", "The images.")
    .argument("size", "Tensor", "The size.")
    .attrs::<Resize2DAttrsNode>()
    .type_relation("DynResize2D").support_level(5).pattern(Injective)
}

register_op! { "dyn.nn.pad"
    .describe("`nn.pad` by widths that are computed.")
    .argument("data", "Tensor", "The tensor to extend.")
    .argument("pad_width", "Tensor", "The widths before and after, for each axis.")
    .argument("pad_val", "double", "The value.")
    .attrs::<PadAttrsNode>()
    .type_relation("DynamicPad").support_level(2).pattern(Injective)
}

register_op! { "dyn.nn.upsampling"
    .describe("`nn.upsampling` by factors that are computed.")
    .argument("data", "Tensor", "The images.")
    .argument("scale_h", "double", "The factor for the height.")
    .argument("scale_w", "double", "The factor for the width.")
    .attrs::<UpSamplingAttrsNode>()
    .type_relation("DynamicUpSampling").support_level(2).pattern(Injective)
}

register_op! { "dyn.nn.upsampling3d"
    .describe("`nn.upsampling3d` by factors that are computed.")
    .argument("data", "Tensor", "The volumes.")
    .argument("scale_d", "double", "The factor for the depth.")
    .argument("scale_h", "double", "The factor for the height.")
    .argument("scale_w", "double", "The factor for the width.")
    .attrs::<UpSampling3DAttrsNode>()
    .type_relation("DynamicUpSampling3D").support_level(2).pattern(Injective)
}

register_op! { "dyn.one_hot"
    .describe("`one_hot` of a depth that is computed.")
    .argument("indices", "Tensor", "The indices.")
    .argument("on_value", "Expr", "The value at the index.")
    .argument("off_value", "Expr", "The value elsewhere.")
    .argument("depth", "Expr", "How long the vectors are.")
    .attrs::<OneHotAttrsNode>()
    .type_relation("DynOneHot").pattern(OutEWiseFusable)
}

register_op! { "dyn.ones"
    .describe("`ones` of a shape that is computed.")
    .argument("shape", "Tensor", "The shape.")
    .attrs::<InitOpAttrsNode>()
    .type_relation("DynamicInitOp").support_level(3)
}

register_op! { "dyn.reshape"
    .describe("`reshape` to a shape that is computed.")
    .argument("data", "Tensor", "The tensor to reshape.")
    .argument("newshape", "Tensor", "The shape.")
    .attrs::<ReshapeAttrsNode>()
    .type_relation("DynamicReshape").support_level(3).pattern(Injective).reshape_op()
}

register_op! { "dyn.sparse_to_dense"
    .describe("`sparse_to_dense` of a shape that is computed.")
    .argument("sparse_indices", "Tensor", "The places of the elements.")
    .argument("sparse_values", "Tensor", "The elements.")
    .argument("default_value", "Tensor", "The value of all others.")
    .argument("output_shape", "Tensor", "The shape.")
    .type_relation("DynSparseToDense").support_level(3).pattern(Opaque).stateful(false)
}

register_op! { "dyn.squeeze"
    .describe("`squeeze` of axes that are computed.")
    .argument("data", "Tensor", "The tensor to remove axes from.")
    .argument("axes", "Tensor", "The axes.")
    .attrs::<SqueezeAttrsNode>()
    .type_relation("DynSqueeze").support_level(3).pattern(Injective).reshape_op()
}

register_op! { "dyn.strided_slice"
    .describe("`strided_slice` of ranges that are computed.")
    .argument("data", "Tensor", "The tensor to cut.")
    .argument("begin", "Tensor", "Where the slice begins, for each axis.")
    .argument("end", "Tensor", "Where it ends, for each axis.")
    .argument("strides", "Tensor", "Its steps, for each axis.")
    .argument("slice_mode", "Tensor", "Whether ends are ends or sizes.")
    .attrs::<StridedSliceAttrsNode>()
    .num_inputs(4).type_relation("DynStridedSlice").support_level(4).pattern(Injective)
    .attr("AnyCodegenStrategy", AnyCodegenStrategy::VariableDimensions)
}

register_op! { "dyn.tile"
    .describe("`tile` as often as is computed.")
    .argument("data", "Tensor", "The tensor to repeat.")
    .argument("reps", "Tensor", "How often, for each axis.")
    .attrs::<TileAttrsNode>()
    .type_relation("DynamicTile").support_level(3).pattern(Injective)
}

register_op! { "dyn.topk"
    .describe("`topk` of as many elements as is computed.")
    .argument("data", "Tensor", "The tensor to search.")
    .argument("k", "Tensor", "How many elements.")
    .attrs::<TopKAttrsNode>()
    .type_relation("DynTopK").support_level(6)
}

register_op! { "dyn.zeros"
    .describe("`zeros` of a shape that is computed.")
    .argument("shape", "Tensor", "The shape.")
    .attrs::<InitOpAttrsNode>()
    .type_relation("DynamicInitOp").support_level(3)
}

global_makers! {
    "relay.op.dyn._make.broadcast_to" = "dyn.broadcast_to"(data, shape): InitOpAttrsNode;
    "relay.op.dyn._make.expand_dims" = "dyn.expand_dims"(data, axis_tensor, [num_newaxis]): DynExpandDimsAttrsNode;
    "relay.op.dyn._make.full" = "dyn.full"(fill_value, shape, [dtype]): InitOpAttrsNode;
    "relay.op.dyn._make.one_hot" = "dyn.one_hot"(
        indices, on_value, off_value, depth, [axis], [dtype]
    ): OneHotAttrsNode;
    "relay.op.dyn._make.ones" = "dyn.ones"(shape, [dtype]): InitOpAttrsNode;
    "relay.op.dyn._make.reshape" = "dyn.reshape"(data, newshape): ReshapeAttrsNode;
    "relay.op.dyn._make.squeeze" = "dyn.squeeze"(data, axes): SqueezeAttrsNode;
    "relay.op.dyn._make.strided_slice" = "dyn.strided_slice"(
        data, begin, end, strides, [slice_mode]
    ): StridedSliceAttrsNode;
    "relay.op.dyn._make.tile" = "dyn.tile"(data, reps): TileAttrsNode;
    "relay.op.dyn._make.topk" = "dyn.topk"(data, k, [axis], [ret_type], [is_ascend], [dtype]): TopKAttrsNode;
    "relay.op.dyn._make.zeros" = "dyn.zeros"(shape, [dtype]): InitOpAttrsNode;
    "relay.op.dyn.nn._make.pad" = "dyn.nn.pad"(data, pad_width, pad_value, [pad_mode]): PadAttrsNode;
    "relay.op.dyn.nn._make.upsampling" = "dyn.nn.upsampling"(
        data, scale_h, scale_w, [layout], [method], [align_corners]
    ): UpSamplingAttrsNode;
    "relay.op.dyn.nn._make.upsampling3d" = "dyn.nn.upsampling3d"(
        data, scale_d, scale_h, scale_w, [layout], [method], [coordinate_transformation_mode]
    ): UpSampling3DAttrsNode;
}

/// A tensor of a shape that is computed, from a sparse one.
#[register_global("relay.op.dyn._make.sparse_to_dense", short)]
fn sparse_to_dense(
    indices: RelayExpr,
    output_shape: RelayExpr,
    values: RelayExpr,
    default_value: RelayExpr,
) -> Result<Call, OpError> {
    Op::get("dyn.sparse_to_dense")?.call([indices, values, default_value, output_shape], None)
}

/// Images of a size that is computed. `cubic_exclude` is a number with a point, of which the attribute has what is before the point.
#[register_global("relay.op.dyn.image._make.resize2d", short)]
#[expect(clippy::too_many_arguments, reason = "as many as TVM's has")]
fn resize2d(
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
    let op = Op::get("dyn.image.resize2d")?;
    let attrs = op.make_attrs(attrs! {
        size: (),
        layout: layout,
        method: method,
        coordinate_transformation_mode: coordinate_transformation_mode,
        rounding_method: rounding_method,
        cubic_alpha: cubic_alpha,
        cubic_exclude: cubic_exclude as i64,
        out_dtype: out_dtype.unwrap_or(DataType::VOID),
    })?;
    op.call([data, size], Some(attrs))
}
