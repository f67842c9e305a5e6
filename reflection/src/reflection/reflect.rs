//! The trait of reflected nodes, and the unsafe code that guarantees that descriptions are true.
//!
//! Invariants:
//! - A [`Reflection`] of a struct is made only by [`Reflection::of`], whose caller guarantees the
//!   offset and kind of each field. The reflection of a type that is defined at run time takes
//!   offsets and kinds from the extension that it registers (`Reflection::register`).
//! - [`Reflect::REFLECTION`] is the reflection of the struct that implements the trait.
//! - Type metadata with the name [`NODES`] or [`STAND_INS`] is a [`Reflection`].

#![expect(unsafe_code, reason = "descriptions guarantee the offsets of fields")]

use std::fmt;
use std::mem::offset_of;
use std::sync::OnceLock;

use objet_object::__private::TypeMetadata;
use objet_object::{BoxBoolNode, BoxFloatNode, BoxIntNode, ClosureNode, IsObject, Object, TypeIndex};

use super::{Objects, Reflection};
use crate::field::{FieldDeclaration, FieldRole, HiddenField, type_of};
use crate::options::Options;
use crate::print;

pub use objet_object_derive::Reflect;

/// A node whose fields can be accessed by name.
///
/// Implemented only by [the derive](derive@Reflect), which documents the options.
///
/// # Safety
/// `REFLECTION` refers to the only static that describes the implementing struct, and `NAMES`
/// states its fields.
#[diagnostic::on_unimplemented(
    message = "the fields of `{Self}` are not reflected",
    note = "add `Reflect` to the derives of the node; all its ancestors need it too"
)]
pub unsafe trait Reflect: IsObject {
    /// The reflected fields, own and inherited.
    #[doc(hidden)]
    const NAMES: &'static Names;

    /// The description of this type.
    #[doc(hidden)]
    const REFLECTION: &'static Reflection;

    /// Returns the description of this type.
    fn reflection() -> &'static Reflection {
        Self::REFLECTION
    }
}

/// The fields of a type, for rules that are checked at compile time.
#[doc(hidden)]
pub struct Names {
    own: &'static [FieldDeclaration],
    inherited: Option<&'static Names>,
}

impl Names {
    /// Returns the names of a type below the type with the names `inherited`.
    pub const fn new(own: &'static [FieldDeclaration], inherited: &'static Self) -> Self {
        Self { own, inherited: Some(inherited) }
    }

    /// Panics at compile time, at the caller, unless a descendant can have a field of this name.
    #[track_caller]
    pub const fn allow(&self, name: &str) {
        if self.contain(name) {
            panic!(
                "an ancestor has a field of this name too: rename this one with `#[reflect(name = \"…\")]`"
            );
        }
        if self.claim(name) {
            panic!(
                "an ancestor has a field with this name as an alias: rename this one with `#[reflect(name = \"…\")]`"
            );
        }
    }

    /// Panics at compile time, at the caller, unless a descendant can have a field with this alias.
    #[track_caller]
    pub const fn allow_alias(&self, alias: &str) {
        if self.claim(alias) {
            panic!("an ancestor has a field or an alias of this name too: remove this alias");
        }
    }

    /// Whether there is a field with this name.
    pub const fn contain(&self, name: &str) -> bool {
        let mut names = self;
        loop {
            let mut index = 0;
            while index < names.own.len() {
                if same(names.own[index].name, name) {
                    return true;
                }
                index += 1;
            }
            match names.inherited {
                Some(inherited) => names = inherited,
                None => return false,
            }
        }
    }

    /// Whether a field defines variables.
    pub const fn define(&self) -> bool {
        let mut names = self;
        loop {
            let mut index = 0;
            while index < names.own.len() {
                if matches!(names.own[index].role, FieldRole::Definition) {
                    return true;
                }
                index += 1;
            }
            match names.inherited {
                Some(inherited) => names = inherited,
                None => return false,
            }
        }
    }

    /// Whether there is a field with this name or this alias.
    pub const fn claim(&self, name: &str) -> bool {
        let mut names = self;
        loop {
            let mut index = 0;
            while index < names.own.len() {
                if same(names.own[index].name, name) || is_in(names.own[index].aliases, name) {
                    return true;
                }
                index += 1;
            }
            match names.inherited {
                Some(inherited) => names = inherited,
                None => return false,
            }
        }
    }
}

