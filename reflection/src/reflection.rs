//! Descriptions of node types: fields, comparison, format in files, construction and copying.

mod definition;
mod reflect;

use std::fmt;
use std::sync::OnceLock;

use objet_object::__private::{ObjectType, resumed};
use objet_object::{__private, NodeType, Object, ObjectRef, TypeIndex, TypeInfo, ValueError, types};

pub(crate) use definition::Definition;
pub(crate) use reflect::{NODES, STAND_INS};
pub use reflect::{Names, Reflect};

use self::reflect::builtin_type;

use crate::error::ReflectError;
use crate::field::{Field, FieldDeclaration, HiddenField};
use crate::graph::Upgrade;
use crate::make::FieldSource;
use crate::nearest::nearest_name;
use crate::node_layout::NodeLayout;
use crate::options::{ByteForm, Comparison, Options};
use crate::repr::Repr;

/// The description of a node type. `#[derive(Reflect)]` generates one static for each type.
///
/// ```
/// use objet::fields::Reflection;
/// use objet::prelude::*;
///
/// /// A point on a grid.
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.Point", is_final)]
/// struct PointNode {
///     base: Object,
///     /// How far to the right.
///     x: i64,
///     y: i64,
/// }
///
/// # objet::register_types!(PointNode).unwrap();
/// let reflection = Reflection::of_key("doc.Point")?;
/// assert_eq!(reflection.doc(), "A point on a grid.");
/// let names: Vec<_> = reflection.fields().iter().map(|field| field.name()).collect();
/// assert_eq!(names, ["x", "y"]);
/// assert_eq!(reflection.field("x")?.doc(), "How far to the right.");
/// # Ok::<(), objet::fields::ReflectError>(())
/// ```
pub struct Reflection {
    type_key: &'static str,
    doc: &'static str,
    parent: Option<&'static Self>,
    own: &'static [FieldDeclaration],
    options: Options,
    objects: Objects,
    /// The name of the reflection as metadata. It determines which look-ups find the reflection.
    metadata_name: &'static str,
    layout: OnceLock<NodeLayout>,
}

/// How objects of a type are made.
enum Objects {
    /// From the fields of the Rust struct of the type.
    OfStruct {
        node_type: &'static NodeType,
        /// The fields that the struct declares and that are not reflected.
        hidden: &'static [HiddenField],
    },
    /// From the fields of the Rust struct of an ancestor, followed by the fields that are defined
    /// at run time.
    Extended,
}

