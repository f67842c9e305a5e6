//! Gradients of zeros and ones without their tensors.

mod cells;

use foldhash::{HashMap, HashSet};
use objet::prelude::*;
use objet::rewrite;
use objet::walk::RewriteError;
use objet_ir::expr::{GlobalVarNode, RelayExpr};
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::op::Op;
use objet_ir::transform::{ModulePass, Pass, PassInfo};
use objet_ir::types::{FuncTypeNode, TensorTypeNode, Type, TypeCall};

use self::cells::{Cells, has_only_tensors};
use super::function_pass::is_skipped;
use super::let_list::LetList;
use super::replace_exprs::with_type_of;
use super::typed_exprs::same_type;
use crate::expr::{Call, Constant, Function, If, Var};
use crate::functor::ExprMutator;
use crate::infer::{InferError, infer_module};
use crate::text::{ImportError, import_std};

/// The module with the type of gradients.
const MODULE: &str = "gradient.rly";

/// The reason why the gradients of a module cannot be delayed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LazyGradientError {
    /// A parameter or result has a type without tensors to delay.
    #[error("cannot delay the gradients in {found}: expected tensors, or tuples of tensors")]
    Type {
        /// The parameter or result.
        found: String,
    },
    /// An expression has no type.
    #[error("cannot delay the gradients of an expression without a type")]
    Untyped,
    /// The standard module cannot be imported.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// The module refuses a function.
    #[error(transparent)]
    Module(#[from] ModuleError),
    /// The types of the module cannot be inferred.
    #[error(transparent)]
    Types(#[from] InferError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

/// Delays the computation of tensors of zeros and ones, as they are frequent in gradients.
///
/// - Each tensor in a function becomes a value of the type `GradCell` of the standard module
///   `gradient.rly`: a tensor, or a function that computes zeros or ones.
/// - Sums and products of two tensors of the same type skip zeros and ones. Other operators compute
///   their operands.
/// - The signature of the function stays: its parameters and its result are converted.
///
/// TVM makes `zeros_like` a cell of ones. The cells of this pass have the values of the tensors.
///
/// # Errors
/// Fails if a function has parameters or results other than tensors and tuples of tensors, or if
/// the types of the module cannot be inferred.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::expr::GlobalVar;
/// use objet_ir::module::IRModule;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::op::{add, zeros_like};
/// use objet_relay::text::pretty_print;
/// use objet_relay::transform::lazy_gradient_init;
///
/// let x = Var::new("x", Some(TensorType::scalar(DataType::float(32)).upcast()), None);
/// let sum = add(x.clone(), zeros_like(x.clone())?)?;
/// let mut module = IRModule::new();
/// module.add(GlobalVar::new("main"), Function::new([x], sum, None, [], None, None), false)?;
/// let module = lazy_gradient_init(&module)?;
/// let text = pretty_print(Some(&module.lookup_by_name("main")?.upcast()));
/// assert!(text.contains("@AddGradCell(") && text.contains("Zero("), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "LazyGradientInit")]
pub fn lazy_gradient_init(module: &IRModule) -> Result<IRModule, LazyGradientError> {
    let own = import_std(&IRModule::new(), MODULE)?;
    let own: HashSet<_> = own.functions.load().keys().map(|var| var.name_hint.clone()).collect();
    let mut module = infer_module(module)?;
    let functions = module.functions.load().clone();
    let is_changed = |function: &Function| !is_skipped(function);
    if !functions.values().any(|function| function.downcast_ref().is_some_and(is_changed)) {
        return Ok(module);
    }
    module = import_std(&module, MODULE)?;
    let cells = Cells::of(&module)?;
    for (var, function) in &functions {
        let Some(function) = function.downcast_ref::<Function>().filter(|found| is_changed(found)) else {
            continue;
        };
        if own.contains(&var.name_hint) {
            continue;
        }
        if let Some(new) = delayed(function, &cells)? {
            module.add_unchecked(var.clone(), new, true)?;
        }
    }
    Ok(infer_module(&module)?)
}

/// Creates the pass for [`lazy_gradient_init`].
pub(super) fn pass() -> Pass {
    let info = PassInfo::new(2, "LazyGradientInit", []);
    ModulePass::new(info, |module, _| Ok(lazy_gradient_init(&module)?)).into()
}

objet_ir::register_pass!("relay._transform.LazyGradientInit", pass);

/// Returns the function that calls a rewritten function, or `None` if it has no tensors.
fn delayed(function: &Function, cells: &Cells) -> Result<Option<Function>, LazyGradientError> {
    let mut delay = Delay { cells, types: HashMap::default(), vars: HashMap::default() };
    let inner = delay.mutate(function.clone())?;
    if inner.same_as(function) {
        return Ok(None);
    }
    let mut bindings = LetList::default();
    let mut args = Vec::new();
    for param in &function.params {
        let ty = param.checked_type.as_ref().ok_or(LazyGradientError::Untyped)?;
        if !has_only_tensors(ty) {
            let found = format!("the parameter %{}", param.name_hint());
            return Err(LazyGradientError::Type { found });
        }
        args.push(cells.wrap(param.clone().upcast(), ty, &mut bindings));
    }
    let ty = function.body.checked_type.as_ref().ok_or(LazyGradientError::Untyped)?;
    if !has_only_tensors(ty) {
        return Err(LazyGradientError::Type { found: "the result of a function".into() });
    }
    let result = bindings.push(Call::new(inner, args, None, [], None), None);
    let value = cells.unwrap(result.upcast(), ty, &mut bindings);
    let body = bindings.wrap(value);
    let (params, result) = (function.params.clone(), function.ret_type.clone());
    Ok(Some(Function::new(params, body, result, function.type_params.clone(), None, None)))
}

/// Rewrites a function. The new expressions carry the types of the original ones.
struct Delay<'a> {
    cells: &'a Cells,
    /// The new types, by the original type.
    types: HashMap<Type, Type>,
    vars: HashMap<Var, Var>,
}

impl Delay<'_> {
    /// Replaces the tensors in a type by cells.
    fn ty(&mut self, ty: &Type) -> Result<Type, RewriteError> {
        if let Some(known) = self.types.get(ty) {
            return Ok(known.clone());
        }
        let cell = &self.cells.ty;
        let new = rewrite(ty.clone(), |object: ObjectRef| {
            if !object.is_instance::<TensorTypeNode>() {
                return object;
            }
            match object.downcast_ref::<Type>() {
                Some(tensor) => TypeCall::new(cell.clone(), [tensor.clone()], None).into_object_ref(),
                None => object,
            }
        })?;
        self.types.insert(ty.clone(), new.clone());
        Ok(new)
    }

    /// Returns a call of an operator or a function of tensors, whose arguments are cells.
    fn of_tensors(&self, call: &Call) -> Result<RelayExpr, LazyGradientError> {
        let ty = call.checked_type.as_ref().ok_or(LazyGradientError::Untyped)?;
        let mut bindings = LetList::default();
        let args = call.args.iter().map(|arg| {
            let ty = arg.checked_type.as_ref().ok_or(LazyGradientError::Untyped)?;
            Ok(self.cells.unwrap(arg.clone(), ty, &mut bindings))
        });
        let args: Vec<RelayExpr> = args.collect::<Result<_, LazyGradientError>>()?;
        let value = Call::new(call.op.clone(), args, call.attrs.clone(), [], None).upcast();
        let delayed = call.as_op().map(|op| op.name.as_str()).and_then(|name| self.cells.delayed(name));
        let value = match delayed {
            Some(constructor) => {
                let compute = Function::new([], bindings.wrap(value), Some(ty.clone()), [], None, None);
                let types = [Some(ty.clone())];
                return Ok(Call::new(constructor.clone(), [compute.upcast()], None, types, None).upcast());
            }
            None => self.cells.wrap(value, ty, &mut bindings),
        };
        Ok(bindings.wrap(value))
    }

    /// Returns the call of the function that skips zeros and ones, for two operands of one type.
    fn of_cells(&self, call: &Call, op: &Op) -> Option<RelayExpr> {
        let function = self.cells.function(op.name.as_str())?;
        let [lhs, rhs] = call.args.as_slice() else { return None };
        let ty = lhs.checked_type.as_ref().filter(|ty| same_type(Some(ty), rhs.checked_type.as_ref()))?;
        let params = ["lhs", "rhs"].map(|name| Var::new(name, Some(ty.clone()), None));
        let args = params.clone().map(Var::upcast);
        let body = Call::new(op.clone(), args, call.attrs.clone(), [], None);
        let combine = Function::new(params, body, Some(ty.clone()), [], None, None);
        let args = [combine.upcast(), lhs.clone(), rhs.clone()];
        Some(Call::new(function.clone(), args, None, [Some(ty.clone())], None).upcast())
    }
}

