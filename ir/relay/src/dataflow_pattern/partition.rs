//! Partitioning: matches become calls of functions.

use objet::String;
use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::OpNode;

use super::error::{PatternError, text_of};
use super::expr_graph::ExprGraph;
use super::grouping::{Group, Groups, PARTITIONED};
use super::replace::Replaced;
use super::{DFPattern, FunctionPatternNode};
use crate::adt::MatchNode;
use crate::expr::{
    Call, CallNode, Function, FunctionNode, IfNode, LetNode, TupleGetItemNode, TupleNode, Var,
};

/// Replaces each match of a pattern by a call of a function that has the match as its body.
///
/// The parameters of the function are the inputs of the match, which are the expressions that
/// patterns without parts match. Constants that a pattern asks for stay in the body. The function
/// has the attribute `PartitionedFromPattern` with the names of its operators, and the attributes
/// `attrs`. A match that overlaps with another one, or whose inner expressions are used elsewhere,
/// is not replaced. Functions of an earlier partition are not searched. A pattern of functions is
/// not searched either, because a function that is not called has no inputs.
///
/// `check` gets each match, and returns whether to replace it.
///
/// # Errors
/// Returns the errors of `check`. Fails if the pattern cannot be matched.
///
/// ```
/// use objet_ir::attrs::DictAttrs;
/// use objet_ir::expr::RelayExpr;
/// use objet_relay::dataflow_pattern::{is_op, partition, wildcard};
/// use objet_relay::expr::Var;
/// use objet_relay::op::{add, tanh};
/// use objet_relay::text::pretty_print;
///
/// let [x, y] = ["x", "y"].map(|name| Var::new(name, None, None));
/// let pattern = is_op("tanh")?.call([wildcard() + wildcard()]);
/// let attrs = DictAttrs::new([("Composite", objet::String::from("demo.add_tanh"))]);
/// let root: RelayExpr = tanh(add(x, y)?)?.into();
/// let parts = partition(&pattern, &root, Some(&attrs), |_| Ok(true))?;
/// let text = pretty_print(Some(&parts.into()));
/// assert!(text.contains(r#"PartitionedFromPattern="add_tanh_", Composite="demo.add_tanh""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn partition(
    pattern: &DFPattern,
    expr: &RelayExpr,
    attrs: Option<&DictAttrs>,
    mut check: impl FnMut(&RelayExpr) -> Result<bool, BoxError>,
) -> Result<RelayExpr, PatternError> {
    if pattern.is_instance::<FunctionPatternNode>() {
        return Ok(expr.clone());
    }
    let groups = Groups::find(pattern, expr)?;
    groups.replace(|pre, post, group, replaced| {
        let is_accepted = check(pre).map_err(|source| PatternError::Callback {
            of: "check",
            pattern: text_of(pattern),
            source,
        })?;
        if !is_accepted {
            return Ok(post.clone());
        }
        let function = function_of(&groups.graph, group, attrs)?;
        let args: Array<_> = group.inputs.iter().map(|input| replaced.of(input)).collect();
        Ok(Call::new(function, args, None, [], None).upcast())
    })
}

/// Creates the function that computes a group from its inputs.
fn function_of(
    graph: &ExprGraph,
    group: &Group,
    attrs: Option<&DictAttrs>,
) -> Result<Function, PatternError> {
    let mut replaced = Replaced::default();
    let mut params = Vec::new();
    for (number, input) in group.inputs.iter().enumerate() {
        let param = Var::new(format!("FunctionVar_{}_{number}", group.number), None, None);
        replaced.insert(input, param.clone().upcast());
        params.push(param);
    }
    let mut name = std::string::String::new();
    let mut body = None;
    for &position in &group.region {
        let expr = &graph.order()[position];
        let new = replaced.rebuild(expr)?;
        replaced.insert(expr, new.clone());
        push_name(&mut name, expr);
        body = Some(new);
    }
    let Some(body) = body else { unreachable!("a group has at least its root") };
    let mut all = DictAttrs::new([(PARTITIONED, String::from(name))]);
    for (name, value) in attrs.into_iter().flat_map(|attrs| attrs.dict.iter()) {
        all.make_mut().dict.insert(name.clone(), value.clone());
    }
    Ok(Function::new(params, body, None, [], Some(all), None))
}

/// Appends the name of an expression to the name of a group.
fn push_name(name: &mut std::string::String, expr: &RelayExpr) {
    match_node!(match expr {
        call @ CallNode => {
            name.push_str(call.op.as_node::<OpNode>().map_or("Call", |op| op.name.as_str()));
            name.push('_');
        }
        item @ TupleGetItemNode => {
            name.push_str("TupleGetItem");
            name.push_str(&item.index.to_string());
            name.push('_');
        }
        FunctionNode => name.push_str("Function"),
        TupleNode => name.push_str("Tuple_"),
        LetNode => name.push_str("Let_"),
        IfNode => name.push_str("If_"),
        MatchNode => name.push_str("Match_"),
        _ => {}
    });
}
