//! The type table as data, and the ways to add to it.
//!
//! Every type has a key, which names it in files and in front ends, and a [`TypeIndex`], which stands at the start
//! of its objects. Types that derive [`Object`](derive@crate::Object) enter the table by themselves when the first
//! index is asked for: all of them at once, numbered in pre-order with siblings by key, so that every subtree is one
//! range. Later arrivals take the slots that their parents kept free, or else go to the end of the table; their objects
//! then note the nearest ancestor that is in a range.

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
pub use node_type::{About, AboutNodes, NodeType, ShallowCopy};

use crate::node::IsObject;
use crate::process;
use node_type::Extension;
use record::{Declaration, TypeRecord};

/// The type of that key.
pub fn by_key(key: &str) -> Option<TypeInfo> {
    process::current().types().by_key(key).map(TypeInfo::of)
}

/// The type of that index.
pub fn by_index(index: TypeIndex) -> Option<TypeInfo> {
    process::current().types().by_index(index).map(TypeInfo::of)
}

/// All types registered so far, by index.
pub fn all() -> Vec<TypeInfo> {
    process::current().types().records().into_iter().map(TypeInfo::of).collect()
}

/// The declarations found at the start that the table refused. Every one of them is a mistake in a linked crate:
/// asking such a type for its index panics with the same text.
pub fn refused() -> Vec<TypeError> {
    process::current().types().refused()
}

/// Registers a type that no Rust struct stands for, such as one that a plugin or a front end defines, and gives its
/// index. If the same declaration was made before, gives the index it got then.
///
/// Objects of such a type are made by [`make_object_of_type`](crate::make_object_of_type).
///
/// # Errors
/// If there is no type of the index `parent`, if it is final, if it has no slot left and must not overflow, or if
/// the key is known with another parent, other slots or another rule of overflow.
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

/// As [`get_or_alloc_type_index`], for a front end whose user declares the type at that place in a source.
///
/// # Errors
/// Those of [`get_or_alloc_type_index`].
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
        child_slots,
        child_slots_can_overflow,
        is_final: false,
        static_index: None,
        node: None,
        declared,
    };
    process::current().types().get_or_alloc(declaration, parent).map(TypeRecord::index)
}

/// Registers a type that is described at run time: its objects have fields behind those of the parent's.
///
/// # Errors
/// Those of [`get_or_alloc_type_index`]; and if the key is known.
///
/// # Panics
/// If the extension is not one of that parent.
#[doc(hidden)]
pub fn register_extension(
    key: &'static str,
    parent: TypeInfo,
    extension: &'static Extension,
    about: &'static dyn AboutNodes,
    declared: Declared,
) -> Result<TypeInfo, TypeError> {
    assert!(std::ptr::eq(extension.parent, parent.node()), "the extension is one of another type");
    let node: &'static NodeType = Box::leak(Box::new(NodeType::extended(key, extension, about, declared)));
    process::current().types().get_or_alloc(Declaration::of(node), parent.index()).map(TypeInfo::of)
}

/// Registers node types by hand, as one batch: what is known before the first index is asked for is laid out as one
/// tree, with nothing left for link-time collection to do. [`register_types!`](crate::register_types) is the
/// shorter way to write it.
///
/// # Errors
/// If a declaration is refused. The others are registered all the same.
pub fn register(types: &[&'static NodeType]) -> Result<(), TypeError> {
    process::set_up(types);
    process::current().types().register(types)
}

/// Registers node types by hand, for builds without the feature `inventory` and for types that must be known before
/// others. Gives a `Result` with the first declaration that was refused.
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

/// The whole table in TVM's words, a line for each type that has at least `min_children` descendants, its columns separated
/// by tabs: `[10] toy.Expr`, `parent=runtime.Object`, `num_child_slots=4`, `num_children=2`.
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

/// The index of `T`, registering it if it is not yet.
///
/// # Errors
/// If the declaration of `T`, or of an ancestor, is refused.
pub fn try_type_index<T: IsObject>() -> Result<TypeIndex, TypeError> {
    T::node_type().try_registered().map(|registered| registered.index)
}
