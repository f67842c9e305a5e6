//! Virtual threads: threads whose iterations run in turn on one thread.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::ConstructError;
use objet_ir::expr::{IntImm, PrimExpr};

use crate::builtin;
use crate::expr::{Call, IterVar, Load, Var};
use crate::functor::{StmtExprMutator, substitute};
use crate::op::{self, as_const_int, is_const_int};
use crate::stmt::{
    Allocate, AllocateNode, AttrStmt, AttrStmtNode, EvaluateNode, For, ForNode, IfThenElseNode, LetStmtNode,
    SeqStmt, SeqStmtNode, Stmt, Store, StoreNode, WhileNode,
};
use crate::transform::PrimFuncPass;
use crate::transform::convert_ssa::convert_ssa;
use crate::transform::prim_func_pass::body_pass;
use crate::transform::scoped::{EnterStmt, ScopedRewriter, rewrite_stmt};
use crate::transform::stmt_parts::rewrite_parts;
use crate::transform::touched_vars::{accessed_buffer, touched_vars, uses_touched};

/// An error in running virtual threads in turn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VirtualThreadError {
    /// The number of threads is not a positive constant.
    #[error("virtual thread {0}: the number of threads is not a positive constant")]
    Extent(objet::String),
    /// A loop in the threads starts at another number than 0.
    #[error("cannot run virtual threads: the loop over {0} does not start at 0")]
    Start(objet::String),
    /// A while loop is in the threads.
    #[error("WhileNode in InjectVirtualThread not supported yet: a while loop is in virtual thread {0}")]
    While(objet::String),
    /// A statement that has another statement inside depends on the thread.
    #[error("{statement} depends on virtual thread {var}, and statements of this type cannot")]
    Dependent {
        /// The type of the statement.
        statement: String,
        /// The variable of the thread.
        var: objet::String,
    },
    /// A statement cannot be rebuilt.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

impl From<ConstructError> for VirtualThreadError {
    fn from(error: ConstructError) -> Self {
        Self::Rewrite(error.into())
    }
}

/// The number of threads from which on the statement of a thread is put in a loop.
const MAX_REPEATED: i64 = 16;

/// Creates a pass that runs virtual threads in turn.
#[register_global("tir.transform.InjectVirtualThread")]
fn pass() -> PrimFuncPass {
    body_pass("tir.InjectVirtualThread", |body, _| inject_virtual_thread(body))
}

/// Replaces each attribute `virtual_thread` by statements that run for each thread in turn. Only
/// statements that depend on the thread are repeated, and buffers whose elements depend on the
/// thread get elements for each thread.
///
/// # Errors
/// Returns an error if the number of threads is not a constant, if a loop in the threads does not
/// start at 0 or is a while loop, or if an assertion or an attribute depends on the thread.
#[doc(alias = "InjectVirtualThread")]
pub fn inject_virtual_thread(body: Stmt) -> Result<Stmt, VirtualThreadError> {
    let injected = Threads.mutate(body.clone())?;
    Ok(if injected.same_as(&body) { body } else { convert_ssa(injected)? })
}

struct Threads;

impl StmtExprMutator for Threads {
    type Error = VirtualThreadError;

    fn enter_expr(&mut self, _: &PrimExpr) -> Result<objet::walk::Enter, VirtualThreadError> {
        Ok(objet::walk::Enter::Keep)
    }

    fn visit_attr_stmt(&mut self, attr: AttrStmt) -> Result<Stmt, VirtualThreadError> {
        let axis = attr.node.as_ref().filter(|_| attr.attr_key == "virtual_thread");
        let Some(axis) = axis.and_then(|axis| axis.downcast_ref::<IterVar>()) else {
            return Ok(attr.upcast());
        };
        let count = as_const_int(&attr.value).filter(|count| *count > 0);
        let count = count.ok_or_else(|| VirtualThreadError::Extent(axis.var.name_hint.clone()))?;
        let mut thread = Thread {
            var: axis.var.clone(),
            count,
            touched: touched_vars(&attr.body, &axis.var),
            may_share: axis.thread_tag.starts_with("vthread"),
            strides: HashMap::new(),
            is_repeated: false,
            is_dependent: false,
            is_forced: false,
            depth: 0,
            has_effect: false,
            frames: Vec::new(),
        };
        rewrite_stmt(attr.body.clone(), &mut thread)
    }
}

/// A statement that is entered.
struct Frame {
    is_repeated_here: bool,
    is_seq: bool,
    /// The depth of the loops of the statements before it.
    earlier: Option<usize>,
}

