//! The description of a node type: its fields, how it compares, how it is written, how its nodes are made and copied.

mod reflect;

use std::fmt;
use std::sync::OnceLock;

use objet_object::__private::{Caught, Declared, Extension, caught, register_extension, resumed};
use objet_object::{
    __private, Object, ObjectRef, TypeError, TypeIndex, TypeInfo, ValueError, make_object,
    make_object_of_type, types,
};

pub use reflect::{Names, Reflect};

use self::reflect::builtin_type;

use crate::error::ReflectError;
use crate::field::{Field, FieldDeclaration, MAX_SIZE};
use crate::layout::Layout;
use crate::make::FieldSource;
use crate::memory::extended_like;
use crate::nearest::nearest_name;
use crate::options::{ByteForm, Comparison, Options};
use crate::repr::Repr;

/// The description of a node type, one static for each. `#[derive(Reflect)]` makes it.
///
/// ```
/// use objet::Reflection;
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
/// # Ok::<(), objet::ReflectError>(())
/// ```
pub struct Reflection {
    type_key: &'static str,
    doc: &'static str,
    parent: Option<Parent>,
    own: &'static [FieldDeclaration],
    options: Options,
    objects: Objects,
    layout: OnceLock<Layout>,
}

/// The reflection of a type's parent.
enum Parent {
    OfStruct(fn() -> &'static Reflection),
    AtRunTime(&'static Reflection),
}

/// How objects of a type are made.
enum Objects {
    /// As a Rust struct.
    OfStruct(OfStruct),
    /// As that of an ancestor, with fields behind it.
    Extended,
}

/// What makes objects of a Rust struct.
struct OfStruct {
    /// Of a type of that index, which lives in the struct.
    make: fn(&mut FieldSource<'_>, TypeIndex) -> Caught<Result<ObjectRef, ReflectError>>,
    /// The same, with the content of an object that begins with the struct.
    copy: fn(&Object, TypeIndex) -> Caught<Option<ObjectRef>>,
    own_index: fn() -> TypeIndex,
}

impl Reflection {
    /// Registers a type that is described at run time: its objects have these fields behind those of
    /// the parent. The offsets of the declarations are set here. Comparison and text are those of
    /// the parent.
    ///
    /// Returns `None` if the objects are too large.
    pub(crate) fn register(
        key: &str,
        doc: String,
        (parent, reflection): (TypeInfo, &'static Self),
        mut own: Vec<FieldDeclaration>,
        comparison: Option<Comparison>,
        declared: Declared,
    ) -> Option<Result<TypeInfo, TypeError>> {
        let extension = Extension::new(parent, own.iter().map(|field| field.kind));
        if extension.offsets().any(|offset| offset > MAX_SIZE) {
            return None;
        }
        let extension: &'static Extension = Box::leak(Box::new(extension));
        // The fields of the parent come first.
        let first = extension.offsets().len() - own.len();
        for (field, offset) in own.iter_mut().zip(extension.offsets().skip(first)) {
            field.offset = offset;
        }
        let key: &'static str = String::from(key).leak();
        let options = &reflection.options;
        let described: &'static Self = Box::leak(Box::new(Self {
            type_key: key,
            doc: doc.leak(),
            parent: Some(Parent::AtRunTime(reflection)),
            own: own.leak(),
            options: Options {
                fields: None,
                comparison: comparison.unwrap_or(options.comparison),
                bytes: None,
                check: None,
                repr: options.repr,
            },
            objects: Objects::Extended,
            layout: OnceLock::new(),
        }));
        Some(register_extension(key, parent, extension, described, declared))
    }

    /// The reflection of this object's type, or of its nearest ancestor that a struct stands for.
    ///
    /// # Errors
    /// If it has none: containers, and node types without `#[derive(Reflect)]`.
    pub fn of_object(object: &Object) -> Result<&'static Self, ReflectError> {
        Self::lookup(object).ok_or_else(|| ReflectError::NotReflected { type_key: object.type_key().into() })
    }

