//! Types that are defined at run time by front ends. They extend a parent type with further fields.

use std::mem::discriminant;
use std::panic::Location;
use std::sync::{Mutex, PoisonError};

use objet_object::__private::Declared;
use objet_object::{FieldKind, Object, RetValue, TypeError, TypeIndex, TypeInfo, types};

use crate::equal::structural_equal;
use crate::field::{FieldDeclaration, FieldDefault, FieldRole, FieldTypeInfo};
use crate::memory::accepts;
use crate::options::Comparison;
use crate::reflection::{NODES, Reflect, Reflection};

/// Defines a type at run time: a parent type, extended with further fields.
///
/// The parent is a Rust struct or another type defined at run time. Objects of the new type begin
/// with the fields of the parent, so they can be used in place of the parent's objects. Files,
/// comparison, hashing, traversal, rewriting and attributes by name include all fields.
///
/// ```
/// use objet::prelude::*;
/// use objet::fields::{FieldKind, IntKind};
/// use objet::types::{FieldBuilder, TypeBuilder};
/// use objet::{get_attr, load_json, make_node};
/// use objet::{save_json, structural_equal};
///
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.builder.Shape")]
/// struct ShapeNode {
///     base: Object,
///     name: objet::String,
/// }
///
/// let square = TypeBuilder::new("doc.builder.Square", ShapeNode::type_index())
///     .doc("A square with sides of equal length.")
///     .field(FieldBuilder::new("side", FieldKind::Int(IntKind::I64)).default(1))
///     .register()?;
///
/// let named = make_node(square.key(), [("name", "here".into())])?;
/// assert_eq!(named.as_node::<ShapeNode>().unwrap().name, "here");
/// assert_eq!(get_attr(&named, "side")?.get::<i64>()?, 1);
///
/// let text = save_json(&named)?;
/// let again: ObjectRef = load_json(&text)?;
/// assert!(structural_equal(&named, &again));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TypeBuilder {
    key: String,
    parent: TypeIndex,
    doc: String,
    comparison: Option<Comparison>,
    fields: Vec<FieldBuilder>,
    declared: Option<Declared>,
}

/// A field of a [`TypeBuilder`].
#[derive(Debug)]
pub struct FieldBuilder {
    name: String,
    kind: FieldKind,
    doc: String,
    default: Option<RetValue>,
    role: FieldRole,
}

/// The reason why a type cannot be defined at run time.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TypeBuilderError {
    /// The parent cannot be extended.
    #[error("type {type_key} cannot extend {parent}: {reason}")]
    Parent {
        /// The key of the type.
        type_key: String,
        /// The key of the parent.
        parent: &'static str,
        /// Why the parent cannot be extended.
        reason: &'static str,
    },
    /// A field has an empty name, or a name that another field of the type or its parent has.
    #[error("invalid field {name:?} of type {type_key}: {reason}")]
    Name {
        /// The key of the type.
        type_key: String,
        /// The name.
        name: String,
        /// Why the name is invalid.
        reason: &'static str,
    },
    /// The field cannot hold its default.
    #[error("invalid default for {type_key}.{field}: {source}")]
    DefaultValue {
        /// The key of the type.
        type_key: String,
        /// The field.
        field: String,
        /// The expected type and the value found.
        source: objet_object::ValueError,
    },
    /// The key is registered with other fields. A type cannot be redefined while the process lives.
    #[error("type {type_key} is already registered with other fields: {found}; requested fields: {expected}")]
    AlreadyRegistered {
        /// The key of the type.
        type_key: String,
        /// The requested fields.
        expected: String,
        /// The fields of the registered type.
        found: String,
    },
    /// The type table rejected the type.
    #[error(transparent)]
    Type(#[from] TypeError),
}

impl FieldBuilder {
    /// Creates a required field with this name and kind.
    pub fn new(name: impl Into<String>, kind: FieldKind) -> Self {
        Self { name: name.into(), kind, doc: String::new(), default: None, role: FieldRole::Compared }
    }

    /// Sets the documentation of the field.
    pub fn doc(self, doc: impl Into<String>) -> Self {
        Self { doc: doc.into(), ..self }
    }

