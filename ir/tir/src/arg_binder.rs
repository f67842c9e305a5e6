//! Binding of the variables of buffers to the values of other buffers.

use std::collections::HashMap;

use objet::prelude::*;
use objet::text::as_repr;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use crate::arith::Analyzer;
use crate::buffer::Buffer;
use crate::expr::{StringImm, Var};
use crate::op;
use crate::stmt::{AssertStmt, Stmt};
use crate::transform::LowerError;

/// Binds variables to values. Values of what is no variable, and further values of a variable, are
/// assertions that both are equal.
pub(crate) struct ArgBinder<'v> {
    /// The values of variables.
    values: &'v mut HashMap<Var, PrimExpr>,
    /// The variables that this binder has bound.
    bound: Vec<Var>,
    /// The conditions of the assertions with their messages.
    asserts: Vec<(PrimExpr, String)>,
    analyzer: Analyzer,
}

/// Variables that are bound, and assertions about their values.
pub(crate) struct Bindings {
    pub(crate) bound: Vec<Var>,
    asserts: Vec<(PrimExpr, String)>,
}

impl<'v> ArgBinder<'v> {
    pub(crate) fn new(values: &'v mut HashMap<Var, PrimExpr>) -> Self {
        Self { values, bound: Vec::new(), asserts: Vec::new(), analyzer: Analyzer::new() }
    }

    pub(crate) fn finish(self) -> Bindings {
        Bindings { bound: self.bound, asserts: self.asserts }
    }

    fn assert(&mut self, condition: Result<PrimExpr, ConstructError>, name: &str) -> Result<(), LowerError> {
        let condition = condition?;
        let simple = self.analyzer.simplify(&condition, 2);
        match op::as_const_int(&simple) {
            Some(0) => Err(LowerError::Unmet { argument: name.into(), condition: as_repr(Some(&condition)) }),
            Some(1) => Ok(()),
            _ => {
                let condition = as_repr(Some(&condition));
                let message = format!("Argument {name} has an unsatisfied constraint: {condition}");
                self.asserts.push((simple, message));
                Ok(())
            }
        }
    }

    /// Binds an argument to a value. Returns whether this defines a variable.
    pub(crate) fn bind(&mut self, arg: &PrimExpr, value: &PrimExpr, name: &str) -> Result<bool, LowerError> {
        let known = match arg.downcast_ref::<Var>() {
            None => arg,
            Some(var) => match self.values.get(var) {
                Some(known) => &known.clone(),
                None => {
                    self.bound.push(var.clone());
                    self.values.insert(var.clone(), value.clone());
                    return Ok(true);
                }
            },
        };
        self.assert(op::equal(known, value, None), name)?;
        Ok(false)
    }

    fn bind_all(&mut self, args: &[PrimExpr], values: &[PrimExpr], name: &str) -> Result<(), LowerError> {
        for (index, (arg, value)) in args.iter().zip(values).enumerate() {
            self.bind(arg, value, &format!("{name}[{index}]"))?;
        }
        Ok(())
    }

    /// Binds the pointer, the offset, the shape and the strides of a buffer to those of another. If
    /// the other buffer has more axes, the first of them have one element.
    pub(crate) fn bind_buffer(&mut self, arg: &Buffer, value: &Buffer, name: &str) -> Result<(), LowerError> {
        let mismatch = |problem: String| LowerError::Binding {
            buffer: arg.name.clone(),
            target: value.name.clone(),
            problem,
        };
        if arg.scope() != value.scope() {
            let scopes = format!("scope {:?} is not scope {:?}", arg.scope(), value.scope());
            return Err(mismatch(scopes));
        }
        if arg.dtype != value.dtype {
            return Err(mismatch(format!("data type {} is not {}", arg.dtype, value.dtype)));
        }
        let is_zero = |expr: &PrimExpr| op::as_const_int(expr) == Some(0);
        if is_zero(&arg.elem_offset) && !is_zero(&value.elem_offset) {
            let offset = as_repr(Some(&value.elem_offset));
            return Err(mismatch(format!("the region has the offset {offset}, but the buffer has none")));
        }
        self.bind(arg.data.upcast_ref(), value.data.upcast_ref(), &format!("{name}.data"))?;
        let offset_name = format!("{name}.elem_offset");
        if self.bind(&arg.elem_offset, &value.elem_offset, &offset_name)? && arg.offset_factor > 1 {
            let offset = &value.elem_offset;
            let factor = op::make_const(offset.dtype, arg.offset_factor, None)?;
            let zero = op::make_zero(offset.dtype, None)?;
            self.assert(op::equal(op::truncmod(offset, factor, None), zero, None), &offset_name)?;
        }
        let axes = |buffer: &Buffer| format!("{} axes are not {}", arg.shape.len(), buffer.shape.len());
        let Some(missing) = value.shape.len().checked_sub(arg.shape.len()) else {
            return Err(mismatch(axes(value)));
        };
        for length in &value.shape[..missing] {
            if !op::is_const_int(&self.analyzer.simplify(length, 2), 1) {
                return Err(mismatch(axes(value)));
            }
        }
        self.bind_all(&arg.shape, &value.shape[missing..], &format!("{name}.shape"))?;
        if missing > 0 && value.strides.is_empty() {
            return Ok(());
        }
        let strides = value.strides.get(missing..).unwrap_or_default();
        if strides.len() != arg.strides.len() {
            return Err(mismatch(format!("{} strides are not {}", arg.strides.len(), strides.len())));
        }
        self.bind_all(&arg.strides, strides, &format!("{name}.strides"))
    }
}

impl Bindings {
    /// Puts the assertions around a statement.
    pub(crate) fn around(&self, body: Stmt) -> Result<Stmt, ConstructError> {
        let mut body = body;
        for (condition, message) in self.asserts.iter().rev() {
            let message = StringImm::new(message.as_str(), None);
            body = AssertStmt::new(condition, message, body, None)?.upcast();
        }
        Ok(body)
    }
}
