//! Operators that sort, search and accumulate.

use crate::op::OpPatternKind::{Injective, Opaque};
use crate::register_op;
use crate::relay::attrs::{ArgsortAttrsNode, SearchSortedAttrsNode, TopKAttrsNode};

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
