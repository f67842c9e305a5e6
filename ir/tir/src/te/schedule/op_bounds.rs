//! The regions of tensors that operations read, and the ranges that regions of results need.

use std::collections::HashMap;

use objet::prelude::*;

use super::graph::{Output, output_of};
use super::scan_body::fix_points;
use super::sets::{cover_range, range_set, union_all};
use super::{Ranges, Result, Stage};
use crate::arith::{Analyzer, Domains, IntervalSet};
use crate::expr::{IterVar, ProducerLoad, Range};
use crate::functor::post_order;
use crate::op;
use crate::te::{
    BaseComputeOp, ComputeOp, ComputeOpNode, ExternOpNode, HybridOp, HybridOpNode, Operation, ScanOp, Tensor,
    TensorComputeOp, TensorOperation,
};

/// The sets of indices at which tensors are read, for each axis.
pub(super) type Regions = HashMap<Output, Vec<Vec<IntervalSet>>>;

/// The loads of each tensor in an operation.
pub(super) type Loads = HashMap<Output, Vec<ProducerLoad>>;

/// Returns the loads of each tensor in an operation.
pub(super) fn loads_of(op: &Operation) -> Loads {
    let mut loads = Loads::new();
    let Some(compute) = op.downcast_ref::<ComputeOp>() else { return loads };
    for part in post_order(&compute.body) {
        let Ok(load) = part.downcast::<ProducerLoad>() else { continue };
        let tensor = load.producer.downcast_ref::<Tensor>().map(output_of);
        if let Some(tensor) = tensor {
            loads.entry(tensor).or_default().push(load);
        }
    }
    loads
}

/// Adds the indices at which an operation reads tensors, for the domains of its axes.
pub(super) fn add_read_regions(
    op: &Operation,
    loads: &Loads,
    analyzer: &mut Analyzer,
    domains: &Domains,
    regions: &mut Regions,
) -> Result {
    if op.is_instance::<ComputeOpNode>() {
        for (tensor, region) in regions.iter_mut() {
            for load in loads.get(tensor).into_iter().flatten() {
                add_load(load, analyzer, domains, region)?;
            }
        }
    } else if let Some(compute) = op.downcast_ref::<TensorComputeOp>() {
        for (tensor, ranges) in compute.inputs.iter().zip(&compute.input_regions) {
            let Some(region) = regions.get_mut(&output_of(tensor)) else { continue };
            for (sets, range) in region.iter_mut().zip(ranges) {
                sets.push(range_set(range, domains)?);
            }
        }
    } else if let Some(scan) = op.downcast_ref::<ScanOp>() {
        add_scan_regions(scan, domains, regions)?;
    } else if op.is_instance::<ExternOpNode>() || op.is_instance::<HybridOpNode>() {
        for tensor in op.inputs() {
            let Some(region) = regions.get_mut(&output_of(&tensor)) else { continue };
            for (sets, extent) in region.iter_mut().zip(&tensor.shape) {
                let zero = op::make_zero(extent.dtype, None)?;
                sets.push(IntervalSet::from_range(&Range::from_min_extent(zero, extent.clone()))?);
            }
        }
    }
    Ok(())
}

/// Adds the indices of a load. An index outside of the tensor has no meaning, so the tensor's shape
/// takes the place of an interval that contains the shape.
fn add_load(
    load: &ProducerLoad,
    analyzer: &mut Analyzer,
    domains: &Domains,
    region: &mut [Vec<IntervalSet>],
) -> Result {
    let Some(tensor) = load.producer.downcast_ref::<Tensor>() else { return Ok(()) };
    for ((sets, extent), index) in region.iter_mut().zip(&tensor.shape).zip(&load.indices) {
        let set = analyzer.int_set(index, domains);
        let (first, last) = (op::make_zero(extent.dtype, None)?, op::sub(extent, 1, None)?);
        let contains_shape = set.is_everything() || {
            let lower = op::greater_equal(&first, &set.min_value, None);
            let upper = op::less_equal(&last, &set.max_value, None);
            lower.is_ok_and(|lower| analyzer.can_prove(&lower))
                && upper.is_ok_and(|upper| analyzer.can_prove(&upper))
        };
        sets.push(if contains_shape { IntervalSet::new(first, last) } else { set });
    }
    Ok(())
}

