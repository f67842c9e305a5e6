//! Shapes as objects.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use crate::header::Object;
use crate::node::object_ptr::make_object;

/// The dimensions of a tensor. Its reference, `ShapeTuple`, derefs to a slice, and compares and
/// hashes by content.
///
/// ```
/// let shape = objet_object::ShapeTuple::from([2, 3]);
/// assert_eq!(shape.iter().product::<i64>(), 6);
/// ```
#[derive(Clone, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.ShapeTuple", type_index = 6, is_final, by_hand(Deref, Debug, PartialEq), crate = crate)]
pub struct ShapeTupleNode {
    base: Object,
    dimensions: Box<[i64]>,
}

impl ShapeTupleNode {
    /// Returns the dimensions.
    #[inline]
    pub fn as_slice(&self) -> &[i64] {
        &self.dimensions
    }
}

impl Deref for ShapeTuple {
    type Target = [i64];

    #[inline]
    fn deref(&self) -> &[i64] {
        self.0.as_slice()
    }
}

impl From<Vec<i64>> for ShapeTuple {
    fn from(dimensions: Vec<i64>) -> Self {
        Self(make_object(ShapeTupleNode { base: Object::new(), dimensions: dimensions.into() }))
    }
}

impl From<&[i64]> for ShapeTuple {
    fn from(dimensions: &[i64]) -> Self {
        dimensions.to_vec().into()
    }
}

impl<const N: usize> From<[i64; N]> for ShapeTuple {
    fn from(dimensions: [i64; N]) -> Self {
        dimensions.to_vec().into()
    }
}

impl FromIterator<i64> for ShapeTuple {
    fn from_iter<I: IntoIterator<Item = i64>>(dimensions: I) -> Self {
        dimensions.into_iter().collect::<Vec<_>>().into()
    }
}

impl<'a> IntoIterator for &'a ShapeTuple {
    type Item = &'a i64;
    type IntoIter = std::slice::Iter<'a, i64>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PartialEq for ShapeTuple {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for ShapeTuple {}

impl PartialEq<[i64]> for ShapeTuple {
    fn eq(&self, other: &[i64]) -> bool {
        **self == *other
    }
}

impl<const N: usize> PartialEq<[i64; N]> for ShapeTuple {
    fn eq(&self, other: &[i64; N]) -> bool {
        **self == *other
    }
}

impl Hash for ShapeTuple {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl fmt::Debug for ShapeTuple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

/// Returns the shape of a scalar.
impl Default for ShapeTuple {
    fn default() -> Self {
        [].into()
    }
}
