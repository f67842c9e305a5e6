//! Prefetches of the regions that later iterations of a loop read.

use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::PrimExpr;
use objet_ir::transform::PassInfo;

use crate::arith::{Analyzer, Domains, IntervalSet, domain_touched};
use crate::buffer::Buffer;
use crate::effort::Effort;
use crate::expr::{Range, Var};
use crate::function::PrimFunc;
use crate::functor::substitute;
use crate::op;
use crate::stmt::{AttrStmtNode, ForKind, ForNode, Prefetch, SeqStmt, Stmt};
use crate::transform::scoped::{EnterStmt, Scope, ScopedRewriter, rewrite_stmt};
use crate::transform::{LowerError, PrimFuncPass};

/// Creates a pass that replaces the attribute `prefetch_scope` of a buffer by a prefetch of the
/// region that a later iteration of the loop reads. The value of the attribute is the distance of
/// the iterations. If too many attributes are inside of each other, the outer ones have no effect.
#[doc(alias = "InjectPrefetch")]
pub fn inject_prefetch() -> PrimFuncPass {
    PrimFuncPass::new(PassInfo::new(0, "tir.InjectPrefetch", []), |mut func: PrimFunc, _, _| {
        let mut injector =
            Injector { loops: Vec::new(), vectorized: HashMap::new(), effort: Effort::of(&func.body) };
        let body = rewrite_stmt(func.body.clone(), &mut injector)?;
        if !body.same_as(&func.body) {
            *func.make_mut().body = body;
        }
        Ok(Some(func))
    })
}

struct Injector {
    /// The variables of the loops around the current statement.
    loops: Vec<Var>,
    /// The ranges of the variables of vectorized loops.
    vectorized: Domains,
    /// The statements that are searched for reads.
    effort: Effort,
}

impl Injector {
    /// Returns the statement of an attribute with its prefetch.
    fn prefetched(&mut self, attr: &AttrStmtNode) -> Result<Stmt, LowerError> {
        let error = |expected, found: &str| {
            let attr = attr.attr_key.clone();
            LowerError::Attr { attr, expected, found: found.into() }
        };
        let node = attr.node.as_ref();
        let Some(buffer) = node.and_then(|node| node.downcast_ref::<Buffer>()) else {
            return Err(error("a buffer", node.map_or("null", |node| node.type_key())));
        };
        let Some(var) = self.loops.last().cloned() else { return Err(error("a loop around it", "no loop")) };
        let later = op::add(&var, &attr.value, None)?;
        let earlier = self.vectorized.remove(&var);
        let at_later =
            |expr: &PrimExpr| substitute(expr.clone(), |other| (*other == var).then(|| later.clone()));
        let region = match self.effort.take_parts(&attr.body) {
            true => self.region(&attr.body, buffer, at_later)?,
            false => None,
        };
        if let Some(earlier) = earlier {
            self.vectorized.insert(var.clone(), earlier);
        }
        Ok(match region {
            Some(region) => {
                let prefetch = Prefetch::new(buffer.clone(), region, None).upcast();
                SeqStmt::new([prefetch, attr.body.clone()], None).upcast()
            }
            None => attr.body.clone(),
        })
    }

    /// Returns the region that a statement reads in a later iteration, or `None` if it is unknown.
    fn region(
        &self,
        body: &Stmt,
        buffer: &Buffer,
        at_later: impl Fn(&PrimExpr) -> Result<PrimExpr, RewriteError>,
    ) -> Result<Option<Array<Range>>, LowerError> {
        let mut analyzer = Analyzer::new();
        let mut region = Vec::new();
        for range in domain_touched(body, buffer, true, false)? {
            let Some(range) = range else { return Ok(None) };
            let last = op::sub(op::add(&range.min, &range.extent, None), 1, None)?;
            let last = analyzer.simplify(&last, 2);
            let first = analyzer.int_set(&range.min, &self.vectorized);
            let last = analyzer.int_set(&last, &self.vectorized);
            let (Some(min), Some(max)) = (first.lower(), last.upper()) else { return Ok(None) };
            let (min, max) = (at_later(min)?, at_later(max)?);
            let extent = op::sub(op::add(max, 1, None), &min, None)?;
            region.push(Range::from_min_extent(min, analyzer.simplify(&extent, 2)));
        }
        Ok(Some(region.into()))
    }
}

impl ScopedRewriter for Injector {
    type Error = LowerError;

    fn scope(&self, stmt: &Stmt) -> Scope {
        if stmt.is_instance::<ForNode>() { Scope::New } else { Scope::Same }
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, LowerError> {
        if let Some(times) = stmt.as_node::<ForNode>() {
            self.loops.push(times.loop_var.clone());
            if times.kind == ForKind::Vectorized {
                let last: PrimExpr = op::sub(&times.extent, 1, None)?;
                self.vectorized.insert(times.loop_var.clone(), IntervalSet::new(&times.min, last));
            }
        }
        Ok(EnterStmt::Inside(stmt))
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, LowerError> {
        if let Some(times) = stmt.as_node::<ForNode>() {
            self.loops.pop();
            self.vectorized.remove(&times.loop_var);
        }
        if let Some(attr) = stmt.as_node::<AttrStmtNode>()
            && attr.attr_key == "prefetch_scope"
        {
            return self.prefetched(attr);
        }
        Ok(stmt)
    }
}