fn add_scan_regions(scan: &ScanOp, domains: &Domains, regions: &mut Regions) -> Result {
    let mut spatial = scan.spatial_axis.iter();
    let domain = |axis: &IterVar| domains.get(&axis.var).cloned().unwrap_or_else(IntervalSet::everything);
    for (init, update) in scan.init.iter().zip(&scan.update) {
        let axes: Vec<&IterVar> = spatial.by_ref().take(update.shape.len().saturating_sub(1)).collect();
        for (tensor, is_init) in [(init, true), (update, false)] {
            let Some(region) = regions.get_mut(&output_of(tensor)) else { continue };
            let Some((first, rest)) = region.split_first_mut() else { continue };
            first.push(match (is_init, init.shape.first()) {
                (true, Some(extent)) => IntervalSet::from_range(&Range::from_min_extent(0, extent.clone()))?,
                _ => domain(&scan.scan_axis),
            });
            for (sets, axis) in rest.iter_mut().zip(&axes) {
                sets.push(domain(axis));
            }
        }
    }
    Ok(())
}

impl Stage {
    fn domain_of<'a>(&self, axis: &'a IterVar) -> Result<&'a Range> {
        axis.dom.as_ref().ok_or_else(|| self.axis_error(axis, "the axis has no domain"))
    }

    fn add_range(&self, axis: &IterVar, range: Range, ranges: &mut Ranges) -> Result {
        match ranges.insert(axis.clone(), range) {
            None => Ok(()),
            Some(_) => Err(self.axis_error(axis, "the axis belongs to two stages")),
        }
    }

    /// Computes the ranges of the axes of the operation from the regions that are read of its
    /// outputs.
    pub(super) fn gather_bound(&self, regions: &Regions, ranges: &mut Ranges) -> Result {
        let op = self.operation()?;
        let region = |output: usize| {
            let index = i32::try_from(output).unwrap_or(i32::MAX);
            regions.get(&(op.clone(), index)).cloned().unwrap_or_default()
        };
        if let Some(compute) = op.downcast_ref::<BaseComputeOp>() {
            let first = region(0);
            for (index, axis) in compute.axis.iter().enumerate() {
                let sets = first.get(index).map_or(&[][..], Vec::as_slice);
                let range = cover_range(&union_all(sets), self.domain_of(axis)?)?;
                self.add_range(axis, range, ranges)?;
            }
            for axis in &compute.reduce_axis {
                self.add_range(axis, self.domain_of(axis)?.clone(), ranges)?;
            }
        }
        if let Some(hybrid) = op.downcast_ref::<HybridOp>() {
            for axis in &hybrid.axis {
                self.add_range(axis, self.domain_of(axis)?.clone(), ranges)?;
            }
        }
        let Some(scan) = op.downcast_ref::<ScanOp>() else { return Ok(()) };
        let outputs: Vec<_> = (0..op.output_types().len()).map(region).collect();
        let times: Vec<IntervalSet> =
            outputs.iter().filter_map(|output| output.first()).flatten().cloned().collect();
        let domain = self.domain_of(&scan.scan_axis)?;
        let range = cover_range(&union_all(&times), domain)?;
        let extent = op::sub(op::add(&range.extent, &range.min, None)?, &domain.min, None)?;
        let extent = Analyzer::new().simplify(&extent, 2);
        self.add_range(&scan.scan_axis, Range::from_min_extent(domain.min.clone(), extent), ranges)?;

        let mut points = fix_points(scan)?.into_iter();
        for (output, update) in outputs.iter().zip(&scan.update) {
            for index in 1..update.shape.len() {
                let Some((axis, is_fixed)) = points.next() else { return Ok(()) };
                let domain = self.domain_of(&axis)?.clone();
                let sets = output.get(index).map_or(&[][..], Vec::as_slice);
                let range = if is_fixed { cover_range(&union_all(sets), &domain)? } else { domain };
                self.add_range(&axis, range, ranges)?;
            }
        }
        Ok(())
    }
}
