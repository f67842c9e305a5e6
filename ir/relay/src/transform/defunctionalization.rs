//! Defunctionalization: functions as values become values of data types.
//!
//! - A type `Defunc…` stands for each type of functions. It has a constructor for each function
//!   expression of that type, with the captured variables as fields.
//! - A global function `apply…` calls the function that a value of the type stands for.
//! - A copy of a global function, for its types, replaces each one with functions as parameters.

mod encoding;
mod rewrite_function;

use foldhash::HashMap;
use objet::String;
use objet::prelude::*;
use objet::text::as_repr;
use objet::walk::RewriteError;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::types::{FuncType, Type, TypeVar};

use self::encoding::{Encodings, has_function};
use self::rewrite_function::rewrite_function;
use super::dedup::{DedupError, dedup, rewrite_binders};
use crate::expr::Function;
use crate::infer::{InferError, infer_function, infer_module};

/// The reason why a function cannot be defunctionalized.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DefunctionalizationError {
    /// The function has type parameters.
    #[error("cannot defunctionalize a function with type parameters")]
    Polymorphic,
    /// The function has a function as parameter or result.
    #[error("cannot defunctionalize a function with a function as {place}")]
    HigherOrder {
        /// The parameter or the result.
        place: std::string::String,
    },
    /// The program has an expression that the pass does not support.
    #[error("cannot defunctionalize {found}")]
    Expr {
        /// The expression.
        found: std::string::String,
    },
    /// A call has another number of arguments than its function has parameters.
    #[error("call of a function: expected {expected} arguments, found {found}")]
    Arguments {
        /// The number of parameters.
        expected: usize,
        /// The number of arguments.
        found: usize,
    },
    /// An expression has no type.
    #[error("cannot defunctionalize an expression without a type")]
    Untyped,
    /// A function cannot be copied.
    #[error(transparent)]
    Copy(#[from] DedupError),
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

type Result<T, E = DefunctionalizationError> = std::result::Result<T, E>;

/// Returns a function without functions as values, and the module with the types and functions
/// that it refers to.
///
/// - Calls of function expressions become their bodies.
/// - Functions of the module whose parameters and results are no functions stay.
/// - The names of the new types and functions contain the types that they stand for.
///
/// TVM does not rewrite the operands of the arguments of calls. This pass rewrites all expressions,
/// and also supports functions that `let`s bind, and functions of functions.
///
/// # Errors
/// Fails if the function has type parameters, or a function as parameter or result, if a local
/// function calls itself or is polymorphic, or if the types cannot be inferred.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::expr::GlobalVar;
/// use objet_ir::module::IRModule;
/// use objet_ir::types::{FuncType, TensorType, Type};
/// use objet_relay::expr::{Call, Function, Var};
/// use objet_relay::op::tanh;
/// use objet_relay::text::pretty_print;
/// use objet_relay::transform::defunctionalization;
///
/// let scalar: Type = TensorType::scalar(DataType::float(32)).upcast();
/// let of = FuncType::new([scalar.clone()], scalar.clone(), [], [], None).upcast();
/// let f = Var::new("f", Some(of), None);
/// let [x, y, z] = ["x", "y", "z"].map(|name| Var::new(name, Some(scalar.clone()), None));
/// let run = GlobalVar::new("run");
/// let call = Call::new(f.clone(), [y.clone().upcast()], None, [], None);
/// let mut module = IRModule::new();
/// module.add(run.clone(), Function::new([f, y], call, Some(scalar), [], None, None), false)?;
///
/// let lambda = Function::new([z.clone()], tanh(z)?, None, [], None, None).upcast();
/// let call = Call::new(run, [lambda, x.clone().upcast()], None, [], None);
/// let main = Function::new([x], call, None, [], None, None);
/// let (_, module) = defunctionalization(&main, &module)?;
/// assert_eq!(module.type_definitions.load().len(), 1);
/// assert_eq!(module.functions.load().len(), 3); // run, its copy, and the function that applies
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "Defunctionalization")]
pub fn defunctionalization(function: &Function, module: &IRModule) -> Result<(Function, IRModule)> {
    if !function.type_params.is_empty() {
        return Err(DefunctionalizationError::Polymorphic);
    }
    let typed = infer_module(module)?;
    let function = infer_function(function.clone(), Some(&typed))?;
    for param in &function.params {
        if param.checked_type.as_ref().is_some_and(has_function) {
            let place = format!("the parameter %{}", param.name_hint());
            return Err(DefunctionalizationError::HigherOrder { place });
        }
    }
    if function.ret_type.as_ref().is_some_and(has_function) {
        return Err(DefunctionalizationError::HigherOrder { place: "result".into() });
    }
    let mut program = Program {
        module: typed,
        encodings: Encodings::default(),
        copies: HashMap::default(),
        waiting: Vec::new(),
    };
    let function = rewrite_function(&function, &mut program)?;
    let mut module = module.clone();
    while let Some((var, function)) = program.waiting.pop() {
        let function = rewrite_function(&function, &mut program)?;
        module.add_unchecked(var, function, false)?;
    }
    program.encodings.add_to(&mut module)?;
    Ok((function, module))
}

/// The definitions that rewritten functions share.
struct Program {
    /// The original functions, with inferred types.
    module: IRModule,
    encodings: Encodings,
    /// The copies of global functions, by the name with the types.
    copies: HashMap<String, GlobalVar>,
    /// The copies to rewrite.
    waiting: Vec<(GlobalVar, Function)>,
}

impl Program {
    /// Returns the type of a global function.
    fn type_of(&self, var: &GlobalVar) -> Result<FuncType> {
        let function = self.module.lookup_by_name(&var.name_hint)?;
        let ty = function.checked_type.clone().or_else(|| var.checked_type.clone());
        let ty = ty.and_then(|ty| ty.downcast::<FuncType>().ok());
        ty.ok_or(DefunctionalizationError::Untyped)
    }

    /// Returns the copy of a global function for the types of a call.
    fn copy_of(&mut self, var: &GlobalVar, ty: &FuncType, type_args: &[Type]) -> Result<GlobalVar> {
        let name = String::from(format!("{}{}", var.name_hint, as_repr(Some(ty))));
        if let Some(known) = self.copies.get(&name) {
            return Ok(known.clone());
        }
        let function = self.module.lookup_by_name(&var.name_hint)?;
        let function = function.downcast::<Function>().map_err(|_| DefunctionalizationError::Expr {
            found: format!("the call of @{}, which is not a function of relay", var.name_hint),
        })?;
        let copy = dedup(function.upcast_ref::<RelayExpr>())?.downcast::<Function>();
        let Ok(mut copy) = copy else { unreachable!("the copy of a function is a function") };
        let type_params = std::mem::take(&mut *copy.make_mut().type_params);
        let args = type_params.iter().cloned().zip(type_args.iter().cloned());
        let args: HashMap<TypeVar, Type> = args.collect();
        let copy = rewrite_binders(copy, |object| {
            let arg = object.downcast_ref::<TypeVar>().and_then(|var| args.get(var));
            Ok(arg.map_or(object.clone(), |ty| ty.clone().into_object_ref()))
        })?;
        let copy_var = GlobalVar::new(name.clone());
        self.copies.insert(name, copy_var.clone());
        self.waiting.push((copy_var.clone(), copy));
        Ok(copy_var)
    }
}
