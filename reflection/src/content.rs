//! A view of the content of objects of any type. All graph traversals use this view.

use objet_object::{
    ADT, ADTNode, Array, ArrayNode, IsObjectRef, Map, MapNode, NDArrayNode, Object, ObjectRef,
    ShapeTupleNode, StringNode, TypeIndex, ValueError,
};

use crate::graph::OpaqueView;
use crate::loaded::Loaded;
use crate::memory::{Node, RecentTypes, assign};

/// The content of an object.
///
/// ```
/// use objet::prelude::*;
/// use objet::String;
/// use objet::walk::Content;
///
/// let names = Array::from([String::from("x")]);
/// let Content::Array(array) = Content::of(names.as_object_ref()) else { panic!("an array") };
/// assert_eq!(array.as_slice().len(), 1);
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Content<'a> {
    /// A string.
    String(&'a StringNode),
    /// An array.
    Array(&'a ArrayNode),
    /// A map.
    Map(&'a MapNode),
    /// A tensor.
    Tensor(&'a NDArrayNode),
    /// A shape.
    Shape(&'a ShapeTupleNode),
    /// An algebraic data type value: a tag and fields without names.
    Adt(&'a ADTNode),
    /// A node with reflected fields.
    Node(Node<'a>),
    /// A node whose type is not linked in, or that its type cannot build.
    Opaque(OpaqueView<'a>),
    /// An object without a view of its content; only its type is known.
    Unknown,
}

impl<'a> Content<'a> {
    /// Returns the content of `object`.
    #[inline]
    pub fn of(object: &'a Object) -> Self {
        if object.type_index().value() >= TypeIndex::DYNAMIC_BEGIN.value() {
            return match Node::of(object) {
                Some(node) => Self::Node(node),
                None => Self::derived(object),
            };
        }
        Self::builtin(object).unwrap_or(Self::Unknown)
    }

    /// Returns the content of `object`. Looks its type up in `recent` first.
    #[inline(always)]
    pub(crate) fn by_recent(object: &'a Object, recent: &mut RecentTypes) -> Self {
        if object.type_index().value() >= TypeIndex::DYNAMIC_BEGIN.value() {
            return match recent.node(object) {
                Some(node) => Self::Node(node),
                None => Self::derived(object),
            };
        }
        Self::of_builtin(object)
    }

    /// Returns the content of an object of a built-in type. Separate to keep the path of nodes
    /// short.
    #[inline(never)]
    fn of_builtin(object: &'a Object) -> Self {
        Self::builtin(object).unwrap_or(Self::Unknown)
    }

    /// Returns the content of `object` as graph traversals see it. An object that files store as a
    /// name or as other bytes has no references then, whatever its fields refer to.
    #[inline]
    pub(crate) fn followed(object: &'a Object) -> Self {
        match Self::of(object) {
            Self::Node(node) if node.reflection().bytes().is_some() => Self::Unknown,
            content => content,
        }
    }

    #[inline]
    fn builtin(object: &'a Object) -> Option<Self> {
        Some(match object.type_index() {
            TypeIndex::STRING => Self::String(object.as_node()?),
            TypeIndex::ARRAY => Self::Array(object.as_node()?),
            TypeIndex::MAP => Self::Map(object.as_node()?),
            TypeIndex::NDARRAY => Self::Tensor(object.as_node()?),
            TypeIndex::SHAPE_TUPLE => Self::Shape(object.as_node()?),
            TypeIndex::ADT => Self::Adt(object.as_node()?),
            _ => return None,
        })
    }

    /// Returns the content of an object without reflection, which its ancestors determine.
    #[cold]
    fn derived(object: &'a Object) -> Self {
        OpaqueView::of(object)
            .map(Self::Opaque)
            .or_else(|| object.as_node().map(Self::Tensor))
            .unwrap_or(Self::Unknown)
    }

    /// Returns the number of references, including null references.
    #[inline]
    pub(crate) fn reference_count(self) -> usize {
        match self {
            Self::Array(array) => array.as_slice().len(),
            Self::Map(map) => 2 * map.len(),
            Self::Adt(adt) => adt.fields().len(),
            Self::Node(node) => node.reflection().references().len(),
            Self::Opaque(opaque) => opaque.reference_count(),
            Self::String(_) | Self::Tensor(_) | Self::Shape(_) | Self::Unknown => 0,
        }
    }

    /// Returns the object at the `index`th reference, or `None` if the reference is null.
    #[inline]
    pub(crate) fn reference(self, index: usize, loaded: &'a Loaded) -> Option<&'a ObjectRef> {
        match self {
            Self::Array(array) => array.as_slice()[index].as_ref(),
            Self::Map(map) => {
                let (key, value) = map.entry(index / 2)?;
                if index.is_multiple_of(2) { Some(key) } else { value }
            }
            Self::Adt(adt) => adt.fields()[index].as_ref(),
            Self::Node(node) => node.reference(node.reflection().references()[index], loaded),
            Self::Opaque(opaque) => opaque.reference(index, loaded),
            Self::String(_) | Self::Tensor(_) | Self::Shape(_) | Self::Unknown => None,
        }
    }

    /// Returns all references in order.
    #[inline]
    pub(crate) fn references(self, loaded: &'a Loaded) -> impl Iterator<Item = Option<&'a ObjectRef>> {
        (0..self.reference_count()).map(move |index| self.reference(index, loaded))
    }
}

/// Returns an object with the type and content of `object`, but with other references. `references`
/// has one element for each reference of the object.
///
/// If `object` is the only reference to a node, its fields are changed in place.
///
/// # Errors
/// If a field cannot hold its new reference. The error is the index of the reference and the
/// reason.
pub(crate) fn with_references(
    mut object: ObjectRef,
    references: &[Option<ObjectRef>],
) -> Result<ObjectRef, (usize, ValueError)> {
    match Content::of(&object) {
        Content::Array(_) => Ok(references.iter().cloned().collect::<Array<Option<ObjectRef>>>().into()),
        Content::Map(_) => {
            let mut map = Map::<ObjectRef, Option<ObjectRef>>::new();
            for (index, entry) in references.chunks_exact(2).enumerate() {
                let Some(key) = entry[0].clone() else {
                    let expected = ObjectRef::type_name();
                    return Err((2 * index, objet_object::CastError::Null { expected }.into()));
                };
                map.insert(key, entry[1].clone());
            }
            Ok(map.into())
        }
        Content::Adt(adt) => Ok(ADT::new(adt.tag(), references.iter().cloned()).into()),
        Content::Opaque(opaque) => opaque.with_references(references),
        Content::Node(node) => {
            let reflection = node.reflection();
            if object.strong_count() > 1 || object.weak_count() > 0 {
                object = reflection.copy(&object);
            }
            for (place, (position, reference)) in reflection.references().iter().zip(references).enumerate() {
                assign(&mut object, *position, reference.into()).map_err(|error| (place, error))?;
            }
            Ok(object)
        }
        Content::String(_) | Content::Tensor(_) | Content::Shape(_) | Content::Unknown => Ok(object),
    }
}
