//! The passes before the evaluation.

use objet::prelude::*;
use objet_ir::expr::{BaseFunc, GlobalVar};
use objet_ir::module::IRModule;

use super::EvaluationError;
use crate::expr::Function;
use crate::infer::{infer_function, infer_module};
use crate::transform::{eta_expand, simplify_inference, to_a_normal_form};

/// Infers the types of a module, and converts its functions to A-normal form.
pub(super) fn module(module: &IRModule) -> Result<IRModule, EvaluationError> {
    normal_form(infer_module(module)?)
}

/// Prepares a function that refers to a prepared module.
pub(super) fn function(module: &IRModule, function: Function) -> Result<Function, EvaluationError> {
    let types = module.type_definitions.load();
    let main = GlobalVar::new("main");
    let mut single = IRModule::from_parts_unchecked(&Map::new(), &types)?;
    // The addition rejects free variables.
    single.add(main.clone(), function.clone(), false)?;
    single.add_unchecked(main.clone(), infer_function(function, Some(module))?, true)?;
    let function: BaseFunc = normal_form(single)?.lookup(&main)?;
    match function.downcast() {
        Ok(function) => Ok(function),
        Err(_) => unreachable!("the passes keep relay functions"),
    }
}

fn normal_form(module: IRModule) -> Result<IRModule, EvaluationError> {
    let module = simplify_inference(module).map_err(EvaluationError::Inference)?;
    Ok(to_a_normal_form(eta_expand(module, true, false)?)?)
}
