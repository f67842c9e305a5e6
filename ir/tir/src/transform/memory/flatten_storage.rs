//! Accesses to buffers as loads and stores through pointers.

use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::Enter;
use objet_ir::ConstructError;
use objet_ir::expr::{IntImmNode, PrimExpr};
use objet_ir::transform::PassInfo;

use super::buffer_stride::DIM_ALIGN;
use super::buffer_uses::{BIND_SCOPE, expect_buffers, unknown};
use crate::buffer::{Buffer, BufferType, producer_name, storage_type};
use crate::builtin;
use crate::expr::{BufferLoad, Call, Mul, ProducerLoad, Var};
use crate::function::PrimFunc;
use crate::functor::StmtExprMutator;
use crate::op;
use crate::stmt::{
    Allocate, AttrStmt, AttrStmtNode, BufferRealizeNode, BufferStoreNode, Evaluate, For, PrefetchNode, Stmt,
};
use crate::transform::scoped::{EnterStmt, Scope, ScopedRewriter, map_exprs, rewrite_stmt};
use crate::transform::{LowerError, PrimFuncPass};

/// Creates a pass that replaces the elements of buffers by loads and stores through pointers, and
/// realizations by allocations. With `create_bound_attributes`, the attribute `buffer_bound` has
/// the number of elements of each buffer that a statement accesses.
pub(super) fn storage_flattener(cache_line_size: i32, create_bound_attributes: bool) -> PrimFuncPass {
    PrimFuncPass::new(PassInfo::new(0, "tir.StorageFlattener", []), move |mut func: PrimFunc, _, _| {
        let mut flattener = Flattener {
            cache_line_size,
            create_bound_attributes,
            buffers: HashMap::new(),
            open: Vec::new(),
            accessed: Vec::new(),
        };
        for buffer in func.buffer_map.values() {
            flattener.buffers.insert(buffer.clone(), buffer.clone());
        }
        let body = rewrite_stmt(func.body.clone(), &mut flattener)?;
        *func.make_mut().body = body;
        Ok(Some(func))
    })
}

struct Flattener {
    cache_line_size: i32,
    create_bound_attributes: bool,
    /// The buffers in scope, with the buffers that have their layout.
    buffers: HashMap<Buffer, Buffer>,
    /// The realizations around the current statement.
    open: Vec<Buffer>,
    /// The buffers that the current statement loads, if their bounds are attributes.
    accessed: Vec<Buffer>,
}

impl Flattener {
    fn expr(&mut self, expr: &PrimExpr) -> Result<PrimExpr, LowerError> {
        Loads(self).mutate(expr.clone())
    }

    fn layout(&self, buffer: &Buffer) -> Result<Buffer, LowerError> {
        self.buffers.get(buffer).cloned().ok_or_else(|| unknown(buffer))
    }

    fn access(&mut self, buffer: &Buffer) {
        if self.create_bound_attributes && has_bound(&buffer.shape) {
            self.accessed.push(buffer.clone());
        }
    }

    /// Returns the statement that allocates a realized buffer.
    fn allocated(&self, buffer: &Buffer, body: Stmt) -> Result<Stmt, LowerError> {
        let mut extents = buffer.shape.clone();
        if let (Some(stride), Some(length)) = (buffer.strides.first(), buffer.shape.first()) {
            extents = [op::mul(stride, length, None)?].into();
        } else if extents.is_empty() {
            extents = [1.into()].into();
        }
        let condition = op::const_true(buffer.dtype.lanes, None)?;
        let dtype = storage_type(buffer.dtype);
        let data = buffer.data.clone();
        let allocate = Allocate::new(data, dtype, extents, condition, body, Map::new(), None)?.upcast();
        match self.create_bound_attributes && has_bound(&buffer.shape) {
            true => Ok(with_bound(buffer, buffer.dtype, allocate)?),
            false => Ok(allocate),
        }
    }

