//! Fields by name: their types, their descriptions, and access to them.

pub use objet_object::{
    CustomType, ElementsType, EnumType, FieldCell, FieldKind, FieldType, IntKind, OptionalType,
    ReferenceKind, ScalarType, Validate,
};
pub use objet_reflection::{
    AttrMut, AttrVisitor, AttrVisitorMut, Field, FieldRole, QuickValue, ReflectError, Reflection, attr_names,
    make_node_at, nearest_name, print_attr, repr_bytes, visit_attrs, visit_attrs_mut,
};
