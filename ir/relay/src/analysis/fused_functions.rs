//! Extracts the functions that operator fusion created.

use objet::compare::structural_hash;
use objet::function::BoxError;
use objet::prelude::*;
use objet::{Registry, String};
use objet_ir::expr::{BaseFunc, GlobalVar};
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::transform::{ModulePass, Pass, PassInfo, Sequential};

use crate::expr::Function;
use crate::functor::post_order;
use crate::scope::is_primitive;

/// Returns a module of all functions in `main` that operator fusion created (attribute
/// `Primitive`).
///
/// The name of a function is its structural hash, so equal functions appear once. Fuse operators
/// before.
///
/// # Errors
/// Fails if the module has no function `main`.
///
/// ```
/// use objet_ir::attrs::DictAttrs;
/// use objet_ir::expr::Integer;
/// use objet_ir::module::IRModule;
/// use objet_relay::analysis::extract_fused_functions;
/// use objet_relay::expr::{Call, Function, Var};
/// use objet_relay::module::IRModuleExt;
///
/// let [x, y] = ["x", "y"].map(|name| Var::new(name, None, None));
/// let fused = DictAttrs::new([("Primitive", Integer::from(1))]);
/// let fused = Function::new([x.clone()], x, None, [], Some(fused), None);
/// let module = IRModule::from_expr(Call::new(fused, [y.into()], None, [], None));
/// assert_eq!(extract_fused_functions(&module)?.functions.load().len(), 1);
/// # Ok::<(), objet_ir::module::ModuleError>(())
/// ```
#[doc(alias = "ExtractFusedFunctions")]
pub fn extract_fused_functions(module: &IRModule) -> Result<IRModule, ModuleError> {
    let main = module.lookup_by_name("main")?;
    let functions = post_order(&main).filter_map(|expr| expr.downcast::<Function>().ok());
    let mut fused = Map::<String, Function>::new();
    for function in functions.filter(|function| is_primitive(function)) {
        fused.insert(structural_hash(&function).to_string().into(), function);
    }
    let functions: Map<GlobalVar, BaseFunc> = fused
        .iter()
        .map(|(name, function)| (GlobalVar::new(name.clone()), function.clone().upcast()))
        .collect();
    IRModule::from_parts_unchecked(&functions, &Map::new())
}

/// Creates the pass that simplifies operators for inference, fuses operators and extracts the
/// resulting functions.
pub(super) fn pass() -> Result<Pass, BoxError> {
    let simplify = named("SimplifyInference", None)?;
    let fuse = named("FuseOps", Some(3))?;
    let info = PassInfo::new(1, "ExtractFusedFunctions", []);
    let extract = ModulePass::new(info, |module, _| Ok(extract_fused_functions(&module)?));
    Ok(Sequential::new([simplify, fuse, extract.into()], "ExtractFusedFunctions").into())
}

/// Creates a pass by its name, with an argument.
fn named(name: &str, argument: Option<i64>) -> Result<Pass, BoxError> {
    match (Registry::find(&format!("relay._transform.{name}")), argument) {
        (Some(function), Some(argument)) => Ok(function.call_as::<Pass>((argument,))?),
        // The lookup of a pass reports a missing one.
        _ => Ok(Pass::get(name)?),
    }
}
