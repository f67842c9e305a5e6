//! The type table as data, and the functions that add types to it.
//!
//! - Types that derive [`Object`](derive@crate::Object) are registered automatically and all at
//!   once, when a program first needs the table.
//! - The table numbers them in pre-order, with siblings sorted by key, so every subtree is one
//!   range of indices.
//! - A type that is registered later gets a free child slot of its parent, or else an index after
//!   all indices of the setup. In the second case, its objects also store the range index of the
//!   parent type, which instance checks use.
//!
//! Every type has a key, which names the type in files and front ends, and a [`TypeIndex`], which
//! is stored in the header of its objects.

mod batch;
pub(crate) mod declaration;
pub(crate) mod error;
pub(crate) mod index;
pub(crate) mod info;
pub(crate) mod node_type;
pub(crate) mod record;
pub(crate) mod table;

pub use declaration::{Declared, FieldLayout};
pub use error::TypeError;
pub use index::TypeIndex;
pub use info::TypeInfo;
pub use node_type::{NodeType, ShallowCopy, TypeMetadata};

use crate::node::IsObject;
use crate::process;
use node_type::DynamicFields;
use record::{Declaration, TypeRecord};

/// Returns the type with this key.
pub fn by_key(key: &str) -> Option<TypeInfo> {
    process::current().types().by_key(key).map(TypeInfo::of)
}

/// Returns the type with this key, or with this alias: a former key.
pub fn by_key_or_alias(key: &str) -> Option<TypeInfo> {
    process::current().types().by_key_or_alias(key).map(TypeInfo::of)
}

/// Returns the type with this index.
pub fn by_index(index: TypeIndex) -> Option<TypeInfo> {
    process::current().types().by_index(index).map(TypeInfo::of)
}

/// Returns all registered types, sorted by index.
pub fn all() -> Vec<TypeInfo> {
    process::current().types().records().into_iter().map(TypeInfo::of).collect()
}

/// Returns the number of registered types. It grows with each new type.
pub fn count() -> usize {
    process::current().types().count()
}

/// Returns the errors of the linked types that the type table rejected at setup. Each error is a
/// mistake in a linked crate: a request for the index of such a type panics with the same message.
pub fn refused() -> Vec<TypeError> {
    process::current().types().refused()
}

/// Registers a type without a Rust struct, such as a type of a plugin or a front end, and returns
/// its index. If the key is already registered with the same declaration, returns the existing
/// index.
///
/// [`make_object_of_type`](crate::make_object_of_type) creates objects of such a type.
///
/// # Errors
/// - If no type has the index `parent`, or the parent is final.
/// - If the parent has no free slot and its slots cannot overflow.
/// - If the key is registered with another parent, number of slots or overflow rule.
///
/// ```
/// use objet_object::{TypeIndex, get_or_alloc_type_index, types};
///
/// let shape = get_or_alloc_type_index("plugin.Shape", TypeIndex::OBJECT, 2, true)?;
/// let circle = get_or_alloc_type_index("plugin.Circle", shape, 0, true)?;
/// assert_eq!(circle.value(), shape.value() + 1);
/// assert_eq!(types::by_key("plugin.Circle").unwrap().parent(), types::by_index(shape));
/// # Ok::<(), objet_object::Error>(())
/// ```
#[track_caller]
pub fn get_or_alloc_type_index(
    key: &str,
    parent: TypeIndex,
    child_slots: u32,
    child_slots_can_overflow: bool,
) -> Result<TypeIndex, TypeError> {
    let caller = std::panic::Location::caller();
    let declared = Declared { file: caller.file(), line: caller.line(), column: caller.column() };
    get_or_alloc_at(key, parent, child_slots, child_slots_can_overflow, declared)
}

/// Like [`get_or_alloc_type_index`], with the source location of a declaration in a front end.
///
/// # Errors
/// As for [`get_or_alloc_type_index`].
#[doc(hidden)]
pub fn get_or_alloc_at(
    key: &str,
    parent: TypeIndex,
    child_slots: u32,
    child_slots_can_overflow: bool,
    declared: Declared,
) -> Result<TypeIndex, TypeError> {
    let declaration = Declaration {
        key: key.to_owned().into(),
        aliases: &[],
        child_slots,
        child_slots_can_overflow,
        is_final: false,
        static_index: None,
        node: None,
        declared,
    };
    process::current().types().get_or_alloc(declaration, parent, false).map(TypeRecord::index)
}

