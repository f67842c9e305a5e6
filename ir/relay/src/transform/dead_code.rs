//! Dead code elimination.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet::walk::{Enter, RewriteError, WalkEvent};
use objet_ir::expr::RelayExpr;
use objet_ir::transform::{ModulePass, Pass, PassInfo};

use crate::analysis::{Effects, bound_more_than_once};
use crate::expr::{Id, Let, LetNode, VarNode};
use crate::functor::{ExprMutator, parts, post_order};
use crate::scope::{is_foreign, operands};
use crate::transform::by_function::mutate_by_function;

/// Removes each `let` whose variable is unused from an expression or a module.
///
/// With `inline_once`, each `let` whose variable is used exactly once is removed too, and the value
/// replaces the use, even inside a function. An operand of another crate's expression is never
/// replaced.
///
/// Some `let`s are kept:
/// - A `let` whose value may have side effects. Such a value makes, reads or writes references, or
///   calls a stateful or non-computational operator (`TOpIsStateful`, `TNonComputational`). In a
///   program with effects, every call of a function counts as an effect. Calls of functions outside
///   `root` always count, because these functions are unknown.
/// - A `let` of a variable that is bound more than once. If such a variable exists, nothing is
///   inlined.
///
/// # Errors
/// Returns an error if the validation of a node rejects its rewritten parts.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::expr::RelayExpr;
/// use objet_relay::expr::{Let, Tuple, Var};
/// use objet_relay::transform::dead_code_elimination;
///
/// let [x, unused, once] = ["x", "unused", "once"].map(|name| Var::new(name, None, None));
/// let inner = Let::new(once.clone(), Tuple::new([x.clone().into()], None), once, None);
/// let both: RelayExpr = Let::new(unused, x, inner.clone(), None).into();
///
/// assert_eq!(dead_code_elimination(both.clone(), false)?, inner.clone().into());
/// assert_eq!(dead_code_elimination(both, true)?, inner.value);
/// # Ok::<(), objet::walk::RewriteError>(())
/// ```
pub fn dead_code_elimination<R: IsObjectRef>(root: R, inline_once: bool) -> Result<R, RewriteError> {
    let effects = Effects::in_graph(&root);
    mutate_by_function(root, |root| {
        let eliminate = Eliminate::plan(root, &effects, inline_once);
        (!eliminate.removed.is_empty()).then_some(eliminate)
    })
}

/// Creates the pass for [`dead_code_elimination`].
pub(super) fn pass(inline_once: bool) -> Pass {
    let info = PassInfo::new(1, "DeadCodeElimination", []);
    ModulePass::new(info, move |module, _| Ok(dead_code_elimination(module, inline_once)?)).into()
}

objet_ir::register_pass!("relay._transform.DeadCodeElimination", || pass(false));

/// The `let`s to remove.
pub(super) struct Eliminate {
    /// The variables whose `let` is removed.
    pub(super) removed: HashSet<Id>,
    /// The values of the removed variables that are inlined.
    pub(super) inlined: HashMap<Id, RelayExpr>,
}

impl Eliminate {
    fn plan(root: &ObjectRef, effects: &Effects, inline_once: bool) -> Self {
        let ambiguous = bound_more_than_once(root);
        let inline_once = inline_once && ambiguous.is_empty();
        let may_go = |node: &LetNode| !effects.has(&node.value) && !ambiguous.contains(&node.var.vid);
        let lets: Vec<Let> = post_order(root).filter_map(|expr| expr.downcast().ok()).collect();
        let uses = count_uses(outermost(root), &lets, may_go);
        let mut plan = Self { removed: HashSet::new(), inlined: HashMap::new() };
        for node in lets.iter().filter(|node| may_go(node)) {
            let uses = uses.get(&node.var.vid).copied().unwrap_or(0);
            if uses == 1 && inline_once {
                plan.inlined.insert(node.var.vid.clone(), node.value.clone());
            } else if uses != 0 {
                continue;
            }
            plan.removed.insert(node.var.vid.clone());
        }
        plan
    }
}

/// Counts the uses of each variable in live code.
fn count_uses(
    outermost: Vec<RelayExpr>,
    lets: &[Let],
    may_go: impl Fn(&LetNode) -> bool,
) -> HashMap<Id, usize> {
    let values: HashMap<&Id, &RelayExpr> = lets.iter().map(|node| (&node.var.vid, &node.value)).collect();
    let mut uses = HashMap::<Id, usize>::new();
    let mut seen = HashSet::new();
    let mut waiting = outermost;
    while let Some(expr) = waiting.pop() {
        if let Some(var) = expr.as_node::<VarNode>() {
            let uses = uses.entry(var.vid.clone()).or_default();
            *uses += 1;
            if *uses == 1 {
                waiting.extend(values.get(&var.vid).copied().cloned());
            }
        } else if seen.insert(expr.clone()) {
            match expr.as_node::<LetNode>() {
                Some(node) if may_go(node) => waiting.push(node.body.clone()),
                Some(node) => waiting.extend([node.value.clone(), node.body.clone()]),
                None if is_foreign(&expr) => {
                    // The expression may use its operands several times, or hold only variables.
                    let operands: Vec<_> = operands(&expr).map(Cow::into_owned).collect();
                    waiting.extend(operands.iter().cloned());
                    waiting.extend(operands);
                }
                None => waiting.extend(operands(&expr).map(Cow::into_owned)),
            }
        }
    }
    uses
}

/// Returns the outermost expressions in the root: the root itself, or the expressions in an array
/// or a map.
fn outermost(root: &ObjectRef) -> Vec<RelayExpr> {
    let mut outermost = Vec::new();
    let mut parts = parts(root);
    while let Some(event) = parts.next() {
        if let WalkEvent::Enter(object) = event
            && let Ok(expr) = object.downcast::<RelayExpr>()
        {
            outermost.push(expr);
            parts.skip_subtree();
        }
    }
    outermost
}

impl ExprMutator for Eliminate {
    type Error = RewriteError;

    fn enter_expr(&mut self, expr: &RelayExpr) -> Result<Enter, RewriteError> {
        let instead = match_node!(match expr {
            node @ LetNode if self.removed.contains(&node.var.vid) => Some(&node.body),
            var @ VarNode => self.inlined.get(&var.vid),
            _ => None,
        });
        Ok(instead.map_or(Enter::Inside, |expr| Enter::Instead(expr.clone().into())))
    }
}
