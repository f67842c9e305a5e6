//! Groups: the matches of a pattern in a graph that do not overlap and can be replaced.
//!
//! - Matches are searched from the root down. A match takes the expressions between its root and
//!   its inputs. It is no group if another group has one of them, or if one of them is used outside
//!   of the match, because that use needs its value after the replacement.
//! - Operators, functions and constants may be in several groups, but are the root of one only
//!   before another group has them.
//! - Functions that an earlier partition made are not searched.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::op::OpNode;

use super::DFPattern;
use super::error::PatternError;
use super::expr_graph::{Address, ExprGraph, operand, post_order};
use super::matcher::Matcher;
use super::pattern_table::{Index, PatternTable, Test};
use super::replace::Replaced;
use crate::adt::MatchNode;
use crate::expr::{CallNode, ConstantNode, FunctionNode, TupleNode};

/// The attribute of functions that a partition makes: the operators in the function.
pub(super) const PARTITIONED: &str = "PartitionedFromPattern";

/// A match that can be replaced.
pub(super) struct Group {
    /// The expressions of each pattern, sorted by the index of the pattern.
    pub(super) bindings: Vec<(Index, Vec<RelayExpr>)>,
    /// The inputs, in the order of their patterns. An expression that is the input of two patterns
    /// occurs twice.
    pub(super) inputs: Vec<RelayExpr>,
    /// The positions of the expressions of the match, operands first and the root last.
    pub(super) region: Vec<usize>,
    /// The number of this match among those that were considered.
    pub(super) number: usize,
}

impl Group {
    /// Returns the expressions of a pattern.
    pub(super) fn exprs(&self, pattern: Index) -> std::slice::Iter<'_, RelayExpr> {
        bound(&self.bindings, pattern)
    }
}

/// All groups of a graph.
pub(super) struct Groups {
    pub(super) graph: ExprGraph,
    pub(super) table: PatternTable,
    groups: Vec<Group>,
    /// The groups that replace an expression, by the position of the expression.
    by_root: HashMap<usize, usize>,
}

impl Groups {
    pub(super) fn find(pattern: &DFPattern, root: &RelayExpr) -> Result<Self, PatternError> {
        let graph = ExprGraph::new(root);
        let table = PatternTable::new(pattern)?;
        let mut search = Search::new(&graph, Matcher::new(table, root, Some(&graph)));
        search.run()?;
        let Search { groups, roots, assigned, matcher, .. } = search;
        // A later group may have taken the root of an earlier one, such as a constant.
        let by_root = roots.iter().enumerate().filter(|(group, root)| assigned.get(*root) == Some(group));
        let by_root = by_root.map(|(group, root)| (*root, group)).collect();
        let table = matcher.into_table();
        Ok(Self { graph, table, groups, by_root })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_root.is_empty()
    }

    /// Replaces the root of each group by the result of a function, and returns the new root of the
    /// graph. The function gets the root, the root with new operands, the group, and the
    /// expressions replaced so far.
    pub(super) fn replace(
        &self,
        mut replacement: impl FnMut(&RelayExpr, &RelayExpr, &Group, &Replaced) -> Result<RelayExpr, PatternError>,
    ) -> Result<RelayExpr, PatternError> {
        let mut replaced = Replaced::default();
        let order = self.graph.order();
        for (position, expr) in order.iter().enumerate() {
            let mut new = replaced.rebuild(expr)?;
            if let Some(&group) = self.by_root.get(&position) {
                new = replacement(expr, &new, &self.groups[group], &replaced)?;
            }
            replaced.insert(expr, new);
        }
        match order.last() {
            Some(root) => Ok(replaced.of(root)),
            None => unreachable!("a graph has at least its root"),
        }
    }
}

/// A running search for groups.
struct Search<'e> {
    graph: &'e ExprGraph,
    matcher: Matcher<'e>,
    groups: Vec<Group>,
    /// The position of the root of each group.
    roots: Vec<usize>,
    /// The last group that has an expression, by the position of the expression.
    assigned: HashMap<usize, usize>,
    considered: usize,
}

