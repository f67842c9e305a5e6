//! The trait of nodes whose fields are known.

use objet_object::IsObject;

use crate::error::ReflectError;
use crate::make::FieldSource;
use crate::reflection::Reflection;

pub use objet_object_derive::Reflect;

/// A node whose fields are known by name.
///
/// Derived, never written by hand: see [the derive](derive@Reflect) for its options.
///
/// # Safety
/// `reflection` gives one static that describes this very struct.
#[diagnostic::on_unimplemented(
    message = "the fields of `{Self}` are not reflected",
    note = "add `Reflect` to the derives of the node; all its ancestors need it too"
)]
#[expect(unsafe_code, reason = "fields are reached as the description says")]
pub unsafe trait Reflect: IsObject {
    /// The names of the reflected fields, own and inherited.
    #[doc(hidden)]
    const NAMES: &'static Names;

    /// Whether to make or to copy a node runs code that is the node's own: values of defaults, and what copies fields that are left out.
    #[doc(hidden)]
    const RUNS_CODE: bool;

    /// The description of this type.
    fn reflection() -> &'static Reflection;

    /// A node with its fields from the source, the parent's first.
    #[doc(hidden)]
    fn build(source: &mut FieldSource<'_>) -> Result<Self, ReflectError>;

    /// A node with the same fields.
    #[doc(hidden)]
    fn copy(&self) -> Self;
}

/// Names of fields, for rules that are checked at compile time.
#[doc(hidden)]
pub struct Names {
    pub own: &'static [&'static str],
    pub inherited: Option<&'static Names>,
}

impl Names {
    /// Whether there is a field of that name.
    pub const fn contain(&self, name: &str) -> bool {
        let mut names = self;
        loop {
            let mut index = 0;
            while index < names.own.len() {
                if same(names.own[index], name) {
                    return true;
                }
                index += 1;
            }
            match names.inherited {
                Some(inherited) => names = inherited,
                None => return false,
            }
        }
    }
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut index = 0;
    while index < a.len() {
        if a[index] != b[index] {
            return false;
        }
        index += 1;
    }
    true
}