    /// Sets the default value, which makes the field optional.
    pub fn default(self, value: impl Into<RetValue>) -> Self {
        Self { default: Some(value.into()), ..self }
    }

    /// Sets how the field takes part in comparison and hashing of objects.
    pub fn role(self, role: FieldRole) -> Self {
        Self { role, ..self }
    }

    fn is_like(&self, known: &FieldDeclaration) -> bool {
        let default = known.default.as_ref().map(FieldDefault::value);
        (self.name.as_str(), self.role) == (known.name, known.role)
            && type_name(self.kind) == known.type_name
            && same_value(self.default.as_ref(), default.as_ref())
    }

    /// Returns the declaration, without an offset. Leaks the strings: a declaration lives as long
    /// as the process.
    fn declare(self) -> FieldDeclaration {
        let of: &'static FieldTypeInfo = Box::leak(Box::new(FieldTypeInfo { kind: self.kind, cell: None }));
        FieldDeclaration {
            required: self.default.is_none(),
            default: self.default.map(FieldDefault::Stored),
            role: self.role,
            ..of.field(self.name.leak(), type_name(self.kind).leak(), self.doc.leak(), 0)
        }
    }
}

impl TypeBuilder {
    /// Starts the definition of a type with this key and parent, without further fields.
    pub fn new(key: impl Into<String>, parent: TypeIndex) -> Self {
        let (key, doc) = (key.into(), String::new());
        Self { key, parent, doc, comparison: None, fields: Vec::new(), declared: None }
    }

    /// Sets the documentation of the type.
    pub fn doc(self, doc: impl Into<String>) -> Self {
        Self { doc: doc.into(), ..self }
    }

    /// Sets how objects of the type compare and hash. The default is the comparison of the parent.
    pub fn comparison(self, comparison: Comparison) -> Self {
        Self { comparison: Some(comparison), ..self }
    }

    /// Adds a field.
    pub fn field(mut self, field: FieldBuilder) -> Self {
        self.fields.push(field);
        self
    }

    /// Sets the source location of the declaration. The default is the location of the call of
    /// `register`.
    pub fn declared(self, declared: Declared) -> Self {
        Self { declared: Some(declared), ..self }
    }

    /// Registers the type, or returns the registered type if its definition is the same. The type
    /// lives as long as the process.
    ///
    /// # Errors
    /// If the parent is final, is not reflected, or is saved as bytes. If the name of a field is
    /// empty or already used. If a field cannot hold its default. If the key is already registered
    /// with another definition.
    #[track_caller]
    pub fn register(self) -> Result<TypeInfo, TypeBuilderError> {
        self.define(Location::caller(), false)
    }

    /// Registers the type like [`register`](TypeBuilder::register), and defines it anew if a type
    /// defined at run time has the key and another definition.
    ///
    /// New objects, also those of files, have the new fields. Existing objects keep their type and
    /// their fields, and so do the types that extend it. A field that is declared with the type
    /// accepts the objects of all its definitions. Each definition lives as long as the process.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet::fields::{FieldKind, IntKind};
    /// use objet::types::{FieldBuilder, TypeBuilder, TypeIndex};
    /// use objet::{get_attr, make_node, types};
    ///
    /// let point = || TypeBuilder::new("doc.redefine.Point", TypeIndex::OBJECT);
    /// let int = |name| FieldBuilder::new(name, FieldKind::Int(IntKind::I64));
    ///
    /// let before = point().field(int("x")).register()?;
    /// let old = make_node(before.key(), [("x", 1.into())])?;
    /// let after = point().field(int("x")).field(int("y").default(0)).redefine()?;
    /// let new = make_node(after.key(), [("x", 1.into())])?;
    ///
    /// assert_eq!(types::by_key("doc.redefine.Point"), Some(after));
    /// assert_eq!(get_attr(&new, "y")?.get::<i64>()?, 0);
    /// assert!(get_attr(&old, "y").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`register`](TypeBuilder::register), but another definition is an error only if it is
    /// that of a Rust type.
    #[track_caller]
    pub fn redefine(self) -> Result<TypeInfo, TypeBuilderError> {
        self.define(Location::caller(), true)
    }

