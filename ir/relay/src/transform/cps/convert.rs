//! Conversion of functions and of the functions that they call.

use foldhash::HashMap;
use objet::String;
use objet::prelude::*;
use objet_ir::expr::GlobalVar;
use objet_ir::module::IRModule;

use super::CpsError;
use super::convert_function::{Conversion, Globals};
use crate::expr::Function;

/// Converts functions of a module with inferred types.
pub(super) struct ToCps {
    globals: CalledFunctions,
}

/// The functions that the converted functions call.
struct CalledFunctions {
    module: IRModule,
    /// The variable of the converted copy of each function. Functions of other languages stay.
    copies: HashMap<String, GlobalVar>,
    /// The functions to convert.
    waiting: Vec<(GlobalVar, Function)>,
}

impl Globals for CalledFunctions {
    fn copy_of(&mut self, var: &GlobalVar) -> Result<GlobalVar, CpsError> {
        if let Some(known) = self.copies.get(&var.name_hint) {
            return Ok(known.clone());
        }
        let function = self.module.lookup_by_name(&var.name_hint)?;
        let copy = match function.downcast::<Function>() {
            Ok(function) => {
                let copy = GlobalVar::new(format!("{}_cps", var.name_hint));
                self.waiting.push((copy.clone(), function));
                copy
            }
            Err(_) => var.clone(),
        };
        self.copies.insert(var.name_hint.clone(), copy.clone());
        Ok(copy)
    }
}

impl ToCps {
    pub(super) fn new(module: IRModule) -> Self {
        let (copies, waiting) = (HashMap::default(), Vec::new());
        Self { globals: CalledFunctions { module, copies, waiting } }
    }

    /// Converts a function. The type parameter for the answer is its last one.
    pub(super) fn function(&mut self, function: &Function) -> Result<Function, CpsError> {
        let (mut converted, answer) = Conversion::of(function, &mut self.globals)?;
        converted.make_mut().type_params.push(answer);
        Ok(converted)
    }

    /// Converts the functions that the converted functions call, directly or not.
    pub(super) fn callees(&mut self) -> Result<Vec<(GlobalVar, Function)>, CpsError> {
        let mut converted = Vec::new();
        while let Some((var, function)) = self.globals.waiting.pop() {
            converted.push((var, self.function(&function)?));
        }
        Ok(converted)
    }
}
