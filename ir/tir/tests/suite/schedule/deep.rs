//! Schedules of many stages, and of deep expressions, on small stacks.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_tir::expr::IterVarType;
use objet_tir::op;
use objet_tir::te::schedule::{Schedule, schedule_to_func};
use objet_tir::te::{ComputeOp, Tensor, TensorOperation};

use super::{Result, axis, input, plus_one};

pub(super) fn on_a_small_stack(run: impl FnOnce() -> Result + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(run).expect("a thread");
    thread.join().expect("no overflow").expect("no error");
}

/// Returns an input, and the last of a chain of stages.
fn chain(count: usize) -> Result<(Tensor, Tensor)> {
    let first = input("a", 8);
    let mut last = first.clone();
    for _ in 0..count {
        last = plus_one("b", &last, 8)?.0;
    }
    Ok((first, last))
}

#[test]
fn a_long_chain_of_stages_is_lowered() {
    on_a_small_stack(|| {
        let (a, b) = chain(3_000)?;
        let schedule = Schedule::new([b.op.clone()])?;
        let func = schedule_to_func(&schedule, &[a.upcast(), b.upcast()], Map::new())?;
        assert_eq!(func.params.len(), 2);
        Ok(())
    });
}

#[test]
fn a_long_chain_of_inlined_stages_is_lowered() {
    on_a_small_stack(|| {
        let (a, b) = chain(3_000)?;
        let schedule = Schedule::new([b.op.clone()])?;
        for stage in schedule.stages.load().iter().skip(1).take(2_999) {
            stage.compute_inline()?;
        }
        let func = schedule_to_func(&schedule, &[a.upcast(), b.upcast()], Map::new())?;
        assert_eq!(objet::text::as_repr(Some(&func.body)).matches("1f").count(), 3_000);
        Ok(())
    });
}

#[test]
fn a_deep_expression_is_lowered() {
    on_a_small_stack(|| {
        let (a, i) = (input("a", 8), axis("i", 8, IterVarType::DataPar)?);
        let mut value: PrimExpr = a.at([i.var.clone().upcast()])?;
        for _ in 0..10_000 {
            value = op::add(value, a.at([i.var.clone().upcast()])?, None)?;
        }
        let b = ComputeOp::new("b", "", [i.clone()], [value])?.output(0)?;
        let schedule = Schedule::new([b.op.clone()])?;
        schedule.stage_of(&b.op)?.split(&i, 3)?;
        schedule_to_func(&schedule, &[a.upcast(), b.upcast()], Map::new())?;
        Ok(())
    });
}

#[test]
fn many_splits_are_lowered() {
    on_a_small_stack(|| {
        let a = input("a", 8);
        let (b, mut i) = plus_one("b", &a, 8)?;
        let schedule = Schedule::new([b.op.clone()])?;
        for _ in 0..300 {
            i = schedule.stage_of(&b.op)?.split(&i, 2)?.0;
        }
        schedule_to_func(&schedule, &[a.upcast(), b.upcast()], Map::new())?;
        Ok(())
    });
}
