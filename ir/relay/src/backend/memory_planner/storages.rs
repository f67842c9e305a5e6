//! The storages of tensors.

use std::collections::BTreeSet;
use std::rc::Rc;

use foldhash::HashMap;
use objet::prelude::*;
use objet_ir::expr::{IntImm, RelayExpr};
use objet_ir::types::{TensorType, TensorTypeNode, TupleTypeNode, type_text};

use super::PlanMemoryError;
use crate::backend::memory_plan::StorageInfo;
use crate::transform::typed_exprs::known_shape;

/// Free storage of up to this many times the size of a tensor, or of the inverse, is used again.
const RANGE: u64 = 16;

/// A token, by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct TokenId(usize);

/// A tensor, or a storage of several tensors.
struct Token {
    /// The size of the first tensor in the storage.
    size: u64,
    device_type: i32,
    /// The number of later uses.
    uses: usize,
    /// The number of the storage.
    storage: Option<usize>,
    /// The size of the storage.
    capacity: u64,
}

/// All tokens and storages.
#[derive(Default)]
pub(super) struct Storages {
    tokens: Vec<Token>,
    /// The number of storages.
    count: usize,
    /// For each device: the sizes of free storages, in the order of release for equal sizes.
    free: HashMap<i32, BTreeSet<(u64, usize, TokenId)>>,
    /// The number of released storages.
    released: usize,
}

impl Storages {
    /// Creates the tokens of an expression.
    pub(super) fn create(
        &mut self,
        expr: &RelayExpr,
        device_type: Option<i32>,
    ) -> Result<Rc<[TokenId]>, PlanMemoryError> {
        let unsuitable = || {
            let ty = expr.checked_type.as_ref();
            PlanMemoryError::Type { found: ty.map_or_else(|| "unknown".to_owned(), type_text) }
        };
        let ty = expr.checked_type.as_ref().ok_or_else(unsuitable)?;
        let types: Array<TensorType> = match_node!(match ty {
            TensorTypeNode => ty.clone().downcast::<TensorType>().into_iter().collect(),
            tuple @ TupleTypeNode => {
                let fields = tuple.fields.iter().map(|field| field.clone().downcast::<TensorType>().ok());
                fields.collect::<Option<_>>().ok_or_else(unsuitable)?
            }
            _ => return Err(unsuitable()),
        });
        types.iter().map(|ty| self.token(ty, device_type.unwrap_or(-1))).collect()
    }

    fn token(&mut self, ty: &TensorType, device_type: i32) -> Result<TokenId, PlanMemoryError> {
        let bits = u64::from(ty.dtype.bits) * u64::from(ty.dtype.lanes);
        let size = known_shape(ty).and_then(|shape| {
            let mut extents = shape.iter();
            extents.try_fold(bits.div_ceil(8), |size, extent| size.checked_mul(u64::try_from(*extent).ok()?))
        });
        // Sizes are signed in plans.
        let size = size.filter(|size| i64::try_from(*size).is_ok());
        let size = size.ok_or_else(|| PlanMemoryError::Size { found: type_text(ty.upcast_ref()) })?;
        self.tokens.push(Token { size, device_type, uses: 0, storage: None, capacity: size });
        Ok(TokenId(self.tokens.len() - 1))
    }

    pub(super) fn add_use(&mut self, token: TokenId) {
        self.tokens[token.0].uses += 1;
    }

    /// Removes a use. Without uses, the storage becomes free.
    pub(super) fn remove_use(&mut self, token: TokenId) {
        let uses = &mut self.tokens[token.0].uses;
        *uses = uses.saturating_sub(1);
        self.release_unused(token);
    }

    /// Frees the storage of a token without uses.
    pub(super) fn release_unused(&mut self, token: TokenId) {
        let found = &self.tokens[token.0];
        if found.uses == 0 {
            self.released += 1;
            self.free.entry(found.device_type).or_default().insert((found.capacity, self.released, token));
        }
    }

    /// Gives a tensor a storage of its own that never becomes free.
    pub(super) fn keep(&mut self, token: TokenId) {
        self.allocate(token);
        self.add_use(token);
    }

    fn allocate(&mut self, token: TokenId) {
        self.tokens[token.0].storage = Some(self.count);
        self.count += 1;
    }

    /// Adds the uses of a tensor to the token of a storage that it shares.
    pub(super) fn share(&mut self, storage: TokenId, tensor: TokenId) {
        let uses = self.tokens[tensor.0].uses;
        self.tokens[storage.0].uses += uses;
    }

    /// Returns the token of a storage for a tensor.
    pub(super) fn request(&mut self, tensor: TokenId) -> TokenId {
        let Token { size, device_type, uses, .. } = self.tokens[tensor.0];
        let free = self.free.entry(device_type).or_default();
        let first = |size: u64| (size, 0, TokenId(0));
        let mut larger =
            free.range(first(size)..=(size.saturating_mul(RANGE), usize::MAX, TokenId(usize::MAX)));
        let found =
            larger.next().or_else(|| free.range(first(size / RANGE)..first(size)).next_back()).copied();
        let Some(found) = found else {
            self.allocate(tensor);
            return tensor;
        };
        free.remove(&found);
        let storage = found.2;
        let token = &mut self.tokens[storage.0];
        token.capacity = token.capacity.max(size);
        token.uses = uses;
        storage
    }

    /// Returns the storages of tokens.
    pub(super) fn info(&self, tokens: &[TokenId]) -> StorageInfo {
        let numbers = |number: fn(&Token) -> i64| {
            let numbers = tokens.iter().map(|token| number(&self.tokens[token.0]));
            numbers.map(IntImm::from).collect::<Array<IntImm>>()
        };
        StorageInfo::new(
            numbers(|token| token.storage.map_or(-1, |storage| storage as i64)),
            numbers(|token| token.device_type.into()),
            numbers(|token| token.size as i64),
        )
    }
}