struct Thread {
    var: Var,
    count: i64,
    /// The variables that depend on the thread.
    touched: HashSet<Var>,
    /// Whether statements that do not depend on the thread run once.
    may_share: bool,
    /// The number of elements of each thread in the buffers that have elements for each thread.
    strides: HashMap<Var, PrimExpr>,
    /// Whether a statement around is repeated for each thread.
    is_repeated: bool,
    /// Whether the current statement depends on the thread.
    is_dependent: bool,
    /// Whether the current statement runs on each thread.
    is_forced: bool,
    /// The depth of loops inside of the current statement.
    depth: usize,
    /// Whether a statement changed the depth, or passes on that it depends on the thread.
    has_effect: bool,
    frames: Vec<Frame>,
}

impl Thread {
    fn expr(&mut self, expr: PrimExpr) -> Result<PrimExpr, RewriteError> {
        self.is_dependent |= uses_touched(&expr, &self.touched);
        if self.strides.is_empty() && self.may_share {
            return Ok(expr);
        }
        let mut access = Access { thread: &*self, is_dependent: false };
        let expr = access.mutate(expr)?;
        let is_dependent = access.is_dependent;
        self.is_dependent |= is_dependent;
        Ok(expr)
    }

    fn index(&self, index: &PrimExpr, stride: &PrimExpr) -> Result<PrimExpr, ConstructError> {
        op::add(index, op::mul(&self.var, stride, None), None)
    }

    /// Repeats a statement for each thread.
    fn repeated(&mut self, stmt: Stmt) -> Result<Stmt, VirtualThreadError> {
        (self.is_dependent, self.is_forced) = (false, false);
        let at =
            |value: &PrimExpr| substitute(stmt.clone(), |used| (*used == self.var).then(|| value.clone()));
        if self.depth == 0 && self.count < MAX_REPEATED {
            let mut all = Vec::new();
            for index in 0..self.count {
                all.push(at(&op::make_const(self.var.dtype, index, None)?)?);
            }
            return Ok(SeqStmt::flatten(all));
        }
        let index = Var::new(format!("{}.s", self.var.name_hint), self.var.dtype, None);
        let body = at(&index.clone().upcast())?;
        Ok(For::serial(index, IntImm::new(self.var.dtype, self.count, None)?, body)?.upcast())
    }

    /// Rewrites a statement without those inside of it.
    fn parts(&mut self, stmt: Stmt) -> Result<Stmt, VirtualThreadError> {
        match_node!(match &stmt {
            WhileNode => return Err(VirtualThreadError::While(self.var.name_hint.clone())),
            node @ ForNode if !is_const_int(&node.min, 0) => {
                return Err(VirtualThreadError::Start(node.loop_var.name_hint.clone()));
            }
            node @ StoreNode => {
                self.is_dependent |= self.touched.contains(&node.buffer_var);
                self.is_forced = !self.may_share;
            }
            EvaluateNode => self.is_forced = !self.may_share,
            _ => {}
        });
        let stmt = rewrite_parts(stmt, &mut |expr| self.expr(expr), &|_| None)?;
        let store = stmt.as_object_ref().downcast_ref::<Store>();
        if let Some(store) = store
            && let Some(stride) = self.strides.get(&store.buffer_var)
        {
            let mut store = store.clone();
            let index = self.index(&store.index, stride)?;
            *store.make_mut().index = index;
            return Ok(store.upcast());
        }
        Ok(stmt)
    }

    /// Gives an allocated buffer elements for each thread.
    fn allocated(&mut self, mut stmt: Allocate) -> Result<Stmt, VirtualThreadError> {
        if !self.touched.contains(&stmt.buffer_var) && self.may_share {
            return Ok(stmt.upcast());
        }
        let mut stride = op::make_const(DataType::int(32), 1, None)?;
        for extent in &stmt.extents {
            stride = op::mul(stride, extent, None)?;
        }
        let stride = op::mul(stride, i32::from(stmt.dtype.lanes), None)?;
        let dtype = stmt.extents.first().map_or(DataType::int(32), |extent| extent.dtype);
        let count = op::make_const(dtype, self.count, None)?;
        let extents: Array<PrimExpr> = std::iter::once(count).chain(stmt.extents.iter().cloned()).collect();
        self.strides.insert(stmt.buffer_var.clone(), stride);
        *stmt.make_mut().extents = extents;
        Ok(stmt.upcast())
    }
}