    fn define(
        mut self,
        caller: &'static Location<'static>,
        may_replace: bool,
    ) -> Result<TypeInfo, TypeBuilderError> {
        let parent = types::by_index(self.parent).ok_or(TypeError::UnknownIndex { index: self.parent })?;
        let here = || Declared { file: caller.file(), line: caller.line(), column: caller.column() };
        let declared = self.declared.unwrap_or_else(here);
        if self.key.is_empty() {
            return Err(TypeError::EmptyKey { declared }.into());
        }
        let reflection = self.check_parent(parent)?;
        self.check_fields(reflection)?;
        // If two threads define the same type concurrently, the second one finds the type of the
        // first.
        static LOCK: Mutex<()> = Mutex::new(());
        let _guard = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
        let known = types::by_key(&self.key);
        if let Some(known) = known
            && !(may_replace && self.replaces(known, parent))
        {
            return self.compare(known, parent);
        }
        let Self { key, doc, comparison, fields, .. } = &mut self;
        let own = std::mem::take(fields).into_iter().map(FieldBuilder::declare).collect();
        let doc = std::mem::take(doc);
        let (about, parent_of, replaces) = ((&**key, doc), (parent, reflection), known.is_some());
        match Reflection::register(NODES, about, parent_of, own, *comparison, declared, replaces) {
            Some(registered) => Ok(registered?),
            None => Err(self.refuse_parent(parent, "its objects with these fields would take 4 GiB or more")),
        }
    }

    /// Returns the reflection of the parent, if objects of the new type can begin with the parent's
    /// fields.
    fn check_parent(&self, parent: TypeInfo) -> Result<&'static Reflection, TypeBuilderError> {
        let refuse = |reason| Err(self.refuse_parent(parent, reason));
        let reflection = match Reflection::of_type(parent) {
            Some(reflection) => reflection,
            None if parent.index() == TypeIndex::OBJECT => Object::reflection(),
            None => return refuse("the parent has no reflection"),
        };
        if parent.is_final() {
            return refuse("the parent is final");
        }
        if reflection.bytes().is_some() {
            return refuse("the parent is saved as a name or as bytes, not as fields");
        }
        match reflection.comparison() {
            Comparison::Custom { .. } if self.comparison.is_none() => {
                refuse("the parent compares by its own function, which would ignore the new fields")
            }
            _ => Ok(reflection),
        }
    }

    fn refuse_parent(&self, parent: TypeInfo, reason: &'static str) -> TypeBuilderError {
        TypeBuilderError::Parent { type_key: self.key.clone(), parent: parent.key(), reason }
    }

    fn check_fields(&self, parent: &'static Reflection) -> Result<(), TypeBuilderError> {
        for (position, field) in self.fields.iter().enumerate() {
            let refuse = |reason| {
                let (type_key, name) = (self.key.clone(), field.name.clone());
                Err(TypeBuilderError::Name { type_key, name, reason })
            };
            let is_it = |declared: &&FieldDeclaration| {
                declared.name == field.name || declared.aliases.contains(&field.name.as_str())
            };
            if field.name.is_empty() {
                return refuse("the name is empty");
            } else if parent.built().iter().any(is_it) {
                return refuse("the parent has a field of this name, or with this alias");
            } else if !can_follow_a_struct(field.kind) {
                return refuse(
                    "a type defined at run time has no arrays of a fixed length, and no fields with `serde`",
                );
            } else if self.fields[..position].iter().any(|other| other.name == field.name) {
                return refuse("duplicate name");
            }
            if let Some(default) = &field.default {
                accepts(field.kind, default.as_arg()).map_err(|source| {
                    let (type_key, field) = (self.key.clone(), field.name.clone());
                    TypeBuilderError::DefaultValue { type_key, field, source }
                })?;
            }
        }
        Ok(())
    }

    /// Returns the fields of a registered type of this key, if the type is defined at run time.
    fn fields_of(&self, known: TypeInfo) -> Option<&'static [FieldDeclaration]> {
        let reflection = Reflection::of_type(known).filter(|reflection| reflection.type_key() == self.key);
        reflection.and_then(Reflection::runtime_defined)
    }

    /// Whether a registered type has the definition of this one.
    fn is_like(&self, known: TypeInfo, parent: TypeInfo) -> bool {
        let is_same = |own: &[FieldDeclaration]| {
            own.len() == self.fields.len()
                && self.fields.iter().zip(own).all(|(new, known)| new.is_like(known))
        };
        known.parent() == Some(parent) && self.fields_of(known).is_some_and(is_same)
    }

    /// Whether this definition replaces that of a registered type.
    fn replaces(&self, known: TypeInfo, parent: TypeInfo) -> bool {
        let comparison = |info| Reflection::of_type(info).unwrap_or(Object::reflection()).comparison();
        let own = self.comparison.unwrap_or_else(|| comparison(parent));
        self.fields_of(known).is_some()
            && (!self.is_like(known, parent) || discriminant(&own) != discriminant(&comparison(known)))
    }

    /// Returns the registered type, if its definition is the same as this one.
    fn compare(self, known: TypeInfo, parent: TypeInfo) -> Result<TypeInfo, TypeBuilderError> {
        if self.is_like(known, parent) {
            return Ok(known);
        }
        let own = self.fields_of(known);
        let expected: Vec<_> = self
            .fields
            .iter()
            .map(|field| text(&field.name, &type_name(field.kind), field.default.as_ref()))
            .collect();
        let found = match own {
            Some(own) => {
                let known = own.iter().map(|field| {
                    let default = field.default.as_ref().map(FieldDefault::value);
                    text(field.name, field.type_name, default.as_ref())
                });
                join_fields(known.collect())
            }
            None => "no fields defined at run time".into(),
        };
        let parent_of = |info: TypeInfo| info.parent().map_or("", TypeInfo::key);
        Err(TypeBuilderError::AlreadyRegistered {
            expected: format!("{} under {}", join_fields(expected), parent.key()),
            found: format!("{found} under {}", parent_of(known)),
            type_key: self.key,
        })
    }
}

