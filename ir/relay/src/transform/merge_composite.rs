//! Partitioning by several named patterns, for external compilers.

use objet::String;
use objet::function::{Args, BoxError, RuntimeError};
use objet::prelude::*;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;
use objet_ir::transform::{Pass, PassInfo};

use super::function_pass::FunctionPass;
use crate::dataflow_pattern::{DFPattern, PatternError, partition};
use crate::infer::infer_expr;

/// A pattern of the operators that an external compiler computes together.
pub struct CompositePattern {
    /// The value of the attribute `Composite`, such as `dnnl.conv2d_relu`.
    pub name: String,
    /// The pattern.
    pub pattern: DFPattern,
    /// Returns whether to replace a match.
    pub check: Box<CompositeCheck>,
}

/// A function that decides about a match.
pub type CompositeCheck = dyn Fn(&RelayExpr) -> Result<bool, BoxError> + Send + Sync;

/// Replaces the matches of each pattern by calls of functions with the attribute `Composite`, one
/// pattern after the other. The types of the expression are inferred after each pattern.
///
/// # Errors
/// Returns the errors of checks. Fails if a pattern cannot be matched.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::types::TensorType;
/// use objet_relay::dataflow_pattern::{is_op, wildcard};
/// use objet_relay::expr::Var;
/// use objet_relay::op::{exp, tanh};
/// use objet_relay::transform::{CompositePattern, merge_composite};
///
/// let pattern = is_op("tanh")?.call([is_op("exp")?.call([wildcard()])]);
/// let name = "demo.exp_tanh".into();
/// let patterns = [CompositePattern { name, pattern, check: Box::new(|_| Ok(true)) }];
/// let vector = TensorType::new([3.into()], DataType::float(32));
/// let x = Var::new("x", Some(vector.upcast()), None);
/// let merged = merge_composite(&patterns, &tanh(exp(x)?)?.into(), None)?;
/// let text = objet_relay::text::pretty_print(Some(&merged.into()));
/// assert!(text.contains(r#"Composite="demo.exp_tanh""#), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "MergeComposite")]
pub fn merge_composite(
    patterns: &[CompositePattern],
    expr: &RelayExpr,
    module: Option<&IRModule>,
) -> Result<RelayExpr, PatternError> {
    patterns.iter().try_fold(expr.clone(), |expr, CompositePattern { name, pattern, check }| {
        let attrs = DictAttrs::new([("Composite", name.clone())]);
        let merged = partition(pattern, &expr, Some(&attrs), check)?;
        if merged.same_as(&expr) {
            return Ok(merged);
        }
        Ok(infer_expr(&merged, module).unwrap_or(merged))
    })
}

/// Creates the pass for [`merge_composite`].
pub(super) fn pass(patterns: Vec<CompositePattern>) -> Pass {
    FunctionPass::typed(PassInfo::new(0, "MergeComposite", []), move |function, module, _| {
        let merged = merge_composite(&patterns, function.upcast_ref(), Some(module))?;
        Ok(merged.downcast()?)
    })
    .into()
}

/// Creates the pass that merges operators by patterns. The arguments are the names, the patterns,
/// and a check for each pattern.
#[register_global("relay._transform.MergeComposite")]
fn merge_composite_pass(args: Args<'_>) -> Result<Pass, RuntimeError> {
    let wrong = |text: std::string::String| RuntimeError::from_text(&text);
    if args.len() < 2 {
        return Err(wrong(format!("expected names, patterns and checks, found {} arguments", args.len())));
    }
    let argument = |source: objet::function::ValueError| RuntimeError::from_text(&source.to_string());
    let names: Array<String> = args.at(0)?.get().map_err(argument)?;
    let patterns: Array<DFPattern> = args.at(1)?.get().map_err(argument)?;
    let checks = args.len() - 2;
    if names.len() != patterns.len() || checks != patterns.len() {
        let text = format!(
            "expected a name and a check for each of {} patterns, found {} names and {checks} checks",
            patterns.len(),
            names.len()
        );
        return Err(wrong(text));
    }
    let composite = |(index, (name, pattern)): (usize, (&String, &DFPattern))| {
        let check: PackedFunc = args.at(index + 2)?.get().map_err(argument)?;
        let check = move |found: &RelayExpr| Ok(check.call_as::<bool>((found,))?);
        Ok(CompositePattern { name: name.clone(), pattern: pattern.clone(), check: Box::new(check) })
    };
    let patterns = names.iter().zip(&patterns).enumerate().map(composite);
    Ok(pass(patterns.collect::<Result<_, RuntimeError>>()?))
}
