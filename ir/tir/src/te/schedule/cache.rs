//! Stages that hold copies of tensors in another memory.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::bound_check::KnownRanges;
use super::compute_stmt::{outputs, schedulable_axes};
use super::data_flow::{Axes, by_var, with_conditions, with_vars};
use super::graph::output_of;
use super::passing::Values;
use super::replace::{Tensors, replace_inputs, values_of};
use super::{Ranges, Result, SameOutput, Schedule, ScheduleError, Stage};
use crate::arith::Analyzer;
use crate::expr::{IterVar, IterVarType, Range, Reduce, Var};
use crate::op;
use crate::te::{
    BaseComputeOp, BaseComputeOpNode, ComputeOp, Operation, Tensor, TensorComputeOp, TensorOperation,
};

/// The loops of a stage as the axes of a new operation.
struct Layout {
    axes: Vec<IterVar>,
    /// The indices of the new operation at an element of the old one.
    indices: Vec<PrimExpr>,
    /// The old axes by the old loops.
    old: HashMap<Var, PrimExpr>,
    /// The new axes by the old loops.
    new: HashMap<Var, PrimExpr>,
    conditions: Vec<PrimExpr>,
}

impl Layout {
    fn new(stage: &Stage, op: &BaseComputeOpNode) -> Result<Self> {
        let reductions: Axes = op.reduce_axis.iter().cloned().collect();
        let mut ranges = Ranges::new();
        let mut analyzer = Analyzer::new();
        for axis in &op.axis {
            let domain = axis.dom.clone().ok_or_else(|| stage.axis_error(axis, "the axis has no domain"))?;
            analyzer.bind_range(&axis.var, &domain, false)?;
            ranges.insert(axis.clone(), domain);
        }
        stage.pass_down_domain(&mut ranges, &mut analyzer, true)?;
        let leaves = stage.leaf_iter_vars.load();
        let leaves: Vec<&IterVar> = leaves.iter().filter(|leaf| !reductions.contains(*leaf)).collect();
        let (mut axes, mut new, mut values) = (Vec::new(), HashMap::new(), Values::new());
        for leaf in &leaves {
            if leaf.iter_type != IterVarType::DataPar {
                return Err(stage.axis_error(leaf, "Can only relayout with in data parallel dimensions"));
            }
            let range = stage.range_of(leaf, &ranges)?.clone();
            let var = leaf.var.copy_with_suffix(".c");
            new.insert(leaf.var.clone(), var.clone().upcast());
            let value = match op::is_const_int(&range.extent, 1) {
                true => range.min.clone(),
                false => leaf.var.clone().upcast(),
            };
            values.insert((*leaf).clone(), value);
            axes.push(IterVar::new(Some(range), var, leaf.iter_type, "", None)?);
        }
        stage.pass_up_index(&ranges, &mut values, true)?;
        // The inner axes of a tensor intrinsic are no loops, and keep their values.
        let inner: Vec<&IterVar> = op.axis.iter().skip(schedulable_axes(op).count()).collect();
        let skipped: Axes = reductions.iter().chain(inner.iter().copied()).cloned().collect();
        let conditions = KnownRanges::new(&ranges)?.bound_check(stage, &values, true, &skipped)?;
        let mut old = by_var(&values);
        let roots: Vec<&Var> = op.axis.iter().map(|axis| &axis.var).collect();
        old.retain(|var, _| roots.contains(&var));
        let mut values: Values =
            op.axis.iter().map(|axis| (axis.clone(), axis.var.clone().upcast())).collect();
        stage.pass_down_index(&ranges, &mut values, true)?;
        let mut indices = Vec::new();
        for leaf in leaves.into_iter().chain(inner.iter().copied()) {
            let value = values.get(leaf).cloned();
            indices.push(value.ok_or_else(|| stage.axis_error(leaf, "the axis has no value"))?);
        }
        for axis in inner {
            let var = axis.var.copy_with_suffix(".c");
            axes.push(IterVar::new(axis.dom.clone(), var, axis.iter_type, "", None)?);
        }
        Ok(Self { axes, indices, old, new, conditions })
    }

    /// Returns an expression over the old axes as one over the new axes.
    fn expr(&self, expr: &PrimExpr) -> Result<PrimExpr> {
        let expr = with_conditions(with_vars(expr, &self.old)?, &self.conditions)?;
        with_vars(&expr, &self.new)
    }
}

impl Schedule {
    /// Adds a stage that copies a tensor to another memory, from which some operations read it.
    ///
    /// # Errors
    /// Returns an error if an operation does not read the tensor, or if the schedule lacks a stage.
    pub fn cache_read(&self, tensor: &Tensor, scope: &str, readers: &[Operation]) -> Result<Tensor> {
        let mut name = match tensor.op.output_types().len() {
            1 => tensor.op.name.clone(),
            _ => format!("{}.v{}", tensor.op.name, tensor.value_index),
        };
        let names: HashSet<String> = self.stage_map.load().keys().map(|op| op.name.clone()).collect();
        while names.contains(&format!("{name}.{scope}")) {
            name += ".d";
        }
        let stage = self.stage_of(&tensor.op)?;
        let source = stage.operation()?.same_output(tensor)?;
        let mut axes = Vec::new();
        for (index, extent) in source.shape.iter().enumerate() {
            let var = Var::new(format!("ax{index}"), extent.dtype, None);
            let domain = Range::from_min_extent(0, extent.clone());
            axes.push(IterVar::new(Some(domain), var, IterVarType::DataPar, "", None)?);
        }
        let indices: Array<PrimExpr> = axes.iter().map(|axis| axis.var.clone().upcast()).collect();
        let op = ComputeOp::new(format!("{name}.{scope}"), "", axes, [source.at(indices)?])?;
        let cache = op.output(0)?;
        let op: Operation = op.upcast();

        let cached = Tensors::from([(output_of(&source), cache.clone())]);
        let (mut tensors, mut originals) = (Tensors::new(), Tensors::new());
        for reader in readers {
            let stage = self.stage_of(reader)?;
            let old = stage.operation()?;
            let new = replace_inputs(&old, &cached)?;
            if new == old {
                return Err(ScheduleError::Value {
                    stage: stage.label(),
                    problem: "Cannot find the tensor in the inputs of the stage",
                    found: source.name_hint(),
                });
            }
            for index in 0..new.output_types().len() {
                let (old, new) = (old.output(index)?, new.output(index)?);
                tensors.insert(output_of(&old), new.clone());
                originals.insert(output_of(&new), old);
            }
            stage.op.store(Some(new));
        }
        self.replace_data_flow(&mut tensors, &mut originals)?;
        self.insert_stage(&op, &stage, true)?.set_scope(scope);
        Ok(cache)
    }

