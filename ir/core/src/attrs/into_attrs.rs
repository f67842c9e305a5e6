//! Attributes of one type, in each form in which callers give them.

use objet::prelude::*;

use super::{AttrValue, Attrs};
use crate::op::{Op, OpError};

/// Attributes of the type `N` for a call of an operator: the values of some by name, as [`attrs!`](crate::attrs!) writes them,
/// or all of them as a node or a reference to one.
///
/// `#[attrs_node]` implements it for a node and its reference.
pub trait IntoAttrs<N: IsObject> {
    /// Returns the attributes. Those without a value have their defaults.
    ///
    /// # Errors
    /// If an attribute is unknown, missing, of the wrong type or out of its bounds.
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
