//! Names of lifted functions that do not depend on a hash.

use std::collections::{HashMap, VecDeque};
use std::error::Error;

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::IRModule;
use objet_relay::functor::{ExprMutator, post_order};

const PREFIX: &str = "lifted_name";

/// Numbers the lifted functions of a module in the order in which other functions refer to them.
pub(super) fn with_numbered_names(mut module: IRModule) -> Result<IRModule, Box<dyn Error>> {
    let functions = module.functions.load().clone();
    let is_lifted = |var: &GlobalVar| var.name_hint.starts_with(PREFIX);
    if !functions.keys().any(is_lifted) {
        return Ok(module);
    }
    let mut others: Vec<_> = functions.iter().filter(|(var, _)| !is_lifted(var)).collect();
    others.sort_by(|(a, _), (b, _)| a.name_hint.as_str().cmp(b.name_hint.as_str()));
    let mut waiting: VecDeque<_> = others.into_iter().map(|(_, function)| function.clone()).collect();
    let mut names = Rename(HashMap::new());
    while let Some(function) = waiting.pop_front() {
        let used = post_order(&function).filter_map(|expr| expr.downcast::<GlobalVar>().ok());
        for var in used.filter(is_lifted) {
            if !names.0.contains_key(var.name_hint.as_str()) {
                let numbered = GlobalVar::new(format!("numbered{}", names.0.len()));
                names.0.insert(var.name_hint.to_string(), numbered);
                waiting.push_back(module.lookup_by_name(&var.name_hint)?);
            }
        }
    }
    for (var, function) in &functions {
        module.remove(var)?;
        let var = names.0.get(var.name_hint.as_str()).unwrap_or(var);
        module.add_unchecked(var.clone(), names.mutate(function.clone())?, false)?;
    }
    Ok(module)
}

struct Rename(HashMap<String, GlobalVar>);

impl ExprMutator for Rename {
    type Error = RewriteError;

    fn visit_global_var(&mut self, var: GlobalVar) -> Result<RelayExpr, RewriteError> {
        Ok(self.0.get(var.name_hint.as_str()).unwrap_or(&var).clone().upcast())
    }
}
