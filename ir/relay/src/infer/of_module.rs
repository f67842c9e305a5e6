//! Type inference of modules.
//!
//! - Functions are checked one at a time. A call of a global function has the type that the
//!   function declares. A type that is not declared completely is inferred before the callers are
//!   checked, unless the functions call each other.
//! - The result has new global variables, which carry the types of their functions.

use foldhash::{HashMap, HashSet};

use objet::String;
use objet::prelude::*;
use objet_ir::expr::{BaseFunc, GlobalVar, GlobalVarNode, RelayExpr};
use objet_ir::functor::downcast_known_owned;
use objet_ir::module::IRModule;
use objet_ir::transform::{ModulePass, Pass, PassInfo};
use objet_ir::types::{FuncType, IncompleteType, Type, TypeKind};

use super::attach::attach;
use super::checker::Checker;
use super::error::InferError;
use super::place;
use super::relations::error_at;
use crate::expr::{Function, FunctionNode};
use crate::functor::post_order;

/// Infers the types of all functions of a module. The variables of the module carry the types of
/// their functions.
///
/// # Errors
/// Fails if the types of a function are inconsistent or cannot be inferred. The error has the
/// diagnostics of all functions.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::expr::GlobalVar;
/// use objet_ir::module::IRModule;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::infer::infer_module;
/// use objet_relay::op::{add, nn};
///
/// let matrix = |rows: i32| TensorType::new([rows.into(), 3.into()], DataType::float(32)).upcast();
/// let [x, y] = [("x", 2), ("y", 4)].map(|(name, rows)| Var::new(name, Some(matrix(rows)), None));
/// let main = |body| Function::new([x.clone(), y.clone()], body, None, [], None, None);
///
/// let module = IRModule::from_parts([(GlobalVar::new("main"), main(nn::relu(x.clone())?))], [])?;
/// let module = infer_module(&module)?;
/// let text = objet_relay::text::pretty_print(Some(&module.upcast()));
/// assert!(text.contains("-> Tensor[(2, 3), float32]"), "{text}");
///
/// let sum = add(x.clone(), y.clone())?;
/// let module = IRModule::from_parts([(GlobalVar::new("main"), main(sum))], [])?;
/// let error = infer_module(&module).unwrap_err().to_string();
/// assert!(error.contains("the operator `add`: cannot broadcast"), "{error}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn infer_module(module: &IRModule) -> Result<IRModule, InferError> {
    let functions = module.functions.load();
    let mut globals = declared_types(module);
    let mut checked = HashMap::default();
    let mut typed_vars = HashMap::default();
    let mut diagnostics = Vec::new();
    for var in in_order(&functions, &globals) {
        let Some(function) = functions.get(&var) else { continue };
        let mut checker = Checker::new(Some(module), false);
        checker.check(function.upcast_ref(), &globals);
        let ty = checker.settled_type(function.upcast_ref());
        if let Some(declared) = globals.get_mut(&var.name_hint)
            && !is_declared(declared)
        {
            *declared = ty.clone();
        }
        typed_vars.insert(var.name_hint.clone(), with_type(&var, ty));
        checked.insert(var, checker);
    }

    let mut typed: Map<GlobalVar, BaseFunc> = Map::new();
    for (var, function) in &functions {
        let new = match checked.get(var) {
            Some(checker) => {
                let root: &RelayExpr = function.upcast_ref();
                let copy = attach(checker, root, &typed_vars);
                let first = diagnostics.len();
                diagnostics.extend(checker.take_diagnostics());
                let new = match copy {
                    Ok(copy) => downcast_known_owned::<Function>(copy.upcast()).upcast(),
                    Err(error) => {
                        diagnostics.push(error_at(root.span.as_ref(), error.to_string()));
                        function.clone()
                    }
                };
                place::add_function(&mut diagnostics[first..], &var.name_hint);
                new
            }
            None => function.clone(),
        };
        typed.insert(typed_vars.get(&var.name_hint).unwrap_or(var).clone(), new);
    }
    if !diagnostics.is_empty() {
        return Err(InferError::new(Some(module), diagnostics));
    }
    let mut new = module.clone();
    let fields = new.make_mut();
    fields.functions.store(typed);
    let names = fields.global_var_map.load();
    let names = names.iter().map(|(name, var)| (name.clone(), typed_vars.get(name).unwrap_or(var).clone()));
    fields.global_var_map.store(names.collect());
    Ok(new)
}

