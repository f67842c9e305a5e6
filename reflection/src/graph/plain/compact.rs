//! The parts of compact JSON that a reader takes at once, instead of token by token.

use std::io::Read;

use super::builder::{MAX_OPEN, PlainBuilder};
use super::error::PlainError;
use super::json_field::JsonCopy;
use super::open::{Next, Open};
use crate::graph::document::TaggedValue;
use crate::graph::input::Input;

impl PlainBuilder {
    /// Takes the `$id` and the type of a node that begins, as far as they follow in compact form
    /// and the type is likely. Returns whether it took any.
    #[inline]
    pub(super) fn likely_head<R: Read>(&mut self, input: &mut Input<R>) -> bool {
        let (None, Some(Open::Object(object))) = (&self.copy, self.open.last_mut()) else { return false };
        object.id = input.small_integer_between("\"$id\":", "", u32::MAX).map(u64::from);
        let has_id = object.id.is_some();
        let Some(type_key) = self.likely.skip_type(input, has_id) else { return has_id };
        object.type_key = Some(type_key);
        object.guess = self.fields.last_shape(type_key);
        object.likely = self.likely.of_type(type_key);
        true
    }

    /// Takes the next key of a node, if it follows in compact form and is likely. Returns whether
    /// it did.
    #[inline]
    pub(super) fn likely_key<R: Read>(&mut self, input: &mut Input<R>) -> bool {
        let (None, Some(Open::Object(object))) = (&self.copy, self.open.last_mut()) else { return false };
        let Some(key) = self.likely.skip_key(input, &mut object.likely) else { return false };
        object.next = Next::Attr;
        self.names.push(key.name);
        if key.is_json {
            self.copy = Some(JsonCopy::default());
        }
        true
    }

    /// Takes a reference, if it follows in compact form. Returns whether it did.
    #[inline]
    pub(super) fn likely_reference<R: Read>(&mut self, input: &mut Input<R>) -> Result<bool, PlainError> {
        if !self.takes_values() || self.open.len() >= MAX_OPEN {
            return Ok(false);
        }
        let Some(id) = input.small_integer_between("{\"$ref\":", "}", u32::MAX) else { return Ok(false) };
        self.steps.next();
        self.reference(id.into()).map(|()| true)
    }

    /// Takes an integer, if it follows in compact form. Returns whether it did.
    #[inline]
    pub(super) fn likely_integer<R: Read>(&mut self, input: &mut Input<R>) -> bool {
        if !self.takes_values() {
            return false;
        }
        let integer = input.small_integer(TaggedValue::LIMIT).and_then(TaggedValue::integer);
        integer.is_some_and(|integer| {
            self.pending.push_integer(integer);
            true
        })
    }

    /// Whether values of any form can follow, and are not copied.
    #[inline]
    pub(super) fn takes_values(&self) -> bool {
        let takes = match self.open.last() {
            Some(Open::Object(object)) => object.next == Next::Attr,
            open => matches!(open, Some(Open::List(_))),
        };
        takes && self.copy.is_none()
    }
}
