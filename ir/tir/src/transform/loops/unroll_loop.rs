//! Unrolling of loops.

use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::PrimExpr;

use crate::arith::Analyzer;
use crate::effort::Effort;
use crate::functor::{StmtExprMutator, substitute};
use crate::op::{add, as_const_int, make_const};
use crate::stmt::{
    AllocateNode, AssertStmtNode, AttrStmt, AttrStmtNode, BlockNode, BlockRealizeNode, BufferRealizeNode,
    BufferStore, Evaluate, For, ForKind, ForNode, IfThenElseNode, LetStmtNode, SeqStmt, SeqStmtNode, Stmt,
    Store, WhileNode,
};
use crate::transform::convert_ssa::convert_ssa;
use crate::transform::prim_func_pass::body_pass;
use crate::transform::remove_no_op::no_op;
use crate::transform::{PrimFuncPass, UnrollLoopConfig, UnrollLoopConfigNode};

/// An error in unrolling a loop.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UnrollError {
    /// A loop of kind [`ForKind::Unrolled`] has no constant extent.
    #[error("Cannot unroll non-constant loop: the extent of the loop over {0} is not a constant")]
    Extent(objet::String),
    /// The unrolled program is too large.
    #[error("cannot unroll the loop over {var}: {extent} iterations are more than the limit of {MAX_EXTENT}")]
    TooLarge {
        /// The variable of the loop.
        var: objet::String,
        /// The number of iterations.
        extent: i64,
    },
    /// A statement cannot be rebuilt.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

impl From<objet_ir::ConstructError> for UnrollError {
    fn from(error: objet_ir::ConstructError) -> Self {
        Self::Rewrite(error.into())
    }
}

/// The most iterations of a loop that is unrolled, and the most statements of loops inside of each
/// other.
const MAX_EXTENT: i64 = 1 << 20;

/// Creates a pass that unrolls loops: those of kind [`ForKind::Unrolled`], and loops that the
/// option `tir.UnrollLoop` selects by their size.
///
/// The attributes `pragma_auto_unroll_max_step` and `pragma_unroll_explicit` replace the options in
/// a statement.
#[register_global("tir.transform.UnrollLoop")]
fn pass() -> PrimFuncPass {
    body_pass("tir.UnrollLoop", |body, context| -> Result<Stmt, objet_ir::transform::BoxError> {
        let config = context.get_config::<UnrollLoopConfig>("tir.UnrollLoop")?;
        Ok(unroll_loop(body, config.as_deref().unwrap_or(&UnrollLoopConfigNode::default()))?)
    })
}

/// Unrolls loops: those of kind [`ForKind::Unrolled`], and loops that `config` selects by their
/// size.
///
/// # Errors
/// Returns an error if a loop of kind [`ForKind::Unrolled`] has no constant extent, or if the
/// unrolled program is too large.
#[doc(alias = "UnrollLoop")]
pub fn unroll_loop(body: Stmt, config: &UnrollLoopConfigNode) -> Result<Stmt, UnrollError> {
    let mut unrolling = Unrolling {
        effort: Effort::of(&body),
        auto_max_step: config.auto_max_step.into(),
        explicit_unroll: config.explicit_unroll != 0,
        auto_max_depth: config.auto_max_depth.into(),
        auto_max_extent: config.auto_max_extent.into(),
        sizes: HashMap::new(),
        open: Vec::new(),
        analyzer: Analyzer::new(),
    };
    let unrolled = unrolling.mutate(body.clone())?;
    Ok(if unrolled.same_as(&body) { unrolled } else { convert_ssa(unrolled)? })
}

/// The size of a statement.
#[derive(Clone, Copy, Default)]
struct Size {
    /// The number of executed statements, for which unrolled loops count with each iteration.
    steps: i64,
    /// The depth of nested loops that are unrolled automatically.
    unrolled: i64,
    /// The depth of nested loops that are not unrolled.
    normal: i64,
}

