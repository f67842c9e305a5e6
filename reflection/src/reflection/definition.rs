//! Registration of types that are defined at run time.

use std::sync::OnceLock;

use objet_object::__private::{Declared, DynamicFields, register_dynamic_fields};
use objet_object::{TypeError, TypeInfo};

use super::{Objects, Reflection};
use crate::field::{FieldDeclaration, MAX_SIZE};
use crate::graph::Upgrade;
use crate::options::{Comparison, Options};

/// A type that is defined at run time. Its objects have the fields `own` after those of the parent.
pub(crate) struct Definition<'a> {
    /// Determines which look-ups find the reflection: [`NODES`](super::NODES) those of nodes with
    /// fields, and [`STAND_INS`](super::STAND_INS) those of stand-ins.
    pub(crate) metadata_name: &'static str,
    pub(crate) key: &'a str,
    pub(crate) aliases: &'static [&'static str],
    pub(crate) doc: String,
    pub(crate) parent: TypeInfo,
    pub(crate) parent_reflection: &'static Reflection,
    /// The fields, without offsets.
    pub(crate) own: Vec<FieldDeclaration>,
    /// The comparison, which is that of the parent without one.
    pub(crate) comparison: Option<Comparison>,
    pub(crate) version: u32,
    pub(crate) upgrade: Option<Upgrade>,
    pub(crate) declared: Declared,
    /// Whether look-ups by key find this type instead of a previous one with the key.
    pub(crate) replaces: bool,
}

impl Definition<'_> {
    /// Registers the type. Returns `None` if its objects are too large.
    pub(crate) fn register(mut self) -> Option<Result<TypeInfo, TypeError>> {
        let dynamic_fields = DynamicFields::new(self.parent, self.own.iter().map(|field| field.of.kind));
        if dynamic_fields.offsets().any(|offset| offset > MAX_SIZE) {
            return None;
        }
        let dynamic_fields: &'static DynamicFields = Box::leak(Box::new(dynamic_fields));
        // `dynamic_fields` has the fields of the ancestors first.
        let first = dynamic_fields.offsets().len() - self.own.len();
        for (field, offset) in self.own.iter_mut().zip(dynamic_fields.offsets().skip(first)) {
            field.offset = offset;
        }
        let key: &'static str = String::from(self.key).leak();
        let reflection: &'static Reflection = Box::leak(Box::new(Reflection {
            type_key: key,
            doc: self.doc.leak(),
            parent: Some(self.parent_reflection),
            own: self.own.leak(),
            options: Options {
                version: self.version,
                upgrade: self.upgrade,
                comparison: self.comparison.unwrap_or(self.parent_reflection.options.comparison),
                ..Options::PLAIN
            },
            objects: Objects::Extended,
            metadata_name: self.metadata_name,
            layout: OnceLock::new(),
        }));
        let Self { aliases, parent, declared, replaces, .. } = self;
        Some(register_dynamic_fields(key, aliases, parent, dynamic_fields, reflection, declared, replaces))
    }
}
