//! Simplification of algebraic identities and of chains of operators.

mod chains;
mod identities;
mod like;

use foldhash::HashSet;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;
use objet_ir::op::{OpError, OpNode};
use objet_ir::transform::{Pass, PassInfo};

use super::function_pass::FunctionPass;
use crate::dataflow_pattern::{PatternError, PatternRewrite, rewrite};
use crate::functor::post_order;

/// Simplifies an expression with inferred types. `module` has the functions that it calls.
///
/// | expression | simplified |
/// |---|---|
/// | `zeros_like`, `ones_like`, `full_like` of a known shape | `zeros`, `ones`, `full` |
/// | `reshape_like`, `broadcast_to_like`, `collapse_sum_like` to a known shape | `reshape`, … |
/// | `x + 0`, `x - 0`, `x * 1`, `x / 1` | `x` |
/// | a `reshape` of a `reshape`, to a known shape | one `reshape` |
/// | a `transpose` or `layout_transform` of another | one of them, or the input |
/// | `cast` and `cast_like` to the type of the input | the input |
/// | an element-wise operator on a tensor and a `full`, `ones` or `zeros` | the same on a scalar |
///
/// The type of an expression never changes. An inner call that has other users stays.
///
/// # Errors
/// Fails if the rules do not reach an end after 100 rounds.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::Var;
/// use objet_relay::infer::infer_expr;
/// use objet_relay::op::{add, reshape, zeros_like};
/// use objet_relay::transform::simplify_expr;
///
/// let matrix = TensorType::new([4.into(), 8.into()], DataType::float(32));
/// let x = Var::new("x", Some(matrix.upcast()), None);
/// let sum = add(x.clone(), zeros_like(x)?)?;
/// let flat = reshape(sum, attrs! { newshape: [32] })?;
/// let expr = infer_expr(&reshape(flat, attrs! { newshape: [2, -1] })?.into(), None)?;
/// let simple = simplify_expr(&expr, None)?;
/// let text = objet_relay::text::pretty_print(Some(&simple.into()));
/// assert!(text.contains("\nreshape(%x, newshape=[2, 16])"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "SimplifyExpr")]
pub fn simplify_expr(expr: &RelayExpr, module: Option<&IRModule>) -> Result<RelayExpr, PatternError> {
    let operators: HashSet<_> =
        post_order(expr).filter_map(|expr| Some(expr.as_node::<OpNode>()?.name.clone())).collect();
    let applies = |rule: &&Rule| rule.operators.iter().any(|name| operators.contains(*name));
    let rules = RULES.iter().filter(applies).map(|rule| (rule.make)());
    let mut rules: Vec<PatternRewrite<'_>> = match rules.collect() {
        Ok(rules) => rules,
        Err(error) => unreachable!("this crate registers the operators of the rules: {error}"),
    };
    rewrite(&mut rules, expr, module)
}

/// A rule of the simplification.
struct Rule {
    /// The rule applies only to expressions that contain one of these operators at the start.
    operators: &'static [&'static str],
    make: fn() -> Result<PatternRewrite<'static>, OpError>,
}

/// The rules, in the order in which each round applies them.
const RULES: &[Rule] = &[
    Rule { operators: &["zeros_like"], make: like::zeros },
    Rule { operators: &["ones_like"], make: like::ones },
    Rule { operators: &["full_like"], make: like::full },
    Rule { operators: &["reshape_like"], make: like::reshape },
    Rule { operators: &["collapse_sum_like"], make: like::collapse_sum },
    Rule { operators: &["broadcast_to_like"], make: like::broadcast_to },
    Rule { operators: &["add", "subtract", "multiply", "divide"], make: identities::eliminated },
    Rule { operators: &["reshape", "contrib_reverse_reshape", "reshape_like"], make: chains::reshapes },
    Rule { operators: &["transpose", "layout_transform"], make: chains::transposes },
    Rule { operators: &["cast", "cast_like"], make: identities::casts },
    Rule {
        operators: &["full", "full_like", "ones", "ones_like", "zeros", "zeros_like"],
        make: identities::scalars,
    },
];

/// Creates the pass for [`simplify_expr`].
pub(super) fn pass() -> Pass {
    let info = PassInfo::new(0, "SimplifyExpr", ["InferType"]);
    FunctionPass::typed(info, |function, module, _| {
        let simple = simplify_expr(function.upcast_ref(), Some(module))?;
        Ok(simple.downcast()?)
    })
    .into()
}

objet_ir::register_pass!("relay._transform.SimplifyExpr", pass);
