//! The elements of a buffer that a statement accesses.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::{Analyzer, Domains, IntervalSet, union};
use crate::buffer::Buffer;
use crate::expr::{BufferLoad, IterVar, Range, Var};
use crate::functor::StmtExprVisitor;
use crate::op;
use crate::stmt::{AttrStmtNode, BufferStoreNode, ForNode, LetStmtNode, Stmt};
use crate::transform::scoped::{EnterStmt, ScopedRewriter, map_exprs, rewrite_stmt};

/// Returns the range of the indices along each axis with which a statement accesses a buffer, for
/// all values of the variables of its loops and threads. An axis whose indices are not bounded has
/// no range.
///
/// # Errors
/// Returns an error if a range is not one of integers.
///
/// ```
/// use objet::prelude::*;
/// use objet::text::as_repr;
/// use objet_ir::expr::FloatImm;
/// use objet_tir::arith::domain_touched;
/// use objet_tir::buffer::Buffer;
/// use objet_tir::expr::Var;
/// use objet_tir::stmt::{BufferStore, For};
///
/// let a = Buffer::decl([64.into()], DataType::float(32), "A", "", None)?;
/// let i = Var::new("i", DataType::int(32), None);
/// let store = BufferStore::new(a.clone(), FloatImm::from(0.0), [(&i * 2 + 1).expr()?], None)?;
/// let body = For::serial(i, 8, store)?.upcast();
/// let domain = domain_touched(&body, &a, true, true)?;
/// assert_eq!(as_repr(domain[0].as_ref()), "range(min=1, ext=15)");
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
#[doc(alias = "DomainTouched")]
pub fn domain_touched(
    stmt: &Stmt,
    buffer: &Buffer,
    consider_loads: bool,
    consider_stores: bool,
) -> Result<Vec<Option<Range>>, ConstructError> {
    let mut touched = Touched {
        buffer,
        consider_loads,
        consider_stores,
        analyzer: Analyzer::new(),
        domains: Domains::new(),
        sets: Vec::new(),
    };
    rewrite_stmt(stmt.clone(), &mut touched)?;
    let Touched { mut analyzer, sets, .. } = touched;
    sets.iter().map(|set| covering_range(&mut analyzer, set)).collect()
}

/// Returns the range of an interval with bounds.
fn covering_range(analyzer: &mut Analyzer, set: &Extent) -> Result<Option<Range>, ConstructError> {
    let (Some(min), Some(max)) = (set.set.lower(), set.set.upper()) else { return Ok(None) };
    let (min, max) = match set.is_union {
        true => (analyzer.simplify(min, 2), analyzer.simplify(max, 2)),
        false => (min.clone(), max.clone()),
    };
    let extent = op::sub(op::add(max, 1, None), &min, None)?;
    Ok(Some(Range::from_min_extent(min, analyzer.simplify(&extent, 2))))
}

/// The indices along an axis, and whether they are those of several accesses.
struct Extent {
    set: IntervalSet,
    is_union: bool,
}

struct Touched<'a> {
    buffer: &'a Buffer,
    consider_loads: bool,
    consider_stores: bool,
    analyzer: Analyzer,
    domains: Domains,
    sets: Vec<Extent>,
}

impl Touched<'_> {
    fn touch(&mut self, indices: &Array<PrimExpr>) {
        for (axis, index) in indices.iter().enumerate() {
            let set = self.analyzer.int_set(index, &self.domains);
            match self.sets.get_mut(axis) {
                Some(known) => *known = Extent { set: union(&known.set, &set), is_union: true },
                None => self.sets.push(Extent { set, is_union: false }),
            }
        }
    }

    /// Returns the variable whose domain a statement sets.
    fn var_of(stmt: &Stmt) -> Option<Var> {
        match_node!(match stmt {
            times @ ForNode => Some(times.loop_var.clone()),
            binding @ LetStmtNode => Some(binding.var.clone()),
            attr @ AttrStmtNode if attr.attr_key == "thread_extent" => {
                attr.node.as_ref().and_then(|node| Some(node.downcast_ref::<IterVar>()?.var.clone()))
            }
            _ => None,
        })
    }

    fn domain_of(&mut self, stmt: &Stmt) -> Result<IntervalSet, ConstructError> {
        match_node!(match stmt {
            times @ ForNode => {
                IntervalSet::from_range(&Range::from_min_extent(&times.min, &times.extent))
            }
            binding @ LetStmtNode => Ok(self.analyzer.int_set(&binding.value, &self.domains)),
            attr @ AttrStmtNode => {
                let zero = op::make_zero(attr.value.dtype, None)?;
                IntervalSet::from_range(&Range::from_min_extent(zero, &attr.value))
            }
            _ => Ok(IntervalSet::everything()),
        })
    }
}

/// Collects the loads of a buffer.
struct Loads<'a> {
    buffer: &'a Buffer,
    loads: Vec<BufferLoad>,
}

impl StmtExprVisitor for Loads<'_> {
    fn visit_buffer_load(&mut self, load: &BufferLoad) {
        if load.buffer.same_as(self.buffer) {
            self.loads.push(load.clone());
        }
    }
}

impl ScopedRewriter for Touched<'_> {
    type Error = ConstructError;

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, ConstructError> {
        if let Some(var) = Self::var_of(&stmt) {
            let domain = self.domain_of(&stmt)?;
            self.domains.insert(var, domain);
        }
        let mut loads = Loads { buffer: self.buffer, loads: Vec::new() };
        let stmt = map_exprs(stmt, |expr| {
            loads.visit(expr);
            Ok::<_, ConstructError>(expr.clone())
        })?;
        if let Some(store) = stmt.as_node::<BufferStoreNode>()
            && self.consider_stores
            && store.buffer.same_as(self.buffer)
        {
            self.touch(&store.indices);
        }
        if self.consider_loads {
            loads.loads.iter().for_each(|load| self.touch(&load.indices));
        }
        Ok(EnterStmt::Inside(stmt))
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, ConstructError> {
        if let Some(var) = Self::var_of(&stmt) {
            self.domains.remove(&var);
        }
        Ok(stmt)
    }
}

/// Returns the range of the indices along each axis with which a statement accesses a buffer. An
/// axis whose indices are not bounded is null.
#[register_global("arith.DomainTouched")]
fn domain_touched_by(
    stmt: Stmt,
    buffer: Buffer,
    consider_loads: bool,
    consider_stores: bool,
) -> Result<Array<Option<Range>>, ConstructError> {
    Ok(domain_touched(&stmt, &buffer, consider_loads, consider_stores)?.into())
}
