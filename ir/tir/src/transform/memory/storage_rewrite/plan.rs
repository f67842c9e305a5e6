//! The plan of memory: the buffers that share an entry.

use std::collections::{HashMap, HashSet};

use objet::DataType;
use objet::prelude::*;

use super::StorageError;
use super::free_entries::FreeEntries;
use super::liveness::{Liveness, Step};
use super::scope::StorageScope;
use crate::expr::Var;
use crate::stmt::{Allocate, AllocateNode, AttrStmtNode, ForKind, ForNode};

/// Arrays of at most this number of bits stay in registers.
const REGISTER_BITS: u64 = 32;

/// Memory that buffers use one after the other.
pub(super) struct Entry {
    /// The number of the statement in which the memory is allocated, or `None` for the function.
    pub(super) attached: Option<usize>,
    pub(super) scope: StorageScope,
    pub(super) element: DataType,
    /// The number of bits, or 0 if it is not constant.
    pub(super) bits: u64,
    pub(super) allocations: Vec<Allocate>,
    /// The pointer to the memory.
    pub(super) var: Var,
    /// The first bit in the memory of the pointer.
    pub(super) offset_bits: u64,
}

/// The plan of the memory of a function.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) entries: Vec<Entry>,
    /// The index of the entry of each buffer.
    pub(super) of_var: HashMap<Var, usize>,
    /// The buffers whose memory another buffer took over in place.
    replaced: HashSet<Var>,
    /// The statement that binds the threads around the current step.
    thread: Option<usize>,
    free: FreeEntries,
    /// The free entries of the function, in a thread.
    outer_free: FreeEntries,
}

/// Returns the number of bits of an element with all of its lanes.
pub(super) fn element_bits(dtype: DataType) -> u64 {
    u64::from(dtype.bits) * u64::from(dtype.lanes)
}

/// Returns the number of bits of a buffer, or 0 if it is not constant.
fn constant_bits(allocate: &AllocateNode) -> u64 {
    let count = allocate.constant_allocation_size().and_then(|count| u64::try_from(count).ok());
    count.unwrap_or(0).saturating_mul(element_bits(allocate.dtype))
}

impl Plan {
    /// Plans the memory of a function.
    pub(super) fn of(order: &Liveness) -> Result<Self, StorageError> {
        let mut plan = Self::default();
        for event in &order.events {
            let Some(step) = order.steps.get(event.step) else { continue };
            if event.is_begin {
                plan.allocate(step, order)?;
            }
            if !(event.is_begin && event.is_end) {
                plan.pass_scope(step, event.is_begin)?;
            }
            if event.is_end {
                for var in &step.last_used {
                    plan.release(var);
                }
            }
        }
        Ok(plan)
    }

    /// Finds memory for the buffers that a step uses first.
    fn allocate(&mut self, step: &Step, order: &Liveness) -> Result<(), StorageError> {
        let can_be_in_place = step.first_used.len() <= 2;
        for var in &step.first_used {
            let Some(allocate) = order.allocations.get(var) else { continue };
            let scope = StorageScope::of(var)?;
            let in_place = if can_be_in_place { self.in_place(step, allocate, &scope) } else { None };
            let entry = in_place.unwrap_or_else(|| self.find(allocate, scope));
            if let Some(entry) = self.entries.get_mut(entry) {
                entry.allocations.push(allocate.clone());
            }
            self.of_var.insert(var.clone(), entry);
        }
        Ok(())
    }

    /// Returns the entry of a buffer in whose place a step can write another.
    fn in_place(&mut self, step: &Step, allocate: &Allocate, scope: &StorageScope) -> Option<usize> {
        for read in &step.last_used {
            let Some(index) = self.of_var.get(read).filter(|_| !self.replaced.contains(read)) else {
                continue;
            };
            let Some(entry) = self.entries.get(*index) else { continue };
            let fits = entry.scope == *scope
                && entry.attached == self.thread
                && entry.element == allocate.dtype.element()
                && entry.bits == constant_bits(allocate);
            if fits && step.can_replace(read, &allocate.buffer_var) {
                self.replaced.insert(read.clone());
                return Some(*index);
            }
        }
        None
    }

    /// Returns a free entry for a buffer, or a new one.
    fn find(&mut self, allocate: &Allocate, scope: StorageScope) -> usize {
        let bits = constant_bits(allocate);
        let element = allocate.dtype.element();
        if !stays(&scope, allocate, bits) {
            let entries = &self.entries;
            let element_of = |entry: usize| entries.get(entry).map_or(element, |entry| entry.element);
            if let Some(found) = self.free.take(&scope, element, bits, element_of) {
                if let Some(entry) = self.entries.get_mut(found) {
                    entry.bits = entry.bits.max(bits);
                }
                return found;
            }
        }
        self.entries.push(Entry {
            attached: self.thread,
            scope,
            element,
            bits,
            allocations: Vec::new(),
            var: allocate.buffer_var.clone(),
            offset_bits: 0,
        });
        self.entries.len() - 1
    }

    /// Enters or leaves a statement around others.
    fn pass_scope(&mut self, step: &Step, is_begin: bool) -> Result<(), StorageError> {
        let binds = match_node!(match &step.stmt {
            attr @ AttrStmtNode => attr.attr_key != "extern_scope",
            node @ ForNode => {
                if node.kind == ForKind::Vectorized {
                    return Err(StorageError::Vectorized(node.loop_var.name_hint.clone()));
                }
                node.kind == ForKind::Parallel && (self.thread.is_none() || self.thread == Some(step.number))
            }
            _ => false,
        });
        match self.thread {
            _ if !binds => {}
            None if is_begin => {
                self.thread = Some(step.number);
                std::mem::swap(&mut self.free, &mut self.outer_free);
            }
            Some(thread) if !is_begin && thread == step.number => {
                self.thread = None;
                self.free = std::mem::take(&mut self.outer_free);
            }
            _ => {
                let attr = step.stmt.as_node::<AttrStmtNode>();
                let axis = attr.and_then(|attr| attr.node.as_ref()?.downcast_ref::<crate::expr::IterVar>());
                let name =
                    axis.map_or_else(|| step.stmt.type_key().into(), |axis| axis.var.name_hint.to_string());
                return Err(StorageError::NestedThread(name));
            }
        }
        Ok(())
    }

    /// Frees the memory of a buffer, unless another took it over.
    fn release(&mut self, var: &Var) {
        if self.replaced.contains(var) {
            return;
        }
        let Some(index) = self.of_var.get(var) else { return };
        let Some(entry) = self.entries.get(*index) else { return };
        let Some(first) = entry.allocations.first() else { return };
        if entry.attached == self.thread && !stays(&entry.scope, first, entry.bits) {
            self.free.add(&entry.scope, entry.element, entry.bits, *index);
        }
    }
}

/// Whether the memory of a buffer is not shared, because a compiler keeps it in registers.
fn stays(scope: &StorageScope, allocate: &AllocateNode, bits: u64) -> bool {
    let is_handle = allocate.dtype.is_handle();
    !scope.has_tag() && (scope.is_registers() || is_handle || (1..=REGISTER_BITS).contains(&bits))
}
