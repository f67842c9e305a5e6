//! Hybrid operations: their inputs and outputs, errors of their schedules, and large ones.

use objet::prelude::*;
use objet::{load_json, save_json};
use objet_ir::expr::PrimExpr;
use objet_tir::expr::{IterVar, IterVarType, Range, Var};
use objet_tir::stmt::{For, ForKind, IfThenElse, ProducerStore, SeqStmt, Stmt};
use objet_tir::te::schedule::{Schedule, Stage, schedule_to_func};
use objet_tir::te::{HybridOp, HybridOpNode, Tensor, TensorOperation, create_prim_func};

use super::deep::on_a_small_stack;
use super::{FLOAT, Result, input, plus_one, refused, thread};

fn var(name: &str) -> Var {
    Var::new(name, DataType::int(32), None)
}

fn hybrid(inputs: &[&Tensor], out: &Tensor, body: Stmt) -> Result<HybridOp> {
    let inputs: Array<Tensor> = inputs.iter().copied().cloned().collect();
    Ok(HybridOp::new("hybrid", "HybridOp", Map::new(), inputs, [out.clone()], body)?)
}

/// Returns a loop over `var` that copies the elements of a vector.
fn copy_loop(from: &Tensor, to: &Tensor, var: &Var, extent: impl Into<PrimExpr>) -> Result<Stmt> {
    let index: [PrimExpr; 1] = [var.clone().upcast()];
    let store = ProducerStore::new(to.clone(), from.at(index.clone())?, index, None);
    Ok(For::serial(var.clone(), extent, store)?.upcast())
}

/// Returns a loop over `i` in which a loop over `j` with this extent copies a vector.
fn nested(extent: impl FnOnce(&Var) -> PrimExpr) -> Result<(Tensor, HybridOp)> {
    let (a, out) = (input("a", 8), input("out", 8));
    let [i, j] = ["i", "j"].map(var);
    let inner = copy_loop(&a, &out, &j, extent(&i))?;
    let op = hybrid(&[&a], &out, For::serial(i, 4, inner)?.upcast())?;
    Ok((a, op))
}

fn lower(schedule: &Schedule) -> std::result::Result<(), objet_tir::te::schedule::ScheduleError> {
    schedule_to_func(schedule, &[], Map::new()).map(|_| ())
}

/// Returns a schedule with the stage of an operation and the axes of the operation.
fn scheduled(op: &HybridOp) -> Result<(Schedule, Stage, Vec<IterVar>)> {
    let schedule = Schedule::new([op.clone().upcast()])?;
    let stage = schedule.stage_of(op.upcast_ref())?;
    Ok((schedule, stage, op.axis.iter().cloned().collect()))
}

#[test]
fn axes_are_those_of_the_loops_and_inputs_those_that_are_read() -> Result {
    let (a, b, out) = (input("a", 8), input("b", 8), input("out", 8));
    let loops = ["i", "j"].map(|name| copy_loop(&a, &out, &var(name), 8));
    let [first, second] = loops;
    let second = second?.downcast::<For>()?;
    let second = For::new(
        second.loop_var.clone(),
        2,
        6,
        ForKind::Vectorized,
        second.body.clone(),
        None,
        Map::new(),
        None,
    )?;
    let op = hybrid(&[&b, &a], &out, SeqStmt::new([first?, second.upcast()], None).upcast())?;
    let axes: Vec<_> = op.axis.iter().map(|axis| (axis.var.name_hint.as_str(), axis.iter_type)).collect();
    assert_eq!(axes, [("j", IterVarType::Vectorized), ("i", IterVarType::DataPar)]);
    assert_eq!(objet::text::as_repr(op.axis[0].dom.as_ref()), "range(min=2, ext=6)");
    assert_eq!(op.inputs(), [a]);
    assert_eq!(op.inputs.len(), 2);
    let output = op.output(0)?;
    assert_eq!((output.dtype, output.shape.len(), output.name_hint()), (FLOAT, 1, "hybrid".into()));
    assert!(op.output(1).is_err());
    let text = objet::text::as_repr(Some(&op));
    assert!(text.starts_with("hybrid(hybrid, 0x"), "{text}");

    let json = save_json(&op)?;
    let loaded = load_json(&json)?.downcast::<HybridOp>()?;
    assert_eq!(save_json(&loaded)?, json);
    assert_eq!(HybridOpNode::output_types(&loaded).len(), 1);
    Ok(())
}

#[test]
fn loads_of_a_store_are_in_the_order_of_tvm() -> Result {
    let (data, out) = (input("data", 8), input("out", 8));
    let index = Tensor::placeholder("index", [8.into()], DataType::int(32));
    let i = var("i");
    let at: [PrimExpr; 1] = [i.clone().upcast()];
    let store = ProducerStore::new(out.clone(), data.at(at.clone())?, [index.at(at)?], None);
    let op = hybrid(&[&data, &index], &out, For::serial(i, 8, store)?.upcast())?;
    assert_eq!(op.inputs(), [index, data]);
    Ok(())
}

