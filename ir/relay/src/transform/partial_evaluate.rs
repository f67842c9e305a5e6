//! Partial evaluation: computes the parts of a program that do not depend on its inputs.
//!
//! - [`evaluator`] evaluates expressions, in steps. [`expressions`], [`calls`] and [`matches`] have
//!   some of them. The continuations are a list, so that nothing recurses.
//! - [`values`] has the values, as far as they are known.
//! - [`activations`] has the values of variables, [`store`] those of references.
//! - [`fuel`] decides how often functions that call themselves are expanded.
//! - [`residual`] has the rest of the program, which runs later.

mod activations;
mod calls;
mod evaluator;
mod expressions;
mod fuel;
mod matches;
mod residual;
mod store;
mod values;

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::RelayExpr;
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::transform::{ModulePass, Pass, PassInfo};

use crate::analysis::{Feature, WellFormedError, detect_module_feature, module_well_formed};
use crate::expr::Function;
use crate::transform::dedup::DedupError;
use evaluator::Evaluator;

/// The reason why a module cannot be evaluated partially.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PartialEvaluationError {
    /// Expressions share an operand.
    #[error(
        "partial evaluation needs a program whose expressions share no operands: convert the \
         module to A-normal form first (ToANormalForm)"
    )]
    Graph,
    /// The module is not well formed.
    #[error(transparent)]
    WellFormed(#[from] WellFormedError),
    /// A call has another number of arguments than its function has parameters.
    #[error("a function of {expected} parameters is called with {found} arguments")]
    Arguments {
        /// The number of parameters.
        expected: usize,
        /// The number of arguments.
        found: usize,
    },
    /// The result would be much larger than the program.
    #[error("partial evaluation takes more than {limit} steps: the functions call each other too often")]
    Steps {
        /// The maximum number of steps.
        limit: usize,
    },
    /// The module refuses a new function.
    #[error(transparent)]
    Module(#[from] ModuleError),
    /// An expression or a type has no valid form after its variables are replaced.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

impl From<DedupError> for PartialEvaluationError {
    fn from(error: DedupError) -> Self {
        match error {
            DedupError::WellFormed(error) => error.into(),
            DedupError::Rewrite(error) => error.into(),
        }
    }
}

/// Evaluates the parts of a module that do not depend on the parameters of its functions.
///
/// - Calls of functions become the bodies of the functions, also those of global functions and of
///   functions in tuples, data and references. A function that calls itself is expanded while an
///   argument becomes smaller: a positive scalar of type `int32` or
///   `int64` decreases, or a value was there before the arguments of the outer call, such as the
///   rest of a list.
/// - Projections of tuples, matches of constructors, branches of constants and reads of references
///   become the known values. A branch, a match or a call that is not known may write to any
///   reference.
/// - Calls of operators on constants become constants, as in
///   [`fold_constant`](super::fold_constant).
/// - The result is in A-normal form. Values that nothing uses are absent, except calls of functions
///   and operators with effects.
///
/// The time is linear in the number of evaluated expressions: each expression of a function is
/// evaluated once for each expanded call. After 16 times the size of the program, and at least a
/// million expressions, all other calls stay.
///
/// # Errors
/// Fails if expressions share operands, if the module is not well formed, or if the rest of the
/// program is too large after calls are no longer expanded.
///
/// ```
/// use objet::prelude::*;
/// use objet_relay::text::{parse_module, pretty_print};
/// use objet_relay::transform::{dead_code_elimination, partial_evaluate};
///
/// let module = parse_module(
///     "power.rly",
///     r#"#[version = "0.0.5"]
///     def @power(%n: int32, %x: float32) -> float32 {
///       if (equal(%n, 0)) { 1f } else { multiply(%x, @power(subtract(%n, 1), %x)) }
///     }
///     def @main(%x: float32) -> float32 { @power(3, %x) }"#,
/// )?;
/// let module = dead_code_elimination(partial_evaluate(&module)?, true)?;
/// let main: RelayExpr = module.lookup_by_name("main")?.upcast();
/// # use objet_ir::expr::RelayExpr;
/// let text = pretty_print(Some(&main.upcast()));
/// assert_eq!(text.matches("multiply").count(), 3);
/// assert!(!text.contains("@power"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "PartialEvaluate")]
pub fn partial_evaluate(module: &IRModule) -> Result<IRModule, PartialEvaluationError> {
    if detect_module_feature(module).contains(Feature::Graph) {
        return Err(PartialEvaluationError::Graph);
    }
    module_well_formed(module)?;
    let mut evaluator = Evaluator::new(module);
    let functions = module.functions.load();
    for (var, function) in &functions {
        if function.is_instance::<crate::expr::FunctionNode>() {
            evaluator.evaluate_global(var)?;
        }
    }
    evaluator.evaluate_closures()?;
    let mut result = module.clone();
    for (var, function) in evaluator.into_globals()? {
        let function: Function = function;
        result.add_unchecked(var, function, true)?;
    }
    Ok(result)
}

/// Creates the pass for [`partial_evaluate`].
pub(super) fn pass() -> Pass {
    ModulePass::new(PassInfo::new(1, "PartialEval", []), |module, _| Ok(partial_evaluate(&module)?)).into()
}

objet_ir::register_pass!("relay._transform.PartialEvaluate", pass);

/// Returns the atom of a variable.
fn atom(var: &crate::expr::Var) -> RelayExpr {
    var.clone().upcast()
}
