//! Attributes of operators on numbers of few bits, which are packed into words.

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
    /// How much is padded with zeros: one number for all sides, two for height and width, or four for top, left, bottom
    /// and right.
    #[reflect(default = integers([0, 0]))]
    pub padding: Array<PrimExpr>,
    /// The height and the width of the kernel.
    #[reflect(default = integers([3, 3]))]
    pub kernel_size: Array<PrimExpr>,
    /// How many channels the result has; null to tell by the shape of the weight.
    #[reflect(default = None)]
    pub channels: Option<PrimExpr>,
    /// How many bits a packed activation has.
    #[reflect(default = 1)]
    pub activation_bits: i32,
    /// How many bits a packed weight has.
    #[reflect(default = 1)]
    pub weight_bits: i32,
    /// The layout of the input, such as `NCHW`.
    #[reflect(default = "NCHW".into())]
    pub data_layout: std::string::String,
    /// The layout of the weight, such as `OIHW`.
    #[reflect(default = "OIHW".into())]
    pub kernel_layout: std::string::String,
    /// The data type of the words into which bits are packed.
    #[reflect(default = DataType::VOID)]
    pub pack_dtype: DataType,
    /// The data type of the result; void for that of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
    /// Whether bits stand for 0 and 1 instead of -1 and 1.
    #[reflect(default = true)]
    pub unipolar: bool,
}

/// Attributes of `nn.bitserial_dense`.
#[attrs_node("relay.attrs.BinaryDenseAttrs")]
pub struct BinaryDenseAttrsNode {
    /// How many units the layer has, which is the length of the result's last axis; null to tell by the shape of the
    /// weight.
    #[reflect(required)]
    pub units: Option<PrimExpr>,
    /// How many bits a packed element of the input has.
    #[reflect(default = 1)]
    pub data_bits: i32,
    /// How many bits a packed weight has.
    #[reflect(default = 1)]
    pub weight_bits: i32,
    /// The data type of the words into which bits are packed.
    #[reflect(default = DataType::VOID)]
    pub pack_dtype: DataType,
    /// The data type of the result; void for that of the input.
    #[reflect(default = DataType::VOID)]
    pub out_dtype: DataType,
    /// Whether bits stand for 0 and 1 instead of -1 and 1.
    #[reflect(default = true)]
    pub unipolar: bool,
}

/// Attributes of `nn.bitpack`.
#[attrs_node("relay.attrs.BitPackAttrs")]
pub struct BitPackAttrsNode {
    /// How many bits an element has.
    #[reflect(default = 1)]
    pub bits: i32,
    /// The axis that is packed.
    #[reflect(default = 1)]
    pub pack_axis: i32,
    /// Where the new axis of bits goes.
    #[reflect(default = -1)]
    pub bit_axis: i32,
    /// The data type of the words into which bits are packed.
    #[reflect(default = DataType::VOID)]
    pub pack_type: DataType,
    /// The name of the operation in the tensor expression.
    #[reflect(default = "BitPack".into())]
    pub name: std::string::String,
}
