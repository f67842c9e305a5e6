//! Functions that are chosen by target.

use objet::String;
use objet::prelude::*;

use super::Target;

/// A function with implementations for different targets, by their keys. What an implementation is, the one who calls it knows.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "GenericFunc", is_final)]
pub struct GenericFuncNode {
    base: Object,
    #[reflect(skip)]
    name: String,
    #[reflect(skip)]
    default: Option<ObjectRef>,
    #[reflect(skip)]
    by_key: Map<String, ObjectRef>,
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
    /// A function of that name, without implementations.
    ///
    /// ```
    /// use objet_ir::target::{GenericFunc, Target};
    ///
    /// let mut schedule = GenericFunc::new("schedule");
    /// schedule.set_default(objet::String::from("anywhere"), false)?;
    /// schedule.register_func(["gpu"], objet::String::from("with threads"), false)?;
    ///
    /// let cuda = Target::new("cuda")?;
    /// assert_eq!(schedule.dispatch::<objet::String>(Some(&cuda))?, "with threads");
    /// assert_eq!(schedule.dispatch::<objet::String>(None)?, "anywhere");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(name: impl Into<String>) -> Self {
        let (name, by_key) = (name.into(), Map::new());
        make_object(GenericFuncNode { base: Object::new(), name, default: None, by_key }).into()
    }

    /// Sets the implementation for targets of which no key has one.
    ///
    /// # Errors
    /// Without `replace`, if there is one.
    pub fn set_default(
        &mut self,
        implementation: impl Into<ObjectRef>,
        replace: bool,
    ) -> Result<(), GenericFuncError> {
        if self.default.is_some() && !replace {
            return Err(self.defined("all targets"));
        }
        *self.make_mut().default = Some(implementation.into());
        Ok(())
    }

    /// Sets the implementation for targets that have one of these keys.
    ///
    /// # Errors
    /// Without `replace`, if a key has one. Nothing is set then.
    pub fn register_func<'a>(
        &mut self,
        keys: impl IntoIterator<Item = &'a str>,
        implementation: impl Into<ObjectRef>,
        replace: bool,
    ) -> Result<(), GenericFuncError> {
        let implementation = implementation.into();
        let mut by_key = self.by_key.clone();
        for key in keys {
            if by_key.insert(key.into(), implementation.clone()).is_some() && !replace {
                return Err(self.defined(&format!("the key {key:?}")));
            }
        }
        *self.make_mut().by_key = by_key;
        Ok(())
    }

    /// The implementation for a target: that of the first of its keys that has one, or else the default one.
    ///
    /// # Errors
    /// If there is none, or if it is not an `F`.
    pub fn dispatch<F: IsObjectRef>(&self, target: Option<&Target>) -> Result<F, GenericFuncError> {
        let keys = target.into_iter().flat_map(|target| &target.keys);
        let mut by_key = keys.filter_map(|key| self.by_key.get(key.as_str()));
        let found = by_key.next().or(self.default.as_ref());
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

impl GenericFuncNode {
    /// Its name.
    pub fn name(&self) -> &String {
        &self.name
    }
}