/// Returns a global variable that carries a type.
fn with_type(var: &GlobalVar, ty: Type) -> GlobalVar {
    let mut var = var.clone();
    *var.make_mut().checked_type = Some(ty);
    var
}

/// Returns the relay functions of a module. Functions whose declared types are incomplete come
/// first, callees before callers as far as possible.
fn in_order(functions: &Map<GlobalVar, BaseFunc>, globals: &HashMap<String, Type>) -> Vec<GlobalVar> {
    let by_name: HashMap<&str, &GlobalVar> =
        functions.keys().map(|var| (var.name_hint.as_str(), var)).collect();
    let is_open = |var: &GlobalVar| globals.get(&var.name_hint).is_some_and(|ty| !is_declared(ty));
    let mut seen = HashSet::default();
    let mut order = Vec::new();
    for (root, function) in functions {
        if !function.is_instance::<FunctionNode>() || !is_open(root) {
            continue;
        }
        // The second part says whether the callees of the function are in the order already.
        let mut waiting = vec![(root.clone(), false)];
        while let Some((var, has_callees)) = waiting.pop() {
            if has_callees {
                order.push(var);
            } else if seen.insert(var.clone())
                && let Some(function) = functions.get(&var)
            {
                waiting.push((var, true));
                let callees = post_order(function).filter_map(|expr| {
                    let name = &expr.as_node::<GlobalVarNode>()?.name_hint;
                    by_name.get(name.as_str()).copied().filter(|var| is_open(var)).cloned()
                });
                waiting.extend(callees.map(|var| (var, false)));
            }
        }
    }
    let others = functions
        .iter()
        .filter(|(var, function)| function.is_instance::<FunctionNode>() && !seen.contains(*var));
    order.extend(others.map(|(var, _)| var.clone()));
    order
}

/// Whether a function type has no unknown parameter and no unknown result.
fn is_declared(ty: &Type) -> bool {
    let parts = super::type_parts::parts(ty).unwrap_or_default();
    !parts.into_iter().any(super::type_table::is_incomplete)
}

/// Returns the types of the functions of a module as they are declared, by name.
pub(super) fn declared_types(module: &IRModule) -> HashMap<String, Type> {
    let unknown = || -> Type { IncompleteType::new(TypeKind::Type, None).upcast() };
    let functions = module.functions.load();
    let types = functions.iter().filter_map(|(var, function)| {
        let ty = match function.as_node::<FunctionNode>() {
            Some(function) => {
                let params = function.params.iter();
                let params: Array<Type> =
                    params.map(|param| param.type_annotation.clone().unwrap_or_else(unknown)).collect();
                let result = function.ret_type.clone().unwrap_or_else(unknown);
                FuncType::new(params, result, function.type_params.clone(), [], None).upcast()
            }
            None => var.checked_type.clone()?,
        };
        Some((var.name_hint.clone(), ty))
    });
    types.collect()
}

/// Creates the pass for [`infer_module`]. Errors are shown by the renderer of diagnostics.
pub(super) fn pass() -> Pass {
    let info = PassInfo::new(0, "InferType", []);
    ModulePass::new(info, |module, _| match infer_module(&module) {
        Ok(module) => Ok(module),
        Err(error) => Err(error.render(module)?.into()),
    })
    .into()
}

objet_ir::register_pass!("relay._transform.InferType", pass);
