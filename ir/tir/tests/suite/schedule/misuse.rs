//! Errors of schedules.

use objet::prelude::*;
use objet::{Registry, load_json, save_json};
use objet_tir::buffer::Buffer;
use objet_tir::expr::{IterVarType, Range};
use objet_tir::te::TensorOperation;
use objet_tir::te::schedule::{
    AttachType, IterVarRelation, Schedule, SplitNode, infer_bound, schedule_ops,
    schedule_post_proc_to_prim_func, schedule_to_func,
};

use super::{Result, axis, input, plus_one, refused, thread, total};

#[test]
fn axes_are_checked() -> Result {
    let a = input("a", 8);
    let (b, i) = plus_one("b", &a, 8)?;
    let (sum, k) = total(&b, 8)?;
    let schedule = Schedule::new([sum.op.clone()])?;
    let (stage, reduction) = (schedule.stage_of(&b.op)?, schedule.stage_of(&sum.op)?);
    let (outer, inner) = stage.split(&i, 4)?;
    refused(stage.split(&i, 2), "stage \"b\", axis i: Operate on iter var that has already been split");
    refused(stage.unroll(&k), "Operate on iter var that is not part of the schedule");
    refused(stage.reorder(&[outer.clone(), outer.clone()]), "Same axis can not appear more than once");
    refused(stage.bind(&outer, &inner), "Cannot rebase by axis i.inner of type DataPar");
    refused(stage.split(&thread("threadIdx.x")?, 2), "Cannot split axis threadIdx.x of type ThreadIndex");
    refused(reduction.vectorize(&k), "Cannot vectorize axis k of type CommReduce");
    refused(reduction.double_buffer(), "Cannot apply double buffer on output");
    refused(stage.env_threads(&Array::new()), "env_threads is only valid for composite ops");
    refused(schedule.stage_of(&plus_one("c", &a, 8)?.0.op), "Cannot find Stage for operator \"c\"");
    let [first, second] = ["x", "y"].map(|_| stage.split(&inner, 2).map(|(outer, _)| outer));
    refused(stage.fuse(&[outer.clone(), inner]), "has already been split");
    assert!(second.is_err());
    let last = stage.leaf_iter_vars.load()[2].clone();
    refused(stage.fuse(&[outer.clone(), last.clone()]), "Can only fuse iterations that are consecutive");
    // The order of two consecutive axes does not matter.
    let fused = stage.fuse(&[last, first?])?;
    assert_eq!(fused.var.name_hint, "i.inner.inner.i.inner.outer.fused");
    assert_eq!(stage.leaf_iter_vars.load()[..], [outer, fused]);
    Ok(())
}

#[test]
fn transformations_of_the_data_flow_are_checked() -> Result {
    let a = input("a", 8);
    let (b, i) = plus_one("b", &a, 8)?;
    let (sum, k) = total(&b, 8)?;
    let schedule = Schedule::new([sum.op.clone()])?;
    refused(schedule.cache_write(std::slice::from_ref(&a), "local"), "cache write only take ComputeOp");
    refused(schedule.cache_write(&[], "local"), "greater than 0");
    refused(
        schedule.cache_read(&a, "local", std::slice::from_ref(&sum.op)),
        "Cannot find the tensor in the inputs",
    );
    refused(schedule.rfactor(&sum, &i, 0), "Cannot factor axis i");
    refused(schedule.rfactor(&sum, &k, 1), "the position of the new axis is out of range");
    refused(schedule.rfactor(&b, &k, 0), "not part of the schedule");
    assert_eq!(schedule.rfactor(&sum, &k, -1)?.len(), 1);
    Ok(())
}

#[test]
fn attachments_are_checked() -> Result {
    let a = input("a", 8);
    let (b, i) = plus_one("b", &a, 8)?;
    let (c, j) = plus_one("c", &b, 8)?;
    let (d, l) = plus_one("d", &c, 8)?;
    let schedule = Schedule::new([d.op.clone()])?;
    let stages = [&b, &c, &d].map(|tensor| schedule.stage_of(&tensor.op));
    let [Ok(b), Ok(c), Ok(d)] = stages else { return Err("three stages".into()) };
    refused(b.compute_at(&c, &l), "Cannot find the axis in parent's leaf_iter_vars");
    let lower = |schedule: &Schedule| schedule_to_func(schedule, &[], Map::new());
    // A cycle of attachments.
    b.compute_at(&c, &j)?;
    c.compute_at(&b, &i)?;
    refused(lower(&schedule), "Find loop in compute_at attach group");
    assert!(save_json(&schedule).is_ok_and(|json| load_json(&json).is_err()));
    // A producer in a loop that is not around its consumer.
    c.compute_root()?;
    b.compute_at(&d, &l)?;
    refused(lower(&schedule), "cannot find the producer along the loop nest");
    b.compute_root()?;
    b.compute_inline()?;
    refused(infer_bound(&schedule), "call schedule.normalize before scheduleops");
    refused(schedule_ops(&schedule, &Map::new(), false), "call schedule.normalize before scheduleops");
    b.compute_root()?;
    // Ranges without a group's or an axis' range.
    refused(schedule_ops(&schedule.normalize()?, &Map::new(), false), "the axis has no range");
    let group = schedule.create_group(&[c.operation()?.output(0)?], &[a], false)?;
    refused(b.compute_at(&d, &l), "within the same group");
    refused(group.operation(), "a group of stages has no operation");
    assert_eq!((group.num_child_stages.load(), group.attach_type.load()), (2, AttachType::GroupRoot));
    let inputs = [b.operation()?.output(0)?];
    let inner = schedule.create_group(&[c.operation()?.output(0)?], &inputs, false)?;
    assert_eq!(inner.group.load(), Some(group));
    Ok(())
}

