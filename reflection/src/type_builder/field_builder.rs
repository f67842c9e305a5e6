//! Fields of types that are defined at run time.

use std::error::Error;
use std::fmt;

use objet_object::__private::caught;
use objet_object::{FieldKind, RetValue};

use crate::equal::structural_equal;
use crate::field::{ComputeValue, FieldDeclaration, FieldDefault, FieldRole, FieldTypeInfo, IfMissing};

/// A field of a [`TypeBuilder`](crate::TypeBuilder).
pub struct FieldBuilder {
    pub(super) name: String,
    pub(super) aliases: Vec<String>,
    pub(super) kind: FieldKind,
    doc: String,
    pub(super) default: Option<RetValue>,
    if_missing: Option<Box<ComputeValue>>,
    role: FieldRole,
}

impl FieldBuilder {
    /// Creates a required field with this name and kind.
    ///
    /// Constructions by name need a value for the field. In the objects of files without it, the
    /// field is null, an empty list or an empty container, if it can hold one of them.
    pub fn new(name: impl Into<String>, kind: FieldKind) -> Self {
        Self {
            name: name.into(),
            aliases: Vec::new(),
            kind,
            doc: String::new(),
            default: None,
            if_missing: None,
            role: FieldRole::Compared,
        }
    }

    /// Adds a former name, which files may have in place of the name.
    pub fn alias(mut self, alias: impl Into<String>) -> Self {
        self.aliases.push(alias.into());
        self
    }

    /// Sets the documentation of the field.
    pub fn doc(self, doc: impl Into<String>) -> Self {
        Self { doc: doc.into(), ..self }
    }

    /// Sets the default value, which makes the field optional.
    pub fn default(self, value: impl Into<RetValue>) -> Self {
        Self { default: Some(value.into()), ..self }
    }

    /// Sets a function that computes the value of the field in an object whose file does not have
    /// the field. It is called for each such object, and precedes the default.
    pub fn if_missing(
        self,
        compute: impl Fn() -> Result<RetValue, Box<dyn Error + Send + Sync>> + Send + Sync + 'static,
    ) -> Self {
        Self { if_missing: Some(Box::new(move || caught(&compute))), ..self }
    }

    /// Sets how the field takes part in comparison and hashing of objects.
    pub fn role(self, role: FieldRole) -> Self {
        Self { role, ..self }
    }

    /// Returns the name and the former names.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.name).chain(&self.aliases).map(String::as_str)
    }

    /// Whether a declaration is the same. Functions count as the same.
    pub(super) fn is_like(&self, known: &FieldDeclaration) -> bool {
        let default = known.default.as_ref().map(FieldDefault::value);
        (self.name.as_str(), self.role) == (known.name, known.role)
            && self.aliases == known.aliases
            && type_name(self.kind) == known.type_name
            && same_value(self.default.as_ref(), default.as_ref())
            && self.if_missing.is_some() == matches!(known.if_missing, IfMissing::Computed(_))
    }

    /// Returns the declaration, without an offset. Leaks the strings: a declaration lives as long
    /// as the process.
    pub(super) fn declare(self) -> FieldDeclaration {
        let of: &'static FieldTypeInfo = Box::leak(Box::new(FieldTypeInfo { kind: self.kind, cell: None }));
        FieldDeclaration {
            aliases: leaked(self.aliases),
            required: self.default.is_none(),
            default: self.default.map(FieldDefault::Stored),
            if_missing: self.if_missing.map_or(IfMissing::Usual, IfMissing::Computed),
            role: self.role,
            ..of.field(self.name.leak(), type_name(self.kind).leak(), self.doc.leak(), 0)
        }
    }
}

impl fmt::Debug for FieldBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = self.default.as_ref();
        f.write_str(&text(
            &self.name,
            &self.aliases,
            &type_name(self.kind),
            default,
            self.if_missing.is_some(),
        ))
    }
}

/// Returns the text of a declaration, for an error.
pub(super) fn text_of(field: &FieldDeclaration) -> String {
    let default = field.default.as_ref().map(FieldDefault::value);
    let is_computed = matches!(field.if_missing, IfMissing::Computed(_));
    text(field.name, field.aliases, field.type_name, default.as_ref(), is_computed)
}

fn text(
    name: &str,
    aliases: &[impl AsRef<str>],
    type_name: &str,
    default: Option<&RetValue>,
    is_computed: bool,
) -> String {
    let aliases: String = aliases.iter().map(|alias| format!(" (formerly {})", alias.as_ref())).collect();
    let default = default.map_or(String::new(), |default| format!(" = {default:?}"));
    let computed = if is_computed { ", computed if missing" } else { "" };
    format!("{name}{aliases}: {type_name}{default}{computed}")
}

/// Returns strings that live as long as the process.
pub(super) fn leaked(strings: Vec<String>) -> &'static [&'static str] {
    let strings: Vec<&'static str> = strings.into_iter().map(|each| &*each.leak()).collect();
    strings.leak()
}

/// Whether a field of this kind can lie behind the struct of the parent.
pub(super) fn can_follow_a_struct(kind: FieldKind) -> bool {
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
