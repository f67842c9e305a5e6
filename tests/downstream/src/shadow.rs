//! Nodes in a module that shadows all names of the prelude. Generated code must not use the
//! shadowed names.

#![expect(missing_docs, reason = "names that shadow others")]
#![expect(non_camel_case_types, missing_copy_implementations, reason = "types that shadow others")]
#![expect(unused_macros, reason = "macros that shadow others")]

use renamed_objet::Object;

pub mod core {}
pub mod std {}
pub mod alloc {}
pub mod objet {}
pub mod objet_object {}
pub mod inventory {}

/// Defines a type for each name.
macro_rules! types {
    ($($name:ident)+) => {
        $(pub struct $name;)+
    };
}

types! {
    Option Some None Result Ok Err Box Vec String Clone Debug Send Sync Sized Copy Deref DerefMut From Into Drop
    PartialEq Eq Hash Hasher Default Iterator Self_ Target NonNull PhantomData TypeId
    IsObject HasParent IsObjectRef Plain ObjectPtr ObjectRef NodeType TypeIndex
    u8 u32 u64 usize bool str
}

/// Defines a macro for each name. Expanding the macro is a compile error.
macro_rules! macros {
    ($($name:ident)+) => {
        $(macro_rules! $name { () => { compile_error! { "not the one of the prelude" } }; })+
    };
}

macros! { assert panic file line column stringify concat offset_of link_node register_types }

/// A node whose fields have shadowed types.
#[derive(Object)]
#[repr(C)]
#[object(key = "down.Shadow", child_slots = 2, crate = renamed_objet)]
pub struct ShadowNode {
    pub base: Object,
    pub text: u32,
    pub other: Option,
}

/// A node with a parent in this module.
#[derive(Object)]
#[repr(C)]
#[object(key = "down.Shade", is_final, crate = renamed_objet)]
pub struct ShadeNode {
    pub base: ShadowNode,
    pub flag: bool,
}

/// A node with options.
#[derive(Object)]
#[repr(C)]
#[object(key = "down.Shelf", wrapper = Shelf_, by_hand(Debug), child_slots_can_overflow = false, crate = renamed_objet)]
pub struct ShelfNode {
    pub base: Object,
    pub string: String,
}

impl ::core::fmt::Debug for Shelf_ {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.write_str("shelf")
    }
}
