//! Views: tensors that see elements of another one.
//!
//! Invariant: the bytes of a view are bytes of the tensor that it keeps.

use crate::object_ref::IsObjectRef;
use crate::tensor::extent::byte_count;
use crate::tensor::ndarray::{NDArray, Owner};
use crate::tensor::{DLTensor, DataType, NDArrayError};

impl NDArray {
    /// The same bytes, or the first of them, as elements of another shape and type. The view keeps them where they are.
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
    /// If the view would take more bytes than there are, if a dimension is negative, or if the elements of this tensor do not
    /// lie one after the other.
    pub fn view(&self, shape: &[i64], dtype: DataType) -> Result<Self, NDArrayError> {
        self.view_at(shape, dtype, 0)
    }

    /// The bytes from `byte_offset` on, as elements of another shape and type.
    ///
    /// The offset stands in the view's `DLTensor`, where code that TVM compiled expects none.
    ///
    /// # Errors
    /// As [`NDArray::view`].
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
        let viewed = match &self.owner {
            Owner::Viewed(viewed) => viewed,
            _ => self,
        };
        Ok(Self::assemble(tensor, shape.into(), Owner::Viewed(viewed.clone())))
    }

    /// The same elements in another shape.
    ///
    /// # Errors
    /// If the shape has not as many elements, or as [`NDArray::view`].
    pub fn reshape(&self, shape: &[i64]) -> Result<Self, NDArrayError> {
        let view = self.view(shape, self.dtype())?;
        let (expected, found) = (view.element_count(), self.element_count());
        if expected != found {
            return Err(NDArrayError::Length { what: "elements", shape: shape.into(), expected, found });
        }
        Ok(view)
    }

    /// Whether the elements may be written to by who has this reference: nobody else can read them, or write to them, while it is
    /// borrowed.
    ///
    /// That is so if it is the only reference, strong or weak, to a tensor whose memory was made for it; of a view, also the
    /// tensor that it sees must have no other reference.
    pub fn is_writable(&mut self) -> bool {
        self.get_mut().is_some_and(|node| match node.owner {
            Owner::Host(_) => true,
            Owner::Viewed(viewed) => viewed.is_writable(),
            Owner::Keeper { sole, .. } => *sole,
        })
    }
}