    /// Returns the loops that prefetch a region, one cache line after the other.
    fn prefetched(&self, prefetch: &PrefetchNode) -> Result<Stmt, LowerError> {
        let buffer = self.layout(&prefetch.buffer)?;
        let bounds = &prefetch.bounds;
        if bounds.len() != buffer.shape.len() {
            let problem = "has a prefetched region with another number of axes";
            return Err(LowerError::Buffer { buffer: buffer.name.clone(), problem });
        }
        let bytes = i64::from(buffer.dtype.bits.div_ceil(8).max(1)) * i64::from(buffer.dtype.lanes.max(1));
        let line = i64::from(self.cache_line_size) / bytes;
        // The axes after the first one of the line are part of one line.
        let Some(mut first) = bounds.len().checked_sub(1) else { return Ok(Evaluate::new(0, None).upcast()) };
        let mut block = 1_i64;
        while first > 0 {
            let Some(length) = buffer.shape[first].as_node::<IntImmNode>() else { break };
            match block.checked_mul(length.value) {
                Some(next) if next <= line => block = next,
                _ => break,
            }
            first -= 1;
        }
        let stride: PrimExpr = i32::try_from(line / block.max(1)).unwrap_or(i32::MAX).max(1).into();
        let var = |axis: usize| {
            Var::new(format!("prefetch.{}.{axis}", prefetch.buffer.name), DataType::int(32), None)
        };
        // As in TVM, the loops and the indices have the axes in opposite orders.
        let vars: Vec<Var> = (0..=first).rev().map(var).collect();
        let mut indices: Vec<PrimExpr> =
            bounds[first + 1..].iter().rev().map(|bound| bound.min.clone()).collect();
        indices.push((&bounds[first].min + &stride * &vars[0]).expr()?);
        for axis in (0..first).rev() {
            indices.push((&vars[first - axis] + &bounds[axis].min).expr()?);
        }
        let load = buffer.vload(indices, buffer.dtype)?;
        let address = Call::of(DataType::HANDLE, builtin::address_of(), [load], None).upcast();
        let args = [address, 0.into(), 3.into(), 1.into()];
        let call = Call::of(prefetch.buffer.dtype, builtin::prefetch(), args, None);
        let lines = (op::div(&bounds[first].extent - 1, stride, None)? + 1).expr()?;
        let mut stmt: Stmt = Evaluate::new(call, None).upcast();
        stmt = For::serial(vars[first].clone(), lines, stmt)?.upcast();
        for axis in (0..first).rev() {
            stmt = For::serial(vars[axis].clone(), &bounds[axis].extent, stmt)?.upcast();
        }
        Ok(stmt)
    }

    fn stored(&mut self, store: &BufferStoreNode) -> Result<Stmt, LowerError> {
        let buffer = self.layout(&store.buffer)?;
        let mut body: Stmt = buffer.vstore(store.indices.clone(), store.value.clone())?.upcast();
        self.access(&buffer);
        for accessed in std::mem::take(&mut self.accessed) {
            body = with_bound(&accessed, buffer.dtype, body)?;
        }
        Ok(body)
    }
}

/// Whether a bound of the shape is known: there are axes, and none has a negative length.
fn has_bound(shape: &Array<PrimExpr>) -> bool {
    let is_length = |length: &PrimExpr| {
        length.dtype.is_scalar() && op::as_const_int(length).is_none_or(|length| length >= 0)
    };
    !shape.is_empty() && shape.iter().all(is_length)
}

/// Adds the number of elements of a buffer to a statement.
fn with_bound(buffer: &Buffer, dtype: DataType, body: Stmt) -> Result<Stmt, ConstructError> {
    let mut bound: Option<PrimExpr> = None;
    for length in &buffer.shape {
        let lanes = op::make_const(length.dtype, dtype.lanes, None)?;
        let scaled = Mul::new(lanes, length, None)?.upcast();
        bound = Some(match bound {
            None => scaled,
            Some(bound) => Mul::new(bound, scaled, None)?.upcast(),
        });
    }
    let data = Some(buffer.data.clone().into_object_ref());
    Ok(AttrStmt::new(data, "buffer_bound", bound.unwrap_or_else(|| 1.into()), body, None).upcast())
}

