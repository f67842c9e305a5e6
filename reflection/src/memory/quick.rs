//! Reads fields of the most frequent kinds, with few instructions and without a callback.
//!
//! Invariants: those of `memory.rs`.

#![expect(unsafe_code, reason = "fields are accessed by offset")]

use std::ptr::NonNull;

use objet_object::{FieldKind, IntKind, Object, ObjectRef};

use super::read_reference;
use crate::field::Field;

/// A value that [`Field::read_quickly`] reads.
#[derive(Clone, Copy, Debug)]
pub enum QuickValue<'a> {
    /// A reference, or `None` if it is null.
    Reference(Option<&'a ObjectRef>),
    /// A signed integer.
    Int(i64),
}

impl Field {
    /// Returns the value of this field, if it is a reference or an `i64` and in no cell. This takes
    /// fewer instructions than [`Field::read`].
    ///
    /// # Safety
    /// As for [`Field::read`].
    #[inline(always)]
    pub unsafe fn read_quickly<'a>(&self, object: &'a Object) -> Option<QuickValue<'a>> {
        if self.offset().cell().is_some() {
            return None;
        }
        // SAFETY: the caller guarantees that the object has this field, and the kind states the
        // type that is read.
        unsafe {
            let at = NonNull::from(object).cast::<u8>().add(self.offset().bytes());
            match self.kind() {
                FieldKind::Reference(_) => Some(QuickValue::Reference(read_reference(at))),
                FieldKind::Int(IntKind::I64) => Some(QuickValue::Int(at.cast::<i64>().read())),
                _ => None,
            }
        }
    }
}
