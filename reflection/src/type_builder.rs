//! Types that are defined at run time by front ends. They extend a parent type with further fields.

mod field_builder;

use std::fmt;
use std::mem::discriminant;
use std::panic::Location;
use std::sync::{Mutex, PoisonError};

use objet_object::__private::{Declared, check_dynamic_fields};
use objet_object::{Object, TypeError, TypeIndex, TypeInfo, types};

pub use self::field_builder::FieldBuilder;
use self::field_builder::{can_follow_a_struct, leaked, text_of};
use crate::field::FieldDeclaration;
use crate::memory::accepts;
use crate::options::Comparison;
use crate::reflection::{Definition, NODES, Reflect, Reflection};

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
pub struct TypeBuilder {
    key: String,
    aliases: Vec<String>,
    parent: TypeIndex,
    doc: String,
    comparison: Option<Comparison>,
    version: u32,
    #[cfg(feature = "json")]
    upgrade: Option<Box<crate::graph::ConvertAttrs>>,
    fields: Vec<FieldBuilder>,
    declared: Option<Declared>,
}

impl fmt::Debug for TypeBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, fields, .. } = self;
        f.debug_struct("TypeBuilder").field("key", key).field("fields", fields).finish_non_exhaustive()
    }
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
    /// A former type key is empty, or is the key of the type.
    #[error("invalid alias {alias:?} of type {type_key}: an alias is a former key, not the current one")]
    Alias {
        /// The key of the type.
        type_key: String,
        /// The alias.
        alias: String,
    },
    /// A field has an empty name or alias, or one that another field of the type or its parent has.
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
    /// The key is registered with another definition.
    #[error("type {type_key} is already registered with another definition: {found}; requested: {expected}")]
    AlreadyRegistered {
        /// The key of the type.
        type_key: String,
        /// The requested definition.
        expected: String,
        /// The definition of the registered type.
        found: String,
    },
    /// The type table rejected the type.
    #[error(transparent)]
    Type(#[from] TypeError),
}

impl TypeBuilder {
    /// Starts the definition of a type with this key and parent, without further fields.
    pub fn new(key: impl Into<String>, parent: TypeIndex) -> Self {
        Self {
            key: key.into(),
            aliases: Vec::new(),
            parent,
            doc: String::new(),
            comparison: None,
            version: 0,
            #[cfg(feature = "json")]
            upgrade: None,
            fields: Vec::new(),
            declared: None,
        }
    }

    /// Adds a former type key, which files may have in place of the key.
    pub fn alias(mut self, alias: impl Into<String>) -> Self {
        self.aliases.push(alias.into());
        self
    }

    /// Sets the version of the fields that the type itself declares. Files state it. The default
    /// is 0.
    pub fn version(self, version: u32) -> Self {
        Self { version, ..self }
    }