/// Replaces loads from buffers by loads through pointers.
struct Loads<'a>(&'a mut Flattener);

impl StmtExprMutator for Loads<'_> {
    type Error = LowerError;

    fn enter_buffer(&mut self, _: &Buffer) -> Result<Enter, LowerError> {
        Ok(Enter::Keep)
    }

    fn visit_buffer_load(&mut self, load: BufferLoad) -> Result<PrimExpr, LowerError> {
        let buffer = self.0.layout(&load.buffer)?;
        self.0.access(&buffer);
        Ok(buffer.vload(load.indices.clone(), buffer.dtype)?)
    }

    fn visit_producer_load(&mut self, load: ProducerLoad) -> Result<PrimExpr, LowerError> {
        Err(LowerError::Producer(producer_name(&load.producer)))
    }
}

impl ScopedRewriter for Flattener {
    type Error = LowerError;

    fn scope(&self, stmt: &Stmt) -> Scope {
        if stmt.is_instance::<BufferRealizeNode>() { Scope::New } else { Scope::Same }
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, LowerError> {
        expect_buffers(&stmt)?;
        match_node!(match stmt {
            attr @ AttrStmtNode if matches!(attr.attr_key.as_str(), DIM_ALIGN | BIND_SCOPE) => {
                let (attr, expected) = (attr.attr_key.clone(), "buffers whose layout is known");
                return Err(LowerError::Attr { attr, expected, found: "the attribute".into() });
            }
            attr @ AttrStmtNode if attr.attr_key == "realize_scope" => {
                return Ok(EnterStmt::Instead(attr.body.clone()));
            }
            attr @ AttrStmtNode if attr.attr_key == "double_buffer_scope" => {
                let buffer = attr.node.as_ref().and_then(|node| node.downcast_ref::<Buffer>());
                if let Some(buffer) = buffer {
                    let data = Some(self.layout(buffer)?.data.clone().into_object_ref());
                    let (key, value) = (attr.attr_key.clone(), attr.value.clone());
                    let attr = AttrStmt::new(data, key, value, attr.body.clone(), attr.span.clone());
                    return Ok(EnterStmt::Inside(attr.upcast()));
                }
            }
            realize @ BufferRealizeNode => {
                let buffer = &realize.buffer;
                if self.buffers.contains_key(buffer) {
                    return Ok(EnterStmt::Instead(realize.body.clone()));
                }
                if buffer.shape.len() != realize.bounds.len() {
                    let problem = "is realized with another number of axes";
                    return Err(LowerError::Buffer { buffer: buffer.name.clone(), problem });
                }
                let layout = Buffer::new(
                    buffer.data.clone(),
                    buffer.dtype,
                    buffer.shape.clone(),
                    buffer.strides.clone(),
                    None,
                    buffer.name.clone(),
                    buffer.data_alignment,
                    0,
                    BufferType::Default,
                    None,
                )?;
                self.buffers.insert(buffer.clone(), layout);
                self.open.push(buffer.clone());
                return Ok(EnterStmt::Inside(stmt));
            }
            prefetch @ PrefetchNode => {
                let loops = self.prefetched(prefetch)?;
                return Ok(EnterStmt::Instead(loops));
            }
            _ => {}
        });
        self.accessed.clear();
        let stmt = map_exprs(stmt, &mut |expr| self.expr(expr))?;
        match stmt.as_node::<BufferStoreNode>() {
            Some(store) => Ok(EnterStmt::Done(self.stored(store)?)),
            None => Ok(EnterStmt::Inside(stmt)),
        }
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, LowerError> {
        if let Some(realize) = stmt.as_node::<BufferRealizeNode>() {
            let layout = self.open.pop().and_then(|buffer| self.buffers.remove(&buffer));
            let layout = layout.ok_or_else(|| unknown(&realize.buffer))?;
            return self.allocated(&layout, realize.body.clone());
        }
        Ok(stmt)
    }
}
