//! A type together with its reflection.

use objet_object::{TypeIndex, TypeInfo};

use crate::reflection::Reflection;

/// A type whose objects can be built from fields, with its reflection.
///
/// The reflection is always that of the type: the type determines the size of an object, and the
/// reflection the offsets of its fields.
#[derive(Clone, Copy)]
pub(crate) struct Reflected {
    info: TypeInfo,
    reflection: &'static Reflection,
}

impl Reflected {
    /// Returns the type with its reflection, if it has one.
    pub(crate) fn of(info: TypeInfo) -> Option<Self> {
        Some(Self { info, reflection: Reflection::of_type(info)? })
    }

    /// Returns a type of stand-ins with its reflection.
    pub(crate) fn of_stand_ins(info: TypeInfo) -> Option<Self> {
        Some(Self { info, reflection: Reflection::of_stand_in_type(info)? })
    }

    /// Returns the type.
    pub(crate) fn info(self) -> TypeInfo {
        self.info
    }

    /// Returns the index of the type.
    pub(crate) fn index(self) -> TypeIndex {
        self.info.index()
    }

    /// Returns the reflection of the type.
    #[inline]
    pub(crate) fn reflection(self) -> &'static Reflection {
        self.reflection
    }
}