    /// Adds a stage that computes tensors in another memory, in the order of the loops of their
    /// stage. The stage itself copies the results.
    ///
    /// # Errors
    /// Returns an error if the tensors are not all outputs of one operation that is computed element
    /// by element or by a tensor intrinsic.
    pub fn cache_write(&self, tensors: &[Tensor], scope: &str) -> Result<Vec<Tensor>> {
        let Some(first) = tensors.first() else {
            return Err(ScheduleError::Empty("size of tensor_array must be greater than 0"));
        };
        let stage = self.stage_of(&first.op)?;
        for tensor in tensors {
            if self.stage_of(&tensor.op)? != stage {
                return Err(stage.error("Input tensor list must be generated by ONE computeOp"));
            }
        }
        let op = stage.operation()?;
        let old: Vec<Tensor> = (0..op.output_types().len())
            .map(|index| op.output(index))
            .collect::<std::result::Result<_, _>>()?;
        let base = op.downcast_ref::<BaseComputeOp>();
        let base =
            base.ok_or_else(|| stage.error("cache write only take ComputeOp or TensorComputeOp as writers"))?;
        if tensors.len() > 1 && tensors.len() != old.len() {
            return Err(stage.error("size of input tensor list must be same as number of stage outputs"));
        }
        let layout = Layout::new(&stage, base)?;
        let name = format!("{}.{scope}", op.name);
        let (cache, attrs): (Operation, _) = if let Some(compute) = op.downcast_ref::<ComputeOp>() {
            let Some(first) = compute.body.first() else {
                return Err(stage.error("the stage has no element"));
            };
            let changed = layout.expr(first)?;
            let body = match changed.downcast_ref::<Reduce>() {
                Some(reduce) => values_of(reduce, compute.body.len())?,
                None => compute.body.iter().map(|body| layout.expr(body)).collect::<Result<Vec<_>>>()?.into(),
            };
            let (tag, attrs) = (op.tag.clone(), op.attrs.clone());
            (ComputeOp::with_attrs(name, tag, attrs.clone(), layout.axes.clone(), body)?.upcast(), attrs)
        } else {
            (self.cached_intrinsic(&stage, &op, &layout, name)?, Map::new())
        };
        let mut axes = base.axis.clone();
        for position in schedulable_axes(base).count()..axes.len() {
            let axis = &base.axis[position];
            let parallel = IterVar::new(axis.dom.clone(), axis.var.clone(), IterVarType::DataPar, "", None)?;
            axes.set(position, parallel);
        }
        let mut caches = Vec::new();
        let mut copies = Vec::new();
        for index in 0..old.len() {
            let cache = cache.output(index)?;
            copies.push(cache.at(layout.indices.clone())?);
            caches.push(cache);
        }
        let copy = ComputeOp::with_attrs(op.name.clone(), op.tag.clone(), attrs, axes, copies)?;
        let new = outputs(&copy)?;
        self.replace_op(&stage, &old, &new, &copy.upcast())?;
        self.insert_stage(&cache, &stage, false)?.set_scope(scope);
        caches.truncate(tensors.len());
        Ok(caches)
    }

    /// Returns an operation on the axes of a layout that a tensor intrinsic performs.
    fn cached_intrinsic(
        &self,
        stage: &Stage,
        op: &Operation,
        layout: &Layout,
        name: String,
    ) -> Result<Operation> {
        let Some(tensor) = op.downcast_ref::<TensorComputeOp>() else {
            return Err(stage.error("cache write only take ComputeOp or TensorComputeOp as writers"));
        };
        if tensor.output_types().len() != 1 {
            return Err(stage.error("cache write only support single output tensor_compute_op"));
        }
        let mut regions = Vec::new();
        for region in &tensor.input_regions {
            let range = |range: &Range| {
                let min = with_vars(&range.min, &layout.new)?;
                Ok(Range::from_min_extent(min, with_vars(&range.extent, &layout.new)?))
            };
            regions.push(Array::from(region.iter().map(range).collect::<Result<Vec<_>>>()?));
        }
        let scalars = tensor.scalar_inputs.iter().map(|scalar| with_vars(scalar, &layout.new));
        Ok(TensorComputeOp::new(
            name,
            op.tag.clone(),
            layout.axes.clone(),
            tensor.reduce_axis.clone(),
            tensor.schedulable_ndim,
            tensor.intrin.clone(),
            tensor.inputs.clone(),
            regions,
            scalars.collect::<Result<Vec<_>>>()?,
        )
        .upcast())
    }
}