struct Unrolling {
    /// The bodies of loops of one iteration in which the variable is replaced.
    effort: Effort,
    auto_max_step: i64,
    explicit_unroll: bool,
    auto_max_depth: i64,
    auto_max_extent: i64,
    /// The sizes of rewritten statements, which can be in several places.
    sizes: HashMap<Stmt, Size>,
    /// The options before each statement around.
    open: Vec<(i64, bool)>,
    analyzer: Analyzer,
}

/// The value of a pragma.
fn pragma(attr: &AttrStmtNode, key: &str) -> Option<i64> {
    (attr.attr_key == key).then(|| as_const_int(&attr.value)).flatten()
}

const MAX_STEP: &str = "pragma_auto_unroll_max_step";
const EXPLICIT: &str = "pragma_unroll_explicit";

impl Unrolling {
    /// Leaves a statement of a size and returns its replacement.
    fn leave(&mut self, stmt: Stmt, size: Size) -> Stmt {
        if let Some(outer) = self.open.pop() {
            (self.auto_max_step, self.explicit_unroll) = outer;
        }
        self.sizes.insert(stmt.clone(), size);
        stmt
    }

    /// Leaves a statement that is one step.
    fn leave_step(&mut self, stmt: Stmt) -> Stmt {
        self.leave(stmt, Size { steps: 1, ..Size::default() })
    }

    fn size_of(&self, stmt: &Stmt) -> Size {
        self.sizes.get(stmt).copied().unwrap_or_default()
    }

    /// Returns the size of the statements inside of a statement.
    fn size_inside(&self, stmt: &Stmt) -> Size {
        match_node!(match stmt {
            node @ SeqStmtNode => {
                let sizes = node.seq.iter().map(|inner| self.size_of(inner));
                sizes.fold(Size::default(), |all, inner| Size {
                    steps: all.steps.saturating_add(inner.steps),
                    unrolled: all.unrolled.max(inner.unrolled),
                    normal: all.normal.max(inner.normal),
                })
            }
            node @ IfThenElseNode => {
                let then = self.size_of(&node.then_case);
                let otherwise = node.else_case.as_ref().map(|otherwise| self.size_of(otherwise));
                let otherwise = otherwise.unwrap_or_default();
                Size {
                    steps: then.steps.saturating_add(otherwise.steps),
                    unrolled: then.unrolled.saturating_add(otherwise.unrolled),
                    normal: then.normal.saturating_add(otherwise.normal),
                }
            }
            node @ LetStmtNode => self.size_of(&node.body),
            node @ AttrStmtNode => self.size_of(&node.body),
            node @ AssertStmtNode => self.size_of(&node.body),
            node @ ForNode => self.size_of(&node.body),
            node @ WhileNode => self.size_of(&node.body),
            node @ AllocateNode => self.size_of(&node.body),
            node @ BufferRealizeNode => self.size_of(&node.body),
            node @ BlockNode => self.size_of(&node.body),
            node @ BlockRealizeNode => self.size_of(node.block.upcast_ref()),
            _ => Size::default(),
        })
    }

    /// Returns a loop after unrolling. `size` is that of the body, and becomes that of the loop.
    fn unrolled(&mut self, stmt: For, size: &mut Size) -> Result<Stmt, UnrollError> {
        let extent = as_const_int(&self.analyzer.simplify(&stmt.extent, 2)).filter(|extent| *extent >= 0);
        let fits = |extent: i64, size: &Size| {
            stmt.kind == ForKind::Serial
                && size.normal == 0
                && size.unrolled <= self.auto_max_depth
                && (extent.saturating_mul(size.steps) <= self.auto_max_step || extent <= self.auto_max_extent)
        };
        let is_unrolled = stmt.kind == ForKind::Unrolled;
        let extent = match extent {
            Some(extent) if is_unrolled || fits(extent, size) => {
                size.steps = size.steps.saturating_mul(extent);
                size.unrolled = size.unrolled.saturating_add(1);
                if self.explicit_unroll {
                    return self.repeated(stmt, extent, *size);
                }
                if !is_unrolled {
                    let mut stmt = stmt;
                    let fields = stmt.make_mut();
                    *fields.kind = ForKind::Unrolled;
                    *fields.thread_binding = None;
                    return Ok(stmt.upcast());
                }
                return Ok(stmt.upcast());
            }
            None if is_unrolled => return Err(UnrollError::Extent(stmt.loop_var.name_hint.clone())),
            extent => extent,
        };
        size.normal = size.normal.saturating_add(1);
        match extent {
            Some(extent @ 0..=1) if self.auto_max_extent == 1 => self.repeated(stmt, extent, *size),
            _ => Ok(stmt.upcast()),
        }
    }

