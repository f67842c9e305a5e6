//! Diagonal forms of integer matrices.

use objet_ir::expr::PrimExpr;

use super::SolveError;
use crate::op;

/// The equations `matrix * transform⁻¹ * vars = values`.
pub(super) struct Matrix {
    /// The coefficients: a row for each equation, and a column for each variable.
    pub(super) rows: Vec<Vec<i64>>,
    /// The right sides of the equations.
    pub(super) values: Vec<PrimExpr>,
    /// The unimodular matrix whose columns are the new variables in terms of the old ones.
    pub(super) transform: Vec<Vec<i64>>,
    /// The new variables in terms of the old ones.
    pub(super) vars: Vec<PrimExpr>,
}

impl Matrix {
    /// Makes the matrix diagonal, by steps that keep the integer solutions.
    pub(super) fn diagonalize(&mut self) -> Result<(), SolveError> {
        let mut index = 0;
        while index < self.rows.len().min(self.vars.len()) {
            self.choose_pivot(index);
            if self.rows[index][index] == 0 || !self.clear_row_and_column(index)? {
                index += 1;
            }
        }
        Ok(())
    }

    /// Moves the row with the least nonzero element of a column to the diagonal. If the column is
    /// zero, moves another column there.
    fn choose_pivot(&mut self, index: usize) {
        let mut best = index;
        for row in index..self.rows.len() {
            let (old, new) = (self.rows[best][index], self.rows[row][index]);
            if new != 0 && (old == 0 || new.unsigned_abs() < old.unsigned_abs()) {
                best = row;
            }
        }
        self.rows.swap(index, best);
        self.values.swap(index, best);
        if self.rows[index][index] != 0 {
            return;
        }
        let nonzero = (index + 1..self.vars.len()).find(|&column| self.rows[index][column] != 0);
        if let Some(column) = nonzero {
            for row in &mut self.rows[index..] {
                row.swap(index, column);
            }
            for row in &mut self.transform {
                row.swap(index, column);
            }
            self.vars.swap(index, column);
        }
    }

    /// Makes the elements right of and below a diagonal element zero. Returns whether elements
    /// below may be nonzero again.
    fn clear_row_and_column(&mut self, index: usize) -> Result<bool, SolveError> {
        for row in index + 1..self.rows.len() {
            if self.rows[row][index] == 0 {
                continue;
            }
            let step = Step::new(self.rows[index][index], self.rows[row][index])?;
            let (upper, lower) = self.rows.split_at_mut(row);
            for (a, b) in upper[index].iter_mut().zip(&mut lower[0]).skip(index) {
                (*a, *b) = step.apply(*a, *b)?;
            }
            let (a, b) = (&self.values[index], &self.values[row]);
            let next = combined(step.factors, a, b, Sign::Plus)?;
            let rest = combined((step.quotients.1, step.quotients.0), a, b, Sign::Minus)?;
            (self.values[index], self.values[row]) = (next, rest);
        }
        let mut is_changed = false;
        for column in index + 1..self.vars.len() {
            if self.rows[index][column] == 0 {
                continue;
            }
            let step = Step::new(self.rows[index][index], self.rows[index][column])?;
            is_changed |= !step.is_multiple;
            for row in self.rows[index..].iter_mut().chain(&mut self.transform) {
                (row[index], row[column]) = step.apply(row[index], row[column])?;
            }
            let (a, b) = (&self.vars[index], &self.vars[column]);
            let next = combined(step.quotients, a, b, Sign::Plus)?;
            let rest = combined((step.factors.1, step.factors.0), a, b, Sign::Minus)?;
            (self.vars[index], self.vars[column]) = (next, rest);
        }
        Ok(is_changed)
    }
}

/// A step that replaces a pair of elements by their divisor and zero.
struct Step {
    /// The factors of the elements whose sum is the divisor.
    factors: (i64, i64),
    /// The quotients of the elements by the divisor.
    quotients: (i64, i64),
    /// Whether the first element divides the second.
    is_multiple: bool,
}

impl Step {
    fn new(first: i64, second: i64) -> Result<Self, SolveError> {
        let is_multiple = second.checked_rem(first).ok_or(SolveError::Overflow)? == 0;
        let (divisor, factors) = match is_multiple {
            // The first element does not change, so that the steps end.
            true => (first, (1, 0)),
            false => {
                let (divisor, x, y) = extended_gcd(first, second)?;
                (divisor, (x, y))
            }
        };
        let quotient = |number: i64| number.checked_div(divisor).ok_or(SolveError::Overflow);
        Ok(Self { factors, quotients: (quotient(first)?, quotient(second)?), is_multiple })
    }

    fn apply(&self, first: i64, second: i64) -> Result<(i64, i64), SolveError> {
        let sum = |(a, b): (i64, i64), sign: i128| {
            let sum = i128::from(a) * i128::from(first) + sign * i128::from(b) * i128::from(second);
            i64::try_from(sum).map_err(|_| SolveError::Overflow)
        };
        Ok((sum(self.factors, 1)?, sum((self.quotients.1, self.quotients.0), -1)?))
    }
}

/// The sign of the second term of a sum.
enum Sign {
    Plus,
    Minus,
}

/// Returns `x * a + y * b` or `x * a - y * b`.
fn combined((x, y): (i64, i64), a: &PrimExpr, b: &PrimExpr, sign: Sign) -> Result<PrimExpr, SolveError> {
    let product =
        |factor: i64, expr: &PrimExpr| op::mul(op::make_const(expr.dtype, factor, None), expr, None);
    let (first, second) = (product(x, a), product(y, b));
    Ok(match sign {
        Sign::Plus => op::add(first, second, None)?,
        Sign::Minus => op::sub(first, second, None)?,
    })
}

/// Returns the common divisor `g` of two numbers with the greatest absolute value, and numbers `x`
/// and `y` with `a * x + b * y == g`.
pub(super) fn extended_gcd(a: i64, b: i64) -> Result<(i64, i64, i64), SolveError> {
    let (first, second) = (i128::from(a), i128::from(b));
    let (mut old_rest, mut rest) = (first.abs(), second);
    let (mut old_factor, mut factor) = (1_i128, 0_i128);
    while rest != 0 {
        let quotient = old_rest / rest;
        (old_rest, rest) = (rest, old_rest - quotient * rest);
        (old_factor, factor) = (factor, old_factor - quotient * factor);
    }
    let x = if first >= 0 { old_factor } else { -old_factor };
    let y = if second == 0 { 1 } else { (old_rest - x * first) / second };
    let narrow = |number: i128| i64::try_from(number).map_err(|_| SolveError::Overflow);
    Ok((narrow(old_rest)?, narrow(x)?, narrow(y)?))
}
