//! Relay functions in modules: the conversion of expressions to functions, and the check that
//! functions are closed.

use objet::String;
use objet::prelude::*;
use objet_ir::adt::TypeData;
use objet_ir::expr::{BaseFunc, GlobalVar, RelayExpr};
use objet_ir::module::{FunctionCheck, IRModule, IRModuleNode, ModuleError};
use objet_ir::types::GlobalTypeVar;

use crate::analysis::{free_type_vars, free_vars};
use crate::expr::{Function, FunctionNode};

/// Creates modules from expressions.
pub trait IRModuleExt: Sized {
    /// Returns a module with one function. The function is the expression itself if it is a
    /// function, and otherwise a function of its free variables.
    ///
    /// The attribute `global_symbol` names the function, or else the name is `main`. Free variables
    /// of a function are not checked.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet_ir::module::IRModule;
    /// use objet_relay::expr::{FunctionNode, Tuple, Var};
    /// use objet_relay::module::IRModuleExt;
    ///
    /// let x = Var::new("x", None, None);
    /// let module = IRModule::from_expr(Tuple::new([x.clone().into()], None));
    /// let main = module.lookup_by_name("main")?;
    /// let main = main.as_node::<FunctionNode>().unwrap();
    /// assert_eq!(main.params[0], x);
    /// # Ok::<(), objet_ir::module::ModuleError>(())
    /// ```
    fn from_expr(expr: impl Into<RelayExpr>) -> Self;

    /// Returns the module with an expression as an additional function, as in
    /// [`from_expr`](Self::from_expr).
    ///
    /// # Errors
    /// Returns an error if the module already has a function of that name, or if the expression is
    /// a function with free variables or free type variables.
    fn with_expr(self, expr: impl Into<RelayExpr>) -> Result<Self, ModuleError>;
}

impl IRModuleExt for IRModule {
    fn from_expr(expr: impl Into<RelayExpr>) -> Self {
        let (var, function) = entry(expr.into());
        let mut module = Self::new();
        if let Err(error) = module.add_unchecked(var, function, false) {
            unreachable!("an empty module takes any function: {error}");
        }
        module
    }

    fn with_expr(mut self, expr: impl Into<RelayExpr>) -> Result<Self, ModuleError> {
        let (var, function) = entry(expr.into());
        self.add(var, function, false)?;
        Ok(self)
    }
}

/// Converts an expression to a module function with its name.
fn entry(expr: RelayExpr) -> (GlobalVar, BaseFunc) {
    let function = expr.downcast::<BaseFunc>().unwrap_or_else(|error| {
        let body = error.into_object();
        let (params, type_params) = (free_vars(&body), free_type_vars(&body));
        Function::new(params, body, None, type_params, None, None).into()
    });
    let symbol = function.attrs.as_ref().and_then(|attrs| attrs.get::<String>("global_symbol"));
    (GlobalVar::new(symbol.unwrap_or_else(|| "main".into())), function)
}

inventory::submit! { FunctionCheck(check_closed) }

/// Rejects a relay function with free variables. Type variables in the inputs of constructors are
/// bound by their type definitions.
fn check_closed(module: &IRModuleNode, var: &GlobalVar, function: &BaseFunc) -> Result<(), ModuleError> {
    if !function.is_instance::<FunctionNode>() {
        return Ok(());
    }
    let error = |what, free| Err(ModuleError::Free { name: var.name_hint.to_string(), what, free });
    let free = free_vars(function);
    if !free.is_empty() {
        return error("variables", free.iter().map(|var| format!("%{}", var.name_hint())).collect());
    }
    let mut free = free_type_vars(function);
    for definition in module.type_definitions.load().values() {
        free.retain(|var| !definition.type_vars.contains(var));
    }
    if free.is_empty() {
        return Ok(());
    }
    error("type variables", free.iter().map(|var| var.name_hint.to_string()).collect())
}

/// Creates a module from functions, type definitions and an expression.
#[register_global("ir.Module_FromExpr")]
fn from_expr(
    expr: RelayExpr,
    global_funcs: Map<GlobalVar, BaseFunc>,
    type_definitions: Map<GlobalTypeVar, TypeData>,
) -> Result<IRModule, ModuleError> {
    IRModule::from_parts_unchecked(&global_funcs, &type_definitions)?.with_expr(expr)
}

/// Adds a function to the module and returns the module. An expression that is not a function
/// becomes a function without parameters.
#[register_global("ir.Module_Add")]
fn add(module: IRModule, var: GlobalVar, val: RelayExpr, update: bool) -> Result<IRModule, ModuleError> {
    let function = match val.downcast_ref::<GlobalVar>() {
        Some(name) => module.lookup(name)?,
        None => val
            .downcast::<BaseFunc>()
            .unwrap_or_else(|error| Function::new([], error.into_object(), None, [], None, None).into()),
    };
    module.add_in_place(var, function, update)?;
    Ok(module)
}
