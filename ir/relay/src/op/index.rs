//! Operators that read and write at places.

use objet_ir::op::AnyCodegenStrategy;
use objet_ir::op::OpPatternKind::{Injective, Opaque};
use objet_ir::register_op;

use crate::attrs::{
    GatherAttrsNode, GatherNDAttrsNode, MatrixSetDiagAttrsNode, SequenceMaskAttrsNode, SliceLikeAttrsNode,
    StridedSliceAttrsNode, TakeAttrsNode,
};

register_op! { "adv_index"
    .describe("The elements at places that index tensors give, one tensor for each of the first axes.")
    .argument("inputs", "Tuple of Tensors", "The tensor, and then the index tensors.")
    .type_relation("AdvIndex").support_level(3).pattern(Injective).stateful(false)
}

register_op! { "gather"
    .describe("Elements along one axis, one for each index.")
    .argument("data", "Tensor", "The tensor to take from.")
    .argument("indices", "Tensor", "The indices along the axis.")
    .attrs::<GatherAttrsNode>()
    .type_relation("Gather").support_level(3).pattern(Injective)
}

register_op! { "gather_nd"
    .describe("Elements or slices of a tensor, at places of several coordinates.")
    .argument("data", "Tensor", "The tensor to take from.")
    .argument("indices", "Tensor", "The coordinates, along the first axis.")
    .attrs::<GatherNDAttrsNode>()
    .type_relation("GatherND").support_level(3).pattern(Injective)
}

register_op! { "matrix_set_diag"
    .describe("Matrices with other values on some of their diagonals.")
    .argument("input", "Tensor", "The matrices.")
    .argument("diagonal", "Tensor", "The values.")
    .attrs::<MatrixSetDiagAttrsNode>()
    .type_relation("MatrixSetDiag").pattern(Injective)
}

register_op! { "scatter"
    .describe("A tensor with the elements at some indices along one axis replaced.")
    .argument("data", "Tensor", "The tensor to start from.")
    .argument("indicies", "Tensor", "The indices along the axis.")
    .argument("updates", "Tensor", "The elements to put there.")
    .type_relation("Scatter").pattern(Opaque).stateful(false)
}

register_op! { "scatter_add"
    .describe("A tensor with something added to the elements at some indices along one axis.")
    .argument("data", "Tensor", "The tensor to start from.")
    .argument("indicies", "Tensor", "The indices along the axis.")
    .argument("updates", "Tensor", "What to add there.")
    .type_relation("ScatterAdd").pattern(Opaque).stateful(false)
}

register_op! { "scatter_nd"
    .describe("A tensor with the elements or slices at some places replaced, or added to.")
    .argument("data", "Tensor", "The tensor to start from.")
    .argument("indices", "Tensor", "The coordinates, along the first axis.")
    .argument("updates", "Tensor", "The elements to put there.")
    .type_relation("ScatterND").support_level(3).pattern(Opaque)
}

register_op! { "sequence_mask"
    .describe("Puts a value behind the end of each sequence.")
    .argument("data", "Tensor", "The batch of sequences.")
    .argument("valid_length", "Tensor", "The length of each sequence.")
    .attrs::<SequenceMaskAttrsNode>()
    .type_relation("SequenceMask").pattern(Injective)
}

register_op! { "slice_like"
    .describe("The start of a tensor, as long along its axes as another one.")
    .argument("data", "Tensor", "The tensor to cut.")
    .argument("shape_like", "Tensor", "The tensor whose lengths count.")
    .attrs::<SliceLikeAttrsNode>()
    .type_relation("SliceLike").pattern(Injective)
}

register_op! { "strided_set"
    .describe("A tensor with the elements of a slice replaced.")
    .argument("data", "Tensor", "The tensor to start from.")
    .argument("v", "Tensor", "The elements of the slice.")
    .argument("begin", "Tensor", "Where it begins, for each axis.")
    .argument("end", "Tensor", "Where it ends, for each axis.")
    .argument("strides", "Tensor", "Its steps, for each axis.")
    .type_relation("StridedSet").support_level(4).pattern(Injective)
}

register_op! { "strided_slice"
    .describe("Elements from a begin to an end along each axis, in equal steps.")
    .argument("data", "Tensor", "The tensor to cut.")
    .attrs::<StridedSliceAttrsNode>()
    .type_relation("StridedSlice").support_level(4).pattern(Injective)
    .attr("AnyCodegenStrategy", AnyCodegenStrategy::VariableDimensions)
}

register_op! { "take"
    .describe("Slices of a tensor along one axis, one for each index.")
    .argument("data", "Tensor", "The tensor to take from.")
    .argument("indices", "Tensor", "The indices.")
    .attrs::<TakeAttrsNode>()
    .type_relation("Take").support_level(3).pattern(Injective)
}

register_op! { "unravel_index"
    .describe("The coordinates of elements that are numbered through.")
    .argument("data", "Tensor", "The numbers.")
    .argument("shape", "Tensor", "The shape of the tensor that they number.")
    .type_relation("UnRavelIndexRel").support_level(3).pattern(Injective)
}

makers! {
    /// Elements from a begin to an end along each axis, in equal steps.
    pub fn strided_slice(data; StridedSliceAttrsNode) = "strided_slice";
    /// Slices of a tensor along one axis, one for each index.
    pub fn take(data, indices; TakeAttrsNode) = "take";
}

global_makers! {
    "relay.op._make.adv_index" = "adv_index"(inputs);
    "relay.op._make.gather" = "gather"(data, [axis], indices): GatherAttrsNode;
    "relay.op._make.gather_nd" = "gather_nd"(data, indices, [batch_dims], [index_rank]): GatherNDAttrsNode;
    "relay.op._make.matrix_set_diag" = "matrix_set_diag"(
        input, diagonal, [k1], [k2], [super_diag_right_align], [sub_diag_right_align]
    ): MatrixSetDiagAttrsNode;
    "relay.op._make.scatter" = "scatter"(data, indices, updates, [axis]): ScatterAttrsNode;
    "relay.op._make.scatter_add" = "scatter_add"(data, indices, updates, [axis]): ScatterAddAttrsNode;
    "relay.op._make.scatter_nd" = "scatter_nd"(data, indices, updates, [mode]): ScatterNDAttrsNode;
    "relay.op._make.sequence_mask" = "sequence_mask"(
        data, valid_length, [mask_value], [axis]
    ): SequenceMaskAttrsNode;
    "relay.op._make.slice_like" = "slice_like"(data, shape_like, [axes]): SliceLikeAttrsNode;
    "relay.op._make.strided_set" = "strided_set"(data, v, begin, end, strides);
    "relay.op._make.strided_slice" = "strided_slice"(
        data, [begin], [end], [strides], [slice_mode], [axes]
    ): StridedSliceAttrsNode;
    "relay.op._make.take" = "take"(data, indices, [batch_dims], [axis], [mode]): TakeAttrsNode;
    "relay.op._make.unravel_index" = "unravel_index"(data, shape);
}
