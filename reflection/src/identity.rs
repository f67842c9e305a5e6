//! Objects by identity.

use objet_object::Object;

/// The address of an object: its identity for as long as it lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Identity(usize);

impl Identity {
    #[inline]
    pub(crate) fn of(object: &Object) -> Self {
        Self(std::ptr::from_ref(object).addr())
    }
}
