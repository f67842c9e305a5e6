//! The types of the accesses through pointers.

use std::collections::{HashMap, HashSet};

use objet::DataType;
use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{PointerTypeNode, PrimTypeNode};

use super::StorageError;
use crate::arith::Analyzer;
use crate::builtin;
use crate::expr::{Call, Let, Load, Ramp, Var};
use crate::function::PrimFunc;
use crate::functor::StmtExprVisitor;
use crate::op;
use crate::stmt::{Allocate, LetStmt, Store};

/// The place where a pointer is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Declaration {
    /// A parameter of the function.
    Parameter,
    /// The pointer of a buffer of a parameter.
    Buffer,
    /// An allocation.
    Allocation,
    /// A binding of a variable.
    Let,
}

/// A pointer and its accesses.
pub(super) struct Pointer {
    pub(super) element: DataType,
    pub(super) declaration: Declaration,
    /// The last extent, or 0 if it is not known.
    extent: PrimExpr,
    accesses: HashSet<DataType>,
}

impl Pointer {
    /// Returns the element type for the accesses: vectors if all accesses are vectors of one length
    /// that divides the extent.
    pub(super) fn preferred(&self, analyzer: &mut Analyzer) -> DataType {
        let elements: HashSet<DataType> = self.accesses.iter().map(|access| access.element()).collect();
        let Some(element) = elements.iter().next().filter(|_| elements.len() == 1) else {
            return self.element;
        };
        let mut lanes = self.element.lanes;
        if lanes == 1
            && self.accesses.len() == 1
            && let Some(access) = self.accesses.iter().next()
            && is_multiple(analyzer, &self.extent, access.lanes)
        {
            lanes = access.lanes;
        }
        element.with_lanes(lanes)
    }
}

/// Whether an expression is a multiple of a number of lanes.
fn is_multiple(analyzer: &mut Analyzer, expr: &PrimExpr, lanes: u16) -> bool {
    let set = analyzer.modular_set(expr);
    lanes > 0 && set.coeff % i64::from(lanes) == 0 && set.base % i64::from(lanes) == 0
}

/// Returns the ramp of an index with the stride 1.
pub(super) fn contiguous(index: &PrimExpr) -> Option<&Ramp> {
    index.downcast_ref::<Ramp>().filter(|ramp| op::is_const_int(&ramp.stride, 1))
}

/// Returns the element type of a pointer.
fn element_of(var: &Var) -> Option<DataType> {
    let pointer = var.type_annotation.as_ref()?.as_node::<PointerTypeNode>()?;
    Some(pointer.element_type.as_node::<PrimTypeNode>()?.dtype)
}

/// Booleans are stored as bytes.
fn stored(dtype: DataType) -> DataType {
    if dtype.element() == DataType::BOOL { DataType::int(8).with_lanes(dtype.lanes) } else { dtype }
}

/// Returns the pointers of a function. Unless `allows_untyped`, each has a type.
pub(super) fn pointers(func: &PrimFunc, allows_untyped: bool) -> Result<HashMap<Var, Pointer>, StorageError> {
    let mut types = Types {
        allows_untyped,
        pointers: HashMap::new(),
        accesses: Vec::new(),
        analyzer: Analyzer::new(),
        error: None,
    };
    for buffer in func.buffer_map.values() {
        let extent = buffer.shape.last().cloned();
        types.declare(&buffer.data, buffer.dtype, extent, Declaration::Buffer);
    }
    for param in func.params.iter().filter(|param| func.buffer_map.get(*param).is_none()) {
        if let Some(element) = element_of(param) {
            types.declare(param, element, None, Declaration::Parameter);
        }
    }
    types.visit(&func.body);
    // Statements come after the statements inside, so declarations come after accesses.
    for access in std::mem::take(&mut types.accesses) {
        types.access(access);
    }
    match types.error {
        Some(error) => Err(error),
        None => Ok(types.pointers),
    }
}

struct Access {
    var: Var,
    dtype: DataType,
    index: PrimExpr,
    /// Whether all lanes are accessed.
    is_whole: bool,
}