#[test]
fn loops_that_cannot_change_are_errors() -> Result {
    // The names of the axes are those of `for i { for j { .. } }`.
    let (_, op) = nested(|_| 2.into())?;
    let (schedule, stage, axes) = scheduled(&op)?;
    let dom = Range::from_min_extent(0, 5);
    let tx = thread("threadIdx.x")?;
    let tx = IterVar::new(Some(dom), tx.var.clone(), tx.iter_type, "threadIdx.x", None)?;
    stage.bind(&axes[1], &tx)?;
    refused(lower(&schedule), "axis j: Thread extent and loop extent mismatch!");

    // The extent of `j` depends on `i`.
    let (_, op) = nested(|i| (i + 1).expr().unwrap_or_else(|_| 1.into()))?;
    let (schedule, stage, axes) = scheduled(&op)?;
    stage.fuse(&axes)?;
    refused(lower(&schedule), "the extent of a fused loop depends on another of the fused loops");

    // Two loops, one after the other.
    let (a, out) = (input("a", 8), input("out", 8));
    let [i, j] = ["i", "j"].map(var);
    let pair = [copy_loop(&a, &out, &i, 8)?, copy_loop(&a, &out, &j, 8)?];
    let op = hybrid(&[&a], &out, SeqStmt::new(pair, None).upcast())?;
    let (schedule, stage, axes) = scheduled(&op)?;
    stage.fuse(&axes)?;
    refused(lower(&schedule), "axis i: the loop is not inside of the outer axis");

    // One variable in two loops.
    let pair = [copy_loop(&a, &out, &i, 8)?, copy_loop(&a, &out, &i, 8)?];
    let op = hybrid(&[&a], &out, SeqStmt::new(pair, None).upcast())?;
    refused(lower(&scheduled(&op)?.0), "iter var should be found exactly once");

    // A loop that does not start at 0.
    let body = copy_loop(&a, &out, &i, 8)?.downcast::<For>()?;
    let body = For::new(i, 1, 7, ForKind::Serial, body.body.clone(), None, Map::new(), None)?;
    let op = hybrid(&[&a], &out, body.upcast())?;
    let (schedule, stage, axes) = scheduled(&op)?;
    let func = schedule_to_func(&schedule, &[a.upcast(), op.output(0)?.upcast()], Map::new())?;
    assert!(objet::text::as_repr(Some(&func.body)).contains("for (i, 1, 7)"));
    stage.split(&axes[0], 2)?;
    refused(lower(&schedule), "axis i: the loop does not start at 0");
    Ok(())
}

#[test]
fn hybrid_operations_are_not_inlined_or_cached() -> Result {
    let (a, op) = nested(|_| 2.into())?;
    let c = op.output(0)?;
    let (d, _) = plus_one("d", &c, 8)?;
    let schedule = Schedule::new([d.op.clone()])?;
    refused(schedule.cache_write(std::slice::from_ref(&c), "local"), "cache write only take ComputeOp");
    refused(schedule.rfactor(&c, &op.axis[0], 0), "Cannot factor axis i of type DataPar");
    schedule.stage_of(&c.op)?.compute_inline()?;
    refused(lower(&schedule), "can only inline compute op");
    let error = create_prim_func(&[a, d]).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("Unsupported Operation: HybridOp"), "{error}");

    // The loops of a script are no places for producers, as in TVM.
    let (b, _) = plus_one("b", &input("a", 8), 8)?;
    let (out, i) = (input("out", 8), var("i"));
    let op = hybrid(&[&b], &out, copy_loop(&b, &out, &i, 8)?)?;
    let (schedule, stage, axes) = scheduled(&op)?;
    schedule.stage_of(&b.op)?.compute_at(&stage, &axes[0])?;
    refused(lower(&schedule), "stage \"b\": did not find attachment point");
    Ok(())
}

#[test]
fn a_split_by_the_number_of_parts_has_the_factor_of_its_range() -> Result {
    let (a, out, i) = (input("a", 10), input("out", 10), var("i"));
    let op = hybrid(&[&a], &out, copy_loop(&a, &out, &i, 10)?)?;
    let (schedule, stage, axes) = scheduled(&op)?;
    stage.split_by_nparts(&axes[0], 3)?;
    let func = schedule_to_func(&schedule, &[a.upcast(), op.output(0)?.upcast()], Map::new())?;
    let text = objet::text::as_repr(Some(&func.body));
    assert!(text.contains("for (i.outer, 0, 3)"), "{text}");
    assert!(text.contains("((i.outer*4) < (10 - i.inner))"), "{text}");
    assert!(text.contains("hybrid[(i.inner + (i.outer*4))]"), "{text}");
    Ok(())
}

#[test]
fn deep_and_long_statements_are_lowered() {
    on_a_small_stack(|| {
        let (a, out, i) = (input("a", 8), input("out", 8), var("i"));
        let mut body = copy_loop(&a, &out, &i, 8)?;
        for _ in 0..10_000 {
            let is_small = objet_tir::op::less(var("n"), 3, None)?;
            body = IfThenElse::new(is_small, body, None, None)?.upcast();
        }
        let op = hybrid(&[&a], &out, body)?;
        let (schedule, stage, axes) = scheduled(&op)?;
        stage.split(&axes[0], 3)?;
        schedule_to_func(&schedule, &[a.upcast(), op.output(0)?.upcast()], Map::new())?;
        Ok(())
    });
    on_a_small_stack(|| {
        let (a, out) = (input("a", 8), input("out", 8));
        let vars: Vec<Var> = (0..300).map(|_| var("i")).collect();
        let mut body = copy_loop(&a, &out, &vars[0], 8)?;
        for var in &vars[1..] {
            body = For::serial(var.clone(), 1, body)?.upcast();
        }
        let op = hybrid(&[&a], &out, body)?;
        let (schedule, stage, axes) = scheduled(&op)?;
        let (mut outer, _) = stage.split(&axes[0], 2)?;
        for _ in 0..100 {
            outer = stage.split(&outer, 2)?.0;
        }
        stage.fuse(&axes[1..])?;
        schedule_to_func(&schedule, &[a.upcast(), op.output(0)?.upcast()], Map::new())?;
        Ok(())
    });
}
