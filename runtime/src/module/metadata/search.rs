//! The search for a function of a metadata module, among imports of which some are metadata modules themselves.

use std::collections::HashMap;
use std::vec;

use objet_object::{Array, NDArray, RetValue};

use super::turn::Turn;
use super::{Metadata, MetadataError};
use crate::error::Result;
use crate::module::Module;
use crate::packed_func::PackedFunc;

/// A search under way. Modules may import others over and over, and by many ways; so it keeps on a list of its own where it
/// is, and asks no metadata module twice for the same.
struct Search {
    /// The name that was asked for, that of its initializer, that of the initializer of this, and so on.
    names: Vec<String>,
    /// What metadata modules have, by their addresses and the positions of names.
    known: HashMap<(usize, usize), Option<PackedFunc>>,
    /// Each step is there for the one before.
    steps: Vec<Step>,
}

/// Imports that are asked for a function, up to the first that has it.
struct Step {
    imports: vec::IntoIter<Module>,
    /// The position of its name.
    name: usize,
    purpose: Purpose,
}

/// What a function is for.
enum Purpose {
    /// It is that of the module with this address.
    Module(usize),
    /// It takes these constants.
    Initialize(Array<NDArray>, #[expect(dead_code, reason = "held to be dropped")] Turn),
}

/// The function of that name that a module of this metadata has.
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
    /// The function of a module. That of a metadata module may take further steps; then there is none yet.
    fn ask(&mut self, module: &Module, name: usize) -> Result<Option<PackedFunc>> {
        let Some(metadata) = module.as_kind::<Metadata>() else { return module.function(&self.names[name]) };
        if let Some(known) = self.known.get(&(module.address(), name)) {
            return Ok(known.clone());
        }
        self.enter(metadata, module, name)?;
        Ok(None)
    }

    /// Adds the steps for a function of a metadata module: to initialize it, if that is to be done, and to find it.
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

    /// Ends a step with what it found; gives what the one before is to take for found.
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
                        Err(MetadataError::Refused { name, found: format!("{found:?}") }.into())
                    }
                }
            }
        }
    }
}
