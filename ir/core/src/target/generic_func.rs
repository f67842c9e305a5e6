//! Functions with an implementation for each target.
//!
//! ```
//! use objet_ir::target::{GenericFunc, Target};
//!
//! let schedule = GenericFunc::new("schedule");
//! schedule.set_default(objet::String::from("anywhere"), false)?;
//! schedule.register_func(["gpu"], objet::String::from("with threads"), false)?;
//!
//! let cuda = Target::new("cuda")?;
//! assert_eq!(schedule.dispatch::<objet::String>(Some(&cuda))?, "with threads");
//! assert_eq!(schedule.dispatch::<objet::String>(None)?, "anywhere");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use objet::String;
use objet::prelude::*;

use super::Target;

/// A function with implementations for different targets, selected by the targets' keys. The caller
/// knows the type of the implementations.
///
/// All references share the implementations, and see implementations that are registered later.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "GenericFunc", is_final, new(name))]
pub struct GenericFuncNode {
    base: Object,
    #[reflect(skip)]
    name: String,
    #[reflect(skip)]
    implementations: Implementations,
}

/// The implementations, protected by a lock.
#[derive(Default)]
struct Implementations(Mutex<ByKey>);

#[derive(Clone, Default)]
struct ByKey {
    default: Option<ObjectRef>,
    by_key: BTreeMap<String, ObjectRef>,
}

impl Implementations {
    fn lock(&self) -> MutexGuard<'_, ByKey> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clone for Implementations {
    fn clone(&self) -> Self {
        Self(self.lock().clone().into())
    }
}

/// The error of registering or selecting an implementation of a generic function.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenericFuncError {
    /// The function already has an implementation for the key.
    #[error("the function {name:?} already has an implementation for {key}: allow its replacement")]
    Defined {
        /// The name of the function.
        name: std::string::String,
        /// The key in words, or `all targets` for the default implementation.
        key: std::string::String,
    },
    /// The function has no implementation for the target.
    #[error("the function {name:?} has no implementation for {target} and no default implementation")]
    NoImplementation {
        /// The name of the function.
        name: std::string::String,
        /// The target in words.
        target: std::string::String,
    },
}

impl GenericFunc {
    /// Returns the process-wide generic function `name`, and creates it at the first call.
    ///
    /// ```
    /// use objet_ir::target::GenericFunc;
    ///
    /// let strategy = GenericFunc::get("doc.conv2d_strategy");
    /// assert_eq!(strategy, GenericFunc::get("doc.conv2d_strategy"));
    /// ```
    pub fn get(name: &str) -> Self {
        static FUNCS: Mutex<BTreeMap<String, GenericFunc>> = Mutex::new(BTreeMap::new());
        let mut funcs = FUNCS.lock().unwrap_or_else(PoisonError::into_inner);
        let name = String::from(name);
        funcs.entry(name.clone()).or_insert_with(|| Self::new(name)).clone()
    }
}

impl GenericFuncNode {
    /// Returns the name of the function.
    pub fn name(&self) -> &String {
        &self.name
    }

    /// Sets the default implementation, for targets without an implementation for any of their
    /// keys.
    ///
    /// # Errors
    /// Without `replace`, fails if a default implementation exists.
    pub fn set_default(
        &self,
        implementation: impl Into<ObjectRef>,
        replace: bool,
    ) -> Result<(), GenericFuncError> {
        let mut known = self.implementations.lock();
        if known.default.is_some() && !replace {
            return Err(self.defined("all targets"));
        }
        let replaced = known.default.replace(implementation.into());
        // The old implementation can be a function of a front end, so it is dropped after the lock
        // is released.
        drop(known);
        drop(replaced);
        Ok(())
    }

    /// Sets the implementation for targets that have one of the keys.
    ///
    /// # Errors
    /// Without `replace`, fails if a key already has an implementation, and then sets nothing.
    pub fn register_func<'a>(
        &self,
        keys: impl IntoIterator<Item = &'a str>,
        implementation: impl Into<ObjectRef>,
        replace: bool,
    ) -> Result<(), GenericFuncError> {
        let implementation = implementation.into();
        let mut known = self.implementations.lock();
        let mut by_key = known.by_key.clone();
        for key in keys {
            if by_key.insert(key.into(), implementation.clone()).is_some() && !replace {
                return Err(self.defined(&format!("the key {key:?}")));
            }
        }
        let replaced = std::mem::replace(&mut known.by_key, by_key);
        drop(known);
        drop(replaced);
        Ok(())
    }

    /// Returns the implementation for a target: that of the first of its keys with an
    /// implementation, otherwise the default one.
    ///
    /// # Errors
    /// Fails if no implementation exists, or if the implementation is not an `F`.
    pub fn dispatch<F: IsObjectRef>(&self, target: Option<&Target>) -> Result<F, GenericFuncError> {
        let known = self.implementations.lock();
        let keys = target.into_iter().flat_map(|target| &target.keys);
        let mut by_key = keys.filter_map(|key| known.by_key.get(key));
        let found = by_key.next().or(known.default.as_ref());
        found.and_then(|found| found.downcast_ref::<F>()).cloned().ok_or_else(|| {
            GenericFuncError::NoImplementation {
                name: self.name.to_string(),
                target: target
                    .map_or_else(|| "calls without a target".into(), |target| format!("\"{target}\"")),
            }
        })
    }

    fn defined(&self, key: &str) -> GenericFuncError {
        GenericFuncError::Defined { name: self.name.to_string(), key: key.into() }
    }
}
