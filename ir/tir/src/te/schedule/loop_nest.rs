//! The loops of a stage as frames around a statement.

use std::collections::{HashMap, HashSet};

use objet::String;
use objet::prelude::*;
use objet::walk::{Enter, RewriteError};
use objet_ir::expr::PrimExpr;

use super::bound_check::KnownRanges;
use super::passing::Values;
use super::storage::{storage_rank, thread_scope};
use super::{Result, Stage};
use crate::buffer::Buffer;
use crate::expr::{IterVar, IterVarType, Range, StringImmNode, Var};
use crate::functor::StmtExprMutator;
use crate::op;
use crate::stmt::{Allocate, AttrStmt, For, ForKind, IfThenElse, LetStmt, Stmt};

/// A statement without its body.
#[derive(Clone)]
pub(super) enum Frame {
    For(Var, PrimExpr, ForKind),
    Let(Var, PrimExpr),
    Attr(ObjectRef, String, PrimExpr),
    If(PrimExpr),
    Allocate(Var, DataType),
}

/// The frames of each loop, from the outermost to the innermost. The first element has the frames
/// outside of all loops.
pub(super) type Nest = Vec<Vec<Frame>>;

impl Frame {
    pub(super) fn attr(node: impl IsObjectRef, key: impl Into<String>, value: impl Into<PrimExpr>) -> Self {
        Self::Attr(node.into_object_ref(), key.into(), value.into())
    }

    /// Returns the variable that the statement binds.
    pub(super) fn var(&self) -> Option<&Var> {
        match self {
            Self::For(var, ..) | Self::Let(var, _) => Some(var),
            Self::Attr(node, ..) => node.downcast_ref::<IterVar>().map(|axis| &axis.var),
            _ => None,
        }
    }

    /// Returns the statement with this body.
    pub(super) fn around(&self, body: Stmt) -> Result<Stmt> {
        Ok(match self.clone() {
            Self::For(var, extent, kind) => {
                For::new(var, 0, extent, kind, body, None, Map::new(), None)?.upcast()
            }
            Self::Let(var, value) => LetStmt::new(var, value, body, None)?.upcast(),
            Self::Attr(node, key, value) => AttrStmt::new(Some(node), key, value, body, None).upcast(),
            Self::If(condition) => IfThenElse::new(condition, body, None, None)?.upcast(),
            Self::Allocate(var, dtype) => {
                let (one, always) = ([1.into()], op::const_true(1, None)?);
                Allocate::new(var, dtype, one, always, body, Map::new(), None)?.upcast()
            }
        })
    }
}

/// Returns a statement inside of frames, which are given from the outermost to the innermost.
pub(super) fn inside<'a>(frames: impl DoubleEndedIterator<Item = &'a Frame>, body: Stmt) -> Result<Stmt> {
    frames.rev().try_fold(body, |body, frame| frame.around(body))
}

/// Returns a statement inside of all loops.
pub(super) fn inside_nest(nest: &[Vec<Frame>], body: Stmt) -> Result<Stmt> {
    inside(nest.iter().flatten(), body)
}

/// Returns the frames of conditions.
pub(super) fn conditions(conditions: &[PrimExpr]) -> Vec<Frame> {
    conditions.iter().cloned().map(Frame::If).collect()
}

/// Options of a loop nest.
pub(super) struct NestOptions<'a> {
    /// The position of the first loop. The loops outside are left out.
    pub(super) first: usize,
    /// Whether the loops get new variables, because the nest is a second one of the same stage.
    pub(super) renames: bool,
    /// The axes without a loop.
    pub(super) skipped: &'a HashSet<IterVar>,
    /// Whether loops with one iteration stay loops.
    pub(super) keeps_trivial: bool,
}

/// Returns the loops of a stage, and adds the values of all axes.
pub(super) fn loop_nest(
    stage: &Stage,
    known: &KnownRanges<'_>,
    options: &NestOptions<'_>,
    values: &mut Values,
) -> Result<Nest> {
    let leaves = stage.leaf_iter_vars.load();
    let mut nest: Nest = vec![Vec::new(); leaves.len() + 1];
    for (position, axis) in leaves.iter().enumerate().skip(options.first) {
        if options.skipped.contains(axis) || axis.iter_type == IterVarType::Opaque {
            values.insert(axis.clone(), axis.var.clone().upcast());
            continue;
        }
        let range = stage.range_of(axis, known.ranges)?;
        let thread = stage.thread_of(axis);
        let bound = thread.as_ref().unwrap_or(axis);
        let frames = &mut nest[position + 1];
        let value = match bound.thread_tag.is_empty() {
            true => add_loop(stage, axis, bound, range, options, frames)?,
            false => add_thread(stage, axis, bound, range, options, frames)?,
        };
        values.insert(axis.clone(), value);
        if !options.renames {
            frames.push(Frame::attr(axis.clone(), "loop_scope", axis.var.clone()));
        }
    }
    stage.pass_up_index(known.ranges, values, false)?;
    Ok(nest)
}

