//! The reflection of node types that the object crate defines.
//!
//! The object crate does not know this one. So its nodes cannot derive [`Reflect`], and their
//! statics have no [`Reflection`]. [`of_type`] finds the reflection by the type index instead.

#![expect(unsafe_code, reason = "descriptions vouch for where fields lie")]

use std::mem::offset_of;

use objet_object::{
    BoxBoolNode, BoxFloatNode, BoxIntNode, ClosureNode, FieldType, IsObject, Object, TypeIndex,
};

use crate::error::ReflectError;
use crate::field::{FieldDeclaration, FieldRole};
use crate::make::FieldSource;
use crate::options::{Comparison, Options};
use crate::reflect::{Names, Reflect};
use crate::reflection::Reflection;

/// The options of a type that gives none.
const PLAIN: Options =
    Options { fields: None, comparison: Comparison::Fields, bytes: None, check: None, repr: None };

/// Describes nodes, each with at most one field. The node's `new` takes the value of that field.
macro_rules! nodes {
    ($($node:ident $doc:literal { $($field:ident: $ty:ty = $field_doc:literal)? })+) => {
        $(
            #[diagnostic::do_not_recommend]
            // SAFETY: the compiler gives the offset of the field. `new` accepts both the field and
            // a `$ty`, so the field is a `$ty`.
            unsafe impl Reflect for $node {
                const NAMES: &'static Names = &Names { own: &[$(stringify!($field))?], inherited: None };

                const RUNS_CODE: bool = false;

                fn reflection() -> &'static Reflection {
                    const FIELDS: &[FieldDeclaration] = &[$(FieldDeclaration {
                        name: stringify!($field),
                        type_name: stringify!($ty),
                        doc: $field_doc,
                        offset: offset_of!($node, $field),
                        kind: <$ty as FieldType>::KIND,
                        cell: <$ty as FieldType>::CELL,
                        default: None,
                        required: false,
                        lower_bound: None,
                        upper_bound: None,
                        role: FieldRole::Compared,
                        visit_last: false,
                    })?];
                    // SAFETY: as above. The parent has no fields.
                    static REFLECTION: Reflection = unsafe { Reflection::of::<$node>($doc, None, FIELDS, PLAIN) };
                    &REFLECTION
                }

                fn build(_source: &mut FieldSource<'_>) -> Result<Self, ReflectError> {
                    Ok(Self::new($(_source.take::<$ty>(None)?)?))
                }

                fn copy(&self) -> Self {
                    Self::new($(self.$field)?)
                }
            }
        )+
    };
}

nodes! {
    Object "" {}
    ClosureNode "" {}
    BoxIntNode "An integer as an object." { value: i64 = "The integer." }
    BoxFloatNode "A float as an object." { value: f64 = "The float." }
    BoxBoolNode "A truth value as an object." { value: bool = "The truth value." }
}

/// Returns the reflection of a type of the object crate whose objects are made of their fields.
#[cold]
pub(crate) fn of_type(index: TypeIndex) -> Option<&'static Reflection> {
    let types = [
        (BoxIntNode::type_index(), BoxIntNode::reflection as fn() -> _),
        (BoxFloatNode::type_index(), BoxFloatNode::reflection),
        (BoxBoolNode::type_index(), BoxBoolNode::reflection),
    ];
    types.into_iter().find(|(own, _)| *own == index).map(|(_, reflection)| reflection())
}
