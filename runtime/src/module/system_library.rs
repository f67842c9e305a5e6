//! The symbols of statically linked code.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use objet_object::OpaqueHandle;

static SYMBOLS: Mutex<Option<HashMap<String, OpaqueHandle>>> = Mutex::new(None);

/// Adds a symbol, or gives it another address.
pub(crate) fn register_symbol(name: &str, address: *mut c_void) {
    let mut symbols = SYMBOLS.lock().unwrap_or_else(PoisonError::into_inner);
    symbols.get_or_insert_default().insert(name.into(), OpaqueHandle(address));
}