/// Adds the frames of a loop, and returns the value of the axis.
fn add_loop(
    stage: &Stage,
    axis: &IterVar,
    bound: &IterVar,
    range: &Range,
    options: &NestOptions<'_>,
    frames: &mut Vec<Frame>,
) -> Result<PrimExpr> {
    let name = &axis.var.name_hint;
    let dtype = bound.var.dtype;
    let var = match options.renames {
        true => Var::new(format!("{name}.init"), dtype, None),
        false => bound.var.clone(),
    };
    let attr = stage.attr_of(axis);
    let kind = match attr.as_ref().map(|attr| attr.iter_type) {
        Some(IterVarType::Unrolled) => ForKind::Unrolled,
        Some(IterVarType::Vectorized) => ForKind::Vectorized,
        Some(IterVarType::Parallelized) => ForKind::Parallel,
        None | Some(IterVarType::DataPar | IterVarType::Tensorized) => ForKind::Serial,
        Some(_) => return Err(stage.axis_error(axis, "Unknown iter type in the iter_var_attrs")),
    };
    for (key, value) in attr.iter().flat_map(|attr| attr.pragma_keys.iter().zip(&attr.pragma_values)) {
        let Some(key) = key.as_node::<StringImmNode>() else {
            return Err(stage.axis_error(axis, "the name of a pragma is not a string"));
        };
        let value = value.clone().unwrap_or_else(|| 1.into());
        frames.push(Frame::attr(axis.clone(), format!("pragma_{}", key.value), value));
    }
    let is_trivial = op::is_const_int(&range.extent, 1);
    let value = if is_trivial && !options.keeps_trivial {
        let value = op::cast(dtype, &range.min, None)?;
        frames.push(Frame::Let(var, value.clone()));
        value
    } else if op::is_const_int(&range.min, 0) {
        frames.push(Frame::For(var.clone(), range.extent.clone(), kind));
        var.upcast()
    } else {
        let index = Var::new(format!("{}.idx", bound.var.name_hint), dtype, None);
        frames.push(Frame::For(index.clone(), range.extent.clone(), kind));
        let value = op::add(&range.min, index, None)?;
        frames.push(Frame::Let(var, value.clone()));
        value
    };
    if let Some(attr) = attr.filter(|attr| !attr.prefetch_data.is_empty()) {
        if is_trivial {
            return Err(stage.axis_error(axis, "Cannot prefetch on trivial loop with extent=1"));
        }
        for (tensor, offset) in attr.prefetch_data.iter().zip(&attr.prefetch_offset) {
            frames.push(Frame::attr(tensor.clone(), "prefetch_scope", offset));
        }
    }
    Ok(value)
}

/// Adds the frame of a thread axis, and returns the value of the axis that is bound to it.
fn add_thread(
    stage: &Stage,
    axis: &IterVar,
    bound: &IterVar,
    range: &Range,
    options: &NestOptions<'_>,
    frames: &mut Vec<Frame>,
) -> Result<PrimExpr> {
    if !op::is_const_int(&range.min, 0) {
        return Err(stage.axis_error(axis, "Itervar must start at zero, because it is bound to a thread"));
    }
    let tag = bound.thread_tag.as_str();
    let var: PrimExpr = bound.var.clone().upcast();
    let is_trivial = op::is_const_int(&range.extent, 1);
    let key = match tag {
        "vthread" | "cthread" => "virtual_thread",
        "pipeline" => "pipeline_exec_scope",
        _ => "thread_extent",
    };
    frames.push(Frame::attr(bound.clone(), key, op::cast(bound.var.dtype, &range.extent, None)?));
    match key {
        "virtual_thread" => match op::as_const_int(&range.extent) {
            Some(1..) => Ok(var),
            _ => Err(stage.axis_error(axis, "the extent of a virtual thread is not a positive constant")),
        },
        "pipeline_exec_scope" if is_trivial => Ok(range.min.clone()),
        "pipeline_exec_scope" => Err(stage.axis_error(axis, "the extent of a pipeline is not 1")),
        _ if is_trivial && !options.keeps_trivial => Ok(range.min.clone()),
        _ => {
            let scope = stage.scope.load();
            if scope.is_empty() {
                return Ok(var);
            }
            let is_shared = storage_rank(&scope)?.is_shared_along(thread_scope(tag)?);
            Ok(if is_shared { var } else { range.min.clone() })
        }
    }
}

/// Replaces the variables of axes in a statement, except in the axes and buffers that attributes
/// refer to. Variables that the loops of `nest` bind keep their bindings.
pub(super) fn substitute_axes(stmt: Stmt, values: &Values, nest: &[Vec<Frame>]) -> Result<Stmt> {
    let is_let = |frame: &&Frame| matches!(frame, Frame::Let(..));
    let bound: HashSet<&Var> = nest.iter().flatten().filter(is_let).filter_map(Frame::var).collect();
    let values = values.iter().filter(|(axis, _)| !bound.contains(&axis.var));
    let values = values.map(|(axis, value)| (axis.var.clone(), value.clone())).collect();
    substitute_vars(stmt, &values)
}

/// Replaces variables in a statement, except in the axes and buffers that attributes refer to.
pub(super) fn substitute_vars(stmt: Stmt, values: &HashMap<Var, PrimExpr>) -> Result<Stmt> {
    Ok(Substitution(values).mutate(stmt)?)
}

struct Substitution<'a>(&'a HashMap<Var, PrimExpr>);

impl StmtExprMutator for Substitution<'_> {
    type Error = RewriteError;

    fn enter_iter_var(&mut self, _: &IterVar) -> std::result::Result<Enter, RewriteError> {
        Ok(Enter::Keep)
    }

    fn enter_buffer(&mut self, _: &Buffer) -> std::result::Result<Enter, RewriteError> {
        Ok(Enter::Keep)
    }

    fn visit_var(&mut self, var: Var) -> std::result::Result<PrimExpr, RewriteError> {
        Ok(self.0.get(&var).cloned().unwrap_or_else(|| var.upcast()))
    }
}
