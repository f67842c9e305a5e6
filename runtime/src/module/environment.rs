//! Functions that the code of a module finds outside of the module.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use crate::error::Result;
use crate::module::{ModuleError, ModuleNode};
use crate::packed_func::PackedFunc;
use crate::registry::Registry;

/// Functions found among the imports of a module. They live as long as the module, because its code
/// keeps their addresses.
#[derive(Default)]
pub(super) struct Imported {
    by_name: RwLock<HashMap<Box<str>, PackedFunc>>,
}

impl Imported {
    fn get(&self, name: &str) -> Option<PackedFunc> {
        self.by_name.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Stores a function under a name, unless another thread has stored one, and returns the stored
    /// function.
    fn keep(&self, name: &str, function: PackedFunc) -> PackedFunc {
        let mut by_name = self.by_name.write().unwrap_or_else(PoisonError::into_inner);
        // A rejected function is dropped after the lock, because its drop may run code that looks
        // up another function here.
        match by_name.get(name) {
            Some(first) => first.clone(),
            None => {
                by_name.insert(name.into(), function.clone());
                function
            }
        }
    }
}

impl ModuleNode {
    /// Returns the function of that name that the module's code may call: a function of the
    /// imports, depth first and in order, or else a global function. The module's own functions are
    /// not searched.
    ///
    /// A function found among the imports stays the same, even if modules are imported later.
    ///
    /// # Errors
    /// If there is no such function, or if a function of that name cannot be created.
    pub fn func_from_env(&self, name: &str) -> Result<PackedFunc> {
        self.func_from_env_or(name, Registry::get)
    }

    /// Like [`ModuleNode::func_from_env`], with `global` as the lookup of global functions. The
    /// lookup must return a function that is never freed: code keeps its address, possibly longer
    /// than the module lives.
    pub(crate) fn func_from_env_or(
        &self,
        name: &str,
        global: impl FnOnce(&str) -> Option<&'static PackedFunc>,
    ) -> Result<PackedFunc> {
        let found = self.imported_function(name)?.or_else(|| global(name).cloned());
        found.ok_or_else(|| ModuleError::NotInEnv { name: name.into() }.into())
    }

    /// Returns the function of that name in the imports, depth first and in order.
    pub(super) fn imported_function(&self, name: &str) -> Result<Option<PackedFunc>> {
        if let Some(known) = self.imported.get(name) {
            return Ok(Some(known));
        }
        let found = super::node::search(self.imports(), name)?;
        Ok(found.map(|function| self.imported.keep(name, function)))
    }
}
