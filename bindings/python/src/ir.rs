//! The only knowledge of the IR in the extension module.

use objet::ObjectRef;
use objet_ir::expr::IntImm;
use objet_relay as _;

/// Returns the constant that `node._const` makes of a plain integer.
#[inline]
pub(crate) fn integer(number: i64) -> ObjectRef {
    match i32::try_from(number) {
        Ok(number) => IntImm::from(number).into(),
        Err(_) => IntImm::from(number).into(),
    }
}
