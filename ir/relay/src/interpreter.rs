//! The interpreter of relay programs. It needs no code generator.
//!
//! - [`Interpreter`] evaluates expressions in a module, and applies functions to arguments.
//! - Operators are evaluated by built-in kernels. An operator without a kernel is an error.
//! - Values are [`NDArray`] for tensors, [`ADT`](objet::containers::ADT) for tuples, and the
//!   [value nodes](values).
//! - The depth of recursion is limited by [`MAX_FRAMES`], not by the stack of the thread. Calls in
//!   tail position take no space.

mod calls;
mod captures;
mod error;
mod evaluator;
mod globals;
mod matches;
mod prepare;
pub mod values;

use objet::prelude::*;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::IRModule;

use crate::expr::{Function, FunctionNode};
pub use error::{EvaluationError, Location};
use evaluator::Evaluator;
pub use evaluator::MAX_FRAMES;
pub use values::{
    ConstructorValue, ConstructorValueNode, InterpreterClosure, InterpreterClosureNode, RecClosure,
    RecClosureNode, RefValue, RefValueNode,
};

/// Evaluates relay programs.
///
/// - The arguments of calls, the fields of tuples and the `let`s of a scope are evaluated from left
///   to right, each once. A shared expression is evaluated once in the innermost scope around its
///   uses.
/// - Shapes with `Any` follow from the values.
/// - A function captures the values of its free variables when it is created.
///
/// ```
/// use objet::NDArray;
/// use objet::prelude::*;
/// use objet_ir::expr::GlobalVar;
/// use objet_relay::interpreter::Interpreter;
/// use objet_relay::text::parse_module;
///
/// let module = parse_module(
///     "factorial.rly",
///     r#"#[version = "0.0.5"]
///     def @factorial(%n: int64) -> int64 {
///       if (less_equal(%n, 1i64)) { 1i64 } else { multiply(%n, @factorial(subtract(%n, 1i64))) }
///     }"#,
/// )?;
/// let interpreter = Interpreter::new(&module)?;
/// let factorial = module.get_global_var("factorial")?;
/// let five = NDArray::from_slice(&[], &[5_i64])?;
/// let result = interpreter.evaluate(factorial, &[five.upcast()])?;
/// let result: NDArray = result.downcast().expect("a tensor");
/// assert_eq!(result.as_slice::<i64>()?, [120]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Interpreter {
    /// The prepared module: typed, and in A-normal form.
    module: IRModule,
}

impl Interpreter {
    /// Creates an interpreter of the functions in a module.
    ///
    /// # Errors
    /// Fails if the types of the module are inconsistent or cannot be inferred, or if the module is
    /// not well formed.
    pub fn new(module: &IRModule) -> Result<Self, EvaluationError> {
        Ok(Self { module: prepare::module(module)? })
    }

    /// Evaluates an expression. A function, or the name of a global function, is applied to `args`.
    ///
    /// # Errors
    /// Fails as [`value`](Self::value) and [`apply`](Self::apply), and if there are arguments for
    /// an expression of another kind.
    pub fn evaluate(
        &self,
        expr: impl Into<RelayExpr>,
        args: &[ObjectRef],
    ) -> Result<ObjectRef, EvaluationError> {
        let expr = expr.into();
        if expr.is_instance::<FunctionNode>() || expr.is_instance::<objet_ir::expr::GlobalVarNode>() {
            return self.apply(&self.value(expr)?, args);
        }
        let value = self.value(expr)?;
        if args.is_empty() { Ok(value) } else { self.apply(&value, args) }
    }

    /// Returns the value of an expression. That of a function is a closure.
    ///
    /// # Errors
    /// Fails if the expression has free variables or inconsistent types, and if the evaluation
    /// fails: no clause of a match fits a value, an operator has no kernel or no result for its
    /// arguments, or the recursion is too deep.
    pub fn value(&self, expr: impl Into<RelayExpr>) -> Result<ObjectRef, EvaluationError> {
        let expr = expr.into();
        if let Some(var) = expr.downcast_ref::<GlobalVar>() {
            return Ok(Evaluator::new(&self.module).global(var)?.upcast());
        }
        let is_function = expr.is_instance::<FunctionNode>();
        let function = match expr.downcast::<Function>() {
            Ok(function) => function,
            Err(error) => Function::new([], error.into_object(), None, [], None, None),
        };
        let function = prepare::function(&self.module, function)?;
        if is_function {
            return Ok(InterpreterClosure::new(Map::new(), function).upcast());
        }
        Evaluator::new(&self.module).evaluate(&function.body)
    }

    /// Applies a closure to arguments.
    ///
    /// # Errors
    /// Fails if `closure` is no closure, if the number of arguments is wrong, and if the evaluation
    /// fails.
    pub fn apply(&self, closure: &ObjectRef, args: &[ObjectRef]) -> Result<ObjectRef, EvaluationError> {
        Evaluator::new(&self.module).apply(closure, args.to_vec())
    }

    /// Returns the value of a closed expression of constants, tuples, constructors and references,
    /// without inferring its type. Front ends give arguments as such expressions.
    ///
    /// # Errors
    /// Fails if the evaluation fails.
    pub fn argument(&self, expr: &RelayExpr) -> Result<ObjectRef, EvaluationError> {
        Evaluator::new(&self.module).evaluate(&crate::transform::to_a_normal_form_expr(expr))
    }
}
