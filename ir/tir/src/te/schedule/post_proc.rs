//! Removal of the markers and of the replaced tensors in the statement of a schedule.

use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::Enter;
use objet_ir::expr::PrimExpr;
use objet_ir::op::CallEffectKind;

use super::graph::{Output, output_of};
use super::{Result, SameOutput, Schedule, ScheduleError};
use crate::analysis::side_effect;
use crate::arith::Analyzer;
use crate::buffer::Buffer;
use crate::expr::{IterVar, ProducerLoad, Var};
use crate::functor::{StmtExprMutator, StmtExprVisitor};
use crate::op;
use crate::stmt::{AttrStmt, LetStmt, ProducerRealize, ProducerStore, Stmt};
use crate::te::{Operation, ScanOp, Tensor, TensorOperation};

/// Removes markers, bindings of variables and repeated thread axes from a statement, and lets it
/// access the tensors of the original operations.
pub(super) fn post_proc(schedule: &Schedule, body: Stmt) -> Result<Stmt> {
    let mut post_proc = PostProc::default();
    for stage in &schedule.stages.load() {
        for (axis, attr) in &stage.iter_var_attrs.load() {
            if let Some(thread) = &attr.bind_thread {
                let value = thread.var.clone().upcast();
                if post_proc.values.insert(axis.var.clone(), value).is_some() {
                    return Err(
                        stage.axis_error(axis, "two axes with the same variable are bound to threads")
                    );
                }
            }
        }
        let op = stage.operation()?;
        let origin = stage.origin_op.clone().unwrap_or_else(|| op.clone());
        if op != origin {
            for index in 0..op.output_types().len() {
                let target = origin.output(index)?;
                let source = op.output(index)?;
                post_proc.replace(&source, &target, Some(&origin));
            }
        }
        let Some(scan) = op.downcast_ref::<ScanOp>() else { continue };
        for (index, ((init, update), state)) in
            scan.init.iter().zip(&scan.update).zip(&scan.state_placeholder).enumerate()
        {
            let target = origin.output(index)?;
            for source in [init, update, state] {
                post_proc.replace(source, &target, None);
            }
        }
    }
    post_proc.mutate(body)
}

#[derive(Default)]
struct PostProc {
    /// The values of variables.
    values: HashMap<Var, PrimExpr>,
    /// The extents of the thread axes around the statement.
    threads: HashMap<IterVar, PrimExpr>,
    tensors: HashMap<Output, Tensor>,
    /// The tensors that are realized instead of others, or not at all.
    realized: HashMap<Output, Option<Tensor>>,
    ops: HashMap<Operation, Option<Operation>>,
}

impl PostProc {
    /// Lets the statement access `target` instead of `source`. Without `op`, `source` is not
    /// realized.
    fn replace(&mut self, source: &Tensor, target: &Tensor, op: Option<&Operation>) {
        self.tensors.insert(output_of(source), target.clone());
        self.realized.insert(output_of(source), op.map(|_| target.clone()));
        self.ops.insert(source.op.clone(), op.cloned());
    }

    fn value_of(&self, expr: &PrimExpr) -> Result<PrimExpr> {
        Ok(crate::functor::substitute(expr.clone(), |var| self.values.get(var).cloned())?)
    }

    /// Returns the attribute about the operation that takes the place of another.
    fn enter_attr(&mut self, attr: &AttrStmt) -> Result<Enter> {
        let body = || Ok(Enter::Instead(attr.body.clone().upcast()));
        let Some(node) = &attr.node else { return Ok(Enter::Inside) };
        let with_node = |node: ObjectRef| {
            let (key, value) = (attr.attr_key.as_str(), attr.value.clone());
            Ok(Enter::Instead(AttrStmt::new(Some(node), key, value, attr.body.clone(), None).upcast()))
        };
        match attr.attr_key.as_str() {
            "loop_scope" | "scan_init_scope" => return body(),
            "scan_update_scope" => {
                if let Some(scan) = node.downcast_ref::<ScanOp>() {
                    let value = self.value_of(&attr.value)?;
                    self.values.insert(scan.scan_axis.var.clone(), value);
                }
                return body();
            }
            "thread_extent" => {
                let Some(thread) = node.downcast_ref::<IterVar>() else { return Ok(Enter::Inside) };
                let Some(known) = self.threads.get(thread) else {
                    self.threads.insert(thread.clone(), attr.value.clone());
                    return Ok(Enter::Inside);
                };
                let difference = op::sub(known, &attr.value, None)?;
                if !op::is_const_int(&Analyzer::new().simplify(&difference, 2), 0) {
                    return Err(ScheduleError::Value {
                        stage: thread.var.name_hint.to_string(),
                        problem: "a thread axis has different extents",
                        found: objet::text::as_repr(Some(&attr.value)),
                    });
                }
                return body();
            }
            _ => {}
        }
        let (tensor, op) = match attr.attr_key.as_str() {
            "double_buffer_scope" => (None, node.downcast_ref::<Operation>()),
            "buffer_dim_align" => (node.downcast_ref::<Tensor>(), None),
            "buffer_bind_scope" => (bound_tensor(node), None),
            _ => (None, None),
        };
        let op = op.or(tensor.map(|tensor| &tensor.op));
        let Some(replacement) = op.and_then(|op| self.ops.get(op)) else { return Ok(Enter::Inside) };
        let Some(op) = replacement else { return body() };
        match tensor {
            None => with_node(op.clone().upcast()),
            Some(tensor) => with_node(with_tensor(node, op.same_output(tensor)?)),
        }
    }
}

