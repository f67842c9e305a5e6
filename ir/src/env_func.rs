//! Functions of the process that graphs refer to by name.

use std::str::Utf8Error;

use objet::String;
use objet::prelude::*;

/// A reference to a global function by its name. Files hold the name alone, so a graph can be read where there is no such function.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "EnvFunc", is_final)]
#[reflect(bytes(name_of, of_name))]
pub struct EnvFuncNode {
    base: Object,
    /// The name in the registry of global functions.
    pub name: String,
}

impl EnvFunc {
    /// A reference to the function of that name, which need not be there yet.
    pub fn new(name: impl Into<String>) -> Self {
        make_object(EnvFuncNode { base: Object::new(), name: name.into() }).into()
    }
}

fn name_of(func: &EnvFuncNode) -> &str {
    &func.name
}

fn of_name(name: &[u8]) -> Result<EnvFunc, Utf8Error> {
    String::from_utf8(name).map(EnvFunc::new)
}