const fn is_in(names: &[&str], name: &str) -> bool {
    let mut index = 0;
    while index < names.len() {
        if same(names[index], name) {
            return true;
        }
        index += 1;
    }
    false
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut index = 0;
    while index < a.len() {
        if a[index] != b[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// The metadata name of the [`Reflection`] of nodes with fields.
pub(crate) const NODES: &str = concat!("objet-reflection ", env!("CARGO_PKG_VERSION"));

/// The metadata name of the [`Reflection`] of stand-ins for nodes of unknown types. Another name
/// hides it from all look-ups of nodes with fields, at no cost for these.
pub(crate) const STAND_INS: &str = concat!("objet-reflection stand-in ", env!("CARGO_PKG_VERSION"));

// SAFETY: both names contain the version of this crate. Libraries share state only if they use the
// same version of each crate of Objet, built by the same compiler.
unsafe impl TypeMetadata for Reflection {
    fn name(&self) -> &'static str {
        self.metadata_name
    }

    fn debug(&self, object: &Object, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print::debug(self, object, f)
    }
}

impl Reflection {
    /// Creates the description of `T`.
    ///
    /// # Safety
    /// - Each own declaration in `T::NAMES` states the true offset and type of a field of `T`, and
    ///   so does each of `hidden`. Together these are all fields of `T` besides its parent.
    /// - `parent` is the reflection of `T`'s parent.
    #[doc(hidden)]
    pub const unsafe fn of<T: Reflect>(
        doc: &'static str,
        parent: &'static Reflection,
        hidden: &'static [HiddenField],
        options: Options,
    ) -> Self {
        // SAFETY: as the caller promised.
        unsafe { Self::of_struct_below::<T>(doc, Some(parent), hidden, options) }
    }

    /// Creates the description of `T`, whose parent may have no fields.
    ///
    /// # Safety
    /// As for [`Reflection::of`].
    const unsafe fn of_struct_below<T: Reflect>(
        doc: &'static str,
        parent: Option<&'static Reflection>,
        hidden: &'static [HiddenField],
        options: Options,
    ) -> Self {
        Self {
            type_key: T::TYPE_KEY,
            doc,
            parent,
            own: T::NAMES.own,
            options,
            objects: Objects::OfStruct { node_type: T::NODE_TYPE, hidden },
            metadata_name: NODES,
            layout: OnceLock::new(),
        }
    }

    /// Returns the metadata of a type as a reflection, if the metadata is one with this name.
    pub(super) fn from_metadata(
        metadata: &'static dyn TypeMetadata,
        name: &'static str,
    ) -> Option<&'static Self> {
        assert!(matches!(name, NODES | STAND_INS), "the metadata name of a reflection");
        // SAFETY: `TypeMetadata` guarantees that metadata with one of these names is a
        // `Reflection`.
        (metadata.name() == name).then(|| unsafe { &*std::ptr::from_ref(metadata).cast::<Self>() })
    }
}

/// Implements [`Reflect`] for nodes, each with at most one field. The node's `new` takes the value
/// of this field.
macro_rules! nodes {
    ($($node:ident $doc:literal { $($field:ident: $ty:ty = $field_doc:literal)? })+) => {
        $(
            #[diagnostic::do_not_recommend]
            // SAFETY: `offset_of!` computes the offset of the field. The constants below assert its
            // type, and that the node has no further field.
            unsafe impl Reflect for $node {
                const NAMES: &'static Names = &Names {
                    own: {
                        static FIELDS: &[FieldDeclaration] = &[$(
                            type_of::<$ty>().field(
                                stringify!($field),
                                stringify!($ty),
                                $field_doc,
                                offset_of!($node, $field),
                            )
                        )?];
                        FIELDS
                    },
                    inherited: None,
                };

                const REFLECTION: &'static Reflection = {
                    // SAFETY: as above. The parent has no fields.
                    static REFLECTION: Reflection = unsafe {
                        Reflection::of_struct_below::<$node>($doc, None, &[], Options::PLAIN)
                    };
                    &REFLECTION
                };
            }

            const _: fn(&$node) = |_node| {
                // A raw pointer does not coerce to one of another type.
                $(let _: *const $ty = &raw const _node.$field;)?
            };
            const _: () = assert!(
                size_of::<$node>()
                    == (size_of::<Object>() $(+ size_of::<$ty>())?).next_multiple_of(align_of::<Object>())
            );
        )+
    };
}

// The object crate does not depend on this crate, so its nodes cannot derive `Reflect` and their
// metadata is no `Reflection`. `builtin_type` finds the reflection by type index instead.
nodes! {
    Object "" {}
    ClosureNode "" {}
    BoxIntNode "An integer as an object." { value: i64 = "The integer." }
    BoxFloatNode "A float as an object." { value: f64 = "The float." }
    BoxBoolNode "A truth value as an object." { value: bool = "The truth value." }
}

/// Returns the reflection of a type of the object crate whose objects are made from fields.
#[cold]
pub(super) fn builtin_type(index: TypeIndex) -> Option<&'static Reflection> {
    let types = [
        (BoxIntNode::type_index(), BoxIntNode::REFLECTION),
        (BoxFloatNode::type_index(), BoxFloatNode::REFLECTION),
        (BoxBoolNode::type_index(), BoxBoolNode::REFLECTION),
    ];
    types.into_iter().find(|(own, _)| *own == index).map(|(_, reflection)| reflection)
}
