//! Continuation-passing style.
//!
//! - A function gets one more parameter: the continuation, a function that is called with the
//!   result. Its own result is that of the continuation, of a new type parameter `answer`.
//! - Calls of operators and constructors stay, and `let`s bind their results.

mod convert;
mod convert_function;
mod convert_type;
mod un_cps;

use objet::walk::RewriteError;
use objet_ir::expr::GlobalVar;
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::transform::{ModulePass, Pass, PassInfo};

use self::convert::ToCps;
use super::function_pass::{FunctionPass, is_skipped};
use crate::analysis::{Feature, detect_feature};
use crate::expr::Function;
use crate::infer::{InferError, infer_function, infer_module};
use objet::prelude::*;

pub use un_cps::un_cps;

/// The reason why a function cannot be converted to or from continuation-passing style.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CpsError {
    /// The function shares expressions.
    #[error("a shared expression has no place in continuation-passing style: convert to A-normal form")]
    Shared,
    /// The function has an expression without a meaning in continuation-passing style.
    #[error("cannot convert {found} to continuation-passing style")]
    Expr {
        /// The expression.
        found: &'static str,
    },
    /// A variable or function has no type.
    #[error("{found} has no type: infer the types first")]
    NoType {
        /// The variable or function.
        found: String,
    },
    /// The function is not in continuation-passing style.
    #[error("the function is not in continuation-passing style: {reason}")]
    NotCps {
        /// The missing part.
        reason: &'static str,
    },
    /// The types cannot be inferred.
    #[error(transparent)]
    Types(#[from] InferError),
    /// The module lacks a function, or refuses a new one.
    #[error(transparent)]
    Module(#[from] ModuleError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

/// Converts a function to continuation-passing style. Returns the converted function, and the
/// module with a converted copy of each function that it calls. The copy of `f` is `f_cps`.
///
/// # Errors
/// Fails if the function shares expressions (convert it to A-normal form first), if it contains
/// functions that fusion created, if its types cannot be inferred, or if the module has a function
/// with the name of a copy.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::module::IRModule;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::op::tanh;
/// use objet_relay::text::pretty_print;
/// use objet_relay::transform::to_cps;
///
/// let x = Var::new("x", Some(TensorType::scalar(DataType::float(32)).upcast()), None);
/// let function = Function::new([x.clone()], tanh(x)?, None, [], None, None);
/// let (function, _) = to_cps(&function, &IRModule::new())?;
/// let text = pretty_print(Some(&function.upcast()));
/// assert!(text.contains("let %x1 = tanh(%x);\n  %k(%x1)"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "ToCPS")]
pub fn to_cps(function: &Function, module: &IRModule) -> Result<(Function, IRModule), CpsError> {
    let typed = infer_module(module)?;
    let function = infer_function(function.clone(), Some(&typed))?;
    refuse_sharing(&function)?;
    let mut to_cps = ToCps::new(typed);
    let function = to_cps.function(&function)?;
    let mut module = module.clone();
    for (var, function) in to_cps.callees()? {
        module.add_unchecked(var, function, false)?;
    }
    Ok((function, module))
}

fn refuse_sharing(function: &Function) -> Result<(), CpsError> {
    if detect_feature(function.upcast_ref()).contains(Feature::Graph) {
        return Err(CpsError::Shared);
    }
    Ok(())
}

/// Converts the functions of a module with [`to_cps`].
fn module_to_cps(module: &IRModule) -> Result<IRModule, CpsError> {
    let mut module = infer_module(module)?;
    let mut to_cps = ToCps::new(module.clone());
    let mut converted: Vec<(GlobalVar, Function)> = Vec::new();
    for (var, function) in &module.functions.load() {
        let Some(function) = function.downcast_ref::<Function>().filter(|found| !is_skipped(found)) else {
            continue;
        };
        refuse_sharing(function)?;
        converted.push((var.clone(), to_cps.function(function)?));
    }
    for (var, function) in converted {
        module.add_unchecked(var, function, true)?;
    }
    for (var, function) in to_cps.callees()? {
        module.add_unchecked(var, function, false)?;
    }
    Ok(infer_module(&module)?)
}

/// Creates the pass for [`to_cps`].
pub(super) fn to_cps_pass() -> Pass {
    ModulePass::new(PassInfo::new(1, "ToCPS", []), |module, _| Ok(module_to_cps(&module)?)).into()
}

/// Creates the pass for [`un_cps`].
pub(super) fn un_cps_pass() -> Pass {
    FunctionPass::typed(PassInfo::new(1, "UnCPS", []), |function, _, _| Ok(un_cps(&function)?)).into()
}

objet_ir::register_pass!("relay._transform.ToCPS", to_cps_pass);
objet_ir::register_pass!("relay._transform.UnCPS", un_cps_pass);
