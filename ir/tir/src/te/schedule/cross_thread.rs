//! Statements of reductions over threads.

use std::collections::HashSet;

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{PointerType, PrimType};

use super::bound_check::KnownRanges;
use super::compute_stmt::{element_indices, outputs};
use super::loop_nest::{Frame, NestOptions, conditions, inside, loop_nest, substitute_axes};
use super::passing::Values;
use super::{Result, Stage};
use crate::builtin;
use crate::expr::{Call, CommReducer, IterVarType, Load, Reduce, Var};
use crate::op;
use crate::stmt::{Evaluate, ProducerStore, SeqStmt, Stmt, Store};
use crate::te::ComputeOp;

/// The variables in which threads hold values of a reduction.
struct Handles(Vec<(Var, DataType)>);

impl Handles {
    fn new(name: &str, reduces: &[Reduce]) -> Result<Self> {
        let handle = |(index, reduce): (usize, &Reduce)| {
            let pointer = PointerType::new(PrimType::new(reduce.dtype), "local");
            Ok((Var::typed(format!("{name}{index}"), pointer, None)?, reduce.dtype))
        };
        Ok(Self(reduces.iter().enumerate().map(handle).collect::<Result<_>>()?))
    }

    fn loads(&self) -> Result<Vec<PrimExpr>> {
        let load = |(var, dtype): &(Var, DataType)| {
            let always = op::const_true(dtype.lanes, None)?;
            Ok(Load::new(*dtype, var.clone(), 0, always, None)?.upcast())
        };
        self.0.iter().map(load).collect()
    }

    fn stores(&self, values: &Array<PrimExpr>) -> Result<Stmt> {
        let store = |((var, dtype), value): (&(Var, DataType), &PrimExpr)| {
            let always = op::const_true(dtype.lanes, None)?;
            Ok(Store::new(var.clone(), value, 0, always, None)?.upcast())
        };
        Ok(SeqStmt::flatten(self.0.iter().zip(values).map(store).collect::<Result<Vec<Stmt>>>()?))
    }
}

/// Returns the statement of a reduction some of whose axes are bound to threads. Each thread first
/// reduces over the other axes. As in TVM, only that step checks the bounds of axes.
pub(super) fn cross_thread_stmt(
    op: &ComputeOp,
    stage: &Stage,
    known: &mut KnownRanges<'_>,
    keeps_trivial: bool,
) -> Result<Stmt> {
    let none = HashSet::new();
    let mut values = Values::new();
    let options = NestOptions { first: 0, renames: false, skipped: &none, keeps_trivial };
    let nest = loop_nest(stage, known, &options, &mut values)?;
    let bounds = known.bound_check(stage, &values, false, &none)?;
    let reduces: Option<Vec<Reduce>> = op.body.iter().map(|body| body.downcast_ref().cloned()).collect();
    let Some([first, ..]) = reduces.as_deref() else {
        return Err(stage.error("the stage has reduction axes, but no reduction"));
    };
    let reduces = reduces.as_deref().unwrap_or_default();
    if reduces.iter().any(|reduce| reduce.init.as_ref().is_some_and(|init| !init.is_empty())) {
        return Err(stage.error("Cannot perform cross_thread_reduction with init"));
    }
    let combiner: &CommReducer =
        first.combiner.as_ref().ok_or_else(|| stage.error("the reduction has no combiner"))?;
    let condition = match &first.condition {
        Some(condition) => condition.clone(),
        None => op::const_true(1, None)?,
    };

    let mut common: Vec<Frame> = nest[0].clone();
    let (mut serial, mut has_serial, mut threads) = (Vec::new(), false, Vec::new());
    for (leaf, frames) in stage.leaf_iter_vars.load().iter().zip(&nest[1..]) {
        let thread = stage.thread_of(leaf);
        match (leaf.iter_type == IterVarType::CommReduce, thread) {
            (true, None) => {
                has_serial = true;
                serial.extend(frames.iter().cloned());
            }
            (is_reduction, thread) => {
                common.extend(frames.iter().cloned());
                threads.extend(thread.filter(|_| is_reduction).map(|thread| thread.var.clone()));
            }
        }
    }

    let results = Handles::new("reduce_temp", reduces)?;
    let partial = Handles::new("normal_reduce_temp", reduces)?;
    let mut args: Vec<PrimExpr> = vec![op::make_const(DataType::uint(32), reduces.len() as i64, None)?];
    match has_serial {
        true => args.extend(partial.loads()?),
        false => args.extend(first.source.iter().cloned()),
    }
    args.push(op::const_true(1, None)?);
    args.extend(results.0.iter().map(|(var, _)| var.clone().upcast()));
    args.extend(threads.into_iter().map(|var| var.upcast()));
    let call = Call::of(DataType::HANDLE, builtin::tvm_thread_allreduce(), args, None);
    let reduction = Frame::attr(combiner.clone(), "reduce_scope", op::make_zero(DataType::HANDLE, None)?);
    let mut stmts: Vec<Stmt> = Vec::new();
    if has_serial {
        serial.extend(conditions(&bounds));
        serial.push(Frame::If(condition.clone()));
        stmts.push(partial.stores(&combiner.identity_element)?);
        let update = combiner.combine(partial.loads()?, first.source.clone())?;
        stmts.push(inside(serial.iter(), partial.stores(&update)?)?);
    }
    stmts.push(reduction.around(Evaluate::new(call, None).upcast())?);

    let indices = element_indices(op);
    let outputs = outputs(op)?;
    let store = |(tensor, value): (&crate::te::Tensor, PrimExpr)| -> Stmt {
        ProducerStore::new(tensor.clone(), value, indices.clone(), None).upcast()
    };
    let stores = SeqStmt::flatten(outputs.iter().zip(results.loads()?).map(store));
    let stored: Vec<PrimExpr> = stage.store_predicate.load().into_iter().chain([condition]).collect();
    stmts.push(inside(conditions(&stored).iter(), stores)?);

    let mut allocations = Vec::new();
    for ((result, dtype), (partial, _)) in results.0.iter().zip(&partial.0) {
        if has_serial {
            allocations.push(Frame::Allocate(partial.clone(), *dtype));
        }
        allocations.push(Frame::Allocate(result.clone(), *dtype));
    }
    let body = substitute_axes(inside(allocations.iter(), SeqStmt::flatten(stmts))?, &values, &nest)?;
    inside(common.iter(), body)
}