#[test]
fn threads_are_checked() -> Result {
    let a = input("a", 8);
    let (b, i) = plus_one("b", &a, 8)?;
    let lower = |tag: &str, scope: &str| -> Result<String> {
        let (c, j) = plus_one("c", &b, 8)?;
        let schedule = Schedule::new([c.op.clone()])?;
        let stage = schedule.stage_of(&b.op)?;
        schedule.stage_of(&c.op)?.bind(&j, &thread(tag)?)?;
        stage.compute_at(&schedule.stage_of(&c.op)?, &j)?;
        stage.set_scope(scope);
        let func = schedule_to_func(&schedule, &[a.clone().upcast(), c.upcast()], Map::new());
        Ok(func.map_or_else(|error| error.to_string(), |func| objet::text::as_repr(Some(&func))))
    };
    assert!(lower("threadIdx.x", "shared")?.contains("thread_extent = 8"));
    assert_eq!(
        lower("rank.x", "")?,
        "Unknown threadscope \"rank.x\": expected blockIdx, threadIdx, vthread or cthread"
    );
    assert!(lower("threadIdx.x", "cloud")?.contains("unknown storage scope \"cloud\""));
    // One thread of two extents.
    let (c, j) = plus_one("c", &b, 8)?;
    let schedule = Schedule::new([c.op.clone()])?;
    let x = thread("threadIdx.x")?;
    schedule.stage_of(&c.op)?.bind(&j, &x)?;
    let (_, inner) = schedule.stage_of(&b.op)?.split(&i, 4)?;
    schedule.stage_of(&b.op)?.bind(&inner, &x)?;
    refused(infer_bound(&schedule.normalize()?), "domain already inferred");
    Ok(())
}

#[test]
fn functions_need_their_tensors() -> Result {
    let a = input("a", 8);
    let (b, _) = plus_one("b", &a, 8)?;
    let schedule = Schedule::new([b.op.clone()])?.normalize()?;
    let stmt = schedule_ops(&schedule, &infer_bound(&schedule)?, false)?;
    let func = |args: &[ObjectRef]| schedule_post_proc_to_prim_func(args, stmt.clone(), &Map::new());
    refused(func(&[b.clone().upcast()]), "stage \"a\": Cannot find the Realization point of tensor");
    refused(
        func(&[a.clone().upcast(), Range::from_min_extent(0, 1).upcast()]),
        "argument 1: expected a Tensor",
    );
    assert_eq!(func(&[a.clone().upcast(), b.upcast()])?.params.len(), 2);
    let compact = Registry::expect("schedule.VerifyCompactBuffer")?.call((&stmt,))?.get::<bool>()?;
    assert!(!compact);

    // A buffer of the caller is an argument.
    let buffer = Buffer::decl([8.into()], a.dtype, "own", "", None)?;
    let binds = Map::from([(a.clone(), buffer.clone())]);
    let args = Array::<ObjectRef>::from([a.upcast()]);
    let found =
        Registry::expect("driver.get_binds")?.call((&args, false, &binds))?.get::<Array<ObjectRef>>()?;
    let args: Array<ObjectRef> = found[1].clone().downcast()?;
    assert_eq!(args[..], [buffer.upcast()]);
    Ok(())
}

#[test]
fn relations_of_unknown_types_are_errors() -> Result {
    let a = input("a", 8);
    let (b, i) = plus_one("b", &a, 8)?;
    let schedule = Schedule::new([b.op.clone()])?;
    let stage = schedule.stage_of(&b.op)?;
    let (outer, inner) = stage.split(&i, 4)?;
    let relation = stage.relations.load()[0].clone();
    assert!(
        relation.as_node::<SplitNode>().is_some_and(|split| split.outer == outer && split.inner == inner)
    );
    let loaded: IterVarRelation = load_json(&save_json(&relation)?)?.downcast()?;
    assert_eq!(loaded.type_key(), "Split");
    // A split without a factor has no extents.
    let without = objet::make_node(
        "Split",
        [
            ("parent", (&i).into()),
            ("outer", (&outer).into()),
            ("inner", (&inner).into()),
            ("factor", ().into()),
            ("nparts", ().into()),
        ],
    )?;
    stage.relations.store(Array::from([without.downcast::<IterVarRelation>()?]));
    refused(infer_bound(&schedule.normalize()?), "the split has no factor");
    assert!(axis("x", 1, IterVarType::Opaque).is_ok());
    Ok(())
}
