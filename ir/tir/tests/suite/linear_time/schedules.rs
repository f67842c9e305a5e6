//! Schedules of many stages. A stage in loops of other stages needs the ranges of all loops
//! around it, so the time for these also depends on their number.

use objet_ir::expr::FloatImm;
use objet_tir::expr::{IterVar, IterVarType, Range};
use objet_tir::op;
use objet_tir::te::schedule::{Schedule, infer_bound, schedule_ops, schedule_to_func};
use objet_tir::te::{ComputeOp, Tensor, TensorOperation, create_prim_func};

use super::programs::*;
use super::*;

/// A schedule, and the tensors that are its arguments.
type Scheduled = (Schedule, Vec<Tensor>);

/// A family of schedules: its name, and a function that creates the schedule with `n` parts.
type Family = (&'static str, fn(usize) -> Result<Scheduled>);

fn axis(extent: i32) -> Result<IterVar> {
    Ok(IterVar::new(Some(Range::from_min_extent(0, extent)), int("i"), IterVarType::DataPar, "", None)?)
}

fn input() -> Tensor {
    Tensor::placeholder("a", [64.into()], FLOAT)
}

/// Returns a tensor that adds elements of tensors.
fn sum_of(tensors: &[Tensor]) -> Result<(Tensor, IterVar)> {
    let i = axis(64)?;
    let mut sum: PrimExpr = FloatImm::new(FLOAT, 1.0, None)?.upcast();
    for tensor in tensors {
        sum = op::add(sum, tensor.at([i.var.clone().upcast()])?, None)?;
    }
    Ok((ComputeOp::new("b", "", [i.clone()], [sum])?.output(0)?, i))
}

/// Returns an input, the tensors that add 1 to each other, and their axes.
fn chain(n: usize) -> Result<(Tensor, Vec<(Tensor, IterVar)>)> {
    let first = input();
    let mut stages: Vec<(Tensor, IterVar)> = Vec::new();
    for _ in 0..n {
        let last = stages.last().map_or(&first, |(tensor, _)| tensor);
        stages.push(sum_of(std::slice::from_ref(last))?);
    }
    Ok((first, stages))
}

fn schedule(output: &Tensor) -> Result<Schedule> {
    Ok(Schedule::new([output.op.clone()])?)
}

#[track_caller]
fn check_schedules(families: &[Family]) {
    let mut wrong = Vec::new();
    for (family, program) in families {
        let mut check = |name: &str, run: &dyn Fn(&Scheduled)| {
            wrong.extend(measure::growth(&format!("{name} of {family}"), |n| program(n).unwrap(), run));
        };
        check("bounds", &|(schedule, _)| {
            let _ = infer_bound(&schedule.normalize().unwrap()).unwrap();
        });
        check("statement", &|(schedule, _)| {
            let schedule = schedule.normalize().unwrap();
            let _ = schedule_ops(&schedule, &infer_bound(&schedule).unwrap(), false).unwrap();
        });
        check("function", &|(schedule, args)| {
            let args: Vec<ObjectRef> = args.iter().map(|arg| arg.clone().upcast()).collect();
            let _ = schedule_to_func(schedule, &args, Map::new()).unwrap();
        });
        check("function of blocks", &|(_, args)| _ = create_prim_func(args));
        check("automatic inlining", &|(schedule, _)| {
            let schedule = schedule.duplicate().unwrap();
            Registry::expect("schedule.AutoInlineInjective").unwrap().call((&schedule,)).unwrap();
        });
    }
    assert!(wrong.is_empty(), "{} cases are not linear:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn schedules() {
    check_schedules(&[
        ("a chain of stages", |n| {
            let (first, stages) = chain(n)?;
            let last = stages[n - 1].0.clone();
            Ok((schedule(&last)?, vec![first, last]))
        }),
        ("a chain of inlined stages", |n| {
            let (first, stages) = chain(n)?;
            let last = stages[n - 1].0.clone();
            let schedule = schedule(&last)?;
            for (tensor, _) in &stages[..n - 1] {
                schedule.stage_of(&tensor.op)?.compute_inline()?;
            }
            Ok((schedule, vec![first, last]))
        }),
        ("a tensor with many consumers", |n| {
            let first = input();
            let (shared, _) = sum_of(std::slice::from_ref(&first))?;
            let consumers = (0..n).map(|_| Ok(sum_of(std::slice::from_ref(&shared))?.0));
            let (last, _) = sum_of(&consumers.collect::<Result<Vec<_>>>()?)?;
            Ok((schedule(&last)?, vec![first, last]))
        }),
        ("a sum of many inputs", |n| {
            let mut tensors: Vec<Tensor> = (0..n).map(|_| input()).collect();
            let (last, _) = sum_of(&tensors)?;
            tensors.push(last.clone());
            Ok((schedule(&last)?, tensors))
        }),
        ("many outputs", |n| {
            let first = input();
            let outputs = (0..n).map(|_| Ok(sum_of(std::slice::from_ref(&first))?.0));
            let outputs = outputs.collect::<Result<Vec<_>>>()?;
            let ops: Vec<_> = outputs.iter().map(|output| output.op.clone()).collect();
            Ok((Schedule::new(ops)?, outputs.into_iter().chain([first]).collect()))
        }),
        ("many splits", |n| {
            let first = input();
            let (last, mut i) = sum_of(std::slice::from_ref(&first))?;
            let schedule = schedule(&last)?;
            for _ in 0..n {
                i = schedule.stage_of(&last.op)?.split(&i, 2)?.0;
            }
            Ok((schedule, vec![first, last]))
        }),
        ("many cached stages", |n| {
            let (first, stages) = chain(n)?;
            let last = stages[n - 1].0.clone();
            let schedule = schedule(&last)?;
            for (tensor, i) in &stages {
                let stage = schedule.stage_of(&tensor.op)?;
                let (_, inner) = stage.split(i, 4)?;
                stage.vectorize(&inner)?;
            }
            Ok((schedule, vec![first, last]))
        }),
    ]);
}

/// Changes of schedules take linear time each.
#[test]
fn changes_of_schedules() {
    let mut wrong = Vec::new();
    let mut check = |name: &str, change: fn(&Schedule, &[(Tensor, IterVar)]) -> Result| {
        wrong.extend(measure::growth(
            name,
            |n| {
                let (_, stages) = chain(n).unwrap();
                (schedule(&stages[n - 1].0).unwrap(), stages)
            },
            &|(schedule, stages): &(Schedule, Vec<_>)| {
                change(&schedule.duplicate().unwrap(), stages).unwrap();
            },
        ));
    };
    check("duplicate", |_, _| Ok(()));
    check("cache_read", |schedule, stages| {
        let readers = [stages[1].0.op.clone()];
        schedule.cache_read(&stages[0].0, "local", &readers)?;
        Ok(())
    });
    check("cache_write", |schedule, stages| {
        schedule.cache_write(&[stages[0].0.clone()], "local")?;
        Ok(())
    });
    check("create_group", |schedule, stages| {
        let inputs = [stages[0].0.clone()];
        schedule.create_group(&[stages[stages.len() - 1].0.clone()], &inputs, false)?;
        Ok(())
    });
    assert!(wrong.is_empty(), "{} cases are not linear:\n{}", wrong.len(), wrong.join("\n"));
}