    /// Sets the function that converts the attributes of objects in files with an older version of
    /// the type. Its first argument is the version in the file.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet::fields::{FieldKind, IntKind};
    /// use objet::types::{FieldBuilder, TypeBuilder, TypeIndex};
    /// use objet::{get_attr, load_json};
    ///
    /// let int = |name| FieldBuilder::new(name, FieldKind::Int(IntKind::I64));
    /// TypeBuilder::new("doc.upgrade.Image", TypeIndex::OBJECT)
    ///     .alias("doc.upgrade.Picture")
    ///     .field(int("width"))
    ///     .field(int("height").alias("rows"))
    ///     .version(1)
    ///     // Version 0 had the width as `columns`, counted in pairs.
    ///     .upgrade(|_version, attrs| {
    ///         let columns = attrs.remove("columns").ok_or("missing attribute `columns`")?;
    ///         attrs.insert("width", 2 * columns.as_int()?);
    ///         Ok(())
    ///     })
    ///     .register()?;
    ///
    /// let image = r#"{"type": "doc.upgrade.Picture", "columns": 320, "rows": 480}"#;
    /// let image: ObjectRef = load_json(&format!(r#"{{"objet": 1, "root": {image}}}"#))?;
    /// assert_eq!(get_attr(&image, "width")?.get::<i64>()?, 640);
    /// assert_eq!(get_attr(&image, "height")?.get::<i64>()?, 480);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "json")]
    pub fn upgrade(
        self,
        upgrade: impl Fn(u32, &mut crate::StoredAttrs) -> Result<(), crate::options::BoxError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let convert =
            move |version, attrs: &mut _| objet_object::__private::caught(|| upgrade(version, attrs));
        Self { upgrade: Some(Box::new(convert)), ..self }
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
    /// lives as long as the process. Definitions that differ only in functions (`upgrade`,
    /// `if_missing`) count as the same: those of the first one remain.
    ///
    /// # Errors
    /// If the parent is final, is not reflected, or is saved as bytes. If a name or an alias is
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

    fn has_upgrade(&self) -> bool {
        #[cfg(feature = "json")]
        return self.upgrade.is_some();
        #[cfg(not(feature = "json"))]
        return false;
    }

    fn define(
        mut self,
        caller: &'static Location<'static>,
        may_replace: bool,
    ) -> Result<TypeInfo, TypeBuilderError> {
        let parent = types::by_index(self.parent).ok_or(TypeError::UnknownIndex { index: self.parent })?;
        let here = || Declared { file: caller.file(), line: caller.line(), column: caller.column() };
        let declared = self.declared.unwrap_or_else(here);
        if let Some(alias) = self.aliases.iter().find(|alias| alias.is_empty() || **alias == self.key) {
            return Err(TypeBuilderError::Alias { alias: alias.clone(), type_key: self.key });
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
        // A definition lives as long as the process, so a rejected one would leak.
        let aliases: Vec<&str> = self.aliases.iter().map(String::as_str).collect();
        check_dynamic_fields(&self.key, &aliases, parent, declared)?;
        let definition = Definition {
            metadata_name: NODES,
            key: &self.key,
            aliases: leaked(std::mem::take(&mut self.aliases)),
            doc: std::mem::take(&mut self.doc),
            parent,
            parent_reflection: reflection,
            own: std::mem::take(&mut self.fields).into_iter().map(FieldBuilder::declare).collect(),
            comparison: self.comparison,
            version: self.version,
            #[cfg(feature = "json")]
            upgrade: self.upgrade.take().map(|convert| crate::graph::Upgrade::defined(Box::leak(convert))),
            #[cfg(not(feature = "json"))]
            upgrade: None,
            declared,
            replaces: known.is_some(),
        };
        match definition.register() {
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
            let has = |name: &str, declared: &FieldDeclaration| {
                declared.name == name || declared.aliases.contains(&name)
            };
            let is_of_parent = |name| parent.built().iter().any(|declared| has(name, declared));
            let earlier = || self.fields[..position].iter().flat_map(FieldBuilder::names);
            let is_own = |alias: &String| *alias == field.name || alias.is_empty();
            if field.name.is_empty() {
                return refuse("the name is empty");
            } else if field.aliases.iter().any(is_own) {
                return refuse("an alias is empty, or is the name of the field");
            } else if is_of_parent(&field.name) {
                return refuse("the parent has a field of this name, or with this alias");
            } else if earlier().any(|name| name == field.name) {
                return refuse("duplicate name");
            } else if field
                .aliases
                .iter()
                .any(|alias| is_of_parent(alias) || earlier().any(|name| name == alias))
            {
                return refuse("an alias is a name or an alias of another field");
            } else if !can_follow_a_struct(field.kind) {
                return refuse(
                    "a type defined at run time has no arrays of a fixed length, and no fields with `serde`",
                );
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
        known.parent() == Some(parent)
            && self.aliases == known.aliases()
            && self.version == version_of(known)
            && self.has_upgrade() == has_upgrade(known)
            && self.fields_of(known).is_some_and(is_same)
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
        let expected = join_fields(self.fields.iter().map(|field| format!("{field:?}")).collect());
        let found = match own {
            Some(own) => join_fields(own.iter().map(text_of).collect()),
            None => "no fields defined at run time".into(),
        };
        let parent_of = |info: TypeInfo| info.parent().map_or("", TypeInfo::key);
        Err(TypeBuilderError::AlreadyRegistered {
            expected: format!(
                "{expected}{}",
                options(parent.key(), self.version, &self.aliases, self.has_upgrade())
            ),
            found: format!(
                "{found}{}",
                options(parent_of(known), version_of(known), known.aliases(), has_upgrade(known))
            ),
            type_key: self.key,
        })
    }
}

/// Returns the text of the properties of a type besides its fields.
fn options(parent: &str, version: u32, aliases: &[impl AsRef<str>], has_upgrade: bool) -> String {
    let version = if version > 0 { format!(", version {version}") } else { String::new() };
    let aliases: String = aliases.iter().map(|alias| format!(", formerly {}", alias.as_ref())).collect();
    let upgrade = if has_upgrade { ", with an upgrade function" } else { "" };
    format!(" under {parent}{version}{upgrade}{aliases}")
}

/// Whether the nearest reflection of a type has an upgrade function.
fn has_upgrade(info: TypeInfo) -> bool {
    Reflection::of_type(info).and_then(Reflection::upgrade).is_some()
}

/// Returns the version of the nearest reflection of a type.
fn version_of(info: TypeInfo) -> u32 {
    Reflection::of_type(info).map_or(0, Reflection::version)
}

fn join_fields(fields: Vec<String>) -> String {
    if fields.is_empty() { "none".into() } else { fields.join(", ") }
}
