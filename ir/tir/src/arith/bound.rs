//! Constant bounds of integers, with arithmetic that saturates at infinity.

use objet::prelude::*;

/// The greatest bound, which means that there is no upper bound.
pub const POS_INF: i64 = i64::MAX;
/// The least bound, which means that there is no lower bound.
pub const NEG_INF: i64 = -POS_INF;

/// A lower and an upper bound, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    pub(super) min: i64,
    pub(super) max: i64,
}

pub(super) const EVERYTHING: Bound = Bound { min: NEG_INF, max: POS_INF };

/// Rounds a number to the range of bounds.
fn saturated(value: i128) -> i64 {
    value.clamp(NEG_INF.into(), POS_INF.into()) as i64
}

fn is_infinite(bound: i64) -> bool {
    bound == POS_INF || bound <= NEG_INF
}

/// Adds bounds. An infinite operand decides the result. At most one operand is infinite, or both
/// have the same sign.
pub(super) fn sum(a: i64, b: i64) -> i64 {
    match (is_infinite(a), is_infinite(b)) {
        (true, _) => saturated(a.into()),
        (_, true) => saturated(b.into()),
        _ => saturated(i128::from(a) + i128::from(b)),
    }
}

pub(super) fn product(a: i64, b: i64) -> i64 {
    saturated(i128::from(a) * i128::from(b))
}

fn negated(a: i64) -> i64 {
    saturated(-i128::from(a))
}

/// Divides bounds by a function that rounds the quotient of finite numbers.
fn quotient(a: i64, b: i64, divide: fn(i128, i128) -> i128) -> i64 {
    match is_infinite(a) {
        true if b > 0 => saturated(a.into()),
        true => negated(a),
        false => saturated(divide(a.into(), b.into())),
    }
}

impl Bound {
    pub(super) fn new(min: i64, max: i64) -> Self {
        Self { min: saturated(min.into()), max: saturated(max.into()) }
    }

    pub(super) fn point(value: i64) -> Self {
        Self::new(value, value)
    }

    /// Returns the bounds of a data type.
    pub(super) fn of(dtype: DataType) -> Self {
        if !dtype.is_int() && !dtype.is_uint() {
            return EVERYTHING;
        }
        let bits = u32::from(dtype.bits).saturating_sub(u32::from(dtype.is_int()));
        let limit = (bits < 63).then(|| 1_i64 << bits);
        let min = if dtype.is_uint() { 0 } else { limit.map_or(NEG_INF, |limit| -limit) };
        Self { min, max: limit.map_or(POS_INF, |limit| limit - 1) }
    }

    pub(super) fn is_point(self, value: i64) -> bool {
        self.min == value && self.max == value
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    pub(super) fn intersection(self, other: Self) -> Self {
        Self { min: self.min.max(other.min), max: self.max.min(other.max) }
    }

    pub(super) fn sum(self, other: Self) -> Self {
        Self { min: sum(self.min, other.min), max: sum(self.max, other.max) }
    }

    pub(super) fn difference(self, other: Self) -> Self {
        Self { min: sum(self.min, negated(other.max)), max: sum(self.max, negated(other.min)) }
    }

    /// Returns the bounds of a function that is monotonic in each operand, from its values at the
    /// bounds of the operands.
    pub(super) fn by_ends(self, other: Self, function: impl Fn(i64, i64) -> i64) -> Self {
        let ends =
            [(self.min, other.min), (self.min, other.max), (self.max, other.min), (self.max, other.max)]
                .map(|(a, b)| function(a, b));
        Self {
            min: ends.into_iter().min().unwrap_or(NEG_INF),
            max: ends.into_iter().max().unwrap_or(POS_INF),
        }
    }

    pub(super) fn product(self, other: Self) -> Self {
        self.by_ends(other, product)
    }

    /// Returns the bounds of a quotient. The divisor is not 0. As in TVM, a bound of 0 of a signed
    /// divisor counts as unknown.
    pub(super) fn quotient(self, divisor: Self, dtype: DataType, divide: fn(i128, i128) -> i128) -> Self {
        let by = |divisor| self.by_ends(divisor, |a, b| quotient(a, b, divide));
        if divisor.min > 0 || divisor.max < 0 {
            return by(divisor);
        }
        if divisor.is_point(0) {
            return Self::of(dtype);
        }
        let positive = Self { min: 1, max: divisor.max };
        if divisor.min == 0 && dtype.is_uint() {
            return by(positive);
        }
        let negative = if divisor.min < 0 { Self { min: divisor.min, max: -1 } } else { Self::of(dtype) };
        let positive = if divisor.max > 0 { positive } else { Self::of(dtype) };
        by(negative).union(by(positive))
    }

    /// Returns the bounds of a remainder with the sign of the dividend.
    pub(super) fn truncated_remainder(self, divisor: Self, dtype: DataType) -> Self {
        if divisor.min <= 0 {
            return Self::of(dtype);
        }
        let greatest = sum(divisor.max, -1);
        match self.min >= 0 {
            true if self.max < divisor.min => self,
            true => Self { min: 0, max: self.max.min(greatest) },
            false => Self { min: self.min.max(-greatest), max: self.max.max(0).min(greatest) },
        }
    }

    /// Returns the bounds of a remainder with the sign of the divisor.
    pub(super) fn floored_remainder(self, divisor: Self, dtype: DataType) -> Self {
        let greatest = sum(divisor.max, -1);
        match divisor.min > 0 {
            true if self.min >= 0 && self.max < divisor.min => self,
            true if self.min >= 0 => Self { min: 0, max: self.max.min(greatest) },
            true => Self { min: 0, max: greatest },
            false => {
                Self { min: sum(divisor.min, 1).min(0), max: greatest.max(0) }.intersection(Self::of(dtype))
            }
        }
    }
}
