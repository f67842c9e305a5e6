//! What a node type declares beside its fields. Each function is called by way of [`caught`](objet_object::__private::caught), since it may
//! be of another library.

use std::error::Error;

use objet_object::__private::{Caught, resumed};
use objet_object::{Object, ObjectRef};

use crate::equal::EqualReducer;
use crate::hash::HashReducer;
use crate::repr::Repr;

/// What a node type declares beside its fields.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Options {
    /// The names of the visited fields in order, where that is not simply all of them.
    pub fields: Option<&'static [&'static str]>,
    pub comparison: Comparison,
    pub bytes: Option<ByteForm>,
    pub check: Option<Check>,
    pub repr: Option<Repr>,
}

/// The type's own check of a finished node.
type Check = fn(&Object) -> Caught<Result<(), BoxError>>;

#[doc(hidden)]
pub(crate) type BoxError = Box<dyn Error + Send + Sync>;

/// How objects of a type compare and hash.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Comparison {
    /// By their fields, or, where files hold them as bytes, by these.
    Fields,
    /// As variables: by their fields, and each variable stands for one on the other side.
    FreeVariable,
    /// By their fields; an object that is referred to many times matches one that is referred to in the same
    /// places.
    GraphNode,
    /// Only with themselves.
    Pointer,
    /// By functions of the type's own.
    #[doc(hidden)]
    Custom {
        equal: for<'a> fn(&'a Object, &'a Object, &mut EqualReducer<'a>) -> Caught<bool>,
        hash: for<'a> fn(&'a Object, &mut HashReducer<'a>) -> Caught<()>,
    },
}

/// How a type is written as bytes in place of its fields.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct ByteForm {
    pub to_bytes: fn(&Object) -> Caught<&[u8]>,
    pub from_bytes: fn(&[u8]) -> Caught<Result<ObjectRef, BoxError>>,
}

impl ByteForm {
    /// The bytes that an object of the type is written as.
    pub(crate) fn of<'a>(&self, object: &'a Object) -> &'a [u8] {
        resumed((self.to_bytes)(object))
    }

    /// The object that such bytes stand for.
    pub(crate) fn read(&self, bytes: &[u8]) -> Result<ObjectRef, BoxError> {
        resumed((self.from_bytes)(bytes))
    }
}
