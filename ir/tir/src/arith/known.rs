//! Expressions about which conditions say something.

use std::collections::HashMap;

use objet_ir::expr::PrimExpr;

use super::deep_equal::is_same;
use super::hash::shallow_hash;

/// The number of expressions of one hash that are compared with another one. The hash depends on
/// the upper part of an expression, so more of them are only found in unusual programs.
const MAX_COMPARED: usize = 64;

/// A map of expressions by structure, which remembers the order of its entries.
pub(super) struct KnownExprs<T> {
    entries: HashMap<u64, Vec<(PrimExpr, Vec<T>)>>,
    order: Vec<u64>,
}

impl<T> Default for KnownExprs<T> {
    fn default() -> Self {
        Self { entries: HashMap::new(), order: Vec::new() }
    }
}

impl<T> KnownExprs<T> {
    /// Returns the number of entries.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns the last value for an expression that is [the same](is_same).
    pub(super) fn get(&self, expr: &PrimExpr) -> Option<&T> {
        if self.order.is_empty() {
            return None;
        }
        let bucket = self.entries.get(&shallow_hash(expr))?;
        let found = bucket.iter().rev().take(MAX_COMPARED).find(|(known, _)| is_same(known, expr))?;
        found.1.last()
    }

    /// Adds an expression.
    pub(super) fn push(&mut self, expr: PrimExpr, value: T) {
        let hash = shallow_hash(&expr);
        self.order.push(hash);
        let bucket = self.entries.entry(hash).or_default();
        match bucket.last_mut() {
            Some((last, values)) if is_same(last, &expr) => values.push(value),
            _ => bucket.push((expr, vec![value])),
        }
    }

    /// Removes all entries but the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        while self.order.len() > count {
            let Some(hash) = self.order.pop() else { return };
            let Some(bucket) = self.entries.get_mut(&hash) else { continue };
            if let Some((_, values)) = bucket.last_mut() {
                values.pop();
                if values.is_empty() {
                    bucket.pop();
                }
            }
            if bucket.is_empty() {
                self.entries.remove(&hash);
            }
        }
    }
}
