//! Schedules of TVM 0.8, built by the same calls here.
//!
//! `tests/data/schedule/README.md` describes the files.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};

use flate2::read::GzDecoder;
use objet::compare::StructuralEqual;
use objet::function::ArgValue;
use objet::prelude::*;
use objet::{Registry, load_json};
use objet_ir::expr::IntImmNode;
use objet_tir::expr::{IterVar, Range};
use objet_tir::function::PrimFunc;
use objet_tir::stmt::Stmt;
use objet_tir::te::schedule::{Schedule, Stage, infer_bound, schedule_ops, schedule_to_module};
use objet_tir::te::{BaseComputeOpNode, HybridOp, HybridOpNode, Operation, Tensor};

use super::Result;

fn text<R: IsObjectRef>(object: &R) -> String {
    objet::text::as_repr(Some(object))
}

/// The objects here that take the place of TVM's.
#[derive(Default)]
struct Objects(HashMap<ObjectRef, ObjectRef>);

impl Objects {
    /// Returns the object here. Objects that no call created are those of TVM.
    fn own(&self, object: &ObjectRef) -> ObjectRef {
        if let Some(own) = self.0.get(object) {
            return own.clone();
        }
        if let Some(tensor) = object.downcast_ref::<Tensor>()
            && let Some(op) = self.0.get(tensor.op.as_object_ref())
        {
            let op: Operation = op.clone().downcast().unwrap();
            let index = usize::try_from(tensor.value_index).unwrap();
            return objet_tir::te::TensorOperation::output(&op, index).unwrap().upcast();
        }
        match object.downcast_ref::<Array<Option<ObjectRef>>>() {
            Some(array) => {
                let own: Array<Option<ObjectRef>> =
                    array.iter().map(|element| element.as_ref().map(|element| self.own(element))).collect();
                own.upcast()
            }
            None => object.clone(),
        }
    }

    /// Notes that TVM's object and the one here are results of the same call.
    fn pair(&mut self, theirs: &ObjectRef, own: &ObjectRef) {
        if self.0.contains_key(theirs) {
            return;
        }
        assert_eq!(theirs.type_key(), own.type_key());
        if theirs != own {
            self.0.insert(theirs.clone(), own.clone());
        }
        if let (Some(theirs), Some(own)) =
            (theirs.downcast_ref::<Array<ObjectRef>>(), own.downcast_ref::<Array<ObjectRef>>())
        {
            assert_eq!(theirs.len(), own.len());
            theirs.iter().zip(own).for_each(|(theirs, own)| self.pair(theirs, own));
        } else if let (Some(theirs), Some(own)) =
            (theirs.downcast_ref::<Tensor>(), own.downcast_ref::<Tensor>())
        {
            self.pair(theirs.op.as_object_ref(), own.op.as_object_ref());
        } else if let (Some(theirs), Some(own)) =
            (theirs.as_node::<BaseComputeOpNode>(), own.as_node::<BaseComputeOpNode>())
        {
            self.pair(theirs.axis.as_object_ref(), own.axis.as_object_ref());
            self.pair(theirs.reduce_axis.as_object_ref(), own.reduce_axis.as_object_ref());
        }
    }

    /// Runs a call of TVM here.
    fn call(&mut self, call: &Array<Option<ObjectRef>>) -> Result {
        let name = call[0].clone().ok_or("no name")?.downcast::<objet::String>()?;
        let args = call[1].clone().ok_or("no arguments")?.downcast::<Array<Option<ObjectRef>>>()?;
        let args: Vec<Option<ObjectRef>> =
            args.iter().map(|arg| arg.as_ref().map(|arg| self.own(arg))).collect();
        let own: Option<ObjectRef> = if name == "stage" {
            let [Some(schedule), Some(op)] = &args[..] else {
                return Err("a stage without operation".into());
            };
            let stage = schedule.clone().downcast::<Schedule>()?.stage_of(&op.clone().downcast()?)?;
            let op = stage.operation()?;
            Some(Array::<ObjectRef>::from([stage.upcast(), op.upcast()]).upcast())
        } else {
            let values: Vec<ArgValue<'_>> = args
                .iter()
                .map(|arg| match arg.as_ref().and_then(|arg| arg.as_node::<IntImmNode>()) {
                    Some(int) => int.value.into(),
                    None => arg.into(),
                })
                .collect();
            Registry::expect(name.as_str())?.call(&values[..])?.get()?
        };
        if let (Some(theirs), Some(own)) = (&call[2], &own) {
            self.pair(theirs, own);
        }
        Ok(())
    }
}