    /// Returns the body of a loop for each value of the variable. `size` is that of the loop. If
    /// very many loops of one iteration are inside of each other, the outer ones stay.
    fn repeated(&mut self, stmt: For, extent: i64, size: Size) -> Result<Stmt, UnrollError> {
        let ForNode { loop_var, min, body, .. } = &*stmt;
        // Loops inside of each other count together.
        let is_nested = size.unrolled > 1;
        let count = if is_nested { extent.max(size.steps) } else { extent };
        if count > MAX_EXTENT {
            return Err(UnrollError::TooLarge { var: loop_var.name_hint.clone(), extent: count });
        }
        if extent == 1 && !self.effort.take_parts(body) {
            return Ok(stmt.upcast());
        }
        let mut steps = Vec::new();
        for index in 0..extent {
            let value: PrimExpr = add(min, make_const(loop_var.dtype, index, None), None)?;
            steps.push(substitute(body.clone(), |var| (var == loop_var).then(|| value.clone()))?);
        }
        Ok(if steps.is_empty() { no_op() } else { SeqStmt::flatten(steps) })
    }
}

impl StmtExprMutator for Unrolling {
    type Error = UnrollError;

    fn enter_expr(&mut self, _: &PrimExpr) -> Result<objet::walk::Enter, UnrollError> {
        Ok(objet::walk::Enter::Keep)
    }

    fn enter_stmt(&mut self, stmt: &Stmt) -> Result<objet::walk::Enter, UnrollError> {
        self.open.push((self.auto_max_step, self.explicit_unroll));
        if let Some(attr) = stmt.as_node::<AttrStmtNode>() {
            self.auto_max_step = pragma(attr, MAX_STEP).unwrap_or(self.auto_max_step);
            self.explicit_unroll = pragma(attr, EXPLICIT).map_or(self.explicit_unroll, |value| value != 0);
        }
        Ok(objet::walk::Enter::Inside)
    }

    fn visit_stmt_default(&mut self, stmt: Stmt) -> Result<Stmt, UnrollError> {
        let size = self.size_inside(&stmt);
        Ok(self.leave(stmt, size))
    }

    fn visit_attr_stmt(&mut self, attr: AttrStmt) -> Result<Stmt, UnrollError> {
        let is_pragma = pragma(&attr, MAX_STEP).or_else(|| pragma(&attr, EXPLICIT)).is_some();
        let size = self.size_of(&attr.body);
        Ok(self.leave(if is_pragma { attr.body.clone() } else { attr.upcast() }, size))
    }

    fn visit_store(&mut self, stmt: Store) -> Result<Stmt, UnrollError> {
        Ok(self.leave_step(stmt.upcast()))
    }

    fn visit_buffer_store(&mut self, stmt: BufferStore) -> Result<Stmt, UnrollError> {
        Ok(self.leave_step(stmt.upcast()))
    }

    fn visit_evaluate(&mut self, stmt: Evaluate) -> Result<Stmt, UnrollError> {
        Ok(self.leave_step(stmt.upcast()))
    }

    fn visit_for(&mut self, stmt: For) -> Result<Stmt, UnrollError> {
        let mut size = self.size_of(&stmt.body);
        let stmt = self.unrolled(stmt, &mut size)?;
        Ok(self.leave(stmt, size))
    }
}
