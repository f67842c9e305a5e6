//! Accesses to buffers that are regions of other buffers become accesses to the others.

use std::collections::HashMap;

use objet::prelude::*;
use objet::text::as_repr;
use objet::walk::Enter;
use objet_ir::expr::PrimExpr;

use super::error::BlockPassError;
use super::{PrimFuncPass, body_pass};
use crate::arith::Analyzer;
use crate::buffer::Buffer;
use crate::expr::{BufferLoad, IterVar, LoadNode, Range, Var};
use crate::function::PrimFunc;
use crate::functor::{StmtExprMutator, substitute};
use crate::op::{self, is_const_int};
use crate::stmt::{Block, BlockNode, BufferRegion, BufferStore, ForNode, MatchBufferRegion, Stmt, StoreNode};

/// Creates a pass that replaces buffers which are regions of other buffers by the others.
#[register_global("tir.transform.LowerMatchBuffer")]
fn lower_match_buffer() -> PrimFuncPass {
    body_pass("tir.LowerMatchBuffer", |func| Matched::of(func).mutate(func.body.clone()))
}

struct Matched {
    /// The regions of buffers that are not regions of others, by the buffers that stand for them.
    regions: HashMap<Buffer, BufferRegion>,
    /// The values of the variables in the buffers that stand for regions.
    values: HashMap<Var, PrimExpr>,
    analyzer: Analyzer,
}

impl Matched {
    fn of(func: &PrimFunc) -> Self {
        // Parameters other than pointers keep their values.
        let numbers = func.params.iter().filter(|param| !param.dtype.is_handle());
        let values = numbers.map(|param| (param.clone(), param.clone().upcast())).collect();
        Self { regions: HashMap::new(), values, analyzer: Analyzer::new() }
    }

    /// Returns a region of a buffer that is not a region of another buffer.
    fn source(&self, region: &BufferRegion) -> Result<BufferRegion, BlockPassError> {
        let Some(outer) = self.regions.get(&region.buffer) else { return Ok(region.clone()) };
        let ranges = region.region.iter().map(|range| (range.min.clone(), Some(range.extent.clone())));
        Ok(BufferRegion::new(outer.buffer.clone(), within(&region.buffer, outer, ranges.collect())?)?)
    }

    fn value(&self, expr: &PrimExpr) -> Result<PrimExpr, BlockPassError> {
        Ok(substitute(expr.clone(), |var| self.values.get(var).cloned())?)
    }

    /// Adds a buffer that stands for a region.
    fn add(&mut self, matched: &MatchBufferRegion) -> Result<(), BlockPassError> {
        let (buffer, source) = (&matched.buffer, self.source(&matched.source)?);
        let ranges = source
            .region
            .iter()
            .map(|range| Ok(Range::from_min_extent(self.value(&range.min)?, self.value(&range.extent)?)));
        let ranges: Array<Range> = ranges.collect::<Result<_, BlockPassError>>()?;
        let source = BufferRegion::new(source.buffer.clone(), ranges)?;
        let from = &source.buffer;
        let error = |problem: String| BlockPassError::Layout {
            buffer: buffer.name.clone(),
            from: from.name.clone(),
            problem,
        };
        if is_const_int(&buffer.elem_offset, 0) && !is_const_int(&from.elem_offset, 0) {
            let offset = as_repr(Some(&from.elem_offset));
            return Err(error(format!("required elem_offset=0, provided elem_offset={offset}")));
        }
        self.regions.insert(buffer.clone(), source.clone());
        self.bind(&error, "data", &buffer.data.clone().upcast(), from.data.clone().upcast())?;
        let mins: Array<PrimExpr> = source.region.iter().map(|range| range.min.clone()).collect();
        self.bind(&error, "elem_offset", &buffer.elem_offset, from.offset_of(&mins)?)?;
        let rest = op::truncmod(&buffer.elem_offset, buffer.offset_factor, None)?;
        if !self.analyzer.can_prove(&op::equal(rest, 0, None)?) {
            let offset = as_repr(Some(&self.value(&buffer.elem_offset)?));
            let factor = buffer.offset_factor;
            return Err(error(format!(
                "The source elem_offset {offset} does not satisfy the offset_factor {factor}."
            )));
        }
        let outer = source.region.len().saturating_sub(buffer.shape.len());
        if !buffer.strides.is_empty() {
            for (axis, stride) in source_strides(from, outer)?.into_iter().enumerate().rev() {
                if let Some(expected) = buffer.strides.get(axis) {
                    self.bind(&error, &format!("strides_{axis}"), expected, stride)?;
                }
            }
        }
        let lengths = source.region.iter().skip(outer).map(|range| &range.extent);
        for (axis, (expected, length)) in buffer.shape.iter().zip(lengths).enumerate() {
            self.bind(&error, &format!("shape_{axis}"), expected, length.clone())?;
        }
        Ok(())
    }

    /// Sets the value of a variable, or checks that an expression has a value.
    fn bind(
        &mut self,
        error: &dyn Fn(String) -> BlockPassError,
        field: &str,
        expr: &PrimExpr,
        value: PrimExpr,
    ) -> Result<(), BlockPassError> {
        if expr.dtype != value.dtype {
            let (found, expected) = (value.dtype, expr.dtype);
            return Err(error(format!("{field} has the data type {expected}, and its value {found}")));
        }
        let value = self.value(&value)?;
        let known = match expr.downcast_ref::<Var>() {
            Some(var) => match self.values.get(var) {
                Some(known) => known.clone(),
                None => {
                    self.values.insert(var.clone(), value.clone());
                    // A pointer has no bounds.
                    if !var.dtype.is_handle() {
                        let _ = self.analyzer.bind(var, &value, true);
                    }
                    return Ok(());
                }
            },
            None => expr.clone(),
        };
        let is_equal = match known.same_as(&value) {
            true => true,
            false => !known.dtype.is_handle() && self.analyzer.can_prove(&op::equal(&known, &value, None)?),
        };
        match is_equal {
            true => Ok(()),
            false => {
                let (known, value) = (as_repr(Some(&known)), as_repr(Some(&value)));
                Err(error(format!("The buffer match constraint for {field} unmet: {known}=={value}.")))
            }
        }
    }
}

