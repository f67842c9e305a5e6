//! What constructors ask of their operands.

use objet::DataType;
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

/// The type key of the node that is to be made.
#[derive(Clone, Copy)]
pub(super) struct Check(pub(super) &'static str);

/// An operand by its name in the node.
pub(super) type Operand<'a> = (&'static str, &'a PrimExpr);

impl Check {
    /// The type of the operand is to be as `expected` says, which it is if `holds`.
    pub(super) fn dtype(
        self,
        operand: &'static str,
        found: DataType,
        holds: bool,
        expected: &'static str,
    ) -> Result<(), ConstructError> {
        match holds {
            true => Ok(()),
            false => Err(ConstructError::DataType { node: self.0, operand, expected, found }),
        }
    }

    /// The operand is to be a truth value, or a vector of such.
    pub(super) fn bool(self, (operand, expr): Operand<'_>) -> Result<(), ConstructError> {
        self.dtype(operand, expr.dtype, expr.dtype.is_bool(), "a truth value")
    }

    /// The operand is to be a single number.
    pub(super) fn scalar(self, (operand, expr): Operand<'_>) -> Result<(), ConstructError> {
        self.dtype(operand, expr.dtype, expr.dtype.is_scalar(), "a scalar")
    }

    /// The operand is to be an integer, or a vector of such.
    pub(super) fn integer(self, (operand, expr): Operand<'_>) -> Result<(), ConstructError> {
        self.dtype(operand, expr.dtype, expr.dtype.is_int() || expr.dtype.is_uint(), "an integer")
    }

    /// Two operands are to be of one data type.
    pub(super) fn same_dtype(
        self,
        (lhs, found_lhs): (&'static str, DataType),
        (rhs, found_rhs): (&'static str, DataType),
    ) -> Result<(), ConstructError> {
        match found_lhs == found_rhs {
            true => Ok(()),
            false => Err(ConstructError::DataTypes { node: self.0, lhs, rhs, found_lhs, found_rhs }),
        }
    }

    /// The operand is to be a vector of as many lanes as another one.
    pub(super) fn lanes(
        self,
        (operand, expr): Operand<'_>,
        lanes: u16,
        expected: &'static str,
    ) -> Result<(), ConstructError> {
        self.dtype(operand, expr.dtype, expr.dtype.lanes == lanes, expected)
    }

    /// There are to be `expected` of something.
    pub(super) fn count(
        self,
        what: &'static str,
        expected: usize,
        found: usize,
    ) -> Result<(), ConstructError> {
        match expected == found {
            true => Ok(()),
            false => Err(ConstructError::Count { node: self.0, what, expected, found }),
        }
    }

    /// A number is to lie where `expected` says, which it does if `holds`.
    pub(super) fn number(
        self,
        operand: &'static str,
        found: i64,
        holds: bool,
        expected: &'static str,
    ) -> Result<(), ConstructError> {
        match holds {
            true => Ok(()),
            false => Err(ConstructError::Number { node: self.0, operand, expected, found }),
        }
    }

    /// The operand is to be what `expected` says, and is what `found` says.
    pub(super) fn refuse(
        self,
        operand: &'static str,
        expected: &'static str,
        found: impl Into<String>,
    ) -> ConstructError {
        ConstructError::Operand { node: self.0, operand, expected, found: found.into() }
    }

    /// A number of lanes as a vector has it: at least 2, at most 65535.
    pub(super) fn vector_lanes(self, lanes: i32) -> Result<u16, ConstructError> {
        let expected = "from 2 to 65535";
        let refuse =
            || ConstructError::Number { node: self.0, operand: "lanes", expected, found: lanes.into() };
        u16::try_from(lanes).ok().filter(|lanes| *lanes > 1).ok_or_else(refuse)
    }
}

/// An object by its type, for errors.
pub(super) fn kind_of(object: &Object) -> String {
    format!("a {}", object.type_key())
}
