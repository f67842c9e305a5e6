//! Sums of splits.
//!
//! Splits of the same index are neighbors, in descending order of their lower factors. A hash of
//! the indices finds the neighbors, so a sum of many terms takes linear time.

use std::collections::HashMap;
use std::sync::Arc;

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::deep_equal::is_same;
use super::hash::shallow_hash;
use super::simplified::{Simplified, Split};
use super::term::{Operator, apply};
use crate::op;

/// A sum of splits and a constant.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    dtype: DataType,
    /// The splits by index, in the order in which their indices were added.
    groups: Vec<Vec<Split>>,
    /// The groups by the hash of their index.
    places: HashMap<u64, Vec<usize>>,
    pub(super) base: i64,
    /// An upper bound of the absolute values of the scales.
    largest: i64,
}

impl Sum {
    pub(super) fn new(dtype: DataType) -> Self {
        Self { dtype, groups: Vec::new(), places: HashMap::new(), base: 0, largest: 1 }
    }

    /// Returns a value as a sum.
    pub(super) fn of(value: Simplified, dtype: DataType) -> Self {
        let mut sum = Self::new(dtype);
        match value {
            Simplified::Sum(sum) => return Arc::unwrap_or_clone(sum),
            Simplified::Split(split) => sum.groups.push(vec![split]),
            Simplified::Expr(expr) => match op::as_const_int(&expr) {
                Some(number) => sum.base = number,
                None => sum.groups.push(vec![Split::new(expr)]),
            },
        }
        if let Some(group) = sum.groups.first() {
            sum.places.insert(shallow_hash(&group[0].index), vec![0]);
        }
        sum
    }

    pub(super) fn dtype(&self) -> DataType {
        self.dtype
    }

    /// Returns the splits. Some may have the scale 0.
    pub(super) fn splits(&self) -> impl Iterator<Item = &Split> {
        self.groups.iter().flatten()
    }

    /// Returns the number of different indices.
    pub(super) fn len(&self) -> usize {
        self.groups.len()
    }

    pub(super) fn is_zero(&self) -> bool {
        self.base == 0 && self.groups.is_empty()
    }

    /// Returns the split, if the sum consists of one.
    pub(super) fn as_split(&self) -> Option<&Split> {
        match &self.groups[..] {
            [group] if self.base == 0 && group.len() == 1 => group.first(),
            _ => None,
        }
    }

    /// Adds a value times a factor of 1 or -1. Leaves the sum as it was and returns the value if a
    /// number overflows.
    pub(super) fn add_value(&mut self, value: Simplified, factor: i64) -> Result<(), Simplified> {
        let added = Self::of(value, self.dtype);
        let base = added.base.checked_mul(factor).and_then(|base| self.base.checked_add(base));
        let limit = i64::MAX / 4;
        let is_small = |split: &Split| (-limit..limit).contains(&split.scale);
        match base {
            Some(base) if added.splits().all(is_small) && self.largest < limit => {
                self.base = base;
                for split in added.groups.into_iter().flatten() {
                    // Neither scale is near the limits of 64 bits.
                    let _ = self.add(split, factor);
                }
                Ok(())
            }
            _ => Err(Simplified::Sum(Arc::new(added))),
        }
    }

    pub(super) fn add_number(&mut self, number: i64) -> Option<()> {
        self.base = self.base.checked_add(number)?;
        Some(())
    }

    /// Adds a split times a factor.
    pub(super) fn add(&mut self, mut split: Split, factor: i64) -> Option<()> {
        if split.scale == 0 {
            return Some(());
        }
        split.scale = split.scale.checked_mul(factor)?;
        self.largest = self.largest.max(split.scale.saturating_abs());
        let places = self.places.entry(shallow_hash(&split.index)).or_default();
        let groups = &mut self.groups;
        let known = places.iter().find(|place| is_same(&groups[**place][0].index, &split.index));
        let Some(place) = known else {
            places.push(groups.len());
            groups.push(vec![split]);
            return Some(());
        };
        let group = &mut groups[*place];
        for (position, known) in group.iter_mut().enumerate() {
            if split.lower_factor > known.lower_factor {
                group.insert(position, split);
                return Some(());
            }
            if split.lower_factor == known.lower_factor
                && split.upper_factor == known.upper_factor
                && split.allows(known.rounding)
            {
                known.scale = known.scale.checked_add(split.scale)?;
                self.largest = self.largest.max(known.scale.saturating_abs());
                return Some(());
            }
        }
        group.push(split);
        Some(())
    }

