//! Double buffers: buffers that one iteration of a loop fills while the iteration before reads.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use crate::expr::{Load, Var};
use crate::functor::{StmtExprMutator, post_order, substitute};
use crate::op;
use crate::stmt::{
    Allocate, AllocateNode, AttrStmt, AttrStmtNode, For, ForNode, IfThenElse, SeqStmt, Stmt, Store, StoreNode,
};
use crate::transform::convert_ssa::convert_ssa;
use crate::transform::prim_func_pass::body_pass;
use crate::transform::scoped::{EnterStmt, Scope, ScopedRewriter, rewrite_stmt};
use crate::transform::stmt_parts::rewrite_parts;
use crate::transform::{InjectDoubleBufferConfig, PrimFuncPass};

const SCOPE: &str = "double_buffer_scope";
const WRITE: &str = "double_buffer_write";

/// An error in adding a double buffer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DoubleBufferError {
    /// The statement that fills the buffer is not in a loop.
    #[error("Double buffer scope must be inside a loop: the scope of {0} is in no loop")]
    Loop(objet::String),
    /// The buffer is written outside of the statement that fills it.
    #[error("double buffer {0} is written outside of its double_buffer_scope")]
    Store(objet::String),
    /// The buffer is not allocated in the loop around the statement that fills it.
    #[error("double buffer {0} must be allocated in the loop around its double_buffer_scope")]
    Allocation(objet::String),
    /// A statement cannot be rebuilt.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

impl From<ConstructError> for DoubleBufferError {
    fn from(error: ConstructError) -> Self {
        Self::Rewrite(error.into())
    }
}

/// Creates a pass that doubles the buffers with the attribute `double_buffer_scope`. The option
/// `tir.InjectDoubleBuffer` sets the factor by which their loops are split.
#[register_global("tir.transform.InjectDoubleBuffer")]
fn pass() -> PrimFuncPass {
    body_pass("tir.InjectDoubleBuffer", |body, context| -> Result<Stmt, objet_ir::transform::BoxError> {
        let config = context.get_config::<InjectDoubleBufferConfig>("tir.InjectDoubleBuffer")?;
        Ok(inject_double_buffer(body, config.map_or(1, |config| config.split_loop))?)
    })
}

/// Doubles the buffers with the attribute `double_buffer_scope`: the first iteration of the loop is
/// filled before the loop, and each iteration fills the half that the next iteration reads. The
/// loop is split by the factor `split_loop`, unless that is 0.
///
/// # Errors
/// Returns an error if a double buffer is not filled or not allocated in a loop, or if it is
/// written elsewhere.
#[doc(alias = "InjectDoubleBuffer")]
pub fn inject_double_buffer(body: Stmt, split_loop: i32) -> Result<Stmt, DoubleBufferError> {
    let scoped = post_order(&body).filter_map(|object| {
        let attr = object.downcast::<AttrStmt>().ok().filter(|attr| attr.attr_key == SCOPE)?;
        attr.node.as_ref()?.downcast_ref::<Var>().cloned()
    });
    let buffers: HashMap<Var, Entry> = scoped.map(|var| (var, Entry::default())).collect();
    if buffers.is_empty() {
        return Ok(body);
    }
    let mut injection = Injection {
        split_loop,
        buffers,
        loops: Vec::new(),
        filling: HashSet::new(),
        count: 0,
        uses_buffer: false,
    };
    Ok(convert_ssa(rewrite_stmt(body, &mut injection)?)?)
}

/// A double buffer.
#[derive(Clone, Default)]
struct Entry {
    /// The number of elements of one half.
    stride: Option<PrimExpr>,
    /// The number of the loop.
    turn: Option<usize>,
    /// The half that an iteration reads.
    read: Option<PrimExpr>,
    /// The half that an iteration fills.
    write: Option<Var>,
}

/// A loop that is entered.
struct OpenLoop {
    number: usize,
    var: Var,
    extent: PrimExpr,
    before: Vec<Stmt>,
    allocations: Vec<Allocate>,
}

struct Injection {
    split_loop: i32,
    buffers: HashMap<Var, Entry>,
    loops: Vec<OpenLoop>,
    filling: HashSet<Var>,
    count: usize,
    /// Whether a statement declares, fills or reads a double buffer.
    uses_buffer: bool,
}

impl Injection {
    /// Returns the index of an element in one half of a double buffer.
    fn index(
        stride: Option<&PrimExpr>,
        half: &PrimExpr,
        index: &PrimExpr,
    ) -> Result<PrimExpr, ConstructError> {
        match stride {
            Some(stride) => op::add(op::mul(half, stride, None), index, None),
            None => Ok(index.clone()),
        }
    }

