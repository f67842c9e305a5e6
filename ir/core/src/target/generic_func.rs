//! Functions that are chosen by target.
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

/// A function with implementations for different targets, by their keys. What an implementation is, the one who calls it knows.
///
/// It is shared by all who register implementations and call it, so these change in place.
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

/// The implementations behind a lock.
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

/// An implementation that a generic function does not have, or cannot take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenericFuncError {
    /// The function has an implementation for the key.
    #[error("the function {name:?} has an implementation for {key} already: say that it is to be replaced")]
    Defined {
        /// The function.
        name: std::string::String,
        /// The key, or that it is about the default.
        key: std::string::String,
    },
    /// The function has no implementation for the target.
    #[error("the function {name:?} has no implementation for {target}, and none for all targets")]
    NoImplementation {
        /// The function.
        name: std::string::String,
        /// The target, if there is one.
        target: std::string::String,
    },
}

impl GenericFunc {
    /// The function that all get who ask for this name; the first one has it made.
    ///
    /// ```
    /// use objet_ir::target::GenericFunc;
    ///
    /// assert_eq!(GenericFunc::get("doc.conv2d_strategy"), GenericFunc::get("doc.conv2d_strategy"));
    /// ```
    pub fn get(name: &str) -> Self {
        static FUNCS: Mutex<BTreeMap<String, GenericFunc>> = Mutex::new(BTreeMap::new());
        let mut funcs = FUNCS.lock().unwrap_or_else(PoisonError::into_inner);
        let name = String::from(name);
        funcs.entry(name.clone()).or_insert_with(|| Self::new(name)).clone()
    }
}

impl GenericFuncNode {
    /// Its name.
    pub fn name(&self) -> &String {
        &self.name
    }

    /// Sets the implementation for targets of which no key has one.
    ///
    /// # Errors
    /// Without `replace`, if there is one.
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
        // What it was may be a function of a front end, which ends when nothing is locked.
        drop(known);
        drop(replaced);
        Ok(())
    }

    /// Sets the implementation for targets that have one of these keys.
    ///
    /// # Errors
    /// Without `replace`, if a key has one. Nothing is set then.
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

    /// The implementation for a target: that of the first of its keys that has one, or else the default one.
    ///
    /// # Errors
    /// If there is none, or if it is not an `F`.
    pub fn dispatch<F: IsObjectRef>(&self, target: Option<&Target>) -> Result<F, GenericFuncError> {
        let known = self.implementations.lock();
        let keys = target.into_iter().flat_map(|target| &target.keys);
        let mut by_key = keys.filter_map(|key| known.by_key.get(key));
        let found = by_key.next().or(known.default.as_ref());
        found.and_then(|found| found.downcast_ref::<F>()).cloned().ok_or_else(|| {
            GenericFuncError::NoImplementation {
                name: self.name.to_string(),
                target: target.map_or_else(|| "no target".into(), |target| format!("\"{target}\"")),
            }
        })
    }

    fn defined(&self, key: &str) -> GenericFuncError {
        GenericFuncError::Defined { name: self.name.to_string(), key: key.into() }
    }
}
