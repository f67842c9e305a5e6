//! Operators that sort, search and accumulate.

use objet::prelude::*;
use objet::{BoxError, RetValue};
use objet_ir::attrs::AttrValue;
use objet_ir::expr::{Bool, RelayExpr};
use objet_ir::op::OpPatternKind::{Injective, Opaque};
use objet_ir::op::{Op, OpError};
use objet_ir::{attrs, register_op};

use crate::attrs::{ArgsortAttrsNode, ScanopAttrsNode, SearchSortedAttrsNode, TopKAttrsNode};
use crate::expr::Call;
use crate::op::OpExt as _;

register_op! { "argsort"
    .describe("The order of the indices that sorts a tensor along one axis.")
    .argument("data", "Tensor", "The tensor to sort.")
    .attrs::<ArgsortAttrsNode>()
    .type_relation("Argsort").support_level(6)
}

register_op! { "argwhere"
    .describe("The places of the elements that are not zero.")
    .argument("condition", "Tensor", "The tensor to search.")
    .type_relation("ArgWhere").pattern(Opaque).stateful(false)
}

register_op! { "cumprod"
    .describe("The products of the elements so far, along one axis.")
    .argument("data", "Tensor", "The tensor to go through.")
    .type_relation("Cumprod").support_level(3).pattern(Opaque)
}

register_op! { "cumsum"
    .describe("The sums of the elements so far, along one axis.")
    .argument("data", "Tensor", "The tensor to go through.")
    .type_relation("Cumsum").support_level(3).pattern(Opaque)
}

register_op! { "invert_permutation"
    .describe("The permutation that undoes another one.")
    .argument("data", "Tensor", "The permutation.")
    .type_relation("Identity").support_level(1).pattern(Injective).stateful(false)
}

register_op! { "searchsorted"
    .describe("Where values belong in sorted sequences.")
    .argument("sorted_sequence", "Tensor", "The sorted sequences.")
    .argument("values", "Tensor", "The values.")
    .attrs::<SearchSortedAttrsNode>()
    .type_relation("SearchSorted").support_level(6)
}

register_op! { "sort"
    .describe("The elements along one axis, in order.")
    .argument("data", "Tensor", "The tensor to sort.")
    .attrs::<ArgsortAttrsNode>()
    .type_relation("Sort").support_level(6)
}

register_op! { "topk"
    .describe("The greatest or least elements along one axis, their indices, or both.")
    .argument("data", "Tensor", "The tensor to search.")
    .attrs::<TopKAttrsNode>()
    .type_relation("TopK").support_level(6)
}

register_op! { "unique"
    .describe("The distinct elements of a vector, and where each is.")
    .argument("data", "Tensor", "The vector.")
    .type_relation("unique").support_level(3).pattern(Opaque)
}

global_makers! {
    "relay.op._make.argsort" = "argsort"(data, [axis], [is_ascend], [dtype]): ArgsortAttrsNode;
    "relay.op._make.argwhere" = "argwhere"(data);
    "relay.op._make.invert_permutation" = "invert_permutation"(data);
    "relay.op._make.sort" = "sort"(data, [axis], [is_ascend]): ArgsortAttrsNode;
    "relay.op._make.topk" = "topk"(data, [k], [axis], [ret_type], [is_ascend], [dtype]): TopKAttrsNode;
    "relay.op._make.unique" = "unique"(data, [sorted], [return_counts]): UniqueAttrsNode;
}

/// The products of the elements so far; along all axes one after the other if no axis is given.
#[register_global("relay.op._make.cumprod", short)]
fn cumprod(
    data: RelayExpr,
    axis: RetValue,
    dtype: Option<DataType>,
    exclusive: RetValue,
) -> Result<Call, OpError> {
    scan("cumprod", data, axis, dtype, exclusive)
}

/// The sums of the elements so far; along all axes one after the other if no axis is given.
#[register_global("relay.op._make.cumsum", short)]
fn cumsum(
    data: RelayExpr,
    axis: RetValue,
    dtype: Option<DataType>,
    exclusive: RetValue,
) -> Result<Call, OpError> {
    scan("cumsum", data, axis, dtype, exclusive)
}

/// A call of an operator that accumulates. Whether it is exclusive is a number, a constant, or null.
fn scan(
    op: &str,
    data: RelayExpr,
    axis: RetValue,
    dtype: Option<DataType>,
    exclusive: RetValue,
) -> Result<Call, OpError> {
    let exclusive = match exclusive.get::<bool>() {
        Ok(exclusive) => RetValue::from(Bool::from(exclusive)),
        Err(_) => exclusive,
    };
    let attrs = [
        ("axis", AttrValue::One(axis)),
        ("dtype", dtype.unwrap_or(DataType::VOID).into()),
        ("exclusive", AttrValue::One(exclusive)),
    ];
    let op = Op::get(op)?;
    op.call([data], Some(op.make_attrs_of(ScanopAttrsNode::TYPE_KEY, attrs)?))
}

/// Where values belong in sorted sequences: behind those that equal them if `right`, a number or a constant, is true.
#[register_global("relay.op._make.searchsorted", short)]
fn searchsorted(
    sorted_sequence: RelayExpr,
    values: RelayExpr,
    right: RetValue,
    dtype: Option<DataType>,
) -> Result<Call, BoxError> {
    let right = match right.get::<bool>() {
        Ok(right) => right,
        Err(_) => right.get::<Bool>()?.value != 0,
    };
    let op = Op::get("searchsorted")?;
    let attrs = op.make_attrs(attrs! { right: right, dtype: dtype.unwrap_or(DataType::VOID) })?;
    Ok(op.call([sorted_sequence, values], Some(attrs))?)
}