/// Returns the tensor of which a buffer is a region.
pub(super) fn bound_tensor(node: &ObjectRef) -> Option<&Tensor> {
    node.downcast_ref::<Array<ObjectRef>>()?.get(1)?.downcast_ref::<Tensor>()
}

/// Returns the node of an attribute about another tensor.
pub(super) fn with_tensor(node: &ObjectRef, tensor: impl IsObjectRef) -> ObjectRef {
    match node.downcast_ref::<Array<ObjectRef>>() {
        Some(pair) => Array::<ObjectRef>::from([pair[0].clone(), tensor.into_object_ref()]).upcast(),
        None => tensor.into_object_ref(),
    }
}

impl StmtExprMutator for PostProc {
    type Error = ScheduleError;

    fn enter_iter_var(&mut self, _: &IterVar) -> Result<Enter> {
        Ok(Enter::Keep)
    }

    fn enter_buffer(&mut self, _: &Buffer) -> Result<Enter> {
        Ok(Enter::Keep)
    }

    fn enter_stmt(&mut self, stmt: &Stmt) -> Result<Enter> {
        if let Some(attr) = stmt.downcast_ref::<AttrStmt>() {
            return self.enter_attr(attr);
        }
        if let Some(binding) = stmt.downcast_ref::<LetStmt>()
            && side_effect(&binding.value) <= CallEffectKind::Pure
        {
            let value = self.value_of(&binding.value)?;
            self.values.insert(binding.var.clone(), value);
            return Ok(Enter::Instead(binding.body.clone().upcast()));
        }
        let Some(realize) = stmt.downcast_ref::<ProducerRealize>() else { return Ok(Enter::Inside) };
        let tensor = realize.producer.downcast_ref::<Tensor>();
        Ok(match tensor.and_then(|tensor| self.realized.get(&output_of(tensor))) {
            None => Enter::Inside,
            Some(None) => Enter::Instead(realize.body.clone().upcast()),
            Some(Some(tensor)) => {
                let (bounds, condition) = (realize.bounds.clone(), realize.condition.clone());
                let (body, scope) = (realize.body.clone(), realize.storage_scope.clone());
                Enter::Instead(
                    ProducerRealize::new(tensor.clone(), bounds, condition, body, scope, None)?.upcast(),
                )
            }
        })
    }

    fn visit_attr_stmt(&mut self, attr: AttrStmt) -> Result<Stmt> {
        if attr.attr_key == "thread_extent"
            && let Some(thread) = attr.node.as_ref().and_then(|node| node.downcast_ref::<IterVar>())
        {
            self.threads.remove(thread);
        }
        Ok(attr.upcast())
    }

    fn visit_producer_store(&mut self, store: ProducerStore) -> Result<Stmt> {
        let mut target = None;
        let mut tensor = store.producer.downcast_ref::<Tensor>();
        // An update of a scan may be a replacement itself.
        for _ in 0..=self.tensors.len() {
            let Some(next) = tensor.and_then(|tensor| self.tensors.get(&output_of(tensor))) else { break };
            (target, tensor) = (Some(next), Some(next));
        }
        Ok(match target {
            Some(tensor) => {
                let (value, indices) = (store.value.clone(), store.indices.clone());
                ProducerStore::new(tensor.clone(), value, indices, None).upcast()
            }
            None => store.upcast(),
        })
    }

    fn visit_producer_load(&mut self, load: ProducerLoad) -> Result<PrimExpr> {
        let tensor =
            load.producer.downcast_ref::<Tensor>().and_then(|tensor| self.tensors.get(&output_of(tensor)));
        Ok(match tensor {
            Some(tensor) => ProducerLoad::of_tensor(tensor.clone(), load.indices.clone(), None)?.upcast(),
            None => load.upcast(),
        })
    }

    fn visit_var(&mut self, var: Var) -> Result<PrimExpr> {
        Ok(self.values.get(&var).cloned().unwrap_or_else(|| var.upcast()))
    }
}

/// Whether the buffers of a statement must be compact, because it binds them to regions of tensors.
#[doc(alias = "VerifyCompactBuffer")]
pub fn verify_compact_buffer(stmt: &Stmt) -> bool {
    struct Bindings(bool);
    impl StmtExprVisitor for Bindings {
        fn visit_attr_stmt(&mut self, attr: &AttrStmt) {
            self.0 |= attr.attr_key == "buffer_bind_scope";
        }
    }
    let mut bindings = Bindings(false);
    bindings.visit(stmt);
    bindings.0
}
