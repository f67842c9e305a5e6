//! Reflected nodes with all options, in a module that shadows the names of the prelude.

#![expect(non_camel_case_types, missing_copy_implementations, reason = "types that shadow others")]
#![expect(unused_macros, reason = "macros that shadow others")]

use renamed_objet::compare::{EqualReducer, HashReducer};
use renamed_objet::types::TypeError;
use renamed_objet::{
    Array, DataType, IsObjectRef as _, Map, NDArray, Object, ObjectRef, Reflect, make_object,
};

use self::text::Text;

/// String types under names that are not shadowed.
mod text {
    /// A string in the node itself.
    pub(super) type Text = String;
}

/// Defines a type for each name.
macro_rules! types {
    ($($name:ident)+) => {
        $(
            /// A type that shadows another one.
            pub struct $name;
        )+
    };
}

types! {
    Option Some None Result Ok Err Box Vec String Clone Debug Send Sync Sized Default Iterator From Into AsRef
    Reflection Field FieldKind FieldType FieldRole FieldSource IsObject FromValue ArgValue RetValue TypeOf Number
    u8 i64 bool str
}

/// A module with the name of a crate.
pub mod core {}
/// A module with the name of a crate.
pub mod std {}
/// A module with the name of a crate.
pub mod objet {}

/// Defines a macro for each name. Expanding the macro is a compile error.
macro_rules! macros {
    ($($name:ident)+) => {
        $(macro_rules! $name { () => { compile_error! { "not the one of the prelude" } }; })+
    };
}

macros! { assert panic unreachable offset_of matches }

/// A rounding mode.
#[derive(::core::clone::Clone, Copy, ::core::fmt::Debug, PartialEq, Eq, Reflect)]
#[repr(u64)]
#[reflect(crate = renamed_objet)]
pub enum Rounding {
    /// Towards zero.
    Zero,
    /// To the nearest, with a raw identifier as name.
    r#Nearest = 4,
}

/// A node with a field of each kind.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "down.Kinds", child_slots = 2, crate = renamed_objet)]
#[reflect(check = node)]
pub struct KindsNode {
    base: Object,
    /// A number with bounds.
    #[reflect(lower_bound = -2, upper_bound = 1 + 1, default = -1)]
    pub small: i8,
    /// An unsigned number.
    #[reflect(default = ::core::primitive::u64::MAX)]
    pub large: u64,
    /// A floating-point number.
    #[reflect(name = "real-number", default = 0.5, skip_eq)]
    pub real: f32,
    /// A string.
    #[reflect(default = ::core::convert::From::from("text"))]
    pub r#type: Text,
    /// A data type.
    #[reflect(default = DataType::float(32))]
    pub dtype: DataType,
    /// An enum.
    #[reflect(default = Rounding::r#Nearest)]
    pub rounding: Rounding,
    /// References.
    #[reflect(def)]
    pub vars: Array<ObjectRef>,
    /// References by name.
    pub map: ::core::option::Option<Map<renamed_objet::String, ObjectRef>>,
    /// A tensor.
    pub tensor: ::core::option::Option<NDArray>,
    /// The next node of a chain.
    #[reflect(visit_last)]
    pub next: ::core::option::Option<Kinds>,
    /// A field that is not reflected.
    #[reflect(skip)]
    pub hidden: ::core::option::Option<::std::sync::Arc<Text>>,
    /// A field that is not reflected, with a default.
    #[reflect(skip, default = 3)]
    pub seed: u32,
    /// A field that is configured out.
    #[cfg(any())]
    pub gone: Missing,
    /// A deprecated field.
    #[deprecated = "use `small`"]
    #[reflect(default = 1)]
    pub old: u16,
}

/// A node with inherited fields in another order, and with a custom comparison.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "down.Listed", is_final, crate = renamed_objet)]
#[reflect(fields(own, small, r#type, vars), compare_with(lhs, object))]
pub struct ListedNode {
    base: KindsNode,
    /// An own field.
    pub own: ObjectRef,
}

/// A node that files store as its name.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "down.Named", crate = renamed_objet)]
#[reflect(by_pointer, bytes(node_name, Named::bytes))]
pub struct NamedNode {
    base: Object,
    /// The name.
    pub name: renamed_objet::String,
}

/// A variable.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "down.Bound", crate = renamed_objet)]
#[reflect(free_variable)]
pub struct BoundNode {
    base: Object,
}

/// A node whose comparison respects sharing.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "down.Block", crate = renamed_objet)]
#[reflect(graph_node)]
pub struct BlockNode {
    base: Object,
}

/// Registers these types, for builds without the feature `inventory`.
///
/// # Errors
/// If the type table rejects one of the types.
pub fn register() -> ::core::result::Result<(), TypeError> {
    renamed_objet::register_types!(KindsNode, ListedNode, NamedNode, BoundNode, BlockNode)
}

/// A check with a name that generated code could use for a variable.
fn node(node: &KindsNode) -> ::core::result::Result<(), &'static ::core::primitive::str> {
    if node.small == 0 {
        ::core::result::Result::Err("zero is too small")
    } else {
        ::core::result::Result::Ok(())
    }
}

fn lhs(lhs: &ListedNode, rhs: &ListedNode, _: &mut EqualReducer<'_>) -> ::core::primitive::bool {
    lhs.own.same_as(&rhs.own)
}

const fn object(_: &ListedNode, _: &mut HashReducer<'_>) {}

fn node_name(named: &NamedNode) -> &::core::primitive::str {
    named.name.as_str()
}

impl Named {
    /// Returns a node with this name.
    ///
    /// # Errors
    /// If the name is not UTF-8.
    pub fn bytes(bytes: &[::core::primitive::u8]) -> ::core::result::Result<Self, ::core::str::Utf8Error> {
        let name = ::core::str::from_utf8(bytes)?.into();
        ::core::result::Result::Ok(make_object(NamedNode { base: Object::new(), name }).into())
    }
}
