//! Views: tensors that share the elements of another tensor.
//!
//! Invariant: the bytes of a view are bytes of the tensor that it keeps alive. A view of a view
//! keeps the original tensor.

use crate::node::IsObjectRef;
use crate::tensor::data_type::DataType;
use crate::tensor::dl_tensor::{DLTensor, byte_count, compact_strides, is_compact};
use crate::tensor::error::NDArrayError;
use crate::tensor::ndarray::{Access, NDArray, Owner};
use crate::tensor::span::Span;

impl NDArray {
    /// Returns a view of the elements at some indices. Dimensions without a span keep all their
    /// indices.
    ///
    /// ```
    /// use objet_object::{NDArray, Span};
    ///
    /// let tensor = NDArray::from_slice(&[2, 3], &[0_i32, 1, 2, 3, 4, 5])?;
    /// let backwards = Span::Every { start: 2, step: -2, count: 2 };
    /// let part = tensor.part(&[Span::At(1), backwards])?;
    /// assert_eq!((part.shape(), part.to_vec::<i32>()?), ([2].as_slice(), vec![5, 3]));
    /// # Ok::<(), objet_object::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there are more spans than dimensions, or if an index is outside its dimension.
    pub fn part(&self, spans: &[Span]) -> Result<Self, NDArrayError> {
        let beyond = || NDArrayError::BeyondShape { shape: self.shape().into(), spans: spans.into() };
        let own = self.strides().map_or_else(|| compact_strides(self.shape()), Into::into);
        let (mut shape, mut strides, mut first) = (Vec::new(), Vec::new(), 0_i64);
        if spans.len() > own.len() {
            return Err(beyond());
        }
        for (dimension, (extent, stride)) in self.shape().iter().zip(own).enumerate() {
            let whole = Span::Every { start: 0, step: 1, count: *extent };
            let span = spans.get(dimension).copied().unwrap_or(whole);
            if !span.is_within(*extent) {
                return Err(beyond());
            }
            // All elements of the tensor are addressable, so this only overflows if the part has no
            // elements.
            match span {
                Span::At(index) => first = first.wrapping_add(index.wrapping_mul(stride)),
                Span::Every { start, step, count } => {
                    if count > 0 {
                        first = first.wrapping_add(start.wrapping_mul(stride));
                    }
                    shape.push(count);
                    strides.push(stride.wrapping_mul(step));
                }
            }
        }
        let seen = *self.dl_tensor();
        let is_empty = shape.contains(&0);
        let from_start = if is_empty { 0 } else { first.wrapping_mul(seen.dtype.bytes() as i64) };
        let byte_offset = seen.byte_offset.wrapping_add(from_start as u64);
        let tensor = DLTensor { ndim: shape.len() as i32, byte_offset, ..seen };
        byte_count(&shape, seen.dtype)?;
        if is_compact(&shape, &strides) {
            strides.clear();
        }
        Ok(Self::assemble(tensor, &shape, &strides, Owner::Viewed(self.seen().clone())))
    }

    /// Returns the tensor that a view of this tensor keeps alive.
    fn seen(&self) -> &Self {
        self.viewed().unwrap_or(self)
    }

    /// Returns a view of the same bytes, or of the first of them, as elements of another shape and
    /// data type.
    ///
    /// ```
    /// use objet_object::{DataType, NDArray};
    ///
    /// let tensor = NDArray::from_slice(&[4], &[1_u16, 2, 3, 4])?;
    /// let view = tensor.view(&[2, 2], DataType::uint(8))?;
    /// assert_eq!(view.as_slice::<u8>()?, [1, 0, 2, 0]);
    /// # Ok::<(), objet_object::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the view has more bytes than this tensor, if its shape or data type is invalid, or if the
    /// elements of this tensor are not contiguous.
    pub fn view(&self, shape: &[i64], dtype: DataType) -> Result<Self, NDArrayError> {
        self.view_at(shape, dtype, 0)
    }

    /// Returns a view of the bytes from `byte_offset` on, as elements of another shape and data
    /// type.
    ///
    /// The `DLTensor` of the view contains the offset. Code that TVM compiled expects an offset of
    /// 0.
    ///
    /// # Errors
    /// As for [`NDArray::view`].
    pub fn view_at(&self, shape: &[i64], dtype: DataType, byte_offset: usize) -> Result<Self, NDArrayError> {
        self.expect_contiguous()?;
        let (size, bytes) = (byte_count(shape, dtype)?, self.byte_size());
        if byte_offset > bytes || size > bytes - byte_offset {
            return Err(NDArrayError::ViewTooLarge { bytes, size, byte_offset });
        }
        let ndim =
            i32::try_from(shape.len()).map_err(|_| NDArrayError::TooLarge { shape: shape.into(), dtype })?;
        let seen = *self.dl_tensor();
        let byte_offset = seen.byte_offset.wrapping_add(byte_offset as u64);
        let tensor = DLTensor { ndim, dtype, byte_offset, ..seen };
        Ok(Self::assemble(tensor, shape, &[], Owner::Viewed(self.seen().clone())))
    }

    /// Returns a view of the same elements in another shape.
    ///
    /// # Errors
    /// If the shape has another number of elements, and as for [`NDArray::view`].
    pub fn reshape(&self, shape: &[i64]) -> Result<Self, NDArrayError> {
        let view = self.view(shape, self.dtype())?;
        let (expected, found) = (view.element_count(), self.element_count());
        if expected != found {
            return Err(NDArrayError::Length { what: "elements", shape: shape.into(), expected, found });
        }
        Ok(view)
    }

    /// Returns whether the holder of this reference may write to the elements: no other code can
    /// read or write them while the reference is borrowed.
    ///
    /// This requires that the reference is the only one, strong or weak, and that the memory
    /// belongs to the tensor only. For a view, the tensor behind the view must not have other
    /// references either.
    pub fn is_writable(&mut self) -> bool {
        self.get_mut().is_some_and(|node| match node.owner {
            Owner::Host(_) => true,
            Owner::Viewed(viewed) => viewed.is_writable(),
            Owner::Keeper { access, .. } => *access == Access::Sole,
        })
    }
}