fn join_fields(fields: Vec<String>) -> String {
    if fields.is_empty() { "none".into() } else { fields.join(", ") }
}

fn text(name: &str, type_name: &str, default: Option<&RetValue>) -> String {
    match default {
        Some(default) => format!("{name}: {type_name} = {default:?}"),
        None => format!("{name}: {type_name}"),
    }
}

/// Whether a field of this kind can lie behind the struct of the parent.
fn can_follow_a_struct(kind: FieldKind) -> bool {
    match kind {
        FieldKind::List(list) => list.length.is_none(),
        FieldKind::Custom(_) => false,
        _ => true,
    }
}

/// Returns the name of the Rust type.
fn type_name(kind: FieldKind) -> String {
    match kind {
        FieldKind::Int(kind) => format!("{kind:?}").to_lowercase(),
        FieldKind::Enum(declared) => declared.name.into(),
        FieldKind::F32 => "f32".into(),
        FieldKind::F64 => "f64".into(),
        FieldKind::Bool => "bool".into(),
        FieldKind::Char => "char".into(),
        FieldKind::String => "String".into(),
        FieldKind::DataType => "DataType".into(),
        FieldKind::Reference(reference) if reference.nullable => format!("Option<{}>", reference.type_name()),
        FieldKind::Reference(reference) => reference.type_name(),
        FieldKind::List(of) => match of.length {
            Some(length) => format!("[{}; {length}]", type_name(of.element)),
            None => format!("Vec<{}>", type_name(of.element)),
        },
        FieldKind::Optional(of) => format!("Option<{}>", type_name(of.element)),
        FieldKind::Custom(_) => "JSON".into(),
    }
}

/// Whether two defaults are the same. Objects are compared structurally, other values by their
/// debug format, in which NaN equals NaN.
fn same_value(lhs: Option<&RetValue>, rhs: Option<&RetValue>) -> bool {
    match (lhs, rhs) {
        (Some(RetValue::Object(lhs)), Some(RetValue::Object(rhs))) => structural_equal(lhs, rhs),
        (Some(lhs), Some(rhs)) => format!("{lhs:?}") == format!("{rhs:?}"),
        (None, None) => true,
        _ => false,
    }
}