    fn enter_scope(&mut self, buffer: &Var) -> Result<(), DoubleBufferError> {
        let around = self.loops.last().ok_or_else(|| DoubleBufferError::Loop(buffer.name_hint.clone()))?;
        let read = op::floormod(&around.var, op::make_const(around.var.dtype, 2, None), None)?;
        let write = Var::new(format!("{}.db", around.var.name_hint), around.var.dtype, None);
        let entry = self.buffers.entry(buffer.clone()).or_default();
        (entry.turn, entry.read, entry.write) = (Some(around.number), Some(read), Some(write));
        self.filling.insert(buffer.clone());
        Ok(())
    }

    /// Fills the buffer for the first iteration before the loop, and for the next iteration in the
    /// loop.
    fn leave_scope(&mut self, buffer: Var, body: &Stmt) -> Result<Stmt, DoubleBufferError> {
        self.filling.remove(&buffer);
        let error = || DoubleBufferError::Loop(buffer.name_hint.clone());
        let write = self.buffers.get(&buffer).and_then(|entry| entry.write.clone()).ok_or_else(error)?;
        let around = self.loops.last_mut().ok_or_else(error)?;
        let var = around.var.clone();
        let with = |at: &PrimExpr, half: &PrimExpr| {
            substitute(body.clone(), |used| match () {
                () if *used == var => Some(at.clone()),
                () if *used == write => Some(half.clone()),
                () => None,
            })
        };
        let zero = op::make_zero(var.dtype, None)?;
        around.before.push(with(&zero, &zero)?);
        let next = op::add(&var, op::make_const(var.dtype, 1, None), None)?;
        let half = op::floormod(&next, op::make_const(var.dtype, 2, None), None)?;
        let body = AttrStmt::new(Some(buffer.into_object_ref()), WRITE, 1, with(&next, &half)?, None);
        let condition = op::less(&next, &around.extent, None)?;
        Ok(IfThenElse::new(condition, body, None, None)?.upcast())
    }

    fn leave_allocation(&mut self, mut allocate: Allocate) -> Result<Stmt, DoubleBufferError> {
        let body = allocate.body.clone();
        let turn = self.buffers.get(&allocate.buffer_var).and_then(|entry| entry.turn);
        let around = self.loops.iter_mut().rev().find(|open| Some(open.number) == turn);
        let error = || DoubleBufferError::Allocation(allocate.buffer_var.name_hint.clone());
        let around = around.ok_or_else(error)?;
        let dtype = allocate.extents.first().map_or(DataType::int(32), |extent| extent.dtype);
        let both = op::make_const(dtype, 2, None)?;
        let extents: Array<PrimExpr> =
            std::iter::once(both).chain(allocate.extents.iter().cloned()).collect();
        *allocate.make_mut().extents = extents;
        around.allocations.push(allocate);
        Ok(body)
    }

    fn leave_loop(&mut self, stmt: For) -> Result<Stmt, DoubleBufferError> {
        let Some(open) = self.loops.pop() else { return Ok(stmt.upcast()) };
        let mut result: Stmt = stmt.clone().upcast();
        if !open.before.is_empty() {
            let mut all = open.before;
            match self.split_loop {
                0 => all.push(result),
                _ => all.extend(self.split(&stmt)?),
            }
            result = SeqStmt::flatten(all);
        }
        for mut allocate in open.allocations.into_iter().rev() {
            *allocate.make_mut().body = result;
            result = allocate.upcast();
        }
        Ok(result)
    }

    /// Splits a loop. The last iterations follow the loop and fill no buffer.
    fn split(&self, stmt: &ForNode) -> Result<Vec<Stmt>, DoubleBufferError> {
        let ForNode { loop_var: var, extent, body, kind, .. } = stmt;
        let last = op::sub(extent, op::make_const(var.dtype, 1, None), None)?;
        let factor = op::make_const(last.dtype, self.split_loop, None)?;
        let outer_extent = op::div(last, &factor, None)?;
        let tail = op::mul(&outer_extent, &factor, None)?;
        let outer = Var::new(format!("{}.outer", var.name_hint), var.dtype, None);
        let at = |body: &Stmt, index: &PrimExpr| {
            substitute(body.clone(), |used| (used == var).then(|| index.clone()))
        };
        let number = |index: i32| op::make_const(factor.dtype, index, None);
        let mut steps = Vec::new();
        for index in 0..self.split_loop {
            let index = op::add(op::mul(&outer, &factor, None), number(index), None)?;
            steps.push(at(body, &index)?);
        }
        let zero = op::make_zero(outer.dtype, None)?;
        let steps = SeqStmt::flatten(steps);
        let outer = For::new(outer, zero, outer_extent, *kind, steps, None, Map::new(), None)?;
        let mut all: Vec<Stmt> = vec![outer.upcast()];
        let body = WithoutWrites.mutate(body.clone())?;
        for index in 0..self.split_loop {
            let index = op::add(&tail, number(index), None)?;
            let condition = op::less(&index, extent, None)?;
            all.push(IfThenElse::new(condition, at(&body, &index)?, None, None)?.upcast());
        }
        Ok(all)
    }
}

