//! Functions that match expressions and search graphs.

use objet_ir::expr::RelayExpr;

use super::DFPattern;
use super::error::PatternError;
use super::expr_graph::ExprGraph;
use super::matcher::Matcher;
use super::pattern_table::PatternTable;

/// Returns whether a pattern matches an expression.
///
/// # Errors
/// Returns an error if the pattern has parts of unknown types, or if the match takes too long.
///
/// ```
/// use objet_relay::dataflow_pattern::{is_var, matches};
/// use objet_relay::expr::Var;
/// use objet_relay::op::{add, subtract};
///
/// let [x, y] = ["x", "y"].map(|name| Var::new(name, None, None));
/// let sum = is_var("x") + is_var("y");
/// assert!(matches(&sum, &add(x.clone(), y.clone())?.into())?);
/// assert!(matches(&sum, &add(y.clone(), x.clone())?.into())?); // sums commute
/// assert!(!matches(&sum, &subtract(x, y)?.into())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "MatchPattern")]
pub fn matches(pattern: &DFPattern, expr: &RelayExpr) -> Result<bool, PatternError> {
    let table = PatternTable::new(pattern)?;
    let graph = table.has_dominators().then(|| ExprGraph::new(expr));
    Matcher::new(table, expr, graph.as_ref()).matches(expr)
}

/// Returns all expressions below `root` that a pattern matches, in post-order, each once. Matches
/// may overlap.
///
/// # Errors
/// Returns an error if the pattern has parts of unknown types, or if the match of an expression
/// takes too long.
pub fn find_all(pattern: &DFPattern, root: &RelayExpr) -> Result<Vec<RelayExpr>, PatternError> {
    let table = PatternTable::new(pattern)?;
    let graph = ExprGraph::new(root);
    let mut matcher = Matcher::new(table, root, Some(&graph));
    let mut found = Vec::new();
    for expr in graph.order() {
        if matcher.matches(expr)? {
            found.push(expr.clone());
        }
    }
    Ok(found)
}
