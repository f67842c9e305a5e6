//! Functions that the code of a module finds outside of it.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use crate::error::Result;
use crate::module::{ModuleError, ModuleNode};
use crate::packed_func::PackedFunc;
use crate::registry::Registry;

/// Functions that were found among the imports of a module. They stay as long as the module, since its code keeps their
/// addresses.
#[derive(Default)]
pub(super) struct Imported {
    by_name: RwLock<HashMap<Box<str>, PackedFunc>>,
}

impl Imported {
    fn get(&self, name: &str) -> Option<PackedFunc> {
        self.by_name.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Keeps a function under a name, unless another thread was first; gives the one that is kept.
    fn keep(&self, name: &str, function: PackedFunc) -> PackedFunc {
        let mut by_name = self.by_name.write().unwrap_or_else(PoisonError::into_inner);
        // A function that is not kept ends after the lock: that may run code which asks this module for another one.
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
    /// The function of that name that the module's code may call: of its imports, depth first and in order, or else the
    /// global one. The module's own functions are not among them.
    ///
    /// What was found among the imports stays found, whatever is imported later.
    ///
    /// # Errors
    /// If there is none, or if a function of that name cannot be made.
    pub fn func_from_env(&self, name: &str) -> Result<PackedFunc> {
        self.func_from_env_or(name, Registry::get)
    }

    /// The same with the global function that `global` finds. It must keep the function: code keeps the address of what it has
    /// found, for longer than the module may last.
    pub(crate) fn func_from_env_or(
        &self,
        name: &str,
        global: impl FnOnce(&str) -> Option<&'static PackedFunc>,
    ) -> Result<PackedFunc> {
        let found = self.imported_function(name)?.or_else(|| global(name).cloned());
        found.ok_or_else(|| ModuleError::NotInEnv { name: name.into() }.into())
    }

    /// The function of that name in the imports, depth first and in order.
    pub(super) fn imported_function(&self, name: &str) -> Result<Option<PackedFunc>> {
        if let Some(known) = self.imported.get(name) {
            return Ok(Some(known));
        }
        let found = super::node::search(self.imports(), name)?;
        Ok(found.map(|function| self.imported.keep(name, function)))
    }
}
