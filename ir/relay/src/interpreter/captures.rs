//! The free variables of functions, which closures capture.

use foldhash::{HashMap, HashSet};
use objet::prelude::*;
use objet_ir::expr::RelayExpr;

use crate::adt::MatchNode;
use crate::analysis::{bound_by, bound_vars};
use crate::expr::{Function, Id, Var};
use crate::scope::operands;

/// The free variables of functions.
#[derive(Default)]
pub(super) struct Captures(HashMap<Function, Vec<Var>>);

/// A function whose body is being searched.
struct Open {
    function: Function,
    bound: HashSet<Id>,
    used: Vec<Var>,
    seen: HashSet<Id>,
}

enum Event {
    Enter(RelayExpr),
    Leave,
}

impl Captures {
    /// Returns the free variables of a function in A-normal form. The first call finds those of all
    /// functions inside.
    pub(super) fn of(&mut self, function: &Function) -> &[Var] {
        if !self.0.contains_key(function) {
            self.find(function);
        }
        &self.0[function]
    }

    fn find(&mut self, root: &Function) {
        let mut open: Vec<Open> = Vec::new();
        let mut waiting = vec![Event::Enter(root.clone().upcast())];
        while let Some(event) = waiting.pop() {
            let Event::Enter(expr) = event else {
                self.leave(&mut open);
                continue;
            };
            if let Some(function) = expr.downcast_ref::<Function>() {
                waiting.push(Event::Leave);
                let (bound, seen) = (HashSet::default(), HashSet::default());
                open.push(Open { function: function.clone(), bound, used: Vec::new(), seen });
            }
            let Some(scope) = open.last_mut() else { unreachable!("the root is a function") };
            scope.bound.extend(bound_by(expr.as_object_ref()).iter().map(|var| var.vid.clone()));
            if let Some(node) = expr.as_node::<MatchNode>() {
                for clause in &node.clauses {
                    scope.bound.extend(bound_vars(&clause.lhs).iter().map(|var| var.vid.clone()));
                }
            }
            if let Some(var) = expr.downcast_ref::<Var>() {
                scope.use_var(var);
            }
            waiting.extend(operands(&expr).map(|operand| Event::Enter(operand.into_owned())));
        }
    }

    /// Completes the innermost function. The function around it uses the free variables too.
    fn leave(&mut self, open: &mut Vec<Open>) {
        let Some(Open { function, bound, mut used, .. }) = open.pop() else { return };
        used.retain(|var| !bound.contains(&var.vid));
        if let Some(around) = open.last_mut() {
            used.iter().for_each(|var| around.use_var(var));
        }
        self.0.insert(function, used);
    }
}

impl Open {
    fn use_var(&mut self, var: &Var) {
        if self.seen.insert(var.vid.clone()) {
            self.used.push(var.clone());
        }
    }
}
