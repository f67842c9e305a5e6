//! Attributes of operators on low-bit numbers, which are packed into words.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::PrimExpr;

use super::integers;

/// Attributes of `nn.bitserial_conv2d`.
#[attrs_node("relay.attrs.BinaryConv2DAttrs")]
pub struct BinaryConv2DAttrsNode {
    /// The stride along each spatial axis.
    #[reflect(default = integers([1, 1]))]
    pub strides: Array<PrimExpr>,
    /// The amount of zero padding: one number for all sides, two for height and width, or four for
    /// top, left, bottom and right.
    #[reflect(default = integers([0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The height and width of the kernel.
    #[reflect(default = integers([3, 3]))]
    pub kernel_size: Array<PrimExpr>,
    /// The number of output channels; null to infer it from the shape of the weight.
    #[reflect(default = None)]
    pub channels: Option<PrimExpr>,
    /// The number of bits of a packed activation.
    #[reflect(default = 1)]
    pub activation_bits: i32,
    /// The number of bits of a packed weight.
    #[reflect(default = 1)]
    pub weight_bits: i32,
    /// The layout of the input, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub data_layout: std::string::String,
    /// The layout of the weight, such as `OIHW`.
    #[reflect(default = "OIHW".into())]
    pub kernel_layout: std::string::String,
    /// The data type of the words that bits are packed into.
    #[reflect(default = DataType::VOID)]
    pub pack_dtype: DataType,
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
    /// Whether bits represent 0 and 1 instead of -1 and 1.
    #[reflect(default = true)]
    pub unipolar: bool,
}

/// Attributes of `nn.bitserial_dense`.
#[attrs_node("relay.attrs.BinaryDenseAttrs")]
pub struct BinaryDenseAttrsNode {
    /// The number of units, which is the length of the result's last axis; null to infer it from
    /// the shape of the weight.
    #[reflect(required)]
    pub units: Option<PrimExpr>,
    /// The number of bits of a packed input element.
    #[reflect(default = 1)]
    pub data_bits: i32,
    /// The number of bits of a packed weight.
    #[reflect(default = 1)]
    pub weight_bits: i32,
    /// The data type of the words that bits are packed into.
    #[reflect(default = DataType::VOID)]
    pub pack_dtype: DataType,
    /// The data type of the result; void for the data type of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
    /// Whether bits represent 0 and 1 instead of -1 and 1.
    #[reflect(default = true)]
    pub unipolar: bool,
}

/// Attributes of `nn.bitpack`.
#[attrs_node("relay.attrs.BitPackAttrs")]
pub struct BitPackAttrsNode {
    /// The number of bits of an element.
    #[reflect(default = 1)]
    pub bits: i32,
    /// The axis to pack.
    #[reflect(default = 1)]
    pub pack_axis: i32,
    /// The position of the new bit axis.
    #[reflect(default = -1)]
    pub bit_axis: i32,
    /// The data type of the words that bits are packed into.
    #[reflect(default = DataType::VOID)]
    pub pack_type: DataType,
    /// The name of the generated tensor expression operation.
    #[reflect(default = "BitPack".into())]
    pub name: std::string::String,
}
