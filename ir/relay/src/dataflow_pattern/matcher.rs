//! The matcher: decides whether a pattern matches an expression, and what each part matches.
//!
//! - The parts of a pattern are tried in order, and the first alternative that matches is kept. A
//!   later failure does not come back to it.
//! - A pattern that occurs several times must match the same expression each time. The expressions
//!   of patterns are in `bindings`. A failed part takes its bindings back, which are those behind a
//!   mark of `trail`.
//! - The steps of a dominator's path match the same pattern with several expressions.
//! - The matcher keeps its own stack of frames, so neither the depth of the pattern nor that of the
//!   expression matters.
//! - A failed attempt of a closed pattern that took long is remembered, so that shared expressions
//!   are not tried again on each path.

mod dominators;

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet::structural_equal;
use objet_ir::expr::RelayExpr;
use objet_ir::op::OpNode;
use objet_ir::types::TensorTypeNode;

use self::dominators::Paths;
use super::attribute_test::has_attrs;
use super::error::PatternError;
use super::expr_graph::{Address, ExprGraph, post_order};
use super::inferred_types::Types;
use super::pattern_table::{Index, PatternTable, Test};
use crate::expr::{
    CallNode, ConstantNode, FunctionNode, IfNode, LetNode, TupleGetItemNode, TupleNode, VarNode,
};

/// The maximum number of steps of a search: some for the search, some for each expression, and some
/// for each part of the pattern at each expression.
const MAX_STEPS: u64 = 50_000_000;
const MAX_STEPS_PER_EXPR: u64 = 1_000;
const MAX_STEPS_PER_PART: u64 = 100;

/// The steps that a new pattern costs, which rearranging a product or a quotient creates.
const STEPS_PER_NEW_PATTERN: u64 = 1_000;

/// The number of steps from which a failure is remembered.
const LONG_ATTEMPT: u64 = 64;

/// A matcher of one pattern with the expressions of one graph.
pub(super) struct Matcher<'e> {
    table: PatternTable,
    /// The graph, if the pattern has dominators.
    graph: Option<&'e ExprGraph>,
    types: Types<'e>,
    /// The first expression of each pattern.
    bindings: Vec<Option<&'e RelayExpr>>,
    /// The other expressions of the patterns of paths.
    more_bindings: HashMap<Index, Vec<&'e RelayExpr>>,
    /// The patterns with a binding, in the order of their matches.
    trail: Vec<Index>,
    /// Whether a pattern with a binding matches only the same expression.
    binds_once: bool,
    frames: Vec<Frame<'e>>,
    failures: HashSet<(Index, Address)>,
    /// The number of expressions in those that patterns compare with.
    sizes: HashMap<Index, u64>,
    /// The number of steps so far, and their maximum for the expressions so far.
    steps: u64,
    max_steps: u64,
}

/// A pattern whose parts are being matched.
struct Frame<'e> {
    pattern: Index,
    expr: &'e RelayExpr,
    stage: Stage<'e>,
    /// The length of the trail before the first part.
    mark: usize,
    /// The number of steps before the first part.
    steps_before: u64,
    /// Whether the result depends only on the expression.
    is_pure: bool,
}

