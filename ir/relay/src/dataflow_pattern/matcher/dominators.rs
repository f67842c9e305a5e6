//! The match of a dominator: the search for its parent along all paths.

use std::collections::HashSet;

use objet::prelude::*;
use objet_ir::expr::RelayExpr;

use super::super::expr_graph::{Address, operands};
use super::super::pattern_table::Test;
use super::{Frame, Matcher, Stage, Step};
use crate::expr::CallNode;

/// The search for the parent of a dominator along all paths.
#[derive(Default)]
pub(super) struct Paths<'e> {
    /// The expressions of the current path, each with the operands still to be matched.
    open: Vec<Vec<&'e RelayExpr>>,
    visited: HashSet<Address>,
    current: Option<&'e RelayExpr>,
}

impl<'e> Matcher<'e> {
    /// Begins the search for the parent of a dominator along all paths.
    ///
    /// A path ends at a match of the parent, or at an expression without operands. A match of the
    /// parent also ends the search in the operands behind it.
    pub(super) fn open_paths(&mut self, frame: Frame<'e>) -> Step<'e> {
        let mut paths = Box::new(Paths::default());
        self.spend(paths.enter(frame.expr));
        self.next_operand(frame, paths)
    }

    /// Tries the parent pattern on the next operand of the expressions on the current path.
    fn next_operand(&mut self, frame: Frame<'e>, mut paths: Box<Paths<'e>>) -> Step<'e> {
        while let Some(operands) = paths.open.last_mut() {
            match operands.pop() {
                Some(operand) => {
                    paths.current = Some(operand);
                    return self.try_parent(frame, operand, Stage::DominatorParent(paths));
                }
                None => {
                    paths.open.pop();
                }
            }
        }
        self.close_paths(frame)
    }

    fn try_parent(&mut self, mut frame: Frame<'e>, expr: &'e RelayExpr, stage: Stage<'e>) -> Step<'e> {
        let Test::Dominator { parent, .. } = *self.table.test_of(frame.pattern) else {
            return self.finish(&frame, false);
        };
        self.binds_once = true;
        frame.stage = stage;
        self.wait(frame, parent, expr)
    }

    pub(super) fn parent_tried(
        &mut self,
        mut frame: Frame<'e>,
        mut paths: Box<Paths<'e>>,
        matches: bool,
    ) -> Step<'e> {
        if matches {
            paths.open.pop();
            return self.next_operand(frame, paths);
        }
        let (Test::Dominator { path, .. }, Some(current)) =
            (self.table.test_of(frame.pattern), paths.current)
        else {
            return self.finish(&frame, false);
        };
        // The result for an expression is the same on each path that leads to it.
        if paths.visited.contains(&Address::of(current)) {
            return self.next_operand(frame, paths);
        }
        let path = *path;
        self.binds_once = false;
        frame.stage = Stage::DominatorPath(paths);
        self.wait(frame, path, current)
    }

    pub(super) fn path_tried(
        &mut self,
        frame: Frame<'e>,
        mut paths: Box<Paths<'e>>,
        matches: bool,
    ) -> Step<'e> {
        match paths.current {
            Some(current) if matches => {
                self.spend(paths.enter(current));
                self.next_operand(frame, paths)
            }
            _ => {
                self.binds_once = true;
                self.finish(&frame, false)
            }
        }
    }

    /// Checks that the child dominates a match of the parent, after the search along the paths.
    fn close_paths(&mut self, frame: Frame<'e>) -> Step<'e> {
        self.binds_once = true;
        let (Test::Dominator { parent, .. }, Some(graph)) = (self.table.test_of(frame.pattern), self.graph)
        else {
            return self.finish(&frame, false);
        };
        let Some(child) = graph.position(frame.expr) else { return self.finish(&frame, false) };
        if let Some(parent) = self.bindings[*parent as usize] {
            let parent = graph.position(parent);
            return self.finish(&frame, parent.is_some_and(|parent| graph.dominates(child, parent)));
        }
        let dominated = graph.dominated(child).collect::<Vec<_>>();
        self.spend(dominated.len());
        self.next_dominated(frame, dominated, Vec::new())
    }

    /// Tries the parent pattern on the expressions that the child dominates. The paths do not lead
    /// to callees, for example.
    pub(super) fn next_dominated(
        &mut self,
        frame: Frame<'e>,
        mut siblings: Vec<usize>,
        mut waiting: Vec<usize>,
    ) -> Step<'e> {
        let Some(graph) = self.graph else { return self.finish(&frame, false) };
        while siblings.is_empty() {
            let Some(next) = waiting.pop() else { return self.finish(&frame, false) };
            siblings.extend(graph.dominated(next));
        }
        let Some(position) = siblings.pop() else { return self.finish(&frame, false) };
        waiting.push(position);
        let stage = Stage::Dominated(Box::new((siblings, waiting)));
        self.try_parent(frame, &graph.order()[position], stage)
    }
}

impl<'e> Paths<'e> {
    /// Opens the operands of an expression, without its callee. Returns their number.
    fn enter(&mut self, expr: &'e RelayExpr) -> usize {
        self.visited.insert(Address::of(expr));
        let callee = expr.as_node::<CallNode>().map(|call| &call.op);
        let mut operands: Vec<_> = operands(expr).filter(|operand| Some(*operand) != callee).collect();
        operands.reverse();
        let count = operands.len();
        self.open.push(operands);
        count
    }
}
