//! Access to the elements of a buffer through its pointer.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::{Buffer, BufferNode, index_type, merged_index, storage_type};
use crate::arith::Analyzer;
use crate::builtin;
use crate::check::Check;
use crate::expr::{Call, Load, LoadNode, Ramp};
use crate::op::{Checked, add, as_const_int, cast, const_true, div, make_const, mul, sub};
use crate::stmt::{Store, StoreNode};

/// The maximum number of axes after each of which an offset is simplified. The limit bounds the time
/// for buffers of many axes.
const MAX_STEPS: usize = 16;

impl Buffer {
    /// Returns the address of the elements from index `offset` on, as a call of `tvm_access_ptr`.
    ///
    /// The bits of `access_mask` are 1 for reads and 2 for writes. With `content_lanes` above 1,
    /// the call addresses vectors of that many elements, and counts offset and extent in vectors.
    ///
    /// # Errors
    /// Returns an error if no vector has that many lanes, or if the offset is not an integer.
    ///
    /// ```
    /// use objet::DataType;
    /// use objet_tir::buffer::Buffer;
    ///
    /// let a = Buffer::decl([4.into(), 8.into()], DataType::float(32), "A", "", None)?;
    /// let pointer = a.access_ptr(1, DataType::HANDLE, 1, 10)?;
    /// let expected = "tir.tvm_access_ptr(tir.type_annotation(), A, 10, 22, 1)";
    /// assert_eq!(objet::text::as_repr(Some(&pointer)), expected);
    /// # Ok::<(), objet_ir::ConstructError>(())
    /// ```
    pub fn access_ptr(
        &self,
        access_mask: i32,
        ptr_type: DataType,
        content_lanes: i32,
        offset: impl Into<PrimExpr>,
    ) -> Result<PrimExpr, ConstructError> {
        let check = Check(BufferNode::TYPE_KEY);
        let offset = offset.into();
        let lanes = if content_lanes > 1 { check.vector_lanes(content_lanes)? } else { 1 };
        let extent = if self.shape.is_empty() {
            make_const(index_type(&self.shape), 1, None)?
        } else if self.strides.len() == self.shape.len() {
            sub(&self.strides[0] * &self.shape[0], &offset, None)?
        } else {
            let count = self.shape.iter().fold(Checked::from(1), |count, length| count * length);
            sub(count, &offset, None)?
        };
        let first = add(&self.elem_offset, offset, None)?;
        let (dtype, extent, first) = match lanes {
            1 => (self.dtype, extent, first),
            _ => {
                let by_lanes = |number: PrimExpr| {
                    let lanes = make_const(number.dtype, lanes, None);
                    div(number, lanes, None)
                };
                (self.dtype.with_lanes(lanes), by_lanes(extent)?, by_lanes(first)?)
            }
        };
        let annotation = Call::of(dtype, builtin::type_annotation(), [], None).upcast();
        let mask = make_const(DataType::int(32), access_mask, None)?;
        let args = [annotation, self.data.clone().upcast(), first, extent, mask];
        Ok(Call::of(ptr_type, builtin::tvm_access_ptr(), args, None).upcast())
    }

    /// Loads the element at the indices `begin`, or consecutive elements from there on if `dtype`
    /// is a vector of the element type.
    ///
    /// # Errors
    /// Returns an error if `dtype` does not fit the element type, if there is not one index per
    /// axis, or if an index is not an integer.
    pub fn vload(
        &self,
        begin: impl Into<Array<PrimExpr>>,
        dtype: DataType,
    ) -> Result<PrimExpr, ConstructError> {
        self.expect_elements(LoadNode::TYPE_KEY, "dtype", dtype)?;
        let stored = storage_type(dtype);
        let index = self.index(&begin.into(), stored)?;
        let load = Load::new(stored, self.data.clone(), index, const_true(stored.lanes, None)?, None)?;
        cast(dtype, load, None)
    }

