//! The objects that a text refers to as `meta[type key][index]`.

use std::collections::HashMap;

use objet::String as Text;
use objet::load_json;
use objet::prelude::*;

use super::Parser;
use super::error::Failed;
use super::token::Kind;

/// The objects by type key.
pub type MetaTable = Map<Text, Array<ObjectRef>>;

/// The tables that references are looked up in.
#[derive(Debug, Default)]
pub(super) struct MetaTables {
    objects: HashMap<Text, Array<ObjectRef>>,
    /// Whether an error says already that there is no table.
    pub(super) is_broken: bool,
}

impl MetaTables {
    pub(super) fn add(&mut self, table: &MetaTable) {
        self.objects.extend(table.iter().map(|(key, objects)| (key.clone(), objects.clone())));
    }
}

impl Parser<'_> {
    /// Loads the metadata section, whose token is the last one before the end.
    pub(super) fn load_meta_data(&mut self, section: &str) {
        let found = load_json(section);
        let message = match found.map(|object| object.downcast::<MetaTable>()) {
            Ok(Ok(table)) => return self.meta.add(&table),
            Ok(Err(error)) => {
                let found = error.into_object().type_key();
                format!("the metadata section must be a map from type keys to arrays, found {found}")
            }
            Err(error) => format!("cannot load the metadata section: {error}"),
        };
        self.meta.is_broken = true;
        self.cursor.error(self.cursor.len() - 1, message);
    }

    /// Parses `meta[type key][index]`. Returns `None` for a reference into a section that could not
    /// be loaded.
    pub(super) fn meta_reference(&mut self) -> Result<Option<ObjectRef>, Failed> {
        let first = self.cursor.expect(Kind::Meta)?;
        self.cursor.expect(Kind::LeftBracket)?;
        let key = match self.cursor.kind() {
            kind if kind.is_word() => self.cursor.advance(),
            _ => return Err(self.cursor.expected("a type key")),
        };
        let key = self.cursor.text_at(key);
        self.cursor.expect(Kind::RightBracket)?;
        self.cursor.expect(Kind::LeftBracket)?;
        let index = self.cursor.expect(Kind::Integer)?;
        self.cursor.expect(Kind::RightBracket)?;
        let number = self.cursor.text_at(index).parse::<usize>().unwrap_or(usize::MAX);
        let objects = self.meta.objects.get(key);
        if let Some(object) = objects.and_then(|objects| objects.get(number)) {
            return Ok(Some(object.clone()));
        }
        if self.meta.is_broken {
            return Ok(None);
        }
        let message = match objects {
            Some(objects) => format!(
                "the metadata section has {} objects {key}, and none with the index {number}",
                objects.len()
            ),
            None => format!("the metadata section has no objects {key}: append the section to the text"),
        };
        let last = self.cursor.last();
        Err(self.cursor.error_in(first, last, message))
    }
}
