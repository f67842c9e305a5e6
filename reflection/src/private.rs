//! Items for the code that the derives generate. Not public API: they change without notice.

#[cfg(feature = "inventory")]
pub use objet_object::__private::inventory;
pub use objet_object::__private::{Caught, caught};
use objet_object::{ArgValue, FieldKind, FieldType, IsObject, Object, ValueError};

pub use crate::bounds::{Bounded, Number};
pub use crate::display::display_node;
pub use crate::equal::{assert_equal, assert_unequal};
pub use crate::extension::Extension;
use crate::field::MAX_SIZE;
pub use crate::field::{FieldDeclaration, FieldTypeInfo, HiddenField, type_of};
#[cfg(feature = "json")]
pub use crate::graph::upgrade;
pub use crate::memory::{clone_hidden, computed, drop_hidden, init_hidden, serde_computed};
#[cfg(not(feature = "serde"))]
pub use crate::no_serde::{SerdeValue, serde_type_of};
pub use crate::options::{ByteForm, Options};
pub use crate::reflection::Names;
pub use crate::repr::{FormatPiece, Repr};
#[cfg(feature = "serde")]
pub use crate::serde_field::{SerdeValue, serde_type_of};
pub use crate::{collect_extensions, link_extension, linked_extensions};

/// Panics at compile time, at the caller, unless offsets of fields in a `T` fit into a description.
#[track_caller]
pub const fn require_size<T>() {
    assert!(
        size_of::<T>() <= MAX_SIZE,
        "a node with reflected fields must be smaller than 4 GiB: put the large field in a `Box`"
    );
}

/// Returns the object as a node of type `T`, if the object is one.
pub fn one<T: IsObject>(object: &Object) -> Option<&T> {
    object.as_node()
}

/// Returns both objects as nodes of type `T`, if both are.
pub fn both<'a, T: IsObject>(lhs: &'a Object, rhs: &'a Object) -> Option<(&'a T, &'a T)> {
    Some((lhs.as_node()?, rhs.as_node()?))
}

/// Returns the value as the number of a variant of the enum `T`.
pub fn variant_of<T: FieldType>(value: ArgValue<'_>) -> Result<i64, ValueError> {
    match T::KIND {
        FieldKind::Enum(declared) => crate::memory::variant(declared, value),
        _ => unreachable!("the derive calls this for enums only"),
    }
}

/// Whether fields of this kind may be null.
pub const fn is_nullable(kind: FieldKind) -> bool {
    kind.is_nullable()
}

/// Whether fields of this kind can hold variables: references to nodes or containers.
pub const fn can_hold_variables(kind: FieldKind) -> bool {
    matches!(kind, FieldKind::Reference(reference) if !reference.is_leaf)
}

/// Returns a bound of a field, as [`caught`] returns a bound that the compiler does not compute.
pub fn constant_bound<N: Into<Number>>(bound: fn() -> N) -> Caught<Number> {
    Ok(bound().into())
}

/// Whether fields of this kind are references.
pub const fn is_reference(kind: FieldKind) -> bool {
    matches!(kind, FieldKind::Reference(_))
}

#[cfg(feature = "serde")]
pub use crate::graph::serde_graph::{deserialize, serialize};
#[cfg(feature = "serde")]
pub use serde;

/// Implements `Serialize` and `Deserialize` for the wrapper of a node, as values of serde that are
/// graphs.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! impl_serde {
    ($wrapper:ty) => {
        impl $crate::__reflect::serde::Serialize for $wrapper {
            fn serialize<S: $crate::__reflect::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::__reflect::serialize(self, serializer)
            }
        }
        impl<'de> $crate::__reflect::serde::Deserialize<'de> for $wrapper {
            fn deserialize<D: $crate::__reflect::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::__reflect::deserialize(deserializer)
            }
        }
    };
}

/// Does nothing, without the feature `serde`.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! impl_serde {
    ($wrapper:ty) => {};
}
