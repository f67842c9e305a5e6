//! How objects are shown by `{:?}`.

use std::fmt;

use crate::boxed;
use crate::header::Object;

/// The content, if the fields are known; else the type and the address.
impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(about) = self.record().node().about() {
            about.debug(self, f)
        } else if let Some(value) = boxed::value(self) {
            write!(f, "{}(value={value:?})", self.type_key())
        } else {
            write!(f, "{}@{:p}", self.type_key(), self)
        }
    }
}