/// Returns the strides of a buffer from axis `first` on.
fn source_strides(buffer: &Buffer, first: usize) -> Result<Vec<PrimExpr>, BlockPassError> {
    if !buffer.strides.is_empty() {
        return Ok(buffer.strides.iter().skip(first).cloned().collect());
    }
    let dtype = buffer.shape.first().map_or(DataType::int(32), |length| length.dtype);
    let mut stride = op::make_const(dtype, 1, None)?;
    let mut strides = Vec::new();
    for length in buffer.shape.iter().skip(first).rev() {
        strides.push(stride.clone());
        stride = op::mul(stride, length, None)?;
    }
    strides.reverse();
    Ok(strides)
}

/// Returns the part of a region that begins at indices into the buffer that stands for the region.
/// The axes that the buffer lacks come first. An index without an extent has one element.
fn within(
    buffer: &Buffer,
    region: &BufferRegion,
    indices: Vec<(PrimExpr, Option<PrimExpr>)>,
) -> Result<Array<Range>, BlockPassError> {
    let Some(outer) = region.region.len().checked_sub(indices.len()) else {
        return Err(BlockPassError::Layout {
            buffer: buffer.name.clone(),
            from: region.buffer.name.clone(),
            problem: format!("{} indices for {} axes", indices.len(), region.region.len()),
        });
    };
    let mut ranges: Vec<Range> = region.region.iter().take(outer).cloned().collect();
    for (range, (index, extent)) in region.region.iter().skip(outer).zip(indices) {
        let min = op::add(&range.min, index, None)?;
        let extent = match extent {
            Some(extent) => extent,
            None => op::make_const(min.dtype, 1, None)?,
        };
        ranges.push(Range::from_min_extent(min, extent));
    }
    Ok(ranges.into())
}

/// Returns the indices of an element of a buffer that stands for a region.
fn moved(
    buffer: &Buffer,
    region: &BufferRegion,
    indices: &Array<PrimExpr>,
) -> Result<Array<PrimExpr>, BlockPassError> {
    let ranges = within(buffer, region, indices.iter().map(|index| (index.clone(), None)).collect())?;
    Ok(ranges.iter().map(|range| range.min.clone()).collect())
}

impl StmtExprMutator for Matched {
    type Error = BlockPassError;

    fn enter_buffer(&mut self, _: &Buffer) -> Result<Enter, Self::Error> {
        Ok(Enter::Keep)
    }

    fn enter_iter_var(&mut self, _: &IterVar) -> Result<Enter, Self::Error> {
        Ok(Enter::Keep)
    }

    fn enter_match_buffer_region(&mut self, _: &MatchBufferRegion) -> Result<Enter, Self::Error> {
        Ok(Enter::Keep)
    }

    fn enter_expr(&mut self, expr: &PrimExpr) -> Result<Enter, Self::Error> {
        match expr.as_node::<LoadNode>() {
            Some(load) if self.values.contains_key(&load.buffer_var) => Err(BlockPassError::Pointer {
                access: "Load from",
                buffer: load.buffer_var.name_hint.clone(),
            }),
            _ => Ok(Enter::Inside),
        }
    }

    fn enter_stmt(&mut self, stmt: &Stmt) -> Result<Enter, Self::Error> {
        match_node!(match stmt {
            block @ BlockNode => block.match_buffers.iter().try_for_each(|matched| self.add(matched))?,
            times @ ForNode => {
                let range = Range::from_min_extent(&times.min, &times.extent);
                // An override is always possible.
                let _ = self.analyzer.bind_range(&times.loop_var, &range, true);
            }
            store @ StoreNode if self.values.contains_key(&store.buffer_var) => {
                let buffer = store.buffer_var.name_hint.clone();
                return Err(BlockPassError::Pointer { access: "Store to", buffer });
            }
            _ => {}
        });
        Ok(Enter::Inside)
    }

    fn visit_var(&mut self, var: Var) -> Result<PrimExpr, Self::Error> {
        Ok(self.values.get(&var).cloned().unwrap_or_else(|| var.upcast()))
    }

    fn visit_buffer_load(&mut self, load: BufferLoad) -> Result<PrimExpr, Self::Error> {
        let Some(region) = self.regions.get(&load.buffer) else { return Ok(load.upcast()) };
        let indices = moved(&load.buffer, region, &load.indices)?;
        Ok(BufferLoad::new(region.buffer.clone(), indices, None)?.upcast())
    }

    fn visit_buffer_store(&mut self, store: BufferStore) -> Result<Stmt, Self::Error> {
        let Some(region) = self.regions.get(&store.buffer) else { return Ok(store.upcast()) };
        let indices = moved(&store.buffer, region, &store.indices)?;
        let (buffer, value) = (region.buffer.clone(), store.value.clone());
        Ok(BufferStore::new(buffer, value, indices, store.span.clone())?.upcast())
    }

    fn visit_buffer_region(&mut self, region: BufferRegion) -> Result<BufferRegion, Self::Error> {
        self.source(&region)
    }

    fn visit_block(&mut self, mut block: Block) -> Result<Stmt, Self::Error> {
        if !block.match_buffers.is_empty() {
            *block.make_mut().match_buffers = Array::new();
        }
        Ok(block.upcast())
    }
}
