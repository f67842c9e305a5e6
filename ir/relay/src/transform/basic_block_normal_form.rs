//! Conversion to basic block normal form: values that several branches need are bound before them.

use foldhash::{HashMap, HashSet};
use objet::String;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::scope_tree::Scope;
use objet_ir::transform::{ModulePass, Pass, PassInfo};

use crate::adt::{Clause, Match};
use crate::analysis::hidden_in_blocks;
use crate::dataflow_pattern::PatternError;
use crate::dataflow_pattern::replace::Replaced;
use crate::expr::{Function, FunctionNode, If, Let, LetNode, Var};
use crate::functor::post_order;
use crate::scope::{LetScoping, Scopes, operands};

/// The reason why a module cannot be converted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BasicBlockNormalFormError {
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] PatternError),
    /// The module refuses a new function.
    #[error(transparent)]
    Module(#[from] ModuleError),
}

/// Converts an expression to basic block normal form.
///
/// In this form, a `let` binds each value that is first used in a branch, a function body or a
/// clause and is needed outside of it too. The `let` is in the innermost block that contains all
/// uses of the value. Other shared values stay as they are.
///
/// # Errors
/// Fails if a rewritten expression is invalid.
///
/// ```
/// use objet::prelude::*;
/// use objet_relay::expr::{If, LetNode, Var};
/// use objet_relay::op::sqrt;
/// use objet_relay::transform::to_basic_block_normal_form_expr;
///
/// let [c, x] = ["c", "x"].map(|name| Var::new(name, None, None));
/// let root = sqrt(x)?;
/// let twice = If::new(c, root.clone(), root.clone(), None);
/// let normal = to_basic_block_normal_form_expr(&twice.into())?;
/// assert!(normal.as_node::<LetNode>().unwrap().value.same_as(&root));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "ToBasicBlockNormalForm")]
pub fn to_basic_block_normal_form_expr(expr: &RelayExpr) -> Result<RelayExpr, PatternError> {
    let order: Vec<_> = post_order(expr).collect();
    let scopes = Scopes::new(&order, LetScoping::Whole);
    let hidden = bindable(&scopes, expr);
    if hidden.is_empty() {
        return Ok(expr.clone());
    }
    let bindings = (0..scopes.count()).map(|_| Vec::new()).collect();
    let mut blocks = Blocks { scopes: &scopes, bindings };
    let mut replaced = Replaced::default();
    for (position, expr) in order.iter().enumerate() {
        let mut new = blocks.closed(position, replaced.rebuild(expr)?);
        if hidden.contains(&position)
            && let Some(scope) = scopes.of(position)
        {
            let var = Var::new("x", None, None);
            blocks.bindings[scope.number()].push((position, var.clone(), new));
            new = var.upcast();
        }
        replaced.insert(expr, new);
    }
    Ok(blocks.close(Some(Scope::ROOT), replaced.of(expr)))
}

/// Converts the functions of a module with [`to_basic_block_normal_form_expr`]. Functions for
/// external compilers (attribute `Compiler`) are unchanged.
///
/// # Errors
/// Fails if a rewritten expression is invalid.
#[doc(alias = "ToBasicBlockNormalForm")]
pub fn to_basic_block_normal_form(mut module: IRModule) -> Result<IRModule, BasicBlockNormalFormError> {
    let functions = module.functions.load();
    for (var, function) in &functions {
        let Some(function) = function.downcast_ref::<Function>() else { continue };
        if function.attrs.as_ref().is_some_and(|attrs| attrs.get::<String>("Compiler").is_some()) {
            continue;
        }
        let new = to_basic_block_normal_form_expr(function.upcast_ref())?;
        if !new.same_as(function)
            && let Ok(new) = new.downcast::<Function>()
        {
            module.add_unchecked(var.clone(), new, true)?;
        }
    }
    Ok(module)
}

/// Creates the pass for [`to_basic_block_normal_form`].
pub(super) fn pass() -> Pass {
    let info = PassInfo::new(1, "ToBasicBlockNormalForm", []);
    ModulePass::new(info, |module, _| Ok(to_basic_block_normal_form(module)?)).into()
}

objet_ir::register_pass!("relay._transform.ToBasicBlockNormalForm", pass);

struct Blocks<'s> {
    scopes: &'s Scopes<'s>,
    /// For each scope: the positions, the variables and the values of its bindings.
    bindings: Vec<Vec<(usize, Var, RelayExpr)>>,
}

