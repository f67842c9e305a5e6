//! Analysis and simplification of integer expressions.
//!
//! An [`Analyzer`] bounds expressions, finds their residues, and simplifies them by facts about
//! their variables. As in TVM, a simplified expression is equal to the original if no operation of
//! the original overflows its type or divides by zero.
//!
//! Rewrite rules are lines of the tables in `arith/rules/`. The canonical form of an index is a sum
//! of terms, each of which is a product of a factor and a quotient, a remainder or any other
//! expression.

mod analyzer;
mod bottom_up;
mod bound;
mod canonical;
mod canonical_cast;
mod deduce;
mod deep_equal;
mod domain_touched;
mod estimate_region;
mod globals;
mod hash;
mod int_bound;
mod int_constraints;
mod int_set;
mod int_set_eval;
mod int_set_globals;
mod int_set_ops;
mod iter_map;
mod known;
mod linear;
mod modular;
mod operands;
mod rewrite;
mod rewrite_lanes;
mod rewrite_node;
mod rule_parser;
mod rules;
mod simplified;
mod solve;
mod sum;
mod term;

pub use analyzer::{Analyzer, Constraint, Redefined};
pub use bound::{NEG_INF, POS_INF};
pub use deduce::deduce_bound;
pub use deep_equal::deep_equal;
pub use domain_touched::domain_touched;
pub use estimate_region::estimate_region_lower_bound;
pub use int_bound::{ConstIntBound, ConstIntBoundNode};
pub use int_constraints::{
    IntConstraints, IntConstraintsNode, IntConstraintsTransform, IntConstraintsTransformNode, IntGroupBounds,
    IntGroupBoundsNode,
};
pub use int_set::{
    IntSet, IntSetNode, IntervalSet, IntervalSetNode, intersect, neg_inf, pos_inf, union, union_lower_bound,
};
pub use int_set_eval::Domains;
pub use iter_map::{
    InverseError, IterMapExpr, IterMapExprNode, IterMark, IterMarkNode, IterSplitExpr, IterSplitExprNode,
    IterSumExpr, IterSumExprNode, SubspaceDivision, detect_iter_map, inverse_affine_iter_map,
    normalize_iter_map_to_expr, subspace_divide,
};
pub use linear::{ClipBound, detect_clip_bound, detect_linear_equation};
pub use modular::{ModularSet, ModularSetNode};
pub(crate) use operands::{all_operands, class, has_mixed_operands, with_operands};
pub use solve::{
    SolveError, SolvedInequalities, solve_inequalities_as_bounds, solve_inequalities_deskew_range,
    solve_inequalities_to_range, solve_linear_equations,
};