    /// As [`Reflection::of_object`], without an error.
    #[inline]
    pub(crate) fn lookup(object: &Object) -> Option<&'static Self> {
        Self::of_struct(__private::about_object(object), object.type_index())
    }

    /// The reflection of the type of that key.
    ///
    /// # Errors
    /// If nothing linked in has the key, with the nearest one that there is; or if its type is not reflected.
    pub fn of_key(type_key: &str) -> Result<&'static Self, ReflectError> {
        let info = types::by_key(type_key).ok_or_else(|| ReflectError::unknown_type(type_key))?;
        Self::of_type(info).ok_or_else(|| ReflectError::NotReflected { type_key: type_key.into() })
    }

    /// The reflection of that type, or of its nearest ancestor that a struct stands for.
    pub fn of_type(info: TypeInfo) -> Option<&'static Self> {
        Self::of_struct(__private::about_type(info), info.index())
    }

    /// Returns the reflection in the metadata of a type. The index finds that of a type without metadata.
    #[inline]
    fn of_struct(
        about: Option<&'static dyn __private::AboutNodes>,
        index: TypeIndex,
    ) -> Option<&'static Self> {
        match about {
            Some(about) => Self::from_about(about),
            None => builtin_type(index),
        }
    }

    /// The key of the type that the struct stands for.
    pub fn type_key(&self) -> &'static str {
        self.type_key
    }

    /// The doc comment of the struct.
    pub fn doc(&self) -> &'static str {
        self.doc
    }

    /// How objects of the type compare and hash.
    pub fn comparison(&self) -> Comparison {
        self.options.comparison
    }

    /// The fields that are visited, inherited ones too, in that order.
    #[inline]
    pub fn fields(&'static self) -> &'static [Field] {
        &self.layout().visited
    }

    /// The field of that name.
    ///
    /// # Errors
    /// If there is none, with the nearest name that there is.
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

    /// The error for a value that the field at `position` cannot hold, or that cannot be had of it.
    #[cold]
    pub(crate) fn wrong_value(&'static self, position: usize, source: ValueError) -> ReflectError {
        let field = self.fields()[position].name();
        ReflectError::Value { type_key: self.type_key, field, source }
    }

    pub(crate) fn find(&'static self, name: &str) -> Option<usize> {
        self.layout().by_name.get(name).copied()
    }

    /// The positions of the references among the fields, in the order in which graphs are numbered.
    #[inline]
    pub(crate) fn references(&'static self) -> &'static [usize] {
        &self.layout().references
    }

    /// The names of the visited fields in order, where the type gives them.
    pub(crate) fn listed(&self) -> Option<&'static [&'static str]> {
        self.options.fields
    }

    pub(crate) fn bytes(&self) -> Option<&ByteForm> {
        self.options.bytes.as_ref()
    }

    /// What writes the text of an object as front ends show it.
    pub(crate) fn repr(&self) -> Option<Repr> {
        self.options.repr
    }

    pub(crate) fn built(&'static self) -> &'static [&'static FieldDeclaration] {
        &self.layout().built
    }

    /// Makes an object of the type of the source, whose reflection this is.
    pub(crate) fn make(&self, source: &mut FieldSource<'_>) -> Result<ObjectRef, ReflectError> {
        let object = match &self.objects {
            Objects::OfStruct(base) => resumed((base.make)(source, source.of().index()))?,
            Objects::Extended => {
                let base = self.base();
                let object = resumed((base.make)(source, (base.own_index)()))?;
                source.extend(object)?
            }
        };
        self.check(&object)?;
        Ok(object)
    }

    /// What makes the struct that objects of the type are, or begin with.
    fn base(&self) -> &OfStruct {
        match (&self.objects, self.parent()) {
            (Objects::OfStruct(base), _) => base,
            (Objects::Extended, Some(parent)) => parent.base(),
            (Objects::Extended, None) => unreachable!("a type that is described at run time has a parent"),
        }
    }

    fn parent(&self) -> Option<&'static Self> {
        Some(match self.parent.as_ref()? {
            Parent::OfStruct(parent) => parent(),
            Parent::AtRunTime(parent) => parent,
        })
    }

    /// Whether the type was described at run time, by a [`TypeBuilder`](crate::TypeBuilder).
    pub fn is_described(&self) -> bool {
        self.described().is_some()
    }

    /// What the type itself declares, if it is described at run time.
    pub(crate) fn described(&self) -> Option<&'static [FieldDeclaration]> {
        matches!(self.objects, Objects::Extended).then_some(self.own)
    }

    /// The index of the type that the struct stands for.
    pub(crate) fn own_index(&self) -> TypeIndex {
        match &self.objects {
            Objects::OfStruct(base) => (base.own_index)(),
            Objects::Extended => match types::by_key(self.type_key) {
                Some(info) => info.index(),
                None => unreachable!("a reflection is made known with its type"),
            },
        }
    }

    /// A new object of the same type with the same fields.
    pub(crate) fn copy(&self, object: &Object) -> ObjectRef {
        match self.copied(object) {
            Some(copy) => copy,
            None => unreachable!("the reflection of an object is that of its struct"),
        }
    }

    fn copied(&self, object: &Object) -> Option<ObjectRef> {
        match &self.objects {
            Objects::OfStruct(base) => resumed((base.copy)(object, object.type_index())),
            Objects::Extended => {
                let base = self.base();
                let copy = resumed((base.copy)(object, (base.own_index)()))?;
                Some(extended_like(copy, object))
            }
        }
    }

    /// Has the checks of the type and of its ancestors look at a finished node, the root's first.
    pub(crate) fn check(&self, object: &Object) -> Result<(), ReflectError> {
        if let Some(parent) = self.parent() {
            parent.check(object)?;
        }
        let Some(check) = self.options.check else { return Ok(()) };
        resumed(check(object))
            .map_err(|source| ReflectError::Refused { type_key: self.type_key, source: source.into() })
    }

    #[inline]
    pub(crate) fn layout(&'static self) -> &'static Layout {
        self.layout.get_or_init(|| Layout::of(self, self.parent().map(Self::layout), self.own))
    }
}

impl fmt::Debug for Reflection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reflection").field("type_key", &self.type_key).finish_non_exhaustive()
    }
}

/// Does what makes a node, and may run code that the node brings along.
#[inline(always)]
fn guarded<T: Reflect, R>(work: impl FnOnce() -> R) -> Caught<R> {
    if T::RUNS_CODE { caught(work) } else { Ok(work()) }
}

fn make<T: Reflect>(
    source: &mut FieldSource<'_>,
    type_index: TypeIndex,
) -> Caught<Result<ObjectRef, ReflectError>> {
    guarded::<T, _>(|| {
        let node = T::build(source)?;
        if type_index == T::type_index() {
            return Ok(make_object(node).into());
        }
        match make_object_of_type(node, type_index) {
            Ok(object) => Ok(object.into()),
            Err(error) => Err(error.into()),
        }
    })
}

fn copy<T: Reflect>(object: &Object, type_index: TypeIndex) -> Caught<Option<ObjectRef>> {
    guarded::<T, _>(|| {
        let copy = object.as_node::<T>()?.copy();
        make_object_of_type(copy, type_index).ok().map(ObjectRef::from)
    })
}