/// The part of a pattern whose result is expected next.
enum Stage<'e> {
    /// The part with this index of those that must all match.
    Parts(u32),
    Callee,
    /// The argument with this index.
    Args {
        next: u32,
        are_reversed: bool,
        mark: usize,
    },
    /// The form with this index of a product or a quotient.
    Rearranged(Box<[Index]>, usize),
    Left,
    Right,
    /// The pattern below a test of attributes.
    Attrs,
    DominatorChild,
    DominatorParent(Box<Paths<'e>>),
    DominatorPath(Box<Paths<'e>>),
    /// The parent at a dominated expression. The positions are those of expressions to try, and of
    /// expressions whose dominated expressions are to be tried.
    Dominated(Box<(Vec<usize>, Vec<usize>)>),
}

/// The continuation of a match.
enum Step<'e> {
    Enter(Index, &'e RelayExpr),
    Done(bool),
}

impl<'e> Matcher<'e> {
    /// Creates a matcher for the expressions below `root`. A pattern with dominators needs the
    /// graph.
    pub(super) fn new(table: PatternTable, root: &'e RelayExpr, graph: Option<&'e ExprGraph>) -> Self {
        let bindings = vec![None; table.len()];
        Self {
            table,
            graph,
            types: Types::new(root),
            bindings,
            more_bindings: HashMap::new(),
            trail: Vec::new(),
            binds_once: true,
            frames: Vec::new(),
            failures: HashSet::new(),
            sizes: HashMap::new(),
            steps: 0,
            max_steps: MAX_STEPS,
        }
    }

    pub(super) fn table(&self) -> &PatternTable {
        &self.table
    }

    pub(super) fn into_table(self) -> PatternTable {
        self.table
    }

    /// Counts the work of a caller as steps of the search.
    pub(super) fn spend(&mut self, steps: usize) {
        self.steps += steps as u64;
    }

    /// Matches the pattern.
    pub(super) fn matches(&mut self, expr: &'e RelayExpr) -> Result<bool, PatternError> {
        self.undo(0);
        self.frames.clear();
        self.binds_once = true;
        self.max_steps += MAX_STEPS_PER_EXPR + MAX_STEPS_PER_PART * self.table.source_len() as u64;
        let mut step = self.enter(self.table.root(), expr);
        loop {
            self.steps += 1;
            if self.steps > self.max_steps {
                return Err(PatternError::TooManySteps { type_key: expr.type_key(), limit: self.max_steps });
            }
            step = match step {
                Step::Enter(pattern, expr) => self.enter(pattern, expr),
                Step::Done(matches) => match self.frames.pop() {
                    Some(frame) => self.resume(frame, matches),
                    None => return Ok(matches),
                },
            };
        }
    }

    /// Returns the expressions of each matched pattern, by index.
    pub(super) fn bindings(&self) -> Vec<(Index, Vec<RelayExpr>)> {
        let mut bindings = self.trail.to_vec();
        bindings.sort_unstable();
        bindings.dedup();
        let bound = bindings.into_iter().filter_map(|pattern| {
            let first = self.bindings[pattern as usize]?;
            let more = self.more_bindings.get(&pattern).into_iter().flatten().copied();
            Some((pattern, std::iter::once(first).chain(more).cloned().collect()))
        });
        bound.collect()
    }

    /// Begins the match of a pattern.
    #[inline]
    fn enter(&mut self, pattern: Index, expr: &'e RelayExpr) -> Step<'e> {
        if self.binds_once
            && let Some(first) = self.bindings[pattern as usize]
        {
            let more = self.more_bindings.get(&pattern);
            return Step::Done(first == expr || more.is_some_and(|more| more.contains(&expr)));
        }
        let stage = match self.table.test_of(pattern) {
            Test::Wildcard => return self.leaf(pattern, expr, true),
            Test::Expr(expected) => {
                let is_equal = expected == expr || self.is_equal(pattern, expr);
                return self.leaf(pattern, expr, is_equal);
            }
            Test::Var { name } => {
                let found = expr.as_node::<VarNode>();
                let matches = found.is_some_and(|var| name.as_str().is_empty() || var.vid.name_hint == *name);
                return self.leaf(pattern, expr, matches);
            }
            Test::Constant => return self.leaf(pattern, expr, expr.is_instance::<ConstantNode>()),
            Test::Call { .. } if expr.is_instance::<CallNode>() => Stage::Callee,
            Test::Alt { .. } => Stage::Left,
            Test::Attr { .. } => Stage::Attrs,
            Test::Dominator { .. } => Stage::DominatorChild,
            test if can_match(test, expr, &self.types) => Stage::Parts(0),
            _ => return Step::Done(false),
        };
        let is_pure = self.binds_once && self.table.is_closed(pattern);
        if is_pure && !self.failures.is_empty() && self.failures.contains(&(pattern, Address::of(expr))) {
            return Step::Done(false);
        }
        let mark = self.trail.len();
        let frame = Frame { pattern, expr, stage, mark, steps_before: self.steps, is_pure };
        match frame.stage {
            Stage::Parts(_) => self.next_part(frame, 0),
            Stage::Callee => match (self.table.test_of(pattern), expr.as_node::<CallNode>()) {
                (Test::Call { callee, .. }, Some(call)) => {
                    let callee = *callee;
                    self.wait(frame, callee, &call.op)
                }
                _ => Step::Done(false),
            },
            _ => match *self.table.test_of(pattern) {
                Test::Alt { left: first, .. }
                | Test::Attr { pattern: first, .. }
                | Test::Dominator { child: first, .. } => self.wait(frame, first, expr),
                _ => Step::Done(false),
            },
        }
    }

    /// Ends the match of a pattern without parts.
    #[inline]
    fn leaf(&mut self, pattern: Index, expr: &'e RelayExpr, matches: bool) -> Step<'e> {
        if matches {
            self.bind(pattern, expr);
        }
        Step::Done(matches)
    }

    /// Compares an expression with that of a pattern, which is another object. Operators are
    /// unique.
    fn is_equal(&mut self, pattern: Index, expr: &'e RelayExpr) -> bool {
        let Test::Expr(expected) = self.table.test_of(pattern) else { return false };
        if expected.is_instance::<OpNode>() || expected.type_index() != expr.type_index() {
            return false;
        }
        self.steps += *self.sizes.entry(pattern).or_insert_with(|| post_order(expected).len() as u64);
        structural_equal(expected, expr)
    }

    fn bind(&mut self, pattern: Index, expr: &'e RelayExpr) {
        let first = &mut self.bindings[pattern as usize];
        if first.is_none() {
            *first = Some(expr);
        } else {
            self.more_bindings.entry(pattern).or_default().push(expr);
        }
        self.trail.push(pattern);
    }

    /// Removes the bindings of all patterns that matched after the mark.
    fn undo(&mut self, mark: usize) {
        for pattern in self.trail.drain(mark..) {
            self.bindings[pattern as usize] = None;
            if !self.more_bindings.is_empty() {
                self.more_bindings.remove(&pattern);
            }
        }
    }

    /// Suspends a pattern until a part of it is matched.
    #[inline]
    fn wait(&mut self, frame: Frame<'e>, part: Index, expr: &'e RelayExpr) -> Step<'e> {
        self.frames.push(frame);
        Step::Enter(part, expr)
    }

    /// Ends the match of a pattern with parts.
    fn finish(&mut self, frame: &Frame<'e>, matches: bool) -> Step<'e> {
        if matches {
            self.bind(frame.pattern, frame.expr);
        } else {
            self.undo(frame.mark);
            if frame.is_pure && self.steps - frame.steps_before >= LONG_ATTEMPT {
                self.failures.insert((frame.pattern, Address::of(frame.expr)));
            }
        }
        Step::Done(matches)
    }

    /// Continues a pattern after the match of a part.
    fn resume(&mut self, mut frame: Frame<'e>, matches: bool) -> Step<'e> {
        match std::mem::replace(&mut frame.stage, Stage::Right) {
            Stage::Parts(last) if matches => self.next_part(frame, last + 1),
            Stage::Parts(_) => self.finish(&frame, false),
            Stage::Callee if matches => {
                let mark = self.trail.len();
                self.next_arg(frame, 0, false, mark)
            }
            Stage::Callee => {
                let forms = self.rearranged(&frame);
                self.next_form(frame, forms, 0)
            }
            Stage::Args { next, are_reversed, mark } if matches => {
                self.next_arg(frame, next, are_reversed, mark)
            }
            Stage::Args { are_reversed, mark, .. } => self.args_fail(frame, are_reversed, mark),
            Stage::Rearranged(..) if matches => self.finish(&frame, true),
            Stage::Rearranged(forms, last) => self.next_form(frame, forms, last + 1),
            Stage::Left if !matches => match *self.table.test_of(frame.pattern) {
                Test::Alt { right, .. } => {
                    let expr = frame.expr;
                    self.wait(frame, right, expr)
                }
                _ => self.finish(&frame, false),
            },
            Stage::Left | Stage::Right => self.finish(&frame, matches),
            Stage::Attrs => {
                let test = self.table.test_of(frame.pattern);
                let matches =
                    matches && matches!(test, Test::Attr { attrs, .. } if has_attrs(frame.expr, attrs));
                self.finish(&frame, matches)
            }
            Stage::DominatorChild if matches => self.open_paths(frame),
            Stage::DominatorChild => self.finish(&frame, false),
            Stage::DominatorParent(paths) => self.parent_tried(frame, paths, matches),
            Stage::DominatorPath(paths) => self.path_tried(frame, paths, matches),
            Stage::Dominated(_) if matches => self.finish(&frame, true),
            Stage::Dominated(left) => self.next_dominated(frame, left.0, left.1),
        }
    }

    fn next_part(&mut self, mut frame: Frame<'e>, index: u32) -> Step<'e> {
        match part(self.table.test_of(frame.pattern), frame.expr, index as usize) {
            Some((pattern, expr)) => {
                frame.stage = Stage::Parts(index);
                self.wait(frame, pattern, expr)
            }
            None => self.finish(&frame, true),
        }
    }

    /// Matches the argument at `index`. `mark` is the length of the trail before the arguments.
    fn next_arg(&mut self, mut frame: Frame<'e>, index: u32, are_reversed: bool, mark: usize) -> Step<'e> {
        let (Test::Call { args, .. }, Some(call)) =
            (self.table.test_of(frame.pattern), frame.expr.as_node::<CallNode>())
        else {
            return self.finish(&frame, false);
        };
        let Some(args) = args else { return self.finish(&frame, true) };
        if args.len() != call.args.len() {
            return self.args_fail(frame, are_reversed, mark);
        }
        let Some(expr) = call.args.get(index as usize) else { return self.finish(&frame, true) };
        let at = if are_reversed { args.len() - 1 - index as usize } else { index as usize };
        let pattern = args[at];
        frame.stage = Stage::Args { next: index + 1, are_reversed, mark };
        self.wait(frame, pattern, expr)
    }

    /// Tries the arguments of a commutative operator in the other order.
    fn args_fail(&mut self, frame: Frame<'e>, are_reversed: bool, mark: usize) -> Step<'e> {
        self.undo(mark);
        let is_commutative = !are_reversed
            && matches!(
                self.table.test_of(frame.pattern),
                Test::Call { callee, args: Some(_) }
                    if matches!(self.table.op_name(*callee), Some("add" | "multiply"))
            );
        if is_commutative { self.next_arg(frame, 0, true, mark) } else { self.finish(&frame, false) }
    }

    /// Returns the other forms of a product or a quotient that may match the expression.
    fn rearranged(&mut self, frame: &Frame<'e>) -> Box<[Index]> {
        let Test::Call { callee, .. } = self.table.test_of(frame.pattern) else { return Box::new([]) };
        let has_factor = |outer: &str, inner: &str| {
            frame.expr.as_node::<CallNode>().is_some_and(|call| {
                calls(call, outer)
                    && call
                        .args
                        .iter()
                        .take(2)
                        .any(|arg| arg.as_node::<CallNode>().is_some_and(|factor| calls(factor, inner)))
            })
        };
        let is_quotient = match self.table.op_name(*callee) {
            Some("divide") if has_factor("multiply", "divide") => true,
            Some("multiply") if has_factor("divide", "multiply") => false,
            _ => return Box::new([]),
        };
        let before = self.table.len();
        let forms = if is_quotient {
            self.table.products_of_quotient(frame.pattern)
        } else {
            self.table.quotient_of_product(frame.pattern)
        };
        self.steps += STEPS_PER_NEW_PATTERN * (self.table.len() - before) as u64;
        forms
    }

    fn next_form(&mut self, mut frame: Frame<'e>, forms: Box<[Index]>, index: usize) -> Step<'e> {
        self.undo(frame.mark);
        self.bindings.resize(self.table.len(), None);
        let Some(&form) = forms.get(index) else { return self.finish(&frame, false) };
        frame.stage = Stage::Rearranged(forms, index);
        let expr = frame.expr;
        self.wait(frame, form, expr)
    }
}

fn calls(call: &CallNode, op: &str) -> bool {
    call.as_op().is_some_and(|callee| callee.name == op)
}

/// Returns whether an expression has the kind, the number of parts and the type of a pattern.
fn can_match(test: &Test, expr: &RelayExpr, types: &Types<'_>) -> bool {
    let has_len =
        |parts: &Option<Box<[Index]>>, len: usize| parts.as_ref().is_none_or(|parts| parts.len() == len);
    match test {
        Test::Function { params, .. } => {
            expr.as_node::<FunctionNode>().is_some_and(|function| has_len(params, function.params.len()))
        }
        Test::Let(_) => expr.is_instance::<LetNode>(),
        Test::If(_) => expr.is_instance::<IfNode>(),
        Test::Tuple(fields) => {
            expr.as_node::<TupleNode>().is_some_and(|tuple| has_len(fields, tuple.fields.len()))
        }
        Test::TupleGetItem { index, .. } => {
            let item = expr.as_node::<TupleGetItemNode>();
            item.is_some_and(|item| *index == -1 || *index == item.index)
        }
        Test::Type { ty, .. } => types.of(expr).is_some_and(|found| structural_equal(ty, &found)),
        Test::Shape { shape, .. } => types.of(expr).is_some_and(|found| {
            let tensor = found.as_node::<TensorTypeNode>();
            tensor.is_some_and(|tensor| structural_equal(shape, &tensor.shape))
        }),
        Test::DataType { dtype, .. } => types.of(expr).is_some_and(|found| {
            found.as_node::<TensorTypeNode>().is_some_and(|tensor| tensor.dtype == *dtype)
        }),
        _ => false,
    }
}

/// Returns the part of a pattern at `index`, with the part of the expression that it must match.
fn part<'e>(test: &Test, expr: &'e RelayExpr, index: usize) -> Option<(Index, &'e RelayExpr)> {
    match test {
        Test::Function { params, body } => {
            let function = expr.as_node::<FunctionNode>()?;
            let params = params.as_deref().unwrap_or(&[]);
            match params.get(index) {
                Some(&param) => Some((param, function.params.get(index)?.upcast_ref())),
                None => (index == params.len()).then_some((*body, &function.body)),
            }
        }
        Test::Let(parts) => {
            let node = expr.as_node::<LetNode>()?;
            let exprs = [node.var.upcast_ref(), &node.value, &node.body];
            Some((*parts.get(index)?, exprs[index]))
        }
        Test::If(parts) => {
            let node = expr.as_node::<IfNode>()?;
            let exprs = [&node.cond, &node.true_branch, &node.false_branch];
            Some((*parts.get(index)?, exprs[index]))
        }
        Test::Tuple(fields) => {
            let tuple = expr.as_node::<TupleNode>()?;
            Some((*fields.as_ref()?.get(index)?, tuple.fields.get(index)?))
        }
        Test::TupleGetItem { tuple, .. } if index == 0 => {
            Some((*tuple, &expr.as_node::<TupleGetItemNode>()?.tuple_value))
        }
        Test::Type { pattern, .. } | Test::Shape { pattern, .. } | Test::DataType { pattern, .. }
            if index == 0 =>
        {
            Some((*pattern, expr))
        }
        _ => None,
    }
}