/// Returns the buffer to which an attribute `double_buffer_scope` belongs.
fn scope_of(attr: &AttrStmtNode) -> Option<Var> {
    let is_scope = attr.attr_key == SCOPE;
    attr.node.as_ref().filter(|_| is_scope)?.downcast_ref::<Var>().cloned()
}

impl ScopedRewriter for Injection {
    type Error = DoubleBufferError;

    fn scope(&self, _: &Stmt) -> Scope {
        Scope::Same
    }

    fn take_effect(&mut self) -> bool {
        std::mem::take(&mut self.uses_buffer)
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, DoubleBufferError> {
        let mut reads = Reads { buffers: &self.buffers, uses_buffer: false };
        let stmt = rewrite_parts(stmt, &mut |expr| reads.mutate(expr), &|_| None)?;
        self.uses_buffer |= reads.uses_buffer;
        match_node!(match &stmt {
            node @ ForNode => {
                self.count += 1;
                let (number, var, extent) = (self.count, node.loop_var.clone(), node.extent.clone());
                self.loops.push(OpenLoop {
                    number,
                    var,
                    extent,
                    before: Vec::new(),
                    allocations: Vec::new(),
                });
            }
            node @ AttrStmtNode => {
                if let Some(buffer) = scope_of(node) {
                    self.uses_buffer = true;
                    self.enter_scope(&buffer)?;
                }
            }
            node @ AllocateNode => {
                if let Some(entry) = self.buffers.get_mut(&node.buffer_var) {
                    self.uses_buffer = true;
                    let mut stride = op::make_const(DataType::int(32), 1, None)?;
                    for extent in &node.extents {
                        stride = op::mul(stride, extent, None)?;
                    }
                    entry.stride = Some(op::mul(stride, i32::from(node.dtype.lanes), None)?);
                }
            }
            node @ StoreNode => {
                if let Some(entry) = self.buffers.get(&node.buffer_var) {
                    self.uses_buffer = true;
                    let error = || DoubleBufferError::Store(node.buffer_var.name_hint.clone());
                    let half = entry.write.as_ref().filter(|_| self.filling.contains(&node.buffer_var));
                    let half = half.ok_or_else(error)?.clone().upcast();
                    let index = Self::index(entry.stride.as_ref(), &half, &node.index)?;
                    let (var, value) = (node.buffer_var.clone(), node.value.clone());
                    let store = Store::new(var, value, index, node.predicate.clone(), None)?;
                    return Ok(EnterStmt::Done(store.upcast()));
                }
            }
            _ => {}
        });
        Ok(EnterStmt::Inside(stmt))
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, DoubleBufferError> {
        let object = stmt.as_object_ref();
        if let Some(node) = object.downcast_ref::<For>() {
            return self.leave_loop(node.clone());
        }
        if let Some(node) = object.downcast_ref::<Allocate>()
            && self.buffers.contains_key(&node.buffer_var)
        {
            return self.leave_allocation(node.clone());
        }
        match stmt.as_node::<AttrStmtNode>() {
            Some(node) => match scope_of(node) {
                Some(buffer) => self.leave_scope(buffer, &node.body),
                None => Ok(stmt),
            },
            None => Ok(stmt),
        }
    }
}

/// Reads the current halves of double buffers.
struct Reads<'a> {
    buffers: &'a HashMap<Var, Entry>,
    uses_buffer: bool,
}

impl StmtExprMutator for Reads<'_> {
    type Error = RewriteError;

    fn visit_load(&mut self, mut load: Load) -> Result<PrimExpr, RewriteError> {
        let entry = self.buffers.get(&load.buffer_var);
        self.uses_buffer |= entry.is_some();
        if let Some(entry) = entry
            && let Some(half) = &entry.read
        {
            let index = Injection::index(entry.stride.as_ref(), half, &load.index)?;
            *load.make_mut().index = index;
        }
        Ok(load.upcast())
    }
}

/// Removes the marks of statements that fill a double buffer.
struct WithoutWrites;

impl StmtExprMutator for WithoutWrites {
    type Error = RewriteError;

    fn visit_attr_stmt(&mut self, attr: AttrStmt) -> Result<Stmt, RewriteError> {
        Ok(if attr.attr_key == WRITE { attr.body.clone() } else { attr.upcast() })
    }
}