impl Blocks<'_> {
    /// Wraps the blocks of an expression in their bindings.
    fn closed(&mut self, position: usize, expr: RelayExpr) -> RelayExpr {
        let scope = |number| self.scopes.own(position, number);
        if let Some(mut choice) = expr.downcast_ref::<If>().cloned() {
            let (first, second) = (scope(0), scope(1));
            let yes = self.close(first, choice.true_branch.clone());
            let no = self.close(second, choice.false_branch.clone());
            if !yes.same_as(&choice.true_branch) || !no.same_as(&choice.false_branch) {
                let fields = choice.make_mut();
                (*fields.true_branch, *fields.false_branch) = (yes, no);
            }
            return choice.upcast();
        }
        if let Some(mut function) = expr.downcast_ref::<Function>().cloned() {
            let scope = scope(0);
            let body = self.close(scope, function.body.clone());
            if !body.same_as(&function.body) {
                *function.make_mut().body = body;
            }
            return function.upcast();
        }
        if let Some(mut node) = expr.downcast_ref::<Match>().cloned() {
            let own: Vec<_> = (0..node.clauses.len()).map(scope).collect();
            let clauses = node.clauses.iter().zip(own).map(|(clause, scope)| {
                let rhs = self.close(scope, clause.rhs.clone());
                if rhs.same_as(&clause.rhs) { clause.clone() } else { Clause::new(clause.lhs.clone(), rhs) }
            });
            let clauses: Array<Clause> = clauses.collect();
            if clauses.iter().zip(&node.clauses).any(|(new, old)| !new.same_as(old)) {
                *node.make_mut().clauses = clauses;
            }
            return node.upcast();
        }
        if let Some(mut node) = expr.downcast_ref::<Let>().cloned() {
            let (Some(scope), Some(old)) = (scope(0), self.scopes.order[position].as_node::<LetNode>())
            else {
                return expr;
            };
            // The value needs the bindings of its operands before it.
            let value = self.scopes.position(&old.value);
            let mut before = std::mem::take(&mut self.bindings[scope.number()]);
            let after = before.split_off(before.partition_point(|(position, ..)| *position <= value));
            if !after.is_empty() {
                *node.make_mut().body = wrapped(after, node.body.clone());
            }
            return wrapped(before, node.upcast());
        }
        expr
    }

    fn close(&mut self, scope: Option<Scope>, expr: RelayExpr) -> RelayExpr {
        match scope {
            Some(scope) => wrapped(std::mem::take(&mut self.bindings[scope.number()]), expr),
            None => expr,
        }
    }
}

/// Returns an expression with bindings around it.
fn wrapped(bindings: Vec<(usize, Var, RelayExpr)>, body: RelayExpr) -> RelayExpr {
    let around = |body, (_, var, value)| Let::new(var, value, body, None).upcast();
    bindings.into_iter().rev().fold(body, around)
}

/// Returns the positions of the hidden expressions that can be bound. The body of a function that
/// calls itself can share a value with the code after it that depends on the function. No place for
/// the binding of such a value exists.
fn bindable(scopes: &Scopes<'_>, root: &RelayExpr) -> HashSet<usize> {
    let mut hidden: HashSet<usize> = hidden_in_blocks(scopes, root).into_iter().collect();
    let mut of_scope: HashMap<usize, Vec<usize>> = HashMap::default();
    for position in &hidden {
        if let Some(scope) = scopes.of(*position) {
            of_scope.entry(scope.number()).or_default().push(*position);
        }
    }
    for (position, expr) in scopes.order.iter().enumerate() {
        let Some(node) = expr.as_node::<LetNode>().filter(|node| node.value.is_instance::<FunctionNode>())
        else {
            continue;
        };
        let Some(own) = scopes.own(position, 0).and_then(|scope| of_scope.get(&scope.number())) else {
            continue;
        };
        let value = scopes.position(&node.value);
        let mut depends = HashSet::default();
        depends.insert(node.var.upcast_ref::<RelayExpr>());
        for expr in &scopes.order[..value] {
            if operands(expr).any(|operand| depends.contains(&*operand)) {
                depends.insert(expr);
            }
        }
        for position in own.iter().filter(|position| **position < value) {
            if depends.contains(&scopes.order[*position]) {
                hidden.remove(position);
            }
        }
    }
    hidden
}