/// Whether the iterations of a statement are repeated as a whole if its own expressions depend on
/// the thread.
fn is_repeated_whole(stmt: &Stmt) -> bool {
    match_node!(match stmt {
        LetStmtNode | ForNode | IfThenElseNode | AllocateNode => true,
        _ => false,
    })
}

impl ScopedRewriter for Thread {
    type Error = VirtualThreadError;

    fn version(&self) -> (usize, usize) {
        let flags = [self.is_repeated, self.is_dependent, self.is_forced].map(usize::from);
        (self.strides.len() * 8 + flags[0] * 4 + flags[1] * 2 + flags[2], self.depth)
    }

    fn take_effect(&mut self) -> bool {
        std::mem::take(&mut self.has_effect)
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, VirtualThreadError> {
        let earlier = self.frames.last().is_some_and(|frame| frame.is_seq).then_some(self.depth);
        if earlier.is_some() {
            self.depth = 0;
        }
        let is_seq = stmt.is_instance::<SeqStmtNode>();
        let stmt = self.parts(stmt)?;
        let is_coprocessor = stmt.as_node::<AttrStmtNode>().is_some_and(|attr| {
            !self.may_share && matches!(attr.attr_key.as_str(), "coproc_uop_scope" | "coproc_scope")
        });
        let is_whole = is_repeated_whole(&stmt);
        let is_repeated_here = !self.is_repeated && (is_whole && self.is_dependent || is_coprocessor);
        if is_repeated_here {
            (self.is_repeated, self.is_dependent, self.is_forced) = (true, false, false);
        }
        let is_reset = is_repeated_here || is_whole;
        let has_inner = !crate::transform::inner_stmts::parts_of(&stmt).is_empty();
        if self.is_dependent && has_inner && !is_reset {
            let (statement, var) = (stmt.type_key().into(), self.var.name_hint.clone());
            return Err(VirtualThreadError::Dependent { statement, var });
        }
        if is_reset {
            self.is_dependent = false;
        }
        self.frames.push(Frame { is_repeated_here, is_seq, earlier });
        match stmt.as_object_ref().downcast_ref::<Allocate>() {
            Some(allocate) => Ok(EnterStmt::Inside(self.allocated(allocate.clone())?)),
            None => Ok(EnterStmt::Inside(stmt)),
        }
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, VirtualThreadError> {
        let Some(frame) = self.frames.pop() else { return Ok(stmt) };
        let is_loop = stmt.is_instance::<ForNode>();
        if is_loop {
            self.depth += 1;
        }
        let mut result = stmt;
        if frame.is_repeated_here {
            self.is_repeated = false;
            result = self.repeated(result)?;
            if is_loop {
                self.depth += 1;
            }
        } else if self.is_dependent || self.is_forced {
            if !self.is_repeated {
                result = self.repeated(result)?;
            }
            (self.is_dependent, self.is_forced) = (false, false);
        }
        if let Some(earlier) = frame.earlier {
            self.depth = self.depth.max(earlier);
        }
        self.has_effect |= is_loop || self.is_dependent || self.is_forced;
        Ok(result)
    }
}

/// Accesses the elements of a thread.
struct Access<'a> {
    thread: &'a Thread,
    is_dependent: bool,
}

impl StmtExprMutator for Access<'_> {
    type Error = RewriteError;

    fn visit_load(&mut self, mut load: Load) -> Result<PrimExpr, RewriteError> {
        if let Some(stride) = self.thread.strides.get(&load.buffer_var) {
            let index = self.thread.index(&load.index, stride)?;
            *load.make_mut().index = index;
        }
        Ok(load.upcast())
    }

    fn visit_call(&mut self, call: Call) -> Result<PrimExpr, RewriteError> {
        if call.op.same_as(&builtin::tvm_context_id()) && !self.thread.may_share {
            return Ok(self.thread.var.clone().upcast());
        }
        let stride = accessed_buffer(&call).and_then(|buffer| self.thread.strides.get(buffer));
        let Some(stride) = stride else { return Ok(call.upcast()) };
        self.is_dependent = true;
        let mut args = call.args.to_vec();
        let lanes = op::make_const(args[2].dtype, args[0].dtype.lanes, None)?;
        let stride = op::div(stride, lanes, None)?;
        args[2] = op::add(op::mul(stride, &self.thread.var, None), &args[2], None)?;
        Ok(Call::new(call.dtype, call.op.clone(), args, call.span.clone())?.upcast())
    }
}
