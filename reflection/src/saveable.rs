//! A check of declared field types: whether files have a form for their objects.

use std::collections::HashSet;

use objet_object::{FieldKind, TypeIndex, TypeInfo, types};

use crate::error::ReflectError;
use crate::graph::OpaqueNode;
use crate::reflection::{Reflect, Reflection};

impl Reflection {
    /// Checks that files have a form for the objects that the fields of `T` refer to, by the
    /// declared types of the fields, and of the fields of these types in turn. A test calls this
    /// function, so that a type that cannot be saved is found before the first save.
    ///
    /// A field declared as a base type, such as `ObjectRef`, can still hold an object that cannot
    /// be saved. A field with `#[reflect(serde)]` can still hold a value that JSON cannot hold,
    /// such as NaN, or a map whose keys are tuples.
    ///
    /// # Errors
    /// If the declared type of a field has no form in files: a function, a module, a closure, an
    /// ADT, or a node without reflection. The error has the path of the field.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet::fields::Reflection;
    ///
    /// #[derive(Object, Reflect)]
    /// #[repr(C)]
    /// #[object(key = "doc.check_saveable.Call", is_final)]
    /// struct CallNode {
    ///     base: Object,
    ///     functions: Array<PackedFunc>,
    /// }
    ///
    /// # objet::register_types!(objet::function::PackedFuncNode, CallNode).unwrap();
    /// let error = Reflection::check_saveable::<CallNode>().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "doc.check_saveable.Call.functions: files have no form for runtime.PackedFunc; \
    ///      exclude the field with `#[reflect(skip)]`"
    /// );
    /// ```
    pub fn check_saveable<T: Reflect>() -> Result<(), ReflectError> {
        let mut visited = HashSet::from([T::type_index()]);
        let mut next = vec![(T::TYPE_KEY.to_owned(), T::reflection())];
        while let Some((path, reflection)) = next.pop() {
            if reflection.bytes().is_some() {
                continue;
            }
            for field in reflection.fields() {
                let FieldKind::Reference(kind) = field.kind() else { continue };
                let path = format!("{path}.{}", field.name());
                for info in types_in(&kind.type_name()).filter(|info| visited.insert(info.index())) {
                    match form(info) {
                        Form::Leaf => {}
                        Form::Fields(reflection) => next.push((path.clone(), reflection)),
                        Form::None => return Err(ReflectError::NotSaveable { path, type_key: info.key() }),
                    }
                }
            }
        }
        Ok(())
    }
}

/// The form of the objects of a type in files.
enum Form {
    /// Without fields to check.
    Leaf,
    Fields(&'static Reflection),
    None,
}

fn form(info: TypeInfo) -> Form {
    match info.index() {
        TypeIndex::MODULE | TypeIndex::PACKED_FUNC | TypeIndex::CLOSURE | TypeIndex::ADT => Form::None,
        index if index.value() < TypeIndex::DYNAMIC_BEGIN.value() => Form::Leaf,
        _ => match Reflection::of_type(info) {
            Some(reflection) => Form::Fields(reflection),
            None if info.key() == <OpaqueNode as objet_object::IsObject>::TYPE_KEY => Form::Leaf,
            None => Form::None,
        },
    }
}

/// Returns the types in the name of a reference type: of `Array<net.Layer>`, `Array` and
/// `net.Layer`.
fn types_in(name: &str) -> impl Iterator<Item = TypeInfo> {
    name.split(['<', '>', ',', ' ']).filter_map(types::by_key)
}
