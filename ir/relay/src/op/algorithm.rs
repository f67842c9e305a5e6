//! Operators that sort, search and scan.

pub(super) mod relation;

use objet::function::{BoxError, RetValue};
use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::attrs::AttrValue;
use objet_ir::expr::{Bool, RelayExpr};
use objet_ir::op::OpError;
use objet_ir::op::OpPatternKind::{Injective, Opaque};

use crate::attrs::{
    ArgsortAttrsNode, ScanopAttrsNode, SearchSortedAttrsNode, TopKAttrsNode, UniqueAttrsNode,
};
use crate::expr::Call;
use crate::operators;

operators! {
    /// Returns the indices that sort a tensor along one axis.
    pub fn argsort(
        data: "Tensor" = "The tensor to sort.",
    ) with ArgsortAttrsNode = "argsort" as "relay.op._make.argsort"
        => |op| op.type_relation("Argsort").support_level(6);

    /// Returns the indices of the nonzero elements.
    pub fn argwhere(
        data as "condition": "Tensor" = "The tensor to search.",
    ) = "argwhere" as "relay.op._make.argwhere"
        => |op| op.type_relation("ArgWhere").pattern(Opaque).stateful(false);

    /// Computes the cumulative product along one axis.
    pub fn cumprod(data: "Tensor" = "The tensor to scan.") with ScanopAttrsNode = "cumprod"
        => |op| op.type_relation("Cumprod").support_level(3).pattern(Opaque).without_attrs_type();

    /// Computes the cumulative sum along one axis.
    pub fn cumsum(data: "Tensor" = "The tensor to scan.") with ScanopAttrsNode = "cumsum"
        => |op| op.type_relation("Cumsum").support_level(3).pattern(Opaque).without_attrs_type();

    /// Returns the inverse of a permutation.
    pub fn invert_permutation(
        data: "Tensor" = "The permutation.",
    ) = "invert_permutation" as "relay.op._make.invert_permutation"
        => |op| op.type_relation("Identity").support_level(1).pattern(Injective).stateful(false);

    /// Returns the indices at which values can be inserted into sorted sequences while keeping the
    /// order.
    pub fn searchsorted(
        sorted_sequence: "Tensor" = "The sorted sequences.",
        values: "Tensor" = "The values.",
    ) with SearchSortedAttrsNode = "searchsorted"
        => |op| op.type_relation("SearchSorted").support_level(6);

    /// Sorts the elements along one axis.
    pub fn sort(
        data: "Tensor" = "The tensor to sort.",
    ) with ArgsortAttrsNode = "sort" as "relay.op._make.sort"(data, [axis], [is_ascend])
        => |op| op.type_relation("Sort").support_level(6);

    /// Returns the greatest or least elements along one axis, their indices, or both.
    pub fn topk(
        data: "Tensor" = "The tensor to search.",
    ) with TopKAttrsNode = "topk" as "relay.op._make.topk"
        => |op| op.type_relation("TopK").support_level(6);

    /// Returns the distinct elements of a vector and the index of each element among them.
    pub fn unique(
        data: "Tensor" = "The vector.",
    ) with UniqueAttrsNode = "unique" as "relay.op._make.unique"
        => |op| op.type_relation("unique").support_level(3).pattern(Opaque).without_attrs_type();
}

/// Creates a call of `cumprod`. If `axis` is null, the flattened tensor is scanned.
#[register_global("relay.op._make.cumprod", short)]
fn make_cumprod(
    data: RelayExpr,
    axis: RetValue,
    dtype: Option<DataType>,
    exclusive: RetValue,
) -> Result<Call, OpError> {
    cumprod(data, scan_attrs(axis, dtype, exclusive))
}

/// Creates a call of `cumsum`. If `axis` is null, the flattened tensor is scanned.
#[register_global("relay.op._make.cumsum", short)]
fn make_cumsum(
    data: RelayExpr,
    axis: RetValue,
    dtype: Option<DataType>,
    exclusive: RetValue,
) -> Result<Call, OpError> {
    cumsum(data, scan_attrs(axis, dtype, exclusive))
}

/// Returns the attributes of a scan operator. `exclusive` is a number, a constant or null.
fn scan_attrs(
    axis: RetValue,
    dtype: Option<DataType>,
    exclusive: RetValue,
) -> [(&'static str, AttrValue); 3] {
    let exclusive = match exclusive.get::<bool>() {
        Ok(exclusive) => RetValue::from(Bool::from(exclusive)),
        Err(_) => exclusive,
    };
    [
        ("axis", AttrValue::One(axis)),
        ("dtype", dtype.unwrap_or(DataType::VOID).into()),
        ("exclusive", AttrValue::One(exclusive)),
    ]
}

/// Creates a call of `searchsorted`. `right` is a number or a constant.
#[register_global("relay.op._make.searchsorted", short)]
fn make_searchsorted(
    sorted_sequence: RelayExpr,
    values: RelayExpr,
    right: RetValue,
    dtype: Option<DataType>,
) -> Result<Call, BoxError> {
    let right = match right.get::<bool>() {
        Ok(right) => right,
        Err(_) => right.get::<Bool>()?.value != 0,
    };
    let attrs = attrs! { right: right, dtype: dtype.unwrap_or(DataType::VOID) };
    Ok(searchsorted(sorted_sequence, values, attrs)?)
}