impl Reflection {
    /// Returns the reflection of this object's type, or of its nearest ancestor with a Rust struct.
    ///
    /// # Errors
    /// If there is no reflection. Containers and node types without `#[derive(Reflect)]` have none.
    pub fn of_object(object: &Object) -> Result<&'static Self, ReflectError> {
        Self::lookup(object).ok_or_else(|| ReflectError::NotReflected { type_key: object.type_key().into() })
    }

    /// Works like [`Reflection::of_object`], but returns `None` instead of an error.
    #[inline]
    pub(crate) fn lookup(object: &Object) -> Option<&'static Self> {
        Self::of_struct(__private::object_metadata(object), object.type_index())
    }

    /// Returns the reflection of the type with this key.
    ///
    /// # Errors
    /// If no type has the key; the error names the nearest key. If the type has no reflection.
    pub fn of_key(type_key: &str) -> Result<&'static Self, ReflectError> {
        let info = types::by_key(type_key).ok_or_else(|| ReflectError::unknown_type(type_key))?;
        Self::of_type(info).ok_or_else(|| ReflectError::NotReflected { type_key: type_key.into() })
    }

    /// Returns the reflection of this type, or of its nearest ancestor with a Rust struct.
    pub fn of_type(info: TypeInfo) -> Option<&'static Self> {
        Self::of_struct(__private::type_metadata(info), info.index())
    }

    /// Returns the reflection in the metadata of a type. For a type without metadata, looks the
    /// index up among the built-in types.
    #[inline]
    fn of_struct(
        metadata: Option<&'static dyn __private::TypeMetadata>,
        index: TypeIndex,
    ) -> Option<&'static Self> {
        match metadata {
            Some(metadata) => Self::from_metadata(metadata, NODES),
            None => builtin_type(index),
        }
    }

    /// Returns the reflection of this object's type, if the object is a stand-in.
    pub(crate) fn of_stand_in(object: &Object) -> Option<&'static Self> {
        Self::from_metadata(__private::object_metadata(object)?, STAND_INS)
    }

    /// Returns the reflection of a type of stand-ins.
    pub(crate) fn of_stand_in_type(info: TypeInfo) -> Option<&'static Self> {
        Self::from_metadata(__private::type_metadata(info)?, STAND_INS)
    }

    /// Returns the key of the described type.
    pub fn type_key(&self) -> &'static str {
        self.type_key
    }

    /// Returns the doc comment of the struct.
    pub fn doc(&self) -> &'static str {
        self.doc
    }

    /// Returns how objects of the type compare and hash.
    pub fn comparison(&self) -> Comparison {
        self.options.comparison
    }

    /// Returns the visited fields in order, including inherited ones.
    #[inline]
    pub fn fields(&'static self) -> &'static [Field] {
        &self.layout().visited
    }

    /// Returns the field with this name.
    ///
    /// # Errors
    /// If no field has this name; the error names the nearest field.
    pub fn field(&'static self, name: &str) -> Result<&'static Field, ReflectError> {
        self.position(name).map(|position| &self.fields()[position])
    }

    pub(crate) fn position(&'static self, name: &str) -> Result<usize, ReflectError> {
        self.find(name).ok_or_else(|| ReflectError::UnknownField {
            type_key: self.type_key.into(),
            found: name.into(),
            nearest: nearest_name(name, self.fields().iter().map(Field::name)).map(Into::into),
            fields: self.fields().iter().map(|field| field.name().into()).collect(),
        })
    }

    /// Returns the error for a value that the field at `position` cannot hold, or whose value
    /// cannot be returned.
    #[cold]
    pub(crate) fn wrong_value(&'static self, position: usize, source: ValueError) -> ReflectError {
        let field = self.fields()[position].name();
        ReflectError::Value { type_key: self.type_key, field, source }
    }

    pub(crate) fn find(&'static self, name: &str) -> Option<usize> {
        self.layout().by_name.get(name).copied()
    }

    /// Returns the position of the field with this name or this alias.
    pub(crate) fn find_stored(&'static self, name: &str) -> Option<usize> {
        self.find(name).or_else(|| self.layout().by_alias.get(name).copied())
    }

    /// Returns the field with this name or this alias.
    pub(crate) fn stored_field(&'static self, name: &str) -> Option<&'static Field> {
        self.find_stored(name).map(|position| &self.fields()[position])
    }

    /// Returns the version that the type declares, or 0 without one.
    pub fn version(&self) -> u32 {
        self.options.version
    }

    /// Returns the function that converts nodes of older versions, if the type has one.
    pub(crate) fn upgrade(&self) -> Option<Upgrade> {
        self.options.upgrade
    }

    /// Returns this reflection and those of the ancestors, up to the root.
    pub(crate) fn line(&'static self) -> impl Iterator<Item = &'static Self> {
        std::iter::successors(Some(self), |reflection| reflection.parent())
    }

    /// Returns the positions of the reference fields, in the order of graph numbering.
    #[inline]
    pub(crate) fn references(&'static self) -> &'static [usize] {
        &self.layout().references
    }

    /// Returns the names of the visited fields in order, if the type lists them explicitly.
    pub(crate) fn explicit_fields(&self) -> Option<&'static [&'static str]> {
        self.options.fields
    }

    pub(crate) fn bytes(&self) -> Option<&ByteForm> {
        self.options.bytes.as_ref()
    }

    /// Returns the text of the type's objects, which the type or its nearest ancestor declares.
    pub(crate) fn repr(&'static self) -> Option<Repr> {
        self.line().find_map(|reflection| reflection.options.repr)
    }

    pub(crate) fn built(&'static self) -> &'static [&'static FieldDeclaration] {
        &self.layout().built
    }

    /// Makes an object of the source's type. `self` must be the reflection of that type.
    pub(crate) fn make(&'static self, source: &FieldSource<'_>) -> Result<ObjectRef, ReflectError> {
        if self.options.is_abstract {
            return Err(ReflectError::Abstract { type_key: self.type_key });
        }
        let layout = self.layout();
        let object = match &layout.structure {
            Some(structure) => structure.make(source, source.of().index())?,
            None => {
                let base = self.base();
                let object = base.structure().make(source, base.own_index)?;
                source.extend(object, base.built.len())?
            }
        };
        if layout.is_checked {
            self.check(&object)?;
        }
        Ok(object)
    }

    /// Returns the layout of the Rust struct that objects of the type consist of or begin with.
    pub(crate) fn base(&'static self) -> &'static NodeLayout {
        match (&self.objects, self.parent) {
            (Objects::Extended, Some(parent)) => parent.base(),
            _ => self.layout(),
        }
    }

    /// Returns the node type of the struct, and its fields that are not reflected. Returns `None`
    /// for a type that is defined at run time.
    pub(crate) fn struct_type(&self) -> Option<(&'static NodeType, &'static [HiddenField])> {
        match self.objects {
            Objects::OfStruct { node_type, hidden } => Some((node_type, hidden)),
            Objects::Extended => None,
        }
    }

    fn parent(&self) -> Option<&'static Self> {
        self.parent
    }

    /// Whether the type is defined at run time, by a [`TypeBuilder`](crate::TypeBuilder).
    pub fn is_runtime_defined(&self) -> bool {
        self.runtime_defined().is_some()
    }

    /// Returns the fields that the type itself declares, if the type is defined at run time.
    pub(crate) fn runtime_defined(&self) -> Option<&'static [FieldDeclaration]> {
        matches!(self.objects, Objects::Extended).then_some(self.own)
    }

    /// Returns the index of the described type.
    pub(crate) fn own_index(&self) -> TypeIndex {
        match &self.objects {
            Objects::OfStruct { node_type, .. } => match ObjectType::of_struct(node_type) {
                Ok(object_type) => object_type.index(),
                Err(error) => panic!("{error}"),
            },
            Objects::Extended => match types::by_key(self.type_key) {
                Some(info) => info.index(),
                None => unreachable!("a reflection is registered with its type"),
            },
        }
    }

    /// Whether the type itself checks complete nodes.
    pub(crate) fn has_check(&self) -> bool {
        self.options.check.is_some()
    }

    /// Runs the checks of the type and its ancestors on a complete node, beginning with the root.
    pub(crate) fn check(&self, object: &Object) -> Result<(), ReflectError> {
        if let Some(parent) = self.parent() {
            parent.check(object)?;
        }
        let Some(check) = self.options.check else { return Ok(()) };
        resumed(check(object))
            .map_err(|source| ReflectError::Invalid { type_key: self.type_key, source: source.into() })
    }

    #[inline]
    pub(crate) fn layout(&'static self) -> &'static NodeLayout {
        self.layout.get_or_init(|| NodeLayout::of(self, self.parent().map(Self::layout), self.own))
    }
}

impl fmt::Debug for Reflection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reflection").field("type_key", &self.type_key).finish_non_exhaustive()
    }
}
