//! The domain of a buffer that a statement accesses.

use std::collections::HashSet;

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::{Analyzer, Domains, IntervalSet, union};
use crate::analysis::evaluated_parts;
use crate::buffer::Buffer;
use crate::effort::Repeats;
use crate::expr::{BufferLoadNode, IterVarNode, Range, Var};
use crate::op;
use crate::stmt::{AttrStmtNode, BufferStoreNode, ForNode, LetStmtNode, Stmt};

/// Returns the ranges of the indices with which a statement accesses a buffer, for all values of
/// the variables that loops, lets and threads bind inside. A range that is not known is `None`.
/// There are no ranges if the statement does not access the buffer.
///
/// # Errors
/// Returns an error if a range is not one of integers.
///
/// ```
/// use objet::DataType;
/// use objet::prelude::*;
/// use objet_tir::arith::domain_touched;
/// use objet_tir::buffer::Buffer;
/// use objet_tir::expr::Var;
/// use objet_tir::op::as_const_int;
/// use objet_tir::stmt::{BufferStore, For};
///
/// let buffer = Buffer::decl([64.into()], DataType::float(32), "A", "", None)?;
/// let i = Var::new("i", DataType::int(32), None);
/// let store = BufferStore::new(buffer.clone(), 1.0_f32, [(&i * 2 + 3).expr()?], None)?;
/// let loop_ = For::serial(i, 8, store)?;
/// let ranges = domain_touched(&loop_.upcast(), &buffer, true, true)?;
/// let range = ranges[0].as_ref().unwrap();
/// assert_eq!([&range.min, &range.extent].map(as_const_int), [Some(3), Some(15)]);
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
#[doc(alias = "DomainTouched")]
pub fn domain_touched(
    stmt: &Stmt,
    buffer: &Buffer,
    consider_loads: bool,
    consider_stores: bool,
) -> Result<Vec<Option<Range>>, ConstructError> {
    let mut touched = Touched { analyzer: Analyzer::new(), domains: Domains::default(), dims: Vec::new() };
    // The objects that were visited in the current scope, and in the scopes around it.
    let mut seen = vec![HashSet::new()];
    let mut repeats = Repeats::default();
    let mut pending = vec![Step::Visit(stmt.clone().into_object_ref())];
    while let Some(step) = pending.pop() {
        let object = match step {
            Step::Visit(object) => object,
            Step::Unbind(var) => {
                touched.domains.remove(&var);
                seen.pop();
                continue;
            }
        };
        if seen.last_mut().is_some_and(|seen| !seen.insert(object.clone())) {
            continue;
        }
        if repeats.count(&object).is_err() {
            return Ok(vec![None; buffer.shape.len()]);
        }
        if let Some((var, set)) = touched.binding(&object)? {
            touched.domains.insert(var.clone(), set);
            seen.push(HashSet::new());
            pending.push(Step::Unbind(var));
        }
        match_node!(match object {
            load @ BufferLoadNode if consider_loads && load.buffer.same_as(buffer) => {
                touched.add(&load.indices);
            }
            store @ BufferStoreNode if consider_stores && store.buffer.same_as(buffer) => {
                touched.add(&store.indices);
            }
            _ => {}
        });
        pending.extend(evaluated_parts(&object).into_iter().rev().map(Step::Visit));
    }
    touched.dims.iter().map(|sets| touched_range(sets)).collect()
}

enum Step {
    Visit(ObjectRef),
    Unbind(Var),
}

struct Touched {
    analyzer: Analyzer,
    domains: Domains,
    /// The sets of the indices in each dimension.
    dims: Vec<Vec<IntervalSet>>,
}

impl Touched {
    /// Returns the variable that a statement binds, and its domain.
    fn binding(&mut self, object: &ObjectRef) -> Result<Option<(Var, IntervalSet)>, ConstructError> {
        Ok(match_node!(match object {
            node @ ForNode => {
                let range = Range::from_min_extent(&node.min, &node.extent);
                Some((node.loop_var.clone(), IntervalSet::from_range(&range)?))
            }
            node @ LetStmtNode => {
                Some((node.var.clone(), self.analyzer.int_set(&node.value, &self.domains)))
            }
            node @ AttrStmtNode if node.attr_key.as_str() == "thread_extent" => {
                let thread = node.node.as_ref().and_then(|node| node.as_node::<IterVarNode>());
                match thread {
                    Some(thread) => {
                        let zero = op::make_zero(node.value.dtype, None)?;
                        let range = Range::from_min_extent(zero, &node.value);
                        Some((thread.var.clone(), IntervalSet::from_range(&range)?))
                    }
                    None => None,
                }
            }
            _ => None,
        }))
    }

    fn add(&mut self, indices: &Array<PrimExpr>) {
        if self.dims.len() < indices.len() {
            self.dims.resize(indices.len(), Vec::new());
        }
        for (dim, index) in self.dims.iter_mut().zip(indices) {
            dim.push(self.analyzer.int_set(index, &self.domains));
        }
    }
}

/// Returns the range that has all elements of sets.
fn touched_range(sets: &[IntervalSet]) -> Result<Option<Range>, ConstructError> {
    let [first, others @ ..] = sets else { return Ok(None) };
    if others.is_empty() {
        return first.cover_range();
    }
    let all = others.iter().fold(first.clone(), |all, set| union(&all, set));
    let mut analyzer = Analyzer::new();
    let (min, max) = (analyzer.simplify(&all.min_value, 2), analyzer.simplify(&all.max_value, 2));
    IntervalSet::new(min, max).cover_range()
}

/// Returns the ranges of the indices with which a statement accesses a buffer. Unknown ranges are
/// null.
#[register_global("arith.DomainTouched")]
fn domain_touched_of(
    stmt: Stmt,
    buffer: Buffer,
    consider_loads: bool,
    consider_stores: bool,
) -> Result<Array<Option<Range>>, ConstructError> {
    Ok(Array::from_iter(domain_touched(&stmt, &buffer, consider_loads, consider_stores)?))
}
