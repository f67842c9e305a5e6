//! Options of a node type other than its fields.
//!
//! The functions are called through [`caught`](objet_object::__private::caught), since they may be
//! defined in another library.

use std::error::Error;

use objet_object::__private::{Caught, resumed};
use objet_object::{Object, ObjectRef};

use crate::equal::EqualReducer;
use crate::graph::Upgrade;
use crate::hash::HashReducer;
use crate::repr::Repr;

/// The options of a node type.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Options {
    /// The version of the type's fields. 0 is that of types without a version.
    pub version: u32,
    pub upgrade: Option<Upgrade>,
    /// The names of the visited fields in order, unless these are all fields.
    pub fields: Option<&'static [&'static str]>,
    /// Whether only descendants of the type have objects.
    pub is_abstract: bool,
    pub comparison: Comparison,
    pub bytes: Option<ByteForm>,
    pub check: Option<Check>,
    pub repr: Option<Repr>,
}

impl Options {
    /// The options of a type that declares none.
    pub const PLAIN: Self = Self {
        version: 0,
        upgrade: None,
        fields: None,
        is_abstract: false,
        comparison: Comparison::Fields,
        bytes: None,
        check: None,
        repr: None,
    };
}

/// The type's own check of a complete node.
type Check = fn(&Object) -> Caught<Result<(), BoxError>>;

#[doc(hidden)]
pub(crate) type BoxError = Box<dyn Error + Send + Sync>;

/// How objects of a type compare and hash.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Comparison {
    /// By their fields, or by their bytes if files store the object as bytes.
    Fields,
    /// As variables: by their fields. Each variable is mapped to one variable of the other graph.
    FreeVariable,
    /// By their fields and by sharing: an object with several references equals an object that is
    /// referenced at the same positions of the other graph.
    GraphNode,
    /// By address: an object equals only itself.
    Pointer,
    /// By functions of the type.
    #[doc(hidden)]
    Custom {
        equal: for<'a> fn(&'a Object, &'a Object, &mut EqualReducer<'a>) -> Caught<bool>,
        hash: for<'a> fn(&'a Object, &mut HashReducer<'a>) -> Caught<()>,
    },
}

/// How objects of a type are written as bytes instead of fields.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct ByteForm {
    pub to_bytes: fn(&Object) -> Caught<&[u8]>,
    pub from_bytes: fn(&[u8]) -> Caught<Result<ObjectRef, BoxError>>,
}

impl ByteForm {
    /// Returns the bytes that files store for the object.
    pub(crate) fn of<'a>(&self, object: &'a Object) -> &'a [u8] {
        resumed((self.to_bytes)(object))
    }

    /// Creates the object from its bytes in a file.
    pub(crate) fn read(&self, bytes: &[u8]) -> Result<ObjectRef, BoxError> {
        resumed((self.from_bytes)(bytes))
    }
}