fn axes(axes: &Array<IterVar>) -> String {
    let names: Vec<String> =
        axes.iter().map(|axis| format!("{}:{:?}", axis.var.name_hint, axis.iter_type)).collect();
    names.join(" ")
}

/// Describes a stage by the names of its axes.
fn describe(stage: &Stage) -> String {
    let label = |stage: Option<Stage>| {
        stage.map_or("-".into(), |stage| stage.op.load().map_or("group".into(), |op| op.name.clone()))
    };
    let axis = |axis: Option<&IterVar>| axis.map_or("-".into(), |axis| axis.var.name_hint.to_string());
    let mut attrs: Vec<String> = Vec::new();
    for (of, attr) in &stage.iter_var_attrs.load() {
        attrs.push(format!(
            "{}: {:?} {} {} {:?} {} {} {} {}",
            axis(Some(of)),
            attr.iter_type,
            axis(attr.bind_thread.as_ref()),
            text(&attr.prefetch_data),
            text(&attr.prefetch_offset),
            attr.dim_align_factor,
            attr.dim_align_offset,
            text(&attr.pragma_keys),
            text(&attr.pragma_values),
        ));
    }
    attrs.sort();
    let relations = stage.relations.load();
    let relations: Vec<&str> = relations.iter().map(|relation| relation.type_key()).collect();
    format!(
        "{} of {}: all [{}] leaf [{}] env [{}] {} {:?} at {} of {} scope {:?} {} {} group {} with {} children, {}\n  {}\n",
        label(Some(stage.clone())),
        stage.origin_op.as_ref().map_or("-", |op| op.name.as_str()),
        axes(&stage.all_iter_vars.load()),
        axes(&stage.leaf_iter_vars.load()),
        axes(&stage.env_threads.load()),
        relations.join(" "),
        stage.attach_type.load(),
        axis(stage.attach_ivar.load().as_ref()),
        label(stage.attach_stage.load()),
        stage.scope.load(),
        stage.is_output.load(),
        stage.double_buffer.load(),
        label(stage.group.load()),
        stage.num_child_stages.load(),
        stage.op.load().map_or("-".into(), |op| text_of_op(&op)),
        attrs.join("\n  "),
    )
}

/// Describes an operation by its elements. The texts of other operations have addresses.
fn text_of_op(op: &Operation) -> String {
    match op.is_instance::<BaseComputeOpNode>() && op.type_key() == "ComputeOp" {
        true => text(op),
        false => op.type_key().to_owned(),
    }
}

fn describe_all(schedule: &Schedule) -> String {
    let (stages, groups) = (schedule.stages.load(), schedule.groups.load());
    let mut map: Vec<String> = Vec::new();
    for (op, stage) in &schedule.stage_map.load() {
        map.push(format!("{} -> {:?}", text_of_op(op), stages.iter().position(|other| other == stage)));
    }
    map.sort();
    stages.iter().chain(&groups).map(describe).collect::<String>() + &map.join("\n")
}

fn describe_ranges(ranges: &Map<IterVar, Range>) -> String {
    let mut lines: Vec<String> = ranges
        .iter()
        .map(|(axis, range)| format!("{}: {}, {}", axis.var.name_hint, text(&range.min), text(&range.extent)))
        .collect();
    lines.sort();
    lines.join("\n")
}

/// Returns the axes of a hybrid operation that is created from the parts of another.
fn axes_of_new(op: &HybridOpNode) -> Result<String> {
    let (name, tag, inputs) = (op.name.as_str(), op.tag.as_str(), &op.inputs);
    let create = Registry::expect("te.HybridOp")?;
    let new: HybridOp = create.call_as((name, tag, (), inputs, &op.outputs, &op.body))?;
    Ok(axes(&new.axis) + &text(&new.axis))
}

