//! Types that are described at run time, for front ends: an ancestor's fields, and some of their own behind them.

use std::panic::Location;
use std::sync::{Mutex, PoisonError};

use objet_object::__private::Declared;
use objet_object::{FieldKind, Object, RetValue, TypeError, TypeIndex, TypeInfo, types};

use crate::equal::structural_equal;
use crate::field::{FieldDeclaration, FieldDefault, FieldRole};
use crate::memory::accepts;
use crate::options::Comparison;
use crate::reflection::{Reflect, Reflection};

/// A type that a front end defines, with fields of its own. Its objects begin with those of the parent, a Rust struct or another such
/// type, so they can be used wherever the parent's can; and whatever goes by reflection sees all fields: files, comparison, hashes,
/// walks, rewriting, attributes by name.
///
/// ```
/// use objet::prelude::*;
/// use objet::{
///     FieldBuilder, FieldKind, IntKind, TypeBuilder, get_attr, load_json, make_node, save_json, structural_equal,
/// };
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

/// A type that cannot be described so.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TypeBuilderError {
    /// The parent's objects cannot be built, or not by fields.
    #[error("{type_key} cannot have fields of its own under {parent}: {reason}")]
    Parent {
        /// The key of the type.
        type_key: String,
        /// The parent's.
        parent: &'static str,
        /// What stands against it.
        reason: &'static str,
    },
    /// A name that is empty, or that another field has, the parent's among them.
    #[error("{type_key} cannot have a field {name:?}: {reason}")]
    Name {
        /// The key of the type.
        type_key: String,
        /// The name.
        name: String,
        /// What stands against it.
        reason: &'static str,
    },
    /// A default that the field cannot hold.
    #[error("{type_key}.{field} cannot have this default: {source}")]
    DefaultValue {
        /// The key of the type.
        type_key: String,
        /// The field.
        field: String,
        /// What was expected and found.
        source: objet_object::ValueError,
    },
    /// The key is known, with other fields. A type stays as it was first described for as long as the process lives.
    #[error("{type_key} is there already with other fields: {found}; asked for were: {expected}")]
    Known {
        /// The key of the type.
        type_key: String,
        /// The fields that it was to have.
        expected: String,
        /// Those that it has.
        found: String,
    },
    /// The type table refuses the type.
    #[error(transparent)]
    Type(#[from] TypeError),
}

impl FieldBuilder {
    /// A field of that name, which must be given a value.
    pub fn new(name: impl Into<String>, kind: FieldKind) -> Self {
        Self { name: name.into(), kind, doc: String::new(), default: None, role: FieldRole::Compared }
    }

    /// What is said about it.
    pub fn doc(self, doc: impl Into<String>) -> Self {
        Self { doc: doc.into(), ..self }
    }

    /// The value that it has when none is given.
    pub fn default(self, value: impl Into<RetValue>) -> Self {
        Self { default: Some(value.into()), ..self }
    }

    /// The part that it plays when objects are compared and hashed.
    pub fn role(self, role: FieldRole) -> Self {
        Self { role, ..self }
    }

    fn is_like(&self, known: &FieldDeclaration) -> bool {
        let default = known.default.as_ref().map(FieldDefault::value);
        (self.name.as_str(), self.role) == (known.name, known.role)
            && type_name(self.kind) == known.type_name
            && same_value(self.default.as_ref(), default.as_ref())
    }

    /// Returns the declaration without an offset. Its texts are kept for as long as the process lives.
    fn declare(self) -> FieldDeclaration {
        FieldDeclaration {
            name: self.name.leak(),
            type_name: type_name(self.kind).leak(),
            doc: self.doc.leak(),
            offset: 0,
            kind: self.kind,
            cell: None,
            required: self.default.is_none(),
            default: self.default.map(FieldDefault::Kept),
            lower_bound: None,
            upper_bound: None,
            role: self.role,
            visit_last: false,
        }
    }
}

impl TypeBuilder {
    /// A type of that key under the one of an index, without fields of its own yet.
    pub fn new(key: impl Into<String>, parent: TypeIndex) -> Self {
        let (key, doc) = (key.into(), String::new());
        Self { key, parent, doc, comparison: None, fields: Vec::new(), declared: None }
    }

    /// What is said about it.
    pub fn doc(self, doc: impl Into<String>) -> Self {
        Self { doc: doc.into(), ..self }
    }

    /// How its objects compare and hash, if not as those of the parent.
    pub fn comparison(self, comparison: Comparison) -> Self {
        Self { comparison: Some(comparison), ..self }
    }

    /// One more field.
    pub fn field(mut self, field: FieldBuilder) -> Self {
        self.fields.push(field);
        self
    }

    /// Says where the type was declared, if not where it is registered.
    pub fn declared(self, declared: Declared) -> Self {
        Self { declared: Some(declared), ..self }
    }

