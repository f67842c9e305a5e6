//! Operators that sort, search and accumulate.

use objet::prelude::*;
use objet::{BoxError, RetValue};
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
    /// The order of the indices that sorts a tensor along one axis.
    pub fn argsort(
        data: "Tensor" = "The tensor to sort.",
    ) with ArgsortAttrsNode = "argsort" as "relay.op._make.argsort"
        => |op| op.type_relation("Argsort").support_level(6);

    /// The places of the elements that are not zero.
    pub fn argwhere(
        data as "condition": "Tensor" = "The tensor to search.",
    ) = "argwhere" as "relay.op._make.argwhere"
        => |op| op.type_relation("ArgWhere").pattern(Opaque).stateful(false);

    /// The products of the elements so far, along one axis.
    pub fn cumprod(data: "Tensor" = "The tensor to go through.") with ScanopAttrsNode = "cumprod"
        => |op| op.type_relation("Cumprod").support_level(3).pattern(Opaque).without_attrs_type();

    /// The sums of the elements so far, along one axis.
    pub fn cumsum(data: "Tensor" = "The tensor to go through.") with ScanopAttrsNode = "cumsum"
        => |op| op.type_relation("Cumsum").support_level(3).pattern(Opaque).without_attrs_type();

    /// The permutation that undoes another one.
    pub fn invert_permutation(
        data: "Tensor" = "The permutation.",
    ) = "invert_permutation" as "relay.op._make.invert_permutation"
        => |op| op.type_relation("Identity").support_level(1).pattern(Injective).stateful(false);

    /// Where values belong in sorted sequences.
    pub fn searchsorted(
        sorted_sequence: "Tensor" = "The sorted sequences.",
        values: "Tensor" = "The values.",
    ) with SearchSortedAttrsNode = "searchsorted"
        => |op| op.type_relation("SearchSorted").support_level(6);

    /// The elements along one axis, in order.
    pub fn sort(
        data: "Tensor" = "The tensor to sort.",
    ) with ArgsortAttrsNode = "sort" as "relay.op._make.sort"(data, [axis], [is_ascend])
        => |op| op.type_relation("Sort").support_level(6);

    /// The greatest or least elements along one axis, their indices, or both.
    pub fn topk(
        data: "Tensor" = "The tensor to search.",
    ) with TopKAttrsNode = "topk" as "relay.op._make.topk"
        => |op| op.type_relation("TopK").support_level(6);

    /// The distinct elements of a vector, and where each is.
    pub fn unique(
        data: "Tensor" = "The vector.",
    ) with UniqueAttrsNode = "unique" as "relay.op._make.unique"
        => |op| op.type_relation("unique").support_level(3).pattern(Opaque).without_attrs_type();
}

/// The products of the elements so far; along all axes one after the other if no axis is given.
#[register_global("relay.op._make.cumprod", short)]
fn make_cumprod(
    data: RelayExpr,
    axis: RetValue,
    dtype: Option<DataType>,
    exclusive: RetValue,
) -> Result<Call, OpError> {
    cumprod(data, scan_attrs(axis, dtype, exclusive))
}

/// The sums of the elements so far; along all axes one after the other if no axis is given.
#[register_global("relay.op._make.cumsum", short)]
fn make_cumsum(
    data: RelayExpr,
    axis: RetValue,
    dtype: Option<DataType>,
    exclusive: RetValue,
) -> Result<Call, OpError> {
    cumsum(data, scan_attrs(axis, dtype, exclusive))
}

/// The attributes of an operator that accumulates. Whether it is exclusive is a number, a constant, or null.
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

/// Where values belong in sorted sequences: behind those that equal them if `right`, a number or a constant, is true.
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
