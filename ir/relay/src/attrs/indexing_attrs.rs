//! Attributes of operators that read or write parts of tensors.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::Integer;

/// Attributes of `take`.
#[attrs_node("relay.attrs.TakeAttrs")]
pub struct TakeAttrsNode {
    /// The number of leading axes that the input and the indices share.
    #[reflect(default = 0.into())]
    pub batch_dims: Integer,
    /// The axis to take elements from; null for the flattened input.
    #[reflect(default = None)]
    pub axis: Option<Integer>,
    /// The treatment of indices out of bounds: `clip`, `wrap`, or `fast`, which requires all
    /// indices in bounds.
    #[reflect(default = "clip".into())]
    pub mode: std::string::String,
}

/// Attributes of `gather`.
#[attrs_node("relay.attrs.GatherAttrs")]
pub struct GatherAttrsNode {
    /// The axis to take elements along.
    #[reflect(default = None)]
    pub axis: Option<Integer>,
}

/// Attributes of `gather_nd`.
#[attrs_node("relay.attrs.GatherNDAttrs")]
pub struct GatherNDAttrsNode {
    /// The number of leading axes that the input and the indices share.
    #[reflect(default = 0.into())]
    pub batch_dims: Integer,
    /// The length of an index tuple, for dynamic shapes.
    #[reflect(default = None)]
    pub index_rank: Option<Integer>,
}

/// Attributes of `scatter`.
#[attrs_node("relay.attrs.ScatterAttrs")]
pub struct ScatterAttrsNode {
    /// The axis to replace elements along.
    #[reflect(default = 0.into())]
    pub axis: Integer,
}

/// Attributes of `scatter_add`.
#[attrs_node("relay.attrs.ScatterAddAttrs")]
pub struct ScatterAddAttrsNode {
    /// The axis to add to elements along.
    #[reflect(default = 0.into())]
    pub axis: Integer,
}

/// Attributes of `scatter_nd`.
#[attrs_node("relay.attrs.ScatterNDAttrs")]
pub struct ScatterNDAttrsNode {
    /// The effect of an update on an element: `update` or `add`.
    pub mode: String,
}

/// Attributes of `split`.
#[attrs_node("relay.attrs.SplitAttrs")]
pub struct SplitAttrsNode {
    /// The number of equal parts, as an `IntImm`, or the indices to split at, as an `Array` of
    /// `IntImm`.
    #[reflect(required)]
    pub indices_or_sections: Option<ObjectRef>,
    /// The axis to split along.
    #[reflect(default = 0)]
    pub axis: i32,
}

/// Attributes of `strided_slice` and `dyn.strided_slice`.
#[attrs_node("relay.attrs.StridedSliceAttrs")]
pub struct StridedSliceAttrsNode {
    /// The first index along each axis; null if the indices are an input.
    #[reflect(required)]
    pub begin: Option<Array<Integer>>,
    /// The end index (excluded) or the length along each axis, according to `slice_mode`; null if
    /// `end` is an input. A null element is the end of the axis.
    #[reflect(required)]
    pub end: Option<Array<Option<Integer>>>,
    /// The step along each axis; null if the steps are an input.
    #[reflect(required)]
    pub strides: Option<Array<Integer>>,
    /// The meaning of `end`: `end` for an index, `size` for a length.
    #[reflect(default = "end".into())]
    pub slice_mode: std::string::String,
    /// The axes to slice; null for the leading axes.
    #[reflect(required)]
    pub axes: Option<Array<Integer>>,
}

/// Attributes of `slice_like`.
#[attrs_node("relay.attrs.SliceLikeAttrs")]
pub struct SliceLikeAttrsNode {
    /// The axes to cut to the lengths of the other tensor; null or empty for all axes.
    #[reflect(required)]
    pub axes: Option<Array<Integer>>,
}

/// Attributes of `sequence_mask`.
#[attrs_node("relay.attrs.SequenceMaskAttrs")]
pub struct SequenceMaskAttrsNode {
    /// The value of elements after the end of a sequence.
    #[reflect(default = 0.0)]
    pub mask_value: f64,
    /// The axis of the sequences: 0 or 1.
    #[reflect(default = 0)]
    pub axis: i32,
}

/// Attributes of `matrix_set_diag`.
#[attrs_node("relay.attrs.MatrixSetDiagAttrs")]
pub struct MatrixSetDiagAttrsNode {
    /// The lowest diagonal to set. Negative numbers are below the main diagonal.
    #[reflect(default = 0)]
    pub k1: i32,
    /// The highest diagonal to set.
    #[reflect(default = 0)]
    pub k2: i32,
    /// Whether diagonals above the main one are aligned to the right.
    #[reflect(default = true)]
    pub super_diag_right_align: bool,
    /// Whether diagonals below the main one are aligned to the right.
    #[reflect(default = false)]
    pub sub_diag_right_align: bool,
}

/// Attributes of `TupleGetItem` as an operator.
#[attrs_node("relay.attrs.TupleGetItemAttrs")]
pub struct TupleGetItemAttrsNode {
    /// The index of the field, from 0.
    pub index: i32,
}
