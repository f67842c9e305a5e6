//! Code that nothing is computed from goes.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet::{Enter, RewriteError, WalkEvent};
use objet_ir::expr::RelayExpr;
use objet_ir::transform::{ModulePass, Pass, PassInfo};

use crate::analysis::{Effects, bound_more_than_once};
use crate::expr::{Id, Let, LetNode, VarNode};
use crate::functor::{ExprMutator, parts, post_order};
use crate::scope::operands;
use crate::transform::by_function::mutate_by_function;

/// Takes out of an expression or a module each `let` whose variable nothing is computed from; with `inline_once` also each whose variable is used
/// once, where its value takes its place, be that inside of a function.
///
/// A value that may have effects stays where it is. Those are values that make, read or write references, call an operator that is stateful or
/// computes nothing itself (`TOpIsStateful`, `TNonComputational`), or call a function in a program that does any of this. What a function outside of `root` does is not known, so a call of one counts too.
/// A `let` of a variable that is bound more than once stays too, and where there is one, nothing is moved to where its variable is used.
///
/// # Errors
/// If a node's own check refuses what it is rebuilt from.
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
/// # Ok::<(), objet::RewriteError>(())
/// ```
pub fn dead_code_elimination<R: IsObjectRef>(root: R, inline_once: bool) -> Result<R, RewriteError> {
    let effects = Effects::in_graph(&root);
    mutate_by_function(root, |root| {
        let eliminate = Eliminate::plan(root, &effects, inline_once);
        (!eliminate.removed.is_empty()).then_some(eliminate)
    })
}

/// The pass [`dead_code_elimination`].
pub(super) fn pass(inline_once: bool) -> Pass {
    let info = PassInfo::new(1, "DeadCodeElimination", []);
    ModulePass::new(info, move |module, _| Ok(dead_code_elimination(module, inline_once)?)).into()
}

objet_ir::register_pass!("relay._transform.DeadCodeElimination", || pass(false));

/// What is to go.
struct Eliminate {
    /// The variables whose `let` is taken out.
    removed: HashSet<Id>,
    /// The values that take the place of some of them.
    inlined: HashMap<Id, RelayExpr>,
}

impl Eliminate {
    fn plan(root: &ObjectRef, effects: &Effects, inline_once: bool) -> Self {
        let ambiguous = bound_more_than_once(root);
        let inline_once = inline_once && ambiguous.is_empty();
        let may_go = |node: &LetNode| !effects.has(&node.value) && !ambiguous.contains(&node.var.vid);
        let lets: Vec<Let> = post_order(root).filter_map(|expr| expr.downcast().ok()).collect();
        let outermost = outermost(root);
        let uses = count_uses(&outermost, &lets, may_go);
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

/// Counts how often each variable is referred to by what these expressions are computed from.
fn count_uses<'a>(
    outermost: &'a [RelayExpr],
    lets: &'a [Let],
    may_go: impl Fn(&LetNode) -> bool,
) -> HashMap<&'a Id, usize> {
    let values: HashMap<&Id, &RelayExpr> = lets.iter().map(|node| (&node.var.vid, &node.value)).collect();
    let mut uses = HashMap::<&Id, usize>::new();
    let mut met = HashSet::new();
    let mut waiting: Vec<_> = outermost.iter().collect();
    while let Some(expr) = waiting.pop() {
        if let Some(var) = expr.as_node::<VarNode>() {
            let uses = uses.entry(&var.vid).or_default();
            *uses += 1;
            if *uses == 1 {
                waiting.extend(values.get(&var.vid));
            }
        } else if met.insert(expr) {
            match expr.as_node::<LetNode>() {
                Some(node) if may_go(node) => waiting.push(&node.body),
                Some(node) => waiting.extend([&node.value, &node.body]),
                None => waiting.extend(operands(expr).map(|operand| operand.expr)),
            }
        }
    }
    uses
}

/// The expressions in the root that are in no other: itself, or what is in an array or a map.
fn outermost(root: &ObjectRef) -> Vec<RelayExpr> {
    let mut outermost = Vec::new();
    let mut parts = parts(root);
    while let Some(event) = parts.next() {
        if let WalkEvent::Enter(object) = event
            && let Ok(expr) = object.downcast::<RelayExpr>()
        {
            outermost.push(expr);
            parts.skip_inside();
        }
    }
    outermost
}

impl ExprMutator for Eliminate {
    type Error = RewriteError;

    fn enter_expr(&mut self, expr: &RelayExpr) -> Result<Enter, RewriteError> {
        let instead = match_node!(expr, {
            node: LetNode if self.removed.contains(&node.var.vid) => Some(&node.body),
            var: VarNode => self.inlined.get(&var.vid),
            _ => None,
        });
        Ok(instead.map_or(Enter::Inside, |expr| Enter::Instead(expr.clone().into())))
    }
}