impl ExprMutator for Delay<'_> {
    type Error = LazyGradientError;

    fn visit_var(&mut self, var: Var) -> Result<RelayExpr, LazyGradientError> {
        if let Some(known) = self.vars.get(&var) {
            return Ok(known.clone().upcast());
        }
        let annotation = var.type_annotation.as_ref().map(|ty| self.ty(ty)).transpose()?;
        let is_same = match (&annotation, &var.type_annotation) {
            (Some(new), Some(old)) => new.same_as(old),
            _ => true,
        };
        let mut new = var.clone();
        if !is_same {
            *new.make_mut().type_annotation = annotation;
        }
        self.vars.insert(var, new.clone());
        Ok(new.upcast())
    }

    fn visit_constant(&mut self, constant: Constant) -> Result<RelayExpr, LazyGradientError> {
        let ty = constant.checked_type.clone().ok_or(LazyGradientError::Untyped)?;
        let cell = self.cells.wrap(constant.clone().upcast(), &ty, &mut LetList::default());
        Ok(with_type_of(cell, constant.upcast_ref()))
    }

    fn visit_if(&mut self, mut node: If) -> Result<RelayExpr, LazyGradientError> {
        let ty = node.cond.checked_type.clone().ok_or(LazyGradientError::Untyped)?;
        let cond = self.cells.unwrap(node.cond.clone(), &ty, &mut LetList::default());
        *node.make_mut().cond = cond;
        Ok(node.upcast())
    }

    fn visit_call(&mut self, mut call: Call) -> Result<RelayExpr, LazyGradientError> {
        if let Some(op) = call.op.downcast_ref::<Op>() {
            let new = match self.of_cells(&call, op) {
                Some(new) => new,
                None => self.of_tensors(&call)?,
            };
            return Ok(with_type_of(new, call.upcast_ref()));
        }
        // The signature of a global function stays.
        let global = call.op.as_node::<GlobalVarNode>().and_then(|var| var.checked_type.as_ref());
        let function = global.and_then(|ty| ty.as_node::<FuncTypeNode>());
        if function.is_some_and(|ty| ty.type_params.is_empty()) {
            return Ok(with_type_of(self.of_tensors(&call)?, call.upcast_ref()));
        }
        if !call.type_args.is_empty() {
            let types = call.type_args.iter().map(|ty| ty.as_ref().map(|ty| self.ty(ty)).transpose());
            let types: Array<Option<Type>> = types.collect::<Result<_, _>>()?;
            *call.make_mut().type_args = types;
        }
        Ok(call.upcast())
    }

    fn visit_function(&mut self, mut function: Function) -> Result<RelayExpr, LazyGradientError> {
        let Some(old) = &function.ret_type else { return Ok(function.upcast()) };
        let result = self.ty(old)?;
        if !result.same_as(old) {
            *function.make_mut().ret_type = Some(result);
        }
        Ok(function.upcast())
    }
}
