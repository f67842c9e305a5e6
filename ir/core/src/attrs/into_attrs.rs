//! Conversion of every form in which callers pass attributes of one type.

use objet::prelude::*;

use super::{AttrValue, Attrs};
use crate::op::{Op, OpError};

/// Attributes of type `N` for a call of an operator. The caller passes an [`attrs!`](crate::attrs!)
/// list of some values by name, or a complete node or a reference to one.
///
/// `#[attrs_node]` implements this trait for a node and its reference.
pub trait IntoAttrs<N: IsObject> {
    /// Returns the attributes. An attribute without a value has its default.
    ///
    /// # Errors
    /// Fails if an attribute is unknown, missing, of the wrong type or out of its bounds.
    fn into_attrs(self, op: &Op) -> Result<Attrs, OpError>;
}

impl<N: IsObject, const COUNT: usize> IntoAttrs<N> for [(&str, AttrValue); COUNT] {
    fn into_attrs(self, op: &Op) -> Result<Attrs, OpError> {
        op.make_attrs_of(N::TYPE_KEY, self)
    }
}

impl<N: IsObject> IntoAttrs<N> for Vec<(&str, AttrValue)> {
    fn into_attrs(self, op: &Op) -> Result<Attrs, OpError> {
        op.make_attrs_of(N::TYPE_KEY, self)
    }
}
