//! What generated code reaches, and nobody else: it changes without notice.

pub use objet_object::__private::caught;
use objet_object::{ArgValue, FieldKind, FieldType, IsObject, Object, ValueError};

pub use crate::bounds::{Bounded, Number};
pub use crate::field::{FieldDeclaration, FieldDefault, MAX_SIZE};
pub use crate::make::{FieldSource, TypeOf, type_of};
pub use crate::memory::ret_value;
pub use crate::options::{ByteForm, Options};
pub use crate::reflection::Names;

/// The object as the node that it is.
pub fn one<T: IsObject>(object: &Object) -> Option<&T> {
    object.as_node()
}

/// Both objects as the nodes that they are.
pub fn both<'a, T: IsObject>(lhs: &'a Object, rhs: &'a Object) -> Option<(&'a T, &'a T)> {
    Some((lhs.as_node()?, rhs.as_node()?))
}

/// The number of a variant of the enum `T`.
pub fn variant_of<T: FieldType>(value: ArgValue<'_>) -> Result<i64, ValueError> {
    match T::KIND {
        FieldKind::Enum(declared) => crate::memory::variant(declared, value),
        _ => unreachable!("the derive asks this of enums"),
    }
}

/// Whether fields of that kind may be null.
pub const fn is_nullable(kind: FieldKind) -> bool {
    matches!(kind, FieldKind::Reference(reference) if reference.nullable)
}

/// Whether fields of that kind are references.
pub const fn is_reference(kind: FieldKind) -> bool {
    matches!(kind, FieldKind::Reference(_))
}
