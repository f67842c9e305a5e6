//! Eta expansion: references to functions and constructors become function expressions.

use foldhash::HashMap;
use objet::prelude::*;
use objet::walk::{Enter, RewriteError};
use objet_ir::adt::Constructor;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::transform::{ModulePass, Pass, PassInfo};
use objet_ir::types::{Type, TypeCall, TypeVar};

use super::bind::bind_types;
use crate::adt::Pattern;
use crate::expr::{Call, Function, FunctionNode, Var};
use crate::functor::ExprMutator;

/// The reason why a module cannot be expanded.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EtaExpandError {
    /// The module lacks a function or a type.
    #[error(transparent)]
    Module(#[from] ModuleError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

/// Replaces references to constructors, to global functions, or to both by function expressions
/// that call them.
///
/// A constructor that is called stays. A global function in a call becomes a function expression
/// too. Functions of other languages stay.
///
/// # Errors
/// Fails if the module has no definition for a constructor's type, or for a global function.
///
/// ```
/// use objet_ir::expr::GlobalVar;
/// use objet_ir::module::IRModule;
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::text::pretty_print;
/// use objet_relay::transform::eta_expand;
/// # use objet::prelude::*;
///
/// let (x, f) = (Var::new("x", None, None), GlobalVar::new("f"));
/// let mut module = IRModule::new();
/// module.add(f.clone(), Function::new([x.clone()], x, None, [], None, None), false)?;
/// module.add(GlobalVar::new("main"), Function::new([], f, None, [], None, None), false)?;
/// let module = eta_expand(module, false, true)?;
/// let text = pretty_print(Some(&module.upcast()));
/// assert!(text.contains("@f(%eta_expand_param)"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "EtaExpand")]
pub fn eta_expand(
    mut module: IRModule,
    expand_constructor: bool,
    expand_global_var: bool,
) -> Result<IRModule, EtaExpandError> {
    let mut expand = Expand {
        module: module.clone(),
        expand_constructor,
        expand_global_var,
        constructors: HashMap::default(),
        globals: HashMap::default(),
    };
    let functions = module.functions.load();
    for (var, function) in &functions {
        let Some(function) = function.downcast_ref::<Function>() else { continue };
        let expanded = expand.mutate(function.clone())?;
        if !expanded.same_as(function) {
            module.add_unchecked(var.clone(), expanded, true)?;
        }
    }
    Ok(module)
}

/// Creates the pass for [`eta_expand`].
pub(super) fn pass(expand_constructor: bool, expand_global_var: bool) -> Pass {
    let info = PassInfo::new(1, "EtaExpand", ["InferType"]);
    ModulePass::new(info, move |module, _| {
        let module = eta_expand(module, expand_constructor, expand_global_var)?;
        Ok(crate::infer::infer_module(&module)?)
    })
    .into()
}

objet_ir::register_pass!("relay._transform.EtaExpand", || pass(false, true));

struct Expand {
    module: IRModule,
    expand_constructor: bool,
    expand_global_var: bool,
    /// The new function expressions, with their constructors.
    constructors: HashMap<RelayExpr, Constructor>,
    /// The new function expressions of global functions; `None` for those of other languages.
    globals: HashMap<GlobalVar, Option<Function>>,
}

impl Expand {
    fn constructor(&self, constructor: &Constructor) -> Result<Function, EtaExpandError> {
        let definition = self.module.lookup_type_def(&constructor.belong_to)?;
        // The type parameters of the new function are variables of its own.
        let type_vars: Vec<TypeVar> = definition
            .type_vars
            .iter()
            .map(|var| TypeVar::new(var.name_hint.clone(), var.kind, None))
            .collect();
        let own = || definition.type_vars.iter().cloned().zip(type_vars.iter().cloned().map(TypeVar::upcast));
        let types = constructor.inputs.iter().map(|ty| bind_types(ty.clone(), own()));
        let types = types.collect::<Result<Vec<Type>, _>>()?;
        let params = types.into_iter().map(|ty| Var::new("eta_expand_param", Some(ty), None));
        let params: Vec<Var> = params.collect();
        let args: Vec<RelayExpr> = params.iter().cloned().map(Var::upcast).collect();
        let body = Call::new(constructor.clone(), args, None, [], None);
        let type_args: Array<Type> = type_vars.iter().cloned().map(IsObjectRef::upcast).collect();
        let result = TypeCall::new(constructor.belong_to.clone(), type_args, None);
        Ok(Function::new(params, body, Some(result.upcast()), type_vars, None, None))
    }

    /// Returns the expression that calls a global function, or `None` for one of another language.
    fn global(&self, var: &GlobalVar) -> Result<Option<Function>, EtaExpandError> {
        let function = self.module.lookup_by_name(&var.name_hint)?;
        let Some(function) = function.as_node::<FunctionNode>() else { return Ok(None) };
        let params = function.params.iter();
        let params: Vec<Var> =
            params.map(|param| Var::new("eta_expand_param", param.type_annotation.clone(), None)).collect();
        let args: Vec<RelayExpr> = params.iter().cloned().map(Var::upcast).collect();
        let body = Call::new(var.clone(), args, None, [], None);
        let (result, type_params) = (function.ret_type.clone(), function.type_params.clone());
        Ok(Some(Function::new(params, body, result, type_params, None, None)))
    }
}

impl ExprMutator for Expand {
    type Error = EtaExpandError;

    fn enter_expr(&mut self, expr: &RelayExpr) -> Result<Enter, EtaExpandError> {
        let Some(var) = expr.downcast_ref::<GlobalVar>().filter(|_| self.expand_global_var) else {
            return Ok(Enter::Inside);
        };
        if !self.globals.contains_key(var) {
            let function = self.global(var)?;
            self.globals.insert(var.clone(), function);
        }
        let function = self.globals.get(var).and_then(Option::clone);
        Ok(function.map_or(Enter::Keep, |function| Enter::Replace(function.upcast())))
    }

    /// The constructor of a pattern is no reference to a function.
    fn enter_pattern(&mut self, _: &Pattern) -> Result<Enter, EtaExpandError> {
        Ok(Enter::Keep)
    }

    fn visit_constructor(&mut self, constructor: Constructor) -> Result<RelayExpr, EtaExpandError> {
        if !self.expand_constructor {
            return Ok(constructor.upcast());
        }
        let function: RelayExpr = self.constructor(&constructor)?.upcast();
        self.constructors.insert(function.clone(), constructor);
        Ok(function)
    }

    fn visit_call(&mut self, mut call: Call) -> Result<RelayExpr, EtaExpandError> {
        // The callee was replaced like any other operand.
        if let Some(constructor) = self.constructors.get(&call.op).cloned() {
            *call.make_mut().op = constructor.upcast();
        }
        Ok(call.upcast())
    }
}