impl<'e> Search<'e> {
    fn new(graph: &'e ExprGraph, matcher: Matcher<'e>) -> Self {
        Self {
            graph,
            matcher,
            groups: Vec::new(),
            roots: Vec::new(),
            assigned: HashMap::new(),
            considered: 0,
        }
    }

    fn run(&mut self) -> Result<(), PatternError> {
        let mut partitioned = HashSet::new();
        for (position, expr) in self.graph.order().iter().enumerate().rev() {
            if self.assigned.contains_key(&position) {
                continue;
            }
            if let Some(function) = expr.as_node::<FunctionNode>()
                && function.attrs.as_ref().is_some_and(|attrs| attrs.dict.contains_key(PARTITIONED))
            {
                partitioned.insert(position);
                self.exclude(&function.body, &mut partitioned);
            }
            if (partitioned.is_empty() || !partitioned.contains(&position)) && self.matcher.matches(expr)? {
                self.consider(position);
            }
        }
        Ok(())
    }

    /// Excludes all expressions below `root` from the search.
    fn exclude(&self, root: &RelayExpr, excluded: &mut HashSet<usize>) {
        let mut waiting: Vec<_> = self.graph.position(root).into_iter().collect();
        while let Some(position) = waiting.pop() {
            if excluded.insert(position) {
                waiting.extend(self.graph.operands(position));
            }
        }
    }

    /// Makes a group of the current match, unless the match overlaps with another one or its parts
    /// are used elsewhere.
    fn consider(&mut self, root: usize) {
        let number = self.considered;
        self.considered += 1;
        let bindings = self.matcher.bindings();
        let Some(fuzzy) = self.fuzzy(&bindings) else { return };
        self.matcher.spend(fuzzy.len());
        let inputs = self.inputs(&bindings, &fuzzy);
        let outside: HashSet<_> = inputs.iter().map(Address::of).collect();
        let Some((region, members)) = self.region(root, &outside) else { return };
        self.matcher.spend(region.len());
        if region.iter().any(|&part| part != root && self.is_used_outside(part, root, &members)) {
            return;
        }
        for &part in &region {
            self.assigned.insert(part, self.groups.len());
        }
        self.roots.push(root);
        self.groups.push(Group { bindings, inputs, region, number });
    }

    /// Returns the expressions that are no inputs although leaves of the pattern match them: those
    /// on the paths of dominators, and those inside of functions. Returns `None` if another group
    /// has such a function.
    fn fuzzy(&self, bindings: &[(Index, Vec<RelayExpr>)]) -> Option<HashSet<Address>> {
        let mut fuzzy = HashSet::new();
        for (index, test) in self.matcher.table().source() {
            match test {
                Test::Dominator { parent, path, .. } => {
                    fuzzy.extend(
                        [parent, path].into_iter().flat_map(|part| bound(bindings, *part)).map(Address::of),
                    );
                }
                Test::Function { .. } => {
                    for expr in bound(bindings, index) {
                        let Some(function) = expr.as_node::<FunctionNode>() else { continue };
                        let body = self.graph.position(&function.body);
                        if body.is_some_and(|body| self.is_taken(body)) {
                            return None;
                        }
                        fuzzy.extend(post_order(&function.body).iter().map(Address::of));
                    }
                }
                _ => {}
            }
        }
        Some(fuzzy)
    }