    /// Stores `value` at the indices `begin`. A vector is stored as consecutive elements.
    ///
    /// # Errors
    /// Returns an error if the type of `value` does not fit the element type, if there is not one
    /// index per axis, or if an index is not an integer.
    pub fn vstore(
        &self,
        begin: impl Into<Array<PrimExpr>>,
        value: impl Into<PrimExpr>,
    ) -> Result<Store, ConstructError> {
        let value = value.into();
        self.expect_elements(StoreNode::TYPE_KEY, "value", value.dtype)?;
        let stored = storage_type(value.dtype);
        let index = self.index(&begin.into(), stored)?;
        let value = cast(stored, value, None)?;
        Store::new(self.data.clone(), value, index, const_true(stored.lanes, None)?, None)
    }

    fn expect_elements(
        &self,
        node: &'static str,
        operand: &'static str,
        found: DataType,
    ) -> Result<(), ConstructError> {
        let fits =
            found.element() == self.dtype.element() && found.lanes.checked_rem(self.dtype.lanes) == Some(0);
        Check(node).dtype(operand, found, fits, "the element type of the buffer or a vector of it")
    }

    /// Returns the index relative to the data pointer, in elements of type `stored`. A vector has
    /// an index for each lane.
    fn index(&self, begin: &Array<PrimExpr>, stored: DataType) -> Result<PrimExpr, ConstructError> {
        let offset = self.offset_of(begin)?;
        let offset = match self.dtype.lanes {
            1 => offset,
            _ => mul(&offset, make_const(offset.dtype, stored.lanes, None), None)?,
        };
        match stored.lanes {
            1 => Ok(offset),
            lanes => {
                let stride = make_const(offset.dtype, 1, None)?;
                Ok(Ramp::new(offset, stride, lanes.into(), None)?.upcast())
            }
        }
    }

    /// Returns the offset of the element at `indices` from the data pointer, in elements of the
    /// buffer.
    ///
    /// # Errors
    /// Returns an error if there is not one index per axis, or if an index is not an integer. A
    /// buffer without axes also accepts the index 0.
    #[doc(alias = "ElemOffset")]
    pub fn offset_of(&self, indices: &Array<PrimExpr>) -> Result<PrimExpr, ConstructError> {
        let check = Check(BufferNode::TYPE_KEY);
        for index in indices {
            check.integer(("an index", index))?;
        }
        let mut analyzer = Analyzer::new();
        let mut merge = |index: Checked| merged_index(&mut analyzer, &index.expr()?);
        if !self.strides.is_empty() {
            check.count("indices", self.strides.len(), indices.len())?;
            let mut steps = indices.iter().zip(&self.strides);
            let first = steps.next().map_or(Checked::from(0), |(index, stride)| index * stride);
            let is_offset = as_const_int(&self.elem_offset) != Some(0);
            let mut offset = merge(if is_offset { &self.elem_offset + first } else { first })?;
            for (axis, (index, stride)) in steps.enumerate() {
                let sum = offset + index * stride;
                offset = if axis < MAX_STEPS { merge(sum)? } else { sum.expr()? };
            }
            return Ok(offset);
        }
        if let ([], [index]) = (&self.shape[..], &indices[..]) {
            if as_const_int(index) != Some(0) {
                let expected = "0 for a buffer without axes";
                return Err(check.operand_error("the index", expected, objet::text::as_repr(Some(index))));
            }
            return Ok(self.elem_offset.clone());
        }
        check.count("indices", self.shape.len(), indices.len())?;
        let mut steps = indices.iter().zip(&self.shape);
        let Some((first, _)) = steps.next() else { return Ok(self.elem_offset.clone()) };
        let mut offset = first.clone();
        for (axis, (index, length)) in steps.enumerate() {
            let sum = &offset * length + index;
            offset = if axis < MAX_STEPS { merge(sum)? } else { sum.expr()? };
        }
        add(&self.elem_offset, offset, None)
    }
}
