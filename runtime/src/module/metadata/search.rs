//! The function lookup of a metadata module. Its imports may be metadata modules, too.

use std::collections::HashMap;
use std::vec;

use objet_object::{Array, NDArray, RetValue};

use super::initialization::Guard;
use super::{Metadata, MetadataError};
use crate::error::Result;
use crate::module::Module;
use crate::packed_func::PackedFunc;

/// A lookup in progress. Import graphs can be deep and can share modules. So the lookup keeps its
/// own stack, and caches the result for each metadata module and name.
struct Search {
    /// The requested name, the name of its initializer, the name of that initializer's initializer,
    /// and so on.
    names: Vec<String>,
    /// Results of metadata modules, by module address and index in `names`.
    known: HashMap<(usize, usize), Option<PackedFunc>>,
    /// The stack. Each step computes a result for the step below.
    steps: Vec<Step>,
}

/// A search of imports for the first one that has a function.
struct Step {
    imports: vec::IntoIter<Module>,
    /// The index of the function's name in `names`.
    name: usize,
    purpose: Purpose,
}

/// The use of a found function.
enum Purpose {
    /// The result of the module with this address.
    Module(usize),
    /// The initializer to call with these constants.
    Initialize(Array<NDArray>, #[expect(dead_code, reason = "held to be dropped")] Guard),
}

/// Looks up a function of a metadata module.
pub(super) fn search(metadata: &Metadata, module: &Module, name: &str) -> Result<Option<PackedFunc>> {
    let mut search = Search { names: vec![name.into()], known: HashMap::new(), steps: Vec::new() };
    search.enter(metadata, module, 0)?;
    let mut found = None;
    while let Some(step) = search.steps.last_mut() {
        let next = if found.is_none() { step.imports.next() } else { None };
        if let Some(import) = next {
            let name = step.name;
            found = search.ask(&import, name)?;
        } else if let Some(step) = search.steps.pop() {
            found = search.end(step, found)?;
        }
    }
    Ok(found)
}

impl Search {
    /// Looks up a function of a module. For a metadata module, the lookup may add steps instead of
    /// returning a result.
    fn ask(&mut self, module: &Module, name: usize) -> Result<Option<PackedFunc>> {
        let Some(metadata) = module.as_kind::<Metadata>() else { return module.function(&self.names[name]) };
        if let Some(known) = self.known.get(&(module.address(), name)) {
            return Ok(known.clone());
        }
        self.enter(metadata, module, name)?;
        Ok(None)
    }

    /// Adds the steps for a function of a metadata module: its initialization, if needed, then the
    /// search in the imports.
    fn enter(&mut self, metadata: &Metadata, module: &Module, name: usize) -> Result<()> {
        let imports = module.imports();
        if imports.is_empty() {
            return Err(MetadataError::NoImports { name: self.names[name].clone() }.into());
        }
        let to_initialize = metadata.to_initialize(&self.names[name])?;
        let purpose = Purpose::Module(module.address());
        self.steps.push(Step { imports: imports.clone().into_iter(), name, purpose });
        if let Some((constants, turn)) = to_initialize {
            if name + 1 == self.names.len() {
                self.names.push(format!("__init_{}", self.names[name]));
            }
            let purpose = Purpose::Initialize(constants, turn);
            self.steps.push(Step { imports: imports.into_iter(), name: name + 1, purpose });
        }
        Ok(())
    }

    /// Completes a step and returns the result for the step below.
    fn end(&mut self, step: Step, found: Option<PackedFunc>) -> Result<Option<PackedFunc>> {
        match (&step.purpose, found) {
            (Purpose::Module(address), found) => {
                self.known.insert((*address, step.name), found.clone());
                Ok(found)
            }
            (Purpose::Initialize(..), None) => Ok(None),
            (Purpose::Initialize(constants, _), Some(initializer)) => {
                match initializer.call((constants,))? {
                    RetValue::Int(0) => Ok(None),
                    found => {
                        let name = self.names[step.name].clone();
                        Err(MetadataError::InitializerFailed { name, found: format!("{found:?}") }.into())
                    }
                }
            }
        }
    }
}
