//! Without the feature `json`: the types of opaque nodes, without values.
//!
//! Only the loader of graphs makes opaque nodes. No function of these types is ever called, and the
//! compiler removes the code for opaque nodes.

use std::borrow::Cow;
use std::convert::Infallible;
use std::marker::PhantomData;

use objet_object::{ArgValue, Object, ObjectRef, ValueError};

use crate::loaded::Loaded;
use crate::memory::Node;

/// A view of an opaque node.
#[derive(Clone, Copy)]
pub struct OpaqueView<'a>(Infallible, PhantomData<&'a ()>);

/// The value of an attribute.
pub(crate) struct AttrValue<'a>(Infallible, PhantomData<&'a ()>);

/// A reference to an opaque node.
pub(crate) struct Opaque(Infallible);

/// The conversion of nodes of an older version.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Upgrade(Infallible);

impl<'a> OpaqueView<'a> {
    pub(crate) fn of(_: &'a Object) -> Option<Self> {
        None
    }

    pub(crate) fn opaque_type_key(self) -> &'a str {
        match self.0 {}
    }

    pub(crate) fn version(self) -> Option<&'a str> {
        match self.0 {}
    }

    pub(crate) fn bytes(self) -> Option<&'a [u8]> {
        match self.0 {}
    }

    pub(crate) fn is_stand_in(self) -> bool {
        match self.0 {}
    }

    pub(crate) fn fields(self) -> Option<Node<'a>> {
        match self.0 {}
    }

    pub(crate) fn len(self) -> usize {
        match self.0 {}
    }

    pub(crate) fn names(self) -> std::iter::Empty<&'a str> {
        match self.0 {}
    }

    pub(crate) fn name(self, _: usize) -> &'a str {
        match self.0 {}
    }

    pub(crate) fn by_name(self) -> &'a [u32] {
        match self.0 {}
    }

    pub(crate) fn compared_by_name(self) -> std::iter::Empty<usize> {
        match self.0 {}
    }

    pub(crate) fn has_names_of(self, _: OpaqueView<'_>) -> bool {
        match self.0 {}
    }

    pub(crate) fn field_position(self, _: usize) -> Option<usize> {
        match self.0 {}
    }

    pub(crate) fn is_compared(self, _: usize) -> bool {
        match self.0 {}
    }

    pub(crate) fn value<'b>(self, _: usize, _: &'b Loaded) -> AttrValue<'b>
    where
        'a: 'b,
    {
        match self.0 {}
    }

    pub(crate) fn reference_count(self) -> usize {
        match self.0 {}
    }

    pub(crate) fn reference(self, _: usize, _: &'a Loaded) -> Option<&'a ObjectRef> {
        match self.0 {}
    }

    pub(crate) fn reference_field(self, _: usize) -> Option<usize> {
        match self.0 {}
    }

    pub(crate) fn with_references(self, _: &[Option<ObjectRef>]) -> Result<ObjectRef, (usize, ValueError)> {
        match self.0 {}
    }

    pub(crate) fn with_candidates<'b>(
        self,
        _: impl Fn(&ObjectRef) -> Option<&'b ObjectRef>,
    ) -> Option<ObjectRef> {
        match self.0 {}
    }

    pub(crate) fn with_value(self, _: usize, _: ArgValue<'_>) -> Result<ObjectRef, ValueError> {
        match self.0 {}
    }
}

impl<'a> AttrValue<'a> {
    pub(crate) fn object(&self) -> Option<Option<&'a ObjectRef>> {
        match self.0 {}
    }

    pub(crate) fn candidate(&self) -> Option<Option<&'a ObjectRef>> {
        match self.0 {}
    }

    pub(crate) fn other_candidate(&self) -> Option<Option<&'a ObjectRef>> {
        match self.0 {}
    }

    pub(crate) fn literal(&self) -> Option<&'a str> {
        match self.0 {}
    }

    pub(crate) fn text(&self) -> Option<Cow<'_, str>> {
        match self.0 {}
    }
}

impl Opaque {
    pub(crate) fn of(object: ObjectRef) -> Result<Self, ObjectRef> {
        Err(object)
    }

    pub(crate) fn set_reference(&mut self, _: usize, _: Option<ObjectRef>) -> Option<ObjectRef> {
        match self.0 {}
    }
}

impl From<Opaque> for ObjectRef {
    fn from(opaque: Opaque) -> Self {
        match opaque.0 {}
    }
}