    /// Returns the inputs of a match.
    fn inputs(&self, bindings: &[(Index, Vec<RelayExpr>)], fuzzy: &HashSet<Address>) -> Vec<RelayExpr> {
        let mut inputs = Vec::new();
        for (index, test) in self.matcher.table().source() {
            let mut add = |expr: &RelayExpr| {
                let is_input = !fuzzy.contains(&Address::of(expr))
                    && !expr.is_instance::<OpNode>()
                    && !expr.is_instance::<FunctionNode>()
                    && !is_embedded(test, expr);
                if is_input {
                    inputs.push(expr.clone());
                }
            };
            let exprs = bound(bindings, index);
            match test {
                Test::Tuple(None) => {
                    let tuples = exprs.filter_map(|expr| expr.as_node::<TupleNode>());
                    tuples.flat_map(|tuple| tuple.fields.iter()).for_each(&mut add);
                }
                Test::Call { args: None, .. } => {
                    let calls = exprs.filter_map(|expr| expr.as_node::<CallNode>());
                    calls.flat_map(|call| call.args.iter()).for_each(&mut add);
                }
                Test::Wildcard | Test::Expr(_) | Test::Var { .. } | Test::Constant => {
                    exprs.for_each(&mut add)
                }
                Test::Tuple(Some(fields)) if fields.is_empty() => exprs.for_each(&mut add),
                _ => {}
            }
        }
        inputs
    }

    /// Returns the positions of the expressions between the root and the inputs, or `None` if
    /// another group has one of them.
    fn region(&self, root: usize, inputs: &HashSet<Address>) -> Option<(Vec<usize>, HashSet<usize>)> {
        let mut region = Vec::new();
        let mut visited = HashSet::new();
        let mut waiting = Vec::new();
        if !inputs.contains(&Address::of(&self.graph.order()[root])) {
            visited.insert(root);
            waiting.push((root, 0));
        }
        while let Some((position, next)) = waiting.last_mut() {
            let expr = &self.graph.order()[*position];
            if *next == 0 && self.is_taken(*position) {
                return None;
            }
            let Some(operand) = operand_by_name(expr, *next) else {
                region.push(*position);
                waiting.pop();
                continue;
            };
            *next += 1;
            if !inputs.contains(&Address::of(operand))
                && let Some(position) = self.graph.position(operand)
                && visited.insert(position)
            {
                waiting.push((position, 0));
            }
        }
        Some((region, visited))
    }

    /// Returns whether a group has the expression at the position, which may not be in another
    /// group.
    fn is_taken(&self, position: usize) -> bool {
        self.assigned.contains_key(&position) && !is_global(&self.graph.order()[position])
    }

    /// Returns whether the expression at a position has users that are neither in the region nor
    /// dominated by the root.
    fn is_used_outside(&self, part: usize, root: usize, region: &HashSet<usize>) -> bool {
        !is_global(&self.graph.order()[part])
            && self.graph.users(part).any(|user| !region.contains(&user) && !self.graph.dominates(root, user))
    }
}

/// Returns the operand of an expression at `index`, in the order of the names of a partition: the
/// data of a `match` follow its clauses.
fn operand_by_name(expr: &RelayExpr, index: usize) -> Option<&RelayExpr> {
    let Some(node) = expr.as_node::<MatchNode>() else { return operand(expr, index) };
    match node.clauses.get(index) {
        Some(clause) => Some(&clause.rhs),
        None => (index == node.clauses.len()).then_some(&node.data),
    }
}

/// Returns the expressions of a pattern in a match.
fn bound(bindings: &[(Index, Vec<RelayExpr>)], pattern: Index) -> std::slice::Iter<'_, RelayExpr> {
    match bindings.binary_search_by_key(&pattern, |(index, _)| *index) {
        Ok(at) => bindings[at].1.iter(),
        Err(_) => [].iter(),
    }
}

/// Returns whether several groups may have the expression.
fn is_global(expr: &RelayExpr) -> bool {
    match_node!(match expr {
        OpNode | FunctionNode | ConstantNode => true,
        _ => false,
    })
}

/// Returns whether an expression is a constant that the pattern asks for, which stays in the match.
fn is_embedded(test: &Test, expr: &RelayExpr) -> bool {
    expr.is_instance::<ConstantNode>()
        && match test {
            Test::Constant => true,
            Test::Expr(expected) => expected.is_instance::<ConstantNode>(),
            _ => false,
        }
}