/// Returns the differences between TVM's answers and the results here. The normal form and the
/// bounds are compared only if both sides have the same axes.
fn differences(group: &str, graph: &str) -> Result<Vec<String>> {
    let has_same_axes = group != "hybrid_inlined";
    // A condition of a hybrid operation may be outside of the loop whose variable it has.
    let equal = StructuralEqual::new().map_free_vars(group.starts_with("hybrid"));
    let parts: Array<ObjectRef> = load_json(graph)?.downcast::<ObjectRef>()?.downcast()?;
    let [calls, args, theirs, normal, bounds, stmt, trivial, func] = &parts[..] else {
        return Err("eight parts".into());
    };
    let mut objects = Objects::default();
    for call in &calls.clone().downcast::<Array<Array<Option<ObjectRef>>>>()? {
        objects.call(call)?;
    }
    let schedule: Schedule = objects.own(theirs).downcast()?;
    let args: Array<ObjectRef> = objects.own(args).downcast()?;
    let mut differences = Vec::new();
    let mut compare = |what: &str, found: String, expected: String| {
        if found != expected {
            differences.push(format!("{what}:\nTVM\n{expected}\nhere\n{found}"));
        }
    };
    for op in schedule.stage_map.load().keys() {
        if let Some(op) = op.as_node::<HybridOpNode>() {
            compare("new axes", axes_of_new(op)?, axes(&op.axis) + &text(&op.axis));
        }
    }
    compare("schedule", describe_all(&schedule), describe_all(&theirs.clone().downcast()?));
    let own = schedule.normalize()?;
    if has_same_axes {
        compare("normal form", describe_all(&own), describe_all(&normal.clone().downcast()?));
    }
    let ranges = infer_bound(&own)?;
    if has_same_axes {
        compare("bounds", describe_ranges(&ranges), describe_ranges(&bounds.clone().downcast()?));
    }
    for (keeps_trivial, theirs) in [(false, stmt), (true, trivial)] {
        let found = schedule_ops(&own, &ranges, keeps_trivial)?;
        compare("statement", text(&found), text::<Stmt>(&theirs.clone().downcast()?));
    }
    let own: PrimFunc =
        schedule_to_module(&schedule, &args, "main", Map::new())?.lookup_by_name("main")?.downcast()?;
    let func: PrimFunc = func.clone().downcast()?;
    if !equal.equal(&own, &func) {
        differences.push(format!("function:\nTVM\n{}\nhere\n{}", text(&func), text(&own)));
    }
    Ok(differences)
}

fn check(group: &str, count: usize) -> Result {
    let path = format!("{}/tests/data/schedule/{group}.jsonl.gz", env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut cases = 0;
    for line in BufReader::new(GzDecoder::new(File::open(path)?)).lines() {
        let line = line?;
        let (name, graph) =
            line.split_once(": ").ok_or("no name")?.1.split_once(", \"graph\": ").ok_or("no graph")?;
        cases += 1;
        match differences(group, &graph[..graph.len() - 1]) {
            Ok(differences) => found.extend(differences.into_iter().map(|text| format!("{name}: {text}"))),
            Err(error) => found.push(format!("{name}: {error}")),
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n\n"));
    assert_eq!(cases, count);
    Ok(())
}

#[test]
fn loops_equal_those_of_tvm() -> Result {
    check("loops", 19)
}

#[test]
fn reductions_equal_those_of_tvm() -> Result {
    check("reductions", 11)
}

#[test]
fn threads_equal_those_of_tvm() -> Result {
    check("threads", 5)
}

#[test]
fn scans_equal_those_of_tvm() -> Result {
    check("scans", 6)
}

#[test]
fn groups_equal_those_of_tvm() -> Result {
    check("groups", 5)
}

#[test]
fn caches_and_factors_equal_those_of_tvm() -> Result {
    check("caches", 12)
}

#[test]
fn tensor_intrinsics_equal_those_of_tvm() -> Result {
    check("tensorize", 9)
}

#[test]
fn hybrid_operations_equal_those_of_tvm() -> Result {
    check("hybrid", 57)
}

/// TVM gives a hybrid operation new axes where it inlines into it, and loses its loops.
#[test]
fn statements_of_hybrid_operations_with_inlined_inputs_equal_those_of_tvm() -> Result {
    check("hybrid_inlined", 2)
}

#[test]
fn random_schedules_equal_those_of_tvm() -> Result {
    check("random", 55)
}

#[test]
fn random_hybrid_operations_equal_those_of_tvm() -> Result {
    check("hybrid_random", 47)
}
