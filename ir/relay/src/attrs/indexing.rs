//! Attributes of operators that take parts out of tensors, or put some in.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::Integer;

/// Attributes of `take`.
#[attrs_node("relay.attrs.TakeAttrs")]
pub struct TakeAttrsNode {
    /// How many leading axes the input and the indices share.
    #[reflect(default = 0.into())]
    pub batch_dims: Integer,
    /// The axis from which elements are taken; null for the flattened input.
    #[reflect(default = None)]
    pub axis: Option<Integer>,
    /// What becomes of indices out of bounds: `clip`, `wrap` or `fast`, where there must be none.
    #[reflect(default = "clip".into())]
    pub mode: std::string::String,
}

/// Attributes of `gather`.
#[attrs_node("relay.attrs.GatherAttrs")]
pub struct GatherAttrsNode {
    /// The axis along which elements are taken.
    #[reflect(default = None)]
    pub axis: Option<Integer>,
}

/// Attributes of `gather_nd`.
#[attrs_node("relay.attrs.GatherNDAttrs")]
pub struct GatherNDAttrsNode {
    /// How many leading axes the input and the indices share.
    #[reflect(default = 0.into())]
    pub batch_dims: Integer,
    /// How long a tuple of indices is, where shapes are dynamic.
    #[reflect(default = None)]
    pub index_rank: Option<Integer>,
}

/// Attributes of `scatter`.
#[attrs_node("relay.attrs.ScatterAttrs")]
pub struct ScatterAttrsNode {
    /// The axis along which elements are replaced.
    #[reflect(default = 0.into())]
    pub axis: Integer,
}

/// Attributes of `scatter_add`.
#[attrs_node("relay.attrs.ScatterAddAttrs")]
pub struct ScatterAddAttrsNode {
    /// The axis along which elements are added to.
    #[reflect(default = 0.into())]
    pub axis: Integer,
}

/// Attributes of `scatter_nd`.
#[attrs_node("relay.attrs.ScatterNDAttrs")]
pub struct ScatterNDAttrsNode {
    /// What an update does to an element: `update` or `add`.
    pub mode: String,
}

/// Attributes of `split`.
#[attrs_node("relay.attrs.SplitAttrs")]
pub struct SplitAttrsNode {
    /// Into how many equal parts it is split, an `IntImm`, or where, an `Array` of them.
    #[reflect(required)]
    pub indices_or_sections: Option<ObjectRef>,
    /// The axis along which it is split.
    #[reflect(default = 0)]
    pub axis: i32,
}

/// Attributes of `strided_slice` and `dyn.strided_slice`.
#[attrs_node("relay.attrs.StridedSliceAttrs")]
pub struct StridedSliceAttrsNode {
    /// The first index along each axis; null if it is an input.
    #[reflect(required)]
    pub begin: Option<Array<Integer>>,
    /// The index before which each axis ends, or how much of it is taken; null if it is an input.
    #[reflect(required)]
    pub end: Option<Array<Integer>>,
    /// The step along each axis; null if it is an input.
    #[reflect(required)]
    pub strides: Option<Array<Integer>>,
    /// What `end` means: `end` for an index, `size` for a length.
    #[reflect(default = "end".into())]
    pub slice_mode: std::string::String,
    /// The axes that are sliced; null for the first ones.
    #[reflect(required)]
    pub axes: Option<Array<Integer>>,
}

/// Attributes of `slice_like`.
#[attrs_node("relay.attrs.SliceLikeAttrs")]
pub struct SliceLikeAttrsNode {
    /// The axes that are cut to the length of the other tensor's; null or empty for all.
    #[reflect(required)]
    pub axes: Option<Array<Integer>>,
}

/// Attributes of `sequence_mask`.
#[attrs_node("relay.attrs.SequenceMaskAttrs")]
pub struct SequenceMaskAttrsNode {
    /// What stands in place of what lies behind the end of a sequence.
    #[reflect(default = 0.0)]
    pub mask_value: f64,
    /// The axis along which sequences run: 0 or 1.
    #[reflect(default = 0)]
    pub axis: i32,
}

/// Attributes of `matrix_set_diag`.
#[attrs_node("relay.attrs.MatrixSetDiagAttrs")]
pub struct MatrixSetDiagAttrsNode {
    /// The lowest diagonal that is set; negative ones lie below the main one.
    #[reflect(default = 0)]
    pub k1: i32,
    /// The highest diagonal that is set.
    #[reflect(default = 0)]
    pub k2: i32,
    /// Whether diagonals above the main one are aligned to the right.
    #[reflect(default = true)]
    pub super_diag_right_align: bool,
    /// Whether diagonals below the main one are aligned to the right.
    #[reflect(default = false)]
    pub sub_diag_right_align: bool,
}

/// Attributes of taking a field of a tuple, where that is an operator.
#[attrs_node("relay.attrs.TupleGetItemAttrs")]
pub struct TupleGetItemAttrsNode {
    /// Which field, from 0.
    pub index: i32,
}
