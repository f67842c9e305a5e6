//! Checks of the operands of constructors.

use objet::DataType;
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

/// Checks for a node. The field is the type key of the node, which error messages name.
#[derive(Clone, Copy)]
pub(super) struct Check(pub(super) &'static str);

/// The name of an operand in its node, and the operand.
pub(super) type Operand<'a> = (&'static str, &'a PrimExpr);

impl Check {
    /// Returns an error unless `holds`. `expected` describes the data type that the operand must
    /// have.
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

    /// Checks that an operand is a boolean or a vector of booleans.
    pub(super) fn bool(self, (operand, expr): Operand<'_>) -> Result<(), ConstructError> {
        self.dtype(operand, expr.dtype, expr.dtype.is_bool(), "a boolean")
    }

    /// Checks that an operand is a scalar.
    pub(super) fn scalar(self, (operand, expr): Operand<'_>) -> Result<(), ConstructError> {
        self.dtype(operand, expr.dtype, expr.dtype.is_scalar(), "a scalar")
    }

    /// Checks that an operand is an integer or a vector of integers.
    pub(super) fn integer(self, (operand, expr): Operand<'_>) -> Result<(), ConstructError> {
        self.dtype(operand, expr.dtype, expr.dtype.is_int() || expr.dtype.is_uint(), "an integer")
    }

    /// Checks that two operands have the same data type.
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

    /// Checks the number of lanes of an operand.
    pub(super) fn lanes(
        self,
        (operand, expr): Operand<'_>,
        lanes: u16,
        expected: &'static str,
    ) -> Result<(), ConstructError> {
        self.dtype(operand, expr.dtype, expr.dtype.lanes == lanes, expected)
    }

    /// Checks the number of elements of a list, which `what` names.
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

    /// Returns an error unless `holds`. `expected` describes the values that the number may have.
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

    /// Returns the error of an operand of the wrong kind.
    pub(super) fn operand_error(
        self,
        operand: &'static str,
        expected: &'static str,
        found: impl Into<String>,
    ) -> ConstructError {
        ConstructError::Operand { node: self.0, operand, expected, found: found.into() }
    }

    /// Checks the number of lanes of a vector, which is from 2 to 65535.
    pub(super) fn vector_lanes(self, lanes: i32) -> Result<u16, ConstructError> {
        let expected = "from 2 to 65535";
        let error =
            || ConstructError::Number { node: self.0, operand: "lanes", expected, found: lanes.into() };
        u16::try_from(lanes).ok().filter(|lanes| *lanes > 1).ok_or_else(error)
    }
}

/// Describes an object by its type in an error message.
pub(super) fn kind_of(object: &Object) -> String {
    format!("a {}", object.type_key())
}
