//! The allocations of planned memory.

use std::collections::HashMap;

use objet::DataType;
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{IntImmNode, PrimExpr};
use objet_ir::target::MemoryInfo;

use super::StorageError;
use super::plan::{Entry, Plan, element_bits};
use super::scope::StorageScope;
use crate::arith::Analyzer;
use crate::expr::Var;
use crate::op;
use crate::stmt::{Allocate, AllocateNode, Evaluate};

/// The allocations by the number of the statement that they move to. `None` is the function.
pub(super) type Attached = HashMap<Option<usize>, Vec<Allocate>>;

/// Returns the allocations of the entries of a plan, and sets the pointers of the entries.
pub(super) fn allocations(plan: &mut Plan) -> Result<Attached, StorageError> {
    let mut tagged: HashMap<(Option<usize>, StorageScope), Vec<usize>> = HashMap::new();
    for (index, entry) in plan.entries.iter().enumerate().filter(|(_, entry)| entry.scope.is_special()) {
        tagged.entry((entry.attached, entry.scope.clone())).or_default().push(index);
    }
    let mut attached = Attached::new();
    for index in 0..plan.entries.len() {
        let Some(entry) = plan.entries.get_mut(index) else { continue };
        let key = (entry.attached, entry.scope.clone());
        let allocate = match tagged.get(&key).map(Vec::as_slice) {
            None | Some([_]) => own_memory(entry)?,
            Some(group) if group.first() == Some(&index) => merged(&mut plan.entries, group)?,
            Some(_) => continue,
        };
        attached.entry(key.0).or_default().push(allocate);
    }
    Ok(attached)
}

fn allocate(
    var: &Var,
    dtype: DataType,
    extent: PrimExpr,
    condition: PrimExpr,
) -> Result<Allocate, ConstructError> {
    let body = Evaluate::new(0, None);
    Allocate::new(var.clone(), dtype, [extent], condition, body, Map::new(), None)
}

/// Returns the number of elements of an allocation.
fn count(allocate: &AllocateNode) -> Result<PrimExpr, ConstructError> {
    allocate.extents.iter().try_fold(1.into(), |product, extent| op::mul(product, extent, None))
}

/// Returns the allocation of an entry with its own memory.
fn own_memory(entry: &mut Entry) -> Result<Allocate, StorageError> {
    let widest = entry.allocations.iter().rev().max_by_key(|allocate| allocate.dtype.lanes);
    if let Some(widest) = widest {
        entry.var = widest.buffer_var.clone();
    }
    let dtype = widest.map_or(entry.element, |widest| widest.dtype);
    if entry.scope.is_special() {
        check_size(entry, entry.scope.memory_info()?.as_ref(), entry.bits)?;
    }
    if let [only] = &entry.allocations[..] {
        return Ok(allocate(&entry.var, dtype, count(only)?, only.condition.clone())?);
    }
    let mut most: Option<PrimExpr> = None;
    for allocate in &entry.allocations {
        let bits = element_bits(allocate.dtype);
        let mut size = count(allocate)?;
        let constant = size.as_node::<IntImmNode>().map(|imm| imm.value);
        if let Some(value) = constant.filter(|value| *value > i64::from(i32::MAX) / bits.max(1) as i64) {
            size = op::make_const(DataType::int(64), value, None)?;
        }
        let bits = op::make_const(size.dtype, bits as i64, None)?;
        let size = op::mul(size, bits, None)?;
        most = Some(match most {
            Some(most) => op::max(most, size, None)?,
            None => size,
        });
    }
    let most = most.unwrap_or_else(|| 0.into());
    let bits = op::make_const(most.dtype, element_bits(dtype) as i64, None)?;
    let mut analyzer = Analyzer::new();
    let zero = op::make_zero(most.dtype, None)?;
    let is_divided = analyzer.can_prove(&op::equal(op::floormod(&most, &bits, None)?, zero, None)?);
    let mut size = op::floordiv(&most, &bits, None)?;
    if !is_divided {
        size = op::add(size, 1, None)?;
    }
    let size = analyzer.simplify(&size, 2);
    Ok(allocate(&entry.var, dtype, size, op::const_true(1, None)?)?)
}

/// Returns the allocation that the entries of a memory with a tag share, and places the entries one
/// after the other.
fn merged(entries: &mut [Entry], group: &[usize]) -> Result<Allocate, StorageError> {
    let Some(first) = group.first().and_then(|first| entries.get(*first)) else {
        unreachable!("the group has an entry")
    };
    let info = first.scope.memory_info()?;
    let var = first.allocations.first().map_or_else(|| first.var.clone(), |first| first.buffer_var.clone());
    let first_extent = first.allocations.first().and_then(|first| first.extents.first());
    let extent_type = first_extent.map_or(DataType::int(32), |extent| extent.dtype);
    let element = first.element;
    let align = info.as_ref().map_or(32, |info| u64::try_from(info.max_simd_bits).unwrap_or(0)).max(1);
    let mut total: u64 = 0;
    for index in group {
        let Some(entry) = entries.get_mut(*index) else { continue };
        (entry.var, entry.offset_bits) = (var.clone(), total);
        let end = total.checked_add(entry.bits).and_then(|end| end.checked_next_multiple_of(align));
        let large = || too_large(entry, info.as_ref(), u64::MAX);
        total = end.filter(|end| i64::try_from(*end).is_ok()).ok_or_else(large)?;
        check_size(entry, info.as_ref(), total)?;
    }
    let size = total.div_ceil(element_bits(element).max(1));
    let size = op::make_const(extent_type, size as i64, None)?;
    Ok(allocate(&var, element, size, op::const_true(1, None)?)?)
}

fn too_large(entry: &Entry, info: Option<&MemoryInfo>, bits: u64) -> StorageError {
    let available = info.map_or(i64::MAX as u64, |info| u64::try_from(info.max_num_bits).unwrap_or(0));
    let (buffer, scope) = (entry.var.name_hint.clone(), entry.scope.name());
    StorageError::TooLarge { buffer, scope, available, bits }
}

/// Checks that the buffers of a memory with a tag have a constant size and fit.
fn check_size(entry: &Entry, info: Option<&MemoryInfo>, bits: u64) -> Result<(), StorageError> {
    if entry.bits == 0 {
        let (buffer, scope) = (entry.var.name_hint.clone(), entry.scope.name());
        return Err(StorageError::NotConstant { buffer, scope });
    }
    match info.map(|info| u64::try_from(info.max_num_bits).unwrap_or(0)) {
        Some(available) if bits > available => Err(too_large(entry, info, bits)),
        _ => Ok(()),
    }
}
