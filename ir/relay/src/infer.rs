//! Type inference: finds the type of each expression of a program.
//!
//! - The types of a call of an operator follow from the operator's type relation
//!   ([`relation`](crate::op::relation)), and those of other calls from unification.
//! - Sharing survives, and no operation recurses. The time is linear in the size of the program.
//! - All errors of a program are reported at once, with their source ranges.
//! - Shapes may be symbolic, or `Any`. Types that unify with a type with `Any` take over the `Any`.
//!
//! ```
//! use objet::prelude::*;
//! use objet_ir::attrs;
//! use objet_ir::types::{TensorType, type_text};
//! use objet_relay::expr::{Function, Var};
//! use objet_relay::infer::infer_function;
//! use objet_relay::op::nn;
//!
//! let image = TensorType::new([1.into(), 16.into(), 8.into()], DataType::float(32));
//! let x = Var::new("x", Some(image.upcast()), None);
//! let bias = Var::new("bias", None, None); // its type follows from the operator
//! let sum = nn::bias_add(x.clone(), bias.clone(), attrs! { axis: 1 })?;
//! let function = infer_function(Function::new([x, bias], sum, None, [], None, None), None)?;
//! assert_eq!(
//!     type_text(function.params[1].checked_type.as_ref().unwrap()),
//!     "Tensor[(16), float32]"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attach;
mod checker;
mod error;
mod globals;
mod of_module;
mod place;
mod relations;
mod type_parts;
mod type_table;
mod unify;

use std::sync::Arc;

use foldhash::HashMap;
use objet::function::RuntimeError;
use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;
use objet_ir::op::{Op, OpError};
use objet_ir::types::{IncompleteType, Type, TypeKind, TypeRelation};

use self::checker::Checker;
use self::relations::{Relation, Solver};
use crate::expr::Function;

pub(crate) use checker::{constant_type, ndarray_type};
pub use error::InferError;
pub use of_module::infer_module;

/// Infers the types of an expression. `module` has the functions and types that it refers to.
///
/// # Errors
/// Fails if the types of the expression are inconsistent or cannot be inferred. The error has all
/// diagnostics.
pub fn infer_expr(expr: &RelayExpr, module: Option<&IRModule>) -> Result<RelayExpr, InferError> {
    infer(expr, module, false)
}

/// Infers the types of a function, like [`infer_expr`].
///
/// # Errors
/// Fails like [`infer_expr`].
pub fn infer_function(function: Function, module: Option<&IRModule>) -> Result<Function, InferError> {
    let function = function.upcast();
    let typed = infer_expr(&function, module)?;
    typed.downcast().map_err(|_| unreachable!("the copy of a function is a function"))
}

/// Returns the type of an expression whose operands are typed already, without looking inside them.
///
/// # Errors
/// Fails if the type of the expression is inconsistent with those of its operands, or cannot be
/// inferred from them.
pub fn infer_type_local(expr: &RelayExpr, module: Option<&IRModule>) -> Result<Type, InferError> {
    let typed = infer(expr, module, true)?;
    match &typed.checked_type {
        Some(ty) => Ok(ty.clone()),
        None => unreachable!("a typed expression has a type"),
    }
}

fn infer(
    expr: &RelayExpr,
    module: Option<&IRModule>,
    trusts_operands: bool,
) -> Result<RelayExpr, InferError> {
    let globals = module.map(of_module::declared_types).unwrap_or_default();
    let mut checker = Checker::new(module, trusts_operands);
    checker.check(expr, &globals);
    let typed = attach::attach(&checker, expr, &HashMap::default());
    let diagnostics = checker.take_diagnostics();
    match typed {
        Ok(typed) if diagnostics.is_empty() => Ok(typed),
        Ok(_) => Err(InferError::new(module, diagnostics)),
        Err(error) => {
            let failed = relations::error_at(expr.span.as_ref(), error.to_string());
            Err(InferError::new(module, diagnostics.into_iter().chain([failed]).collect()))
        }
    }
}

/// Infers the type of the result of an operator.
pub(crate) fn result_type(op: &Op, inputs: Array<Type>, attrs: Option<&Attrs>) -> Result<Type, OpError> {
    op.check_inputs(inputs.len())?;
    let result: Type = IncompleteType::new(TypeKind::Type, None).into();
    let no_relation = || OpError::NoRelation { op: op.name.to_string() };
    let relation = type_relation(op).ok_or_else(no_relation)?;
    let mut types = inputs;
    types.push(result.clone());
    let relation = Relation {
        func: relation.func.clone().ok_or_else(no_relation)?,
        types,
        num_inputs: relation.num_inputs,
        attrs: attrs.cloned(),
        span: None,
        call: None,
    };
    let mut solver = Solver::new(None);
    let refused =
        |source: RuntimeError| OpError::Relation { op: op.name.to_string(), source: Arc::new(source) };
    let solved = solver.run_once(relation).map_err(refused)?;
    let inferred = solver.resolve(&result);
    if solved && !type_table::is_incomplete(&inferred) {
        Ok(inferred)
    } else {
        Err(OpError::TypeUnknown { op: op.name.to_string() })
    }
}

/// Returns the relation between the types of the inputs and the type of the result.
fn type_relation(op: &Op) -> Option<TypeRelation> {
    op.op_type.load()?.type_constraints.first()?.clone().downcast().ok()
}