/// Checks whether [`register_dynamic_fields`] would accept a new type. The arguments of that
/// function live as long as the process, so those of a rejected type would leak.
///
/// # Errors
/// As for [`register_dynamic_fields`], except for a key that is already registered.
#[doc(hidden)]
pub fn check_dynamic_fields(
    key: &str,
    aliases: &[&str],
    parent: TypeInfo,
    declared: Declared,
) -> Result<(), TypeError> {
    let declaration = Declaration {
        key: key.into(),
        aliases,
        child_slots: 0,
        child_slots_can_overflow: true,
        is_final: false,
        static_index: None,
        node: None,
        declared,
    };
    process::current().types().check(&declaration, parent.index())
}

/// Registers a type that is described at run time. Its objects have the dynamic fields
/// behind those of the parent. If `replaces`, look-ups by key find this type instead of a previous
/// one with the key, and only the aliases of this type remain.
///
/// # Errors
/// As for [`get_or_alloc_type_index`], and if the key is already registered, unless `replaces`.
///
/// # Panics
/// If the dynamic fields were created for another parent.
#[doc(hidden)]
pub fn register_dynamic_fields(
    key: &'static str,
    aliases: &'static [&'static str],
    parent: TypeInfo,
    dynamic_fields: &'static DynamicFields,
    metadata: &'static dyn TypeMetadata,
    declared: Declared,
    replaces: bool,
) -> Result<TypeInfo, TypeError> {
    assert!(
        std::ptr::eq(dynamic_fields.parent, parent.node()),
        "the dynamic fields were created for another parent"
    );
    let node: &'static NodeType =
        Box::leak(Box::new(NodeType::extended(key, aliases, dynamic_fields, metadata, declared)));
    let types = process::current().types();
    types.get_or_alloc(Declaration::of(node), parent.index(), replaces).map(TypeInfo::of)
}

/// Registers node types manually, as one batch. Before the setup of the process, the types are laid
/// out as one tree together with the linked types. [`register_types!`](crate::register_types) is a
/// shorthand.
///
/// # Errors
/// If a declaration is rejected. The other types are registered nevertheless.
pub fn register(types: &[&'static NodeType]) -> Result<(), TypeError> {
    process::set_up(types);
    process::current().types().register(types)
}

/// Registers node types manually: in builds without the feature `inventory`, or when a type must be
/// registered before others. Returns a `Result` with the first error.
///
/// ```
/// # use objet_object::{String, Array, IsObjectRef, ObjectRef};
/// # type StringNode = <String as IsObjectRef>::Node;
/// # type ArrayNode = <Array<ObjectRef> as IsObjectRef>::Node;
/// objet_object::register_types!(StringNode, ArrayNode)?;
/// # Ok::<(), objet_object::types::TypeError>(())
/// ```
#[macro_export]
macro_rules! register_types {
    ($($node:ty),+ $(,)?) => {
        $crate::types::register(&[$(<$node as $crate::IsObject>::node_type()),+])
    };
}

/// Returns the type table as text, in TVM's format. The text has a line for each type with at least
/// `min_children` descendants. Tabs separate the columns: `[10] toy.Expr`, `parent=runtime.Object`,
/// `num_child_slots=4`, `num_children=2`.
pub fn dump(min_children: usize) -> String {
    let records = process::current().types().records();
    let mut descendants = std::collections::HashMap::<u32, usize>::new();
    for record in &records {
        let (_, proper) = record.ancestors().split_last().unwrap_or((&0, &[]));
        proper.iter().for_each(|ancestor| *descendants.entry(*ancestor).or_default() += 1);
    }
    let mut text = String::new();
    for record in records {
        let children = descendants.get(&record.index().value()).copied().unwrap_or(0);
        if children >= min_children {
            let parent = record.parent().unwrap_or(record).key();
            text += &format!(
                "[{}] {}\tparent={parent}\tnum_child_slots={}\tnum_children={children}\n",
                record.index(),
                record.key(),
                record.declaration().child_slots,
            );
        }
    }
    text
}

/// Returns the index of `T`, and registers `T` first if necessary.
///
/// # Errors
/// If the declaration of `T`, or of an ancestor, is rejected.
pub fn try_type_index<T: IsObject>() -> Result<TypeIndex, TypeError> {
    T::node_type().try_registered().map(|registered| registered.index)
}