    /// Multiplies the sum by a factor.
    pub(super) fn scale(&mut self, factor: i64) -> Option<()> {
        self.base = self.base.checked_mul(factor)?;
        for split in self.groups.iter_mut().flatten() {
            split.scale = split.scale.checked_mul(factor)?;
        }
        Some(())
    }

    /// Returns the quotient of the parts that are multiples of a divisor, and the other parts.
    pub(super) fn divided(&self, divisor: i64) -> Option<(Self, Self)> {
        let (mut quotient, mut rest) = (Self::new(self.dtype), Self::new(self.dtype));
        for split in self.splits() {
            match split.scale % divisor {
                0 => {
                    let mut split = split.clone();
                    split.scale /= divisor;
                    if split.scale != 0 {
                        quotient.add(split, 1)?;
                    }
                }
                _ => rest.add(split.clone(), 1)?,
            }
        }
        match self.base % divisor {
            0 => quotient.base = self.base / divisor,
            _ => rest.base = self.base,
        }
        Some((quotient, rest))
    }

    /// Builds the expression: splits with a positive scale in descending order of the scales, the
    /// constant if it is positive, and the others as subtractions.
    pub(super) fn into_expr(self) -> PrimExpr {
        let dtype = self.dtype;
        let mut splits: Vec<Split> = self.groups.into_iter().flat_map(merged).collect();
        splits.sort_by(|a, b| {
            let key = |split: &Split| {
                let upper = split.upper_factor.unwrap_or(i64::MAX);
                (split.scale, split.lower_factor, upper, split.rounding)
            };
            key(b).cmp(&key(a))
        });
        let least = i64::MIN >> 64_u32.saturating_sub(dtype.bits.into()).min(63);
        let is_taken = self.base < 0 && self.base != least;
        let constant = |value: i64| op::make_const(dtype, value, None).ok();
        let zero = constant(0);
        let add = |sum: Option<PrimExpr>, operator, term: Option<PrimExpr>| apply(operator, sum?, term?);
        let mut sum = zero.clone();
        for split in splits.iter().filter(|split| split.scale > 0) {
            sum = add(sum, Operator::Add, Some(split.expr()));
        }
        if self.base > 0 || self.base == least {
            sum = add(sum, Operator::Add, constant(self.base));
        }
        for split in splits.iter().filter(|split| split.scale < 0) {
            sum = add(sum, Operator::Sub, Some(split.scaled(split.scale.wrapping_neg())));
        }
        if is_taken {
            sum = add(sum, Operator::Sub, constant(self.base.wrapping_neg()));
        }
        match sum.or(zero) {
            Some(sum) => sum,
            None => unreachable!("sums have a type of integers, which has a constant 0"),
        }
    }
}

/// Merges the splits of one index: equal ones, and a quotient with the remainder that completes it.
fn merged(mut splits: Vec<Split>) -> Vec<Split> {
    for i in 0..splits.len() {
        for j in i + 1..splits.len() {
            if splits[i].scale == 0 {
                break;
            }
            let (high, low) = (&splits[i], &splits[j]);
            let upper = |split: &Split| split.upper_factor.unwrap_or(i64::MAX);
            if upper(high) < low.lower_factor {
                break;
            }
            let has_rounding = high.allows(low.rounding);
            let completes = low.scale != 0
                && Some(high.lower_factor) == low.upper_factor
                && high.scale % low.scale == 0
                && (high.scale / low.scale).checked_mul(low.lower_factor) == Some(high.lower_factor);
            if high.upper_factor == low.upper_factor && high.lower_factor == low.lower_factor && has_rounding
            {
                let Some(scale) = high.scale.checked_add(low.scale) else { continue };
                splits[j].scale = scale;
                splits[i].scale = 0;
            } else if completes && has_rounding {
                let upper = high.upper_factor;
                splits[j].upper_factor = upper;
                splits[i].scale = 0;
                break;
            }
        }
    }
    splits.retain(|split| split.scale != 0);
    splits
}
