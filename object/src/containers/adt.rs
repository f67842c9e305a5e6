//! Tagged tuples: runtime values of algebraic data types.

use std::fmt;
use std::ops::Deref;

use crate::containers::element::Slot;
use crate::header::Object;
use crate::node::object_ptr::make_object;
use crate::node::{IsObjectRef, ObjectRef};

/// A value of an algebraic data type: a tag and nullable fields. Its reference, `ADT`, derefs to
/// the fields and compares by identity.
///
/// ```
/// use objet_object::{ADT, ObjectRef, String};
///
/// let pair = ADT::tuple([String::from("x").into(), String::from("y").into()]);
/// assert_eq!((pair.tag(), pair.len()), (0, 2));
/// ```
#[derive(Clone, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.ADT", type_index = 9, is_final, by_hand(Deref, Debug), crate = crate)]
pub struct ADTNode {
    base: Object,
    tag: i32,
    fields: Box<[Slot]>,
}

impl ADTNode {
    /// Returns the tag: the number of the constructor, or 0 for a plain tuple.
    pub fn tag(&self) -> i32 {
        self.tag
    }

    /// Returns the fields.
    pub fn fields(&self) -> &[Option<ObjectRef>] {
        &self.fields
    }
}

impl ADT {
    /// Creates a value of the constructor `tag`.
    pub fn new(tag: i32, fields: impl IntoIterator<Item = Option<ObjectRef>>) -> Self {
        Self(make_object(ADTNode { base: Object::new(), tag, fields: fields.into_iter().collect() }))
    }

    /// Creates a tuple: a value with tag 0 and without null fields.
    pub fn tuple(fields: impl IntoIterator<Item = ObjectRef>) -> Self {
        Self::new(0, fields.into_iter().map(Some))
    }

    /// Returns the tag: the number of the constructor, or 0 for a plain tuple.
    pub fn tag(&self) -> i32 {
        self.0.tag
    }

    /// Replaces the field at `index` and returns the old field. If the object is shared, the
    /// reference first moves to a copy of the object.
    ///
    /// # Panics
    /// If `index` is not less than the number of fields.
    pub fn set(&mut self, index: usize, field: Option<ObjectRef>) -> Option<ObjectRef> {
        std::mem::replace(&mut self.make_mut().fields[index], field)
    }
}

impl Deref for ADT {
    type Target = [Option<ObjectRef>];

    fn deref(&self) -> &[Option<ObjectRef>] {
        self.0.fields()
    }
}

impl<'a> IntoIterator for &'a ADT {
    type Item = &'a Option<ObjectRef>;
    type IntoIter = std::slice::Iter<'a, Option<ObjectRef>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for ADT {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ADT#{}", self.tag())?;
        f.debug_list().entries(self).finish()
    }
}
