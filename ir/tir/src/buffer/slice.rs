//! Parts of buffers as buffers.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::{Buffer, index_type};
use crate::arith::Analyzer;
use crate::op;

impl Buffer {
    /// Returns the buffer with a stride for each axis.
    ///
    /// # Errors
    /// Returns an error if a length is not an integer.
    ///
    /// ```
    /// use objet::DataType;
    /// use objet_tir::buffer::Buffer;
    /// use objet_tir::op::as_const_int;
    ///
    /// let a = Buffer::decl([4.into(), 8.into()], DataType::float(32), "A", "", None)?;
    /// let strides = a.make_stride_view()?.strides.clone();
    /// assert_eq!((as_const_int(&strides[0]), as_const_int(&strides[1])), (Some(8), Some(1)));
    /// # Ok::<(), objet_ir::ConstructError>(())
    /// ```
    #[doc(alias = "MakeStrideView")]
    pub fn make_stride_view(&self) -> Result<Self, ConstructError> {
        if !self.strides.is_empty() || self.shape.is_empty() {
            return Ok(self.clone());
        }
        let mut stride = op::make_const(index_type(&self.shape), 1, None)?;
        let mut strides = Vec::with_capacity(self.shape.len());
        for length in self.shape.iter().rev() {
            strides.push(stride.clone());
            stride = op::mul(&stride, length, None)?;
        }
        strides.reverse();
        let mut view = self.clone();
        *view.make_mut().strides = strides.into();
        Ok(view)
    }

    /// Returns the part of the buffer that has `extents` elements along the axes from `begins` on.
    /// The part has strides if its elements are not next to each other.
    ///
    /// # Errors
    /// Returns an error if there is not one begin and one extent per axis, or if one of them is not
    /// an integer.
    ///
    /// ```
    /// use objet::DataType;
    /// use objet_tir::buffer::Buffer;
    /// use objet_tir::op::as_const_int;
    ///
    /// let a = Buffer::decl([4.into(), 8.into()], DataType::float(32), "A", "", None)?;
    /// let rows = a.make_slice(&[2.into(), 0.into()].into(), &[2.into(), 8.into()].into())?;
    /// assert_eq!((as_const_int(&rows.elem_offset), rows.strides.len()), (Some(16), 0));
    /// let columns = a.make_slice(&[0.into(), 2.into()].into(), &[4.into(), 2.into()].into())?;
    /// assert_eq!((as_const_int(&columns.elem_offset), columns.strides.len()), (Some(2), 2));
    /// # Ok::<(), objet_ir::ConstructError>(())
    /// ```
    #[doc(alias = "MakeSlice")]
    pub fn make_slice(
        &self,
        begins: &Array<PrimExpr>,
        extents: &Array<PrimExpr>,
    ) -> Result<Self, ConstructError> {
        let mut analyzer = Analyzer::new();
        let begins: Array<PrimExpr> = begins.iter().map(|begin| analyzer.simplify(begin, 2)).collect();
        let elem_offset = analyzer.simplify(&self.offset_of(&begins)?, 2);
        let is_zero = |expr: &PrimExpr| op::as_const_int(expr) == Some(0);
        let mut is_strided = false;
        if self.strides.is_empty() {
            // The axes before the first one of several elements do not need to be whole.
            let mut may_be_part = true;
            for ((begin, extent), length) in begins.iter().zip(extents).zip(&self.shape) {
                if !may_be_part && !is_strided {
                    let rest = op::sub(extent, length, None)?;
                    is_strided = !is_zero(begin) || !is_zero(&analyzer.simplify(&rest, 2));
                }
                may_be_part &= op::is_const_int(extent, 1);
            }
        }
        let whole = if is_strided { self.make_stride_view()? } else { self.clone() };
        Self::new(
            self.data.clone(),
            self.dtype,
            extents.clone(),
            whole.strides.clone(),
            Some(elem_offset),
            format!("{}_slice", self.name),
            self.data_alignment,
            0,
            self.buffer_type,
            None,
        )
    }
}
