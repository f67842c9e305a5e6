//! The `{:?}` output of objects.

use std::fmt;

use crate::boxed;
use crate::header::Object;

/// Prints the content if the fields are known, and otherwise the type key and the address.
impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(metadata) = self.record().node().metadata() {
            metadata.debug(self, f)
        } else if let Some(value) = boxed::value(self) {
            write!(f, "{}(value={value:?})", self.type_key())
        } else {
            write!(f, "{}@{:p}", self.type_key(), self)
        }
    }
}
