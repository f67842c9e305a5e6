//! Removal of functions that nothing calls.

use std::collections::HashSet;

use objet::prelude::*;
use objet_ir::expr::GlobalVar;
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::transform::{ModulePass, Pass, PassInfo};

use crate::functor::post_order;

/// Removes the functions of a module that the entry functions do not refer to, directly or through
/// other functions.
///
/// # Errors
/// Fails if an entry function, or a function that a kept one refers to, is missing.
///
/// ```
/// use objet_ir::expr::GlobalVar;
/// use objet_ir::module::IRModule;
/// use objet_relay::expr::{Function, Tuple};
/// use objet_relay::transform::remove_unused_functions;
///
/// let mut module = IRModule::new();
/// for name in ["main", "unused"] {
///     let function = Function::new([], Tuple::new([], None), None, [], None, None);
///     module.add(GlobalVar::new(name), function, false)?;
/// }
/// let module = remove_unused_functions(module, ["main"])?;
/// assert_eq!(module.functions.load().len(), 1);
/// # Ok::<(), objet_ir::module::ModuleError>(())
/// ```
#[doc(alias = "RemoveUnusedFunctions")]
pub fn remove_unused_functions<'a>(
    mut module: IRModule,
    entry_functions: impl IntoIterator<Item = &'a str>,
) -> Result<IRModule, ModuleError> {
    let entries = entry_functions.into_iter().map(|name| module.get_global_var(name));
    let mut waiting = entries.collect::<Result<Vec<_>, _>>()?;
    let mut used = HashSet::new();
    while let Some(var) = waiting.pop() {
        if !used.insert(var.clone()) {
            continue;
        }
        let function = module.lookup(&var)?;
        for callee in post_order(&function).filter_map(|expr| expr.downcast::<GlobalVar>().ok()) {
            waiting.push(module.get_global_var(&callee.name_hint)?);
        }
    }
    let unused: Vec<_> = module.functions.load().keys().filter(|var| !used.contains(*var)).cloned().collect();
    for var in unused {
        module.remove(&var)?;
    }
    Ok(module)
}

/// Creates the pass for [`remove_unused_functions`].
pub(super) fn pass(entry_functions: Vec<String>) -> Pass {
    ModulePass::new(PassInfo::new(1, "RemoveUnusedFunctions", []), move |module, _| {
        Ok(remove_unused_functions(module, entry_functions.iter().map(String::as_str))?)
    })
    .into()
}

objet_ir::register_pass!("relay._transform.RemoveUnusedFunctions", || pass(vec!["main".into()]));
