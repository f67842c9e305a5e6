//! The rest of a program, which partial evaluation leaves.
//!
//! The rest consists of blocks: the bodies of functions, branches and clauses. A block binds
//! variables, in order, and ends with an atom. A binding is needed if something that is needed
//! refers to it, or if it has an effect. Only needed closures are evaluated.

use foldhash::HashMap;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::types::{Type, TypeVar};

use super::activations::{ActivationId, TypeArgs};
use super::fuel::FuelState;
use super::{PartialEvaluationError, atom};
use crate::adt::{Clause, Match, Pattern};
use crate::analysis::free_vars;
use crate::expr::{Function, Id, If, Let, Var, VarNode};
use crate::scope::{is_foreign, known_operands};

/// A closure, by its index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct ClosureId(usize);

/// A block, by its index. Inner blocks have larger numbers than the blocks around them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BlockId(usize);

#[derive(Clone, Copy)]
struct BindingId(usize);

/// A function with the values of its free variables.
pub(super) struct Closure {
    pub(super) function: Function,
    pub(super) parent: ActivationId,
    pub(super) types: TypeArgs,
    /// The fuel at the creation of the closure.
    pub(super) fuel: FuelState,
    /// The evaluated function, if it is needed.
    pub(super) rest: Option<Rest>,
}

/// The rest of a function.
pub(super) struct Rest {
    pub(super) params: Array<Var>,
    pub(super) result: Option<Type>,
    pub(super) body: BlockId,
}

/// The value of a binding.
pub(super) enum Code {
    /// An expression of atoms.
    Expr(RelayExpr),
    If {
        cond: RelayExpr,
        branches: [BlockId; 2],
    },
    Match {
        data: RelayExpr,
        clauses: Vec<(Pattern, BlockId)>,
        complete: bool,
    },
    Closure(ClosureId),
}

struct Binding {
    var: Var,
    code: Code,
    has_effect: bool,
    is_needed: bool,
}

#[derive(Default)]
struct Block {
    bindings: Vec<BindingId>,
    result: Option<RelayExpr>,
    has_effect: bool,
    is_needed: bool,
}

/// All blocks, bindings and closures.
#[derive(Default)]
pub(super) struct Residual {
    blocks: Vec<Block>,
    bindings: Vec<Binding>,
    closures: Vec<Closure>,
    of_var: HashMap<Id, BindingId>,
    /// The needed atoms whose bindings are not marked.
    needed: Vec<RelayExpr>,
    /// The needed closures that are not evaluated.
    waiting: Vec<ClosureId>,
}

impl Residual {
    pub(super) fn add_closure(&mut self, closure: Closure) -> ClosureId {
        self.closures.push(closure);
        ClosureId(self.closures.len() - 1)
    }

    pub(super) fn closure(&self, id: ClosureId) -> &Closure {
        &self.closures[id.0]
    }

    pub(super) fn set_rest(&mut self, id: ClosureId, rest: Rest) {
        self.need_block(rest.body);
        self.closures[id.0].rest = Some(rest);
    }

    pub(super) fn open(&mut self) -> BlockId {
        self.blocks.push(Block::default());
        BlockId(self.blocks.len() - 1)
    }

    pub(super) fn close(&mut self, block: BlockId, result: RelayExpr) {
        self.blocks[block.0].result = Some(result);
    }

    pub(super) fn has_effect(&self, block: BlockId) -> bool {
        self.blocks[block.0].has_effect
    }

    /// Binds a variable at the end of a block, and returns its atom.
    pub(super) fn bind(&mut self, block: BlockId, var: Var, code: Code, has_effect: bool) -> RelayExpr {
        let id = BindingId(self.bindings.len());
        let block = &mut self.blocks[block.0];
        block.bindings.push(id);
        block.has_effect |= has_effect;
        self.of_var.insert(var.vid.clone(), id);
        let atom = atom(&var);
        self.bindings.push(Binding { var, code, has_effect, is_needed: false });
        atom
    }