    /// Makes the type known, or finds the same one. It stays for as long as the process lives.
    ///
    /// # Errors
    /// If the parent is final, is not reflected, or is made of bytes; if a name is taken, or a default is none that its field can
    /// hold; if the key is known for something else.
    #[track_caller]
    pub fn register(mut self) -> Result<TypeInfo, TypeBuilderError> {
        let caller = Location::caller();
        let parent = types::by_index(self.parent).ok_or(TypeError::UnknownIndex { index: self.parent })?;
        let here = || Declared { file: caller.file(), line: caller.line(), column: caller.column() };
        let declared = self.declared.unwrap_or_else(here);
        if self.key.is_empty() {
            return Err(TypeError::EmptyKey { declared }.into());
        }
        let reflection = self.check_parent(parent)?;
        self.check_fields(reflection)?;
        // Of two that describe one type at once, the second finds it.
        static TURNS: Mutex<()> = Mutex::new(());
        let _turn = TURNS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = types::by_key(&self.key) {
            return self.compare(known, parent);
        }
        let Self { key, doc, comparison, fields, .. } = &mut self;
        let own = std::mem::take(fields).into_iter().map(FieldBuilder::declare).collect();
        let doc = std::mem::take(doc);
        match Reflection::register(key, doc, (parent, reflection), own, *comparison, declared) {
            Some(registered) => Ok(registered?),
            None => Err(self.refuse_parent(parent, "with the fields, its objects take 4 GiB or more")),
        }
    }

    /// The parent's reflection, if objects can begin with its own.
    fn check_parent(&self, parent: TypeInfo) -> Result<&'static Reflection, TypeBuilderError> {
        let refuse = |reason| Err(self.refuse_parent(parent, reason));
        let reflection = match Reflection::of_type(parent) {
            Some(reflection) => reflection,
            None if parent.index() == TypeIndex::OBJECT => Object::reflection(),
            None => return refuse("the fields of that are not known"),
        };
        if parent.is_final() {
            return refuse("that is final");
        }
        if reflection.bytes().is_some() {
            return refuse("files hold that by its name or as bytes, in place of its fields");
        }
        match reflection.comparison() {
            Comparison::Custom { .. } if self.comparison.is_none() => {
                refuse("that compares by a function of its own, which would not see them")
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
            let is_it = |declared: &&FieldDeclaration| declared.name == field.name;
            if field.name.is_empty() {
                return refuse("it is empty");
            } else if parent.built().iter().any(is_it) {
                return refuse("its parent has one");
            } else if self.fields[..position].iter().any(|other| other.name == field.name) {
                return refuse("it has one already");
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

    /// The type of that key, if it was described in the same way.
    fn compare(self, known: TypeInfo, parent: TypeInfo) -> Result<TypeInfo, TypeBuilderError> {
        let reflection = Reflection::of_type(known).filter(|reflection| reflection.type_key() == self.key);
        let own = reflection.and_then(Reflection::described);
        let is_same = |own: &[FieldDeclaration]| {
            own.len() == self.fields.len()
                && self.fields.iter().zip(own).all(|(new, known)| new.is_like(known))
        };
        if known.parent() == Some(parent) && own.is_some_and(is_same) {
            return Ok(known);
        }
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
                listed(known.collect())
            }
            None => "none that were described at run time".into(),
        };
        let parent_of = |info: TypeInfo| info.parent().map_or("", TypeInfo::key);
        Err(TypeBuilderError::Known {
            expected: format!("{} under {}", listed(expected), parent.key()),
            found: format!("{found} under {}", parent_of(known)),
            type_key: self.key,
        })
    }
}

fn listed(fields: Vec<String>) -> String {
    if fields.is_empty() { "none".into() } else { fields.join(", ") }
}

fn text(name: &str, type_name: &str, default: Option<&RetValue>) -> String {
    match default {
        Some(default) => format!("{name}: {type_name} = {default:?}"),
        None => format!("{name}: {type_name}"),
    }
}

/// The name of the type in Rust.
fn type_name(kind: FieldKind) -> String {
    match kind {
        FieldKind::Int(kind) => format!("{kind:?}").to_lowercase(),
        FieldKind::Enum(declared) => declared.name.into(),
        FieldKind::F32 => "f32".into(),
        FieldKind::F64 => "f64".into(),
        FieldKind::Bool => "bool".into(),
        FieldKind::Text => "String".into(),
        FieldKind::DataType => "DataType".into(),
        FieldKind::Reference(reference) if reference.nullable => format!("Option<{}>", reference.type_name()),
        FieldKind::Reference(reference) => reference.type_name(),
    }
}

/// Whether two defaults are the same: objects by their content, all else by what is shown of it, where NaN is like NaN.
fn same_value(lhs: Option<&RetValue>, rhs: Option<&RetValue>) -> bool {
    match (lhs, rhs) {
        (Some(RetValue::Object(lhs)), Some(RetValue::Object(rhs))) => structural_equal(lhs, rhs),
        (Some(lhs), Some(rhs)) => format!("{lhs:?}") == format!("{rhs:?}"),
        (None, None) => true,
        _ => false,
    }
}
