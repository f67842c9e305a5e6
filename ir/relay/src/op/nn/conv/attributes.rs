//! The attributes that convolutions of all kinds have in common.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_tir::op::Checked;

use crate::attrs::{
    Conv1DAttrs, Conv1DTransposeAttrs, Conv2DAttrs, Conv2DTransposeAttrs, Conv2DWinogradAttrs, Conv3DAttrs,
    Conv3DTransposeAttrs, Conv3DWinogradAttrs, DeformableConv2DAttrs,
};
use crate::op::relation::layout::{expect_convertible, in_layout};
use crate::op::relation::spatial::total_padding;
use crate::op::relation::{RelationError, dtype_or, extent, required};

/// The attributes of a convolution, with the layout in which its relation computes.
pub(crate) struct Conv<'a> {
    /// The layout of the data in the relation, such as `NCHW`.
    pub(crate) native: &'static str,
    /// The layout of the weight in the relation, such as `OIHW`.
    pub(crate) native_weight: &'static str,
    /// The number of spatial axes.
    pub(crate) axes: usize,
    pub(crate) strides: &'a [PrimExpr],
    pub(crate) padding: &'a [PrimExpr],
    /// Whether the padding must be given for both sides, as for convolutions of sequences.
    pub(crate) has_padding_of_sides: bool,
    pub(crate) dilation: &'a [PrimExpr],
    /// Empty for convolutions that are not transposed.
    pub(crate) output_padding: &'a [PrimExpr],
    pub(crate) groups: i32,
    pub(crate) channels: Option<&'a PrimExpr>,
    pub(crate) kernel_size: Option<&'a [PrimExpr]>,
    pub(crate) data_layout: &'a str,
    pub(crate) kernel_layout: &'a str,
    pub(crate) out_layout: &'a str,
    pub(crate) out_dtype: DataType,
}

macro_rules! views {
    ($($attrs:ident $native:literal $native_weight:literal $axes:literal
       $(output_padding $output_padding:ident)? $(out_layout $out_layout:ident)?;)+) => {
        $(
            impl<'a> From<&'a $attrs> for Conv<'a> {
                fn from(attrs: &'a $attrs) -> Self {
                    Self {
                        native: $native,
                        native_weight: $native_weight,
                        axes: $axes,
                        strides: &attrs.strides,
                        padding: &attrs.padding,
                        has_padding_of_sides: views!(@or [false] [$axes == 1] $($output_padding)?),
                        dilation: &attrs.dilation,
                        output_padding: views!(@or [&attrs.output_padding] [&[]] $($output_padding)?),
                        groups: attrs.groups,
                        channels: attrs.channels.as_ref(),
                        kernel_size: attrs.kernel_size.as_deref(),
                        data_layout: &attrs.data_layout,
                        kernel_layout: &attrs.kernel_layout,
                        out_layout: views!(@or [&attrs.out_layout] [""] $($out_layout)?),
                        out_dtype: attrs.out_dtype,
                    }
                }
            }
        )+
    };
    (@or [$value:expr] [$otherwise:expr] $present:ident) => { $value };
    (@or [$value:expr] [$otherwise:expr]) => { $otherwise };
}

views! {
    Conv1DAttrs "NCW" "OIW" 1;
    Conv2DAttrs "NCHW" "OIHW" 2 out_layout out_layout;
    Conv3DAttrs "NCDHW" "OIDHW" 3 out_layout out_layout;
    Conv1DTransposeAttrs "NCW" "OIW" 1 output_padding output_padding out_layout out_layout;
    Conv2DTransposeAttrs "NCHW" "IOHW" 2 output_padding output_padding out_layout out_layout;
    Conv3DTransposeAttrs "NCDHW" "OIDHW" 3 output_padding output_padding out_layout out_layout;
    Conv2DWinogradAttrs "NCHW" "OIHW" 2 out_layout out_layout;
    Conv3DWinogradAttrs "NCDHW" "OIDHW" 3 out_layout out_layout;
    DeformableConv2DAttrs "NCHW" "OIHW" 2 out_layout out_layout;
}

impl Conv<'_> {
    /// Converts the shape of the data to the layout of the relation.
    pub(crate) fn data(&self, shape: &[PrimExpr]) -> Result<Array<PrimExpr>, RelationError> {
        in_layout("data_layout", shape, self.data_layout, self.native)
    }

    /// Converts a shape from the layout of the relation to that of the data.
    pub(crate) fn in_data_layout(&self, shape: &[PrimExpr]) -> Result<Array<PrimExpr>, RelationError> {
        in_layout("data_layout", shape, self.native, self.data_layout)
    }

    /// Converts the shape of the weight to the layout of the relation.
    pub(crate) fn weight(&self, shape: &[PrimExpr]) -> Result<Array<PrimExpr>, RelationError> {
        in_layout("kernel_layout", shape, self.kernel_layout, self.native_weight)
    }

    /// Converts the shape of the weight from the layout of the relation.
    pub(crate) fn in_kernel_layout(&self, shape: &[PrimExpr]) -> Result<Array<PrimExpr>, RelationError> {
        in_layout("kernel_layout", shape, self.native_weight, self.kernel_layout)
    }

    /// Converts the shape of the result from the layout of the relation.
    pub(crate) fn in_out_layout(&self, shape: &[PrimExpr]) -> Result<Array<PrimExpr>, RelationError> {
        let layout = if self.out_layout.is_empty() { self.data_layout } else { self.out_layout };
        in_layout("out_layout", shape, self.native, layout)
    }

    /// Checks that the layout of the weight can be converted.
    pub(crate) fn check_kernel_layout(&self) -> Result<(), RelationError> {
        expect_convertible("kernel_layout", self.kernel_layout, self.native_weight)
    }

    /// Returns the data type of the result.
    pub(crate) fn out_dtype(&self, data: DataType) -> DataType {
        dtype_or(self.out_dtype, data)
    }

    /// Returns the total padding of each spatial axis.
    pub(crate) fn padding(&self) -> Result<Vec<Checked>, RelationError> {
        match self.padding {
            [left, right, ..] if self.has_padding_of_sides => Ok(vec![Checked::from(left) + right]),
            padding if self.has_padding_of_sides => {
                Err(RelationError::attribute("padding", "2 numbers", padding.len()))
            }
            padding => total_padding(padding, self.axes),
        }
    }

    /// Returns the size of the kernel, if the attributes have it.
    pub(crate) fn kernel_size(&self) -> Result<Option<&[PrimExpr]>, RelationError> {
        match self.kernel_size {
            Some(size) if size.len() != self.axes => {
                Err(RelationError::attribute("kernel_size", format!("{} numbers", self.axes), size.len()))
            }
            size => Ok(size),
        }
    }

    /// Returns the size of the kernel, which the attributes must have.
    pub(crate) fn required_kernel_size(&self) -> Result<&[PrimExpr], RelationError> {
        required("kernel_size", &self.kernel_size()?).copied()
    }

    /// Returns the number of channels of the result, which the attributes must have.
    pub(crate) fn required_channels(&self) -> Result<&PrimExpr, RelationError> {
        required("channels", &self.channels).copied()
    }

    /// Checks the extents of a known weight against the attributes.
    pub(crate) fn check_weight(&self, channels: &PrimExpr, size: &[PrimExpr]) -> Result<(), RelationError> {
        if let Some(expected) = self.kernel_size()? {
            for (expected, found) in expected.iter().zip(size) {
                extent::expect("the size of the kernel", expected, found)?;
            }
        }
        match self.channels {
            Some(expected) => extent::expect("the output channels of weight", expected, channels),
            None => Ok(()),
        }
    }
}