struct Types {
    allows_untyped: bool,
    pointers: HashMap<Var, Pointer>,
    accesses: Vec<Access>,
    analyzer: Analyzer,
    error: Option<StorageError>,
}

impl Types {
    fn declare(&mut self, var: &Var, element: DataType, extent: Option<PrimExpr>, declaration: Declaration) {
        let (element, extent) = (stored(element), extent.unwrap_or_else(|| 0.into()));
        let pointer = Pointer { element, declaration, extent, accesses: HashSet::new() };
        if self.pointers.insert(var.clone(), pointer).is_some() {
            self.error.get_or_insert(StorageError::Redeclared(var.name_hint.clone()));
        }
    }

    fn bind(&mut self, var: &Var) {
        if !var.dtype.is_handle() {
            return;
        }
        match element_of(var) {
            Some(element) => self.declare(var, element, None, Declaration::Let),
            None if self.allows_untyped => self.declare(var, var.dtype, None, Declaration::Let),
            None => {
                self.error.get_or_insert(StorageError::Untyped(var.name_hint.clone()));
            }
        }
    }

    fn record(&mut self, var: &Var, dtype: DataType, index: &PrimExpr, predicate: Option<&PrimExpr>) {
        let is_whole = predicate.is_none_or(is_one);
        self.accesses.push(Access { var: var.clone(), dtype, index: index.clone(), is_whole });
    }

    fn access(&mut self, Access { var, dtype, index, is_whole }: Access) {
        let dtype = stored(dtype);
        let Some(pointer) = self.pointers.get_mut(&var) else {
            self.error.get_or_insert(StorageError::Undeclared(var.name_hint.clone()));
            return;
        };
        if pointer.element.is_handle() && !dtype.is_handle() {
            if !self.allows_untyped {
                self.error.get_or_insert(StorageError::Untyped(var.name_hint.clone()));
            }
            pointer.element = dtype.element();
        }
        let mut lanes = pointer.element.lanes;
        // An earlier pass can give a vector type to an allocation, but not to its accesses.
        if u32::from(index.dtype.lanes) * u32::from(lanes) != u32::from(dtype.lanes) {
            lanes = 1;
            pointer.element = pointer.element.element();
        }
        if let Some(ramp) = contiguous(&index).filter(|_| is_whole)
            && let Ok(length) = u16::try_from(ramp.lanes)
            && is_multiple(&mut self.analyzer, &ramp.base, length)
        {
            lanes = length;
        }
        pointer.accesses.insert(dtype.with_lanes(lanes));
    }
}

/// Whether a predicate is true for all lanes.
fn is_one(predicate: &PrimExpr) -> bool {
    let value = predicate.downcast_ref::<crate::expr::Broadcast>().map(|broadcast| &broadcast.value);
    op::is_const_int(value.unwrap_or(predicate), 1)
}

impl StmtExprVisitor for Types {
    fn visit_load(&mut self, load: &Load) {
        self.record(&load.buffer_var, load.dtype, &load.index, Some(&load.predicate));
    }

    fn visit_store(&mut self, store: &Store) {
        self.record(&store.buffer_var, store.value.dtype, &store.index, Some(&store.predicate));
    }

    fn visit_call(&mut self, call: &Call) {
        if let [element, buffer, offset, ..] = &call.args[..]
            && call.op.same_as(&builtin::tvm_access_ptr())
            && let Some(var) = buffer.downcast_ref::<Var>()
        {
            self.record(var, element.dtype, offset, None);
        }
    }

    fn visit_allocate(&mut self, allocate: &Allocate) {
        let extent = allocate.extents.last().cloned();
        self.declare(&allocate.buffer_var, allocate.dtype, extent, Declaration::Allocation);
    }

    fn visit_let(&mut self, binding: &Let) {
        self.bind(&binding.var);
    }

    fn visit_let_stmt(&mut self, binding: &LetStmt) {
        self.bind(&binding.var);
    }
}