    fn need_block(&mut self, block: BlockId) {
        let block = &mut self.blocks[block.0];
        if std::mem::replace(&mut block.is_needed, true) {
            return;
        }
        self.needed.extend(block.result.clone());
        let with_effect = block.bindings.iter().map(|id| &self.bindings[id.0]);
        self.needed.extend(with_effect.filter(|found| found.has_effect).map(|found| atom(&found.var)));
    }

    /// Marks all bindings that are needed so far.
    fn mark(&mut self) {
        while let Some(needed) = self.needed.pop() {
            let Some(var) = needed.as_node::<VarNode>() else { continue };
            let Some(id) = self.of_var.get(&var.vid).copied() else { continue };
            let binding = &mut self.bindings[id.0];
            if std::mem::replace(&mut binding.is_needed, true) {
                continue;
            }
            let mut inner = Vec::new();
            match &binding.code {
                Code::Expr(expr) => {
                    // The operands of other expressions are atoms.
                    match is_foreign(expr) {
                        true => self.needed.extend(free_vars(expr).into_iter().map(Var::upcast)),
                        false => self.needed.extend(known_operands(expr).cloned()),
                    }
                }
                Code::If { cond, branches } => {
                    self.needed.push(cond.clone());
                    inner.extend(branches);
                }
                Code::Match { data, clauses, .. } => {
                    self.needed.push(data.clone());
                    inner.extend(clauses.iter().map(|(_, block)| *block));
                }
                Code::Closure(closure) => self.waiting.push(*closure),
            }
            for block in inner {
                self.need_block(block);
            }
        }
    }

    /// Returns a closure that is needed and not yet evaluated. The one that became needed last
    /// comes first.
    pub(super) fn next_closure(&mut self) -> Option<ClosureId> {
        self.mark();
        self.waiting.pop()
    }

    /// Returns the functions of all evaluated closures of `roots`.
    pub(super) fn into_functions(
        mut self,
        roots: impl IntoIterator<Item = ClosureId>,
    ) -> Result<Vec<Function>, PartialEvaluationError> {
        self.mark();
        let mut exprs: Vec<Option<RelayExpr>> = vec![None; self.blocks.len()];
        for index in (0..self.blocks.len()).rev() {
            let block = &self.blocks[index];
            let (true, Some(result)) = (block.is_needed, &block.result) else { continue };
            let mut expr = result.clone();
            for id in block.bindings.iter().rev() {
                let Binding { var, code, is_needed: true, .. } = &self.bindings[id.0] else { continue };
                let block = |id: BlockId| exprs[id.0].clone().unwrap_or_else(|| result.clone());
                let value = match code {
                    Code::Expr(expr) => expr.clone(),
                    Code::If { cond, branches: [yes, no] } => {
                        If::new(cond.clone(), block(*yes), block(*no), None).upcast()
                    }
                    Code::Match { data, clauses, complete } => {
                        let clauses = clauses.iter();
                        let clauses: Vec<Clause> = clauses
                            .map(|(pattern, body)| Clause::new(pattern.clone(), block(*body)))
                            .collect();
                        Match::new(data.clone(), clauses, *complete, None).upcast()
                    }
                    Code::Closure(id) => self.function(*id, &exprs).upcast(),
                };
                expr = Let::new(var.clone(), value, expr, None).upcast();
            }
            exprs[index] = Some(expr);
        }
        Ok(roots.into_iter().map(|id| self.function(id, &exprs)).collect())
    }

    fn function(&self, id: ClosureId, exprs: &[Option<RelayExpr>]) -> Function {
        let Closure { function, rest, .. } = &self.closures[id.0];
        let Some(Rest { params, result, body }) = rest else { return function.clone() };
        let Some(body) = exprs[body.0].clone() else { return function.clone() };
        let type_params: Array<TypeVar> = function.type_params.clone();
        Function::new(params.clone(), body, result.clone(), type_params, function.attrs.clone(), None)
    }
}
