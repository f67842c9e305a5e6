//! The statement of a schedule.

use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::Enter;

use super::bound_check::KnownRanges;
use super::loop_nest::Frame;
use super::op_stmt::{provide, realize};
use super::post_proc::post_proc;
use super::{AttachType, Ranges, Result, Schedule, ScheduleError, Stage};
use crate::buffer::Buffer;
use crate::expr::{IterVar, Range};
use crate::functor::StmtExprMutator;
use crate::op;
use crate::stmt::{AttrStmt, EvaluateNode, SeqStmt, SeqStmtNode, Stmt};
use crate::te::{Operation, PlaceholderOpNode, ScanOp};

/// A place in the loops of a stage at which other stages are computed.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Place {
    Root,
    Loop(IterVar),
    ScanInit(Operation),
    ScanUpdate(Operation),
}

/// A stage whose statement is built, but is in no place yet.
struct Pipeline {
    stage: Stage,
    producer: Stmt,
}

/// Returns the statement of a normalized schedule: the loops of all stages, which store to tensors.
/// `ranges` is the result of [`infer_bound`](super::infer_bound). Loops with one iteration stay
/// loops if `keeps_trivial` is set.
///
/// # Errors
/// Returns an error in these cases:
///
/// - The schedule is not normalized.
/// - A stage is attached to a loop that does not exist.
/// - An annotation does not fit the loop.
#[doc(alias = "ScheduleOps")]
pub fn schedule_ops(schedule: &Schedule, ranges: &Map<IterVar, Range>, keeps_trivial: bool) -> Result<Stmt> {
    let ranges: Ranges = ranges.iter().map(|(axis, range)| (axis.clone(), range.clone())).collect();
    let mut known = KnownRanges::new(&ranges)?;
    let stages = schedule.stages.load();
    let mut scan_of_init: HashMap<Operation, Operation> = HashMap::new();
    for stage in &stages {
        let op = stage.operation()?;
        let Some(scan) = op.downcast_ref::<ScanOp>() else { continue };
        for tensor in &scan.init {
            let known = scan_of_init.insert(tensor.op.clone(), op.clone());
            if known.is_some_and(|known| known != op) {
                return Err(stage.error("Scan init tensor can only belong to one scan"));
            }
        }
    }
    // The producers of a stage come before it, so their statements are ready when the stage is built.
    let mut pending: HashMap<Place, Vec<Pipeline>> = HashMap::new();
    for stage in &stages {
        let op = stage.operation()?;
        if op.is_instance::<PlaceholderOpNode>() {
            continue;
        }
        let Some(place) = place_of(stage, &op, &scan_of_init)? else { continue };
        let producer = provide(stage, &mut known, keeps_trivial)?;
        let mut injection = Injection { pending: &mut pending, ranges: &ranges };
        let producer = injection.mutate(producer)?;
        pending.entry(place).or_default().push(Pipeline { stage: stage.clone(), producer });
    }
    let roots = pending.remove(&Place::Root).unwrap_or_default();
    if let Some(pipeline) = pending.into_values().flatten().next() {
        return Err(pipeline.stage.error("did not find attachment point"));
    }
    let mut body = None;
    for pipeline in roots.into_iter().rev() {
        body = Some(pipeline.around(body, &ranges)?);
    }
    let Some(body) = body else {
        return Err(ScheduleError::Empty(
            "the schedule computes no tensor: all its operations are placeholders",
        ));
    };
    post_proc(schedule, body)
}

/// Returns the place at which a stage is computed, or `None` for an inlined stage.
fn place_of(
    stage: &Stage,
    op: &Operation,
    scan_of_init: &HashMap<Operation, Operation>,
) -> Result<Option<Place>> {
    if stage.attach_type.load() == AttachType::Inline {
        return Err(stage.error("call schedule.normalize before scheduleops"));
    }
    if let Some(scan) = scan_of_init.get(op) {
        return Ok(Some(Place::ScanInit(scan.clone())));
    }
    let spec = stage.attach_spec();
    let place = match spec.attach_type.load() {
        AttachType::InlinedAlready => return Ok(None),
        AttachType::GroupRoot => Some(Place::Root),
        AttachType::Scope => spec.attach_ivar.load().map(Place::Loop),
        AttachType::ScanUpdate => {
            spec.attach_stage.load().and_then(|scan| scan.op.load()).map(Place::ScanUpdate)
        }
        AttachType::Inline => None,
    };
    place.map(Some).ok_or_else(|| spec.error("the stage is attached, but not to a loop of a stage"))
}

impl Pipeline {
    /// Returns the statement of the stage, followed by the statement that reads its results.
    fn around(self, consumer: Option<Stmt>, ranges: &Ranges) -> Result<Stmt> {
        let Self { stage, mut producer } = self;
        if stage.double_buffer.load() {
            producer = Frame::attr(stage.operation()?, "double_buffer_scope", 1).around(producer)?;
        }
        let body = match consumer.filter(|consumer| !is_nothing(consumer)) {
            Some(consumer) => SeqStmt::new([producer, consumer], None).upcast(),
            None => producer,
        };
        realize(&stage, ranges, body)
    }
}

/// Whether a statement has no effect.
fn is_nothing(stmt: &Stmt) -> bool {
    match_node!(match stmt {
        evaluate @ EvaluateNode => op::as_const_int(&evaluate.value).is_some(),
        seq @ SeqStmtNode => seq.seq.is_empty(),
        _ => false,
    })
}

/// Computes the stages that are attached to the loops of a statement.
struct Injection<'a> {
    pending: &'a mut HashMap<Place, Vec<Pipeline>>,
    ranges: &'a Ranges,
}

impl StmtExprMutator for Injection<'_> {
    type Error = ScheduleError;

    fn enter_iter_var(&mut self, _: &IterVar) -> Result<Enter> {
        Ok(Enter::Keep)
    }

    fn enter_buffer(&mut self, _: &Buffer) -> Result<Enter> {
        Ok(Enter::Keep)
    }

    fn enter_expr(&mut self, _: &objet_ir::expr::PrimExpr) -> Result<Enter> {
        Ok(Enter::Keep)
    }

    fn visit_attr_stmt(&mut self, attr: AttrStmt) -> Result<Stmt> {
        let Some(node) = &attr.node else { return Ok(attr.upcast()) };
        let op = || node.downcast_ref::<Operation>().cloned();
        let place = match attr.attr_key.as_str() {
            "loop_scope" => node.downcast_ref::<IterVar>().cloned().map(Place::Loop),
            "scan_init_scope" => op().map(Place::ScanInit),
            "scan_update_scope" => op().map(Place::ScanUpdate),
            _ => None,
        };
        let Some(pipelines) = place.and_then(|place| self.pending.remove(&place)) else {
            return Ok(attr.upcast());
        };
        let mut body = attr.body.clone();
        for pipeline in pipelines.into_iter().rev() {
            body = pipeline.around(Some(body), self.ranges)?;
        }
        Ok(AttrStmt::new(attr.node.clone(), attr.attr_key.as_str(), attr.value.clone(), body, None).upcast())
    }
}
