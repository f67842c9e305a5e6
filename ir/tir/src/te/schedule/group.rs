//! Groups of stages.

use std::collections::HashMap;

use super::graph::sub_graph;
use super::{AttachType, Result, ScheduleError, Stage};
use crate::te::{Operation, Tensor};

/// The stage of each operation.
pub(super) type StageOf = HashMap<Operation, Stage>;

/// Returns the outer one of two groups, if it contains the other.
fn common_group(a: Option<Stage>, b: Option<Stage>) -> Option<Stage> {
    let (a, b) = (a?, b?);
    let is_inside = |inner: &Stage, outer: &Stage| {
        let mut group = Some(inner.clone());
        while let Some(other) = group.as_ref().filter(|group| *group != outer) {
            group = other.group.load();
        }
        group.is_some()
    };
    match (is_inside(&a, &b), is_inside(&b, &a)) {
        (true, _) => Some(b),
        (false, true) => Some(a),
        (false, false) => None,
    }
}

/// Moves a stage or a group from its group into another.
fn move_into(stage: &Stage, group: &Stage) {
    let old = stage.group.load();
    stage.group.store(Some(group.clone()));
    group.num_child_stages.update(|count| *count += 1);
    if let Some(old) = old {
        old.num_child_stages.update(|count| *count -= 1);
    }
}

/// Creates the group of the stages between outputs and inputs.
pub(super) fn create(
    stage_of: &StageOf,
    outputs: &[Tensor],
    inputs: &[Tensor],
    include_inputs: bool,
) -> Result<Stage> {
    let ops = sub_graph(outputs, inputs, include_inputs);
    let stage = |op: &Operation| {
        stage_of.get(op).cloned().ok_or_else(|| ScheduleError::Unknown { op: op.name.clone() })
    };
    let members = ops.iter().map(stage).collect::<Result<Vec<_>>>()?;
    let mut groups = members.iter().map(|member| member.group.load());
    let first = groups.next().flatten();
    let parent = groups.fold(first, common_group);

    // The earlier groups with members, in the order of the members, and their numbers of members.
    let mut touched: Vec<Stage> = Vec::new();
    let mut counts: HashMap<Stage, i32> = HashMap::new();
    let mut count = |group: &Stage, touched: &mut Vec<Stage>| {
        let count = counts.entry(group.clone()).or_insert_with(|| {
            touched.push(group.clone());
            0
        });
        *count += 1;
        *count == group.num_child_stages.load()
    };
    let is_parent = |group: &Stage| parent.as_ref() == Some(group);
    for group in members.iter().filter_map(|member| member.group.load()) {
        let mut group = group;
        // A group that is complete counts as a member of its own group.
        while count(&group, &mut touched) && !is_parent(&group) {
            let Some(outer) = group.group.load().filter(|outer| !is_parent(outer)) else { break };
            group = outer;
        }
    }
    touched.retain(|group| !is_parent(group));
    if touched.iter().any(|group| counts.get(group) != Some(&group.num_child_stages.load())) {
        let first = members.first().map_or_else(String::new, Stage::label);
        return Err(ScheduleError::Stage {
            stage: first,
            problem: "Trying to group region that intersect with an already existed group",
        });
    }

    let group = Stage::new_group();
    group.group.store(parent.clone());
    if let Some(parent) = &parent {
        parent.num_child_stages.update(|count| *count += 1);
    }
    for inner in touched.iter().chain(&members) {
        if inner.group.load() == parent {
            move_into(inner, &group);
        }
    }
    for member in members.iter().filter(|member| member.attach_type.load() == AttachType::Scope) {
        let around = member.attach_stage.load().and_then(|stage| stage.group.load());
        // A stage that was attached outside of the group is computed inside of it.
        if common_group(around, Some(group.clone())).as_ref() != Some(&group) {
            member.compute_root()?;
        }
    }
    Ok(group)
}
