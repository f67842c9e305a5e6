//! Primitives that annotate the loops of a stage.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::{IterVarAttr, IterVarAttrNode, Result, Stage};
use crate::expr::{IterVar, IterVarType, StringImm};
use crate::te::{ScanOpNode, Tensor, TensorIntrin};

impl Stage {
    /// Changes the annotations of an axis. Other stages that share them keep theirs.
    fn annotate(&self, axis: &IterVar, change: impl FnOnce(&mut IterVarAttrNode)) {
        let mut node = IterVarAttrNode::clone(&self.attr_of(axis).unwrap_or_default());
        change(&mut node);
        let attr = IterVarAttr::from(make_object(node));
        let old = self.iter_var_attrs.update(|attrs| attrs.insert(axis.clone(), attr));
        drop(old);
    }

    fn execute(&self, axis: &IterVar, kind: IterVarType) -> Result {
        self.leaf_position(axis)?;
        self.annotate(axis, |attr| attr.iter_type = kind);
        Ok(())
    }

    /// Vectorizes a loop.
    ///
    /// # Errors
    /// Returns an error if the axis is a reduction, or no loop of the stage.
    pub fn vectorize(&self, axis: &IterVar) -> Result {
        use IterVarType::{DataPar, Opaque, Parallelized, Tensorized, Unrolled, Vectorized};
        let kinds = [DataPar, Opaque, Unrolled, Vectorized, Tensorized, Parallelized];
        self.check_kind("vectorize", axis, &kinds)?;
        self.execute(axis, Vectorized)
    }

    /// Unrolls a loop.
    ///
    /// # Errors
    /// Returns an error if the axis is no loop of the stage.
    pub fn unroll(&self, axis: &IterVar) -> Result {
        self.execute(axis, IterVarType::Unrolled)
    }

    /// Runs the iterations of a loop in parallel.
    ///
    /// # Errors
    /// Returns an error if the axis is no loop of the stage.
    pub fn parallel(&self, axis: &IterVar) -> Result {
        self.execute(axis, IterVarType::Parallelized)
    }

    /// Replaces a loop and the loops inside by a tensor intrinsic.
    ///
    /// # Errors
    /// Returns an error if the axis is no loop of the stage.
    pub fn tensorize(&self, axis: &IterVar, intrin: TensorIntrin) -> Result {
        self.leaf_position(axis)?;
        self.annotate(axis, |attr| {
            attr.iter_type = IterVarType::Tensorized;
            attr.tensor_intrin = Some(intrin);
        });
        Ok(())
    }

    /// Adds a pragma to a loop. The pragmas `unroll` and `vectorize` call these primitives.
    ///
    /// # Errors
    /// Returns an error if the axis is no loop of the stage.
    pub fn pragma(&self, axis: &IterVar, kind: &str, value: Option<PrimExpr>) -> Result {
        match kind {
            "unroll" => return self.unroll(axis),
            "vectorize" => return self.vectorize(axis),
            _ => self.leaf_position(axis)?,
        };
        self.annotate(axis, |attr| {
            attr.pragma_keys.push(StringImm::new(kind, None).upcast());
            attr.pragma_values.push(value);
        });
        Ok(())
    }

    /// Prefetches a tensor in a loop, `offset` iterations ahead.
    ///
    /// # Errors
    /// Returns an error if the axis is no loop of the stage.
    pub fn prefetch(&self, tensor: &Tensor, axis: &IterVar, offset: impl Into<PrimExpr>) -> Result {
        self.leaf_position(axis)?;
        self.annotate(axis, |attr| {
            attr.prefetch_data.push(tensor.clone());
            attr.prefetch_offset.push(offset.into());
        });
        Ok(())
    }

    /// Aligns the stride of an axis of the result: `stride % factor == offset`.
    pub fn storage_align(&self, axis: &IterVar, factor: i32, offset: i32) {
        self.annotate(axis, |attr| {
            attr.dim_align_factor = factor;
            attr.dim_align_offset = offset;
        });
    }

    /// Binds an axis to a thread axis.
    ///
    /// # Errors
    /// Returns an error if the axis is no loop of the stage, or if the thread is no thread axis.
    pub fn bind(&self, axis: &IterVar, thread: &IterVar) -> Result {
        self.check_kind("bind to a thread", axis, &[IterVarType::DataPar, IterVarType::CommReduce])?;
        self.check_kind("rebase by", thread, &[IterVarType::ThreadIndex])?;
        self.leaf_position(axis)?;
        self.annotate(axis, |attr| attr.bind_thread = Some(thread.clone()));
        Ok(())
    }

    /// Launches threads around a scan.
    ///
    /// # Errors
    /// Returns an error if the stage is no scan, or has such threads already.
    pub fn env_threads(&self, threads: &Array<IterVar>) -> Result {
        if !self.op.load().is_some_and(|op| op.is_instance::<ScanOpNode>()) {
            return Err(self.error("env_threads is only valid for composite ops such as ScanOp"));
        }
        if !self.env_threads.load().is_empty() {
            return Err(self.error("Already set env_threads"));
        }
        let joined =
            |first: &Array<IterVar>, second: &Array<IterVar>| first.iter().chain(second).cloned().collect();
        self.leaf_iter_vars.store(joined(threads, &self.leaf_iter_vars.load()));
        self.all_iter_vars.store(joined(&self.all_iter_vars.load(), threads));
        self.env_threads.store(threads.clone());
        Ok(())
    }

    /// Stores results only if a condition holds.
    pub fn set_store_predicate(&self, predicate: PrimExpr) {
        self.store_predicate.store(Some(predicate));
    }

    /// Sets the storage scope of the results.
    pub fn set_scope(&self, scope: &str) {
        self.scope.store(scope.to_owned());
    }

    /// Gives the results two buffers, which are used in turn.
    ///
    /// # Errors
    /// Returns an error if the stage is an output of the schedule.
    pub fn double_buffer(&self) -> Result {
        match self.is_output.load() {
            true => Err(self.error("Cannot apply double buffer on output")),
            false => {
                self.double_buffer.store(true);
                Ok(())
            }
        }
    }
}
