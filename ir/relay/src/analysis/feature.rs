//! Detects which parts of the language a program uses.

use std::collections::HashSet;
use std::fmt;

use objet::prelude::*;
use objet::walk::WalkEvent;
use objet_ir::adt::ConstructorNode;
use objet_ir::expr::{GlobalVarNode, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::OpNode;

use super::recursive_lets::recursive_lets;
use crate::adt::MatchNode;
use crate::expr::{
    CallNode, ConstantNode, FunctionNode, IfNode, LetNode, RefCreateNode, RefReadNode, RefWriteNode,
    TupleGetItemNode, TupleNode, VarNode,
};
use crate::functor::parts;
use crate::scope::{is_primitive, operands};

/// A part of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Feature {
    /// A local variable.
    Var = 0,
    /// A reference to a function of a module.
    GlobalVar = 1,
    /// A constant.
    Constant = 2,
    /// A tuple.
    Tuple = 3,
    /// A projection of a tuple.
    TupleGetItem = 4,
    /// A function.
    Function = 5,
    /// An operator.
    Op = 6,
    /// A call.
    Call = 7,
    /// A `let`.
    Let = 8,
    /// A conditional.
    If = 9,
    /// The creation of a reference.
    RefCreate = 10,
    /// A read of a reference.
    RefRead = 11,
    /// A write to a reference.
    RefWrite = 12,
    /// A constructor of an algebraic data type.
    Constructor = 13,
    /// A match.
    Match = 14,
    /// An expression that several expressions refer to, other than a variable, an operator, a
    /// constructor or a constant. The program is a graph, not a tree.
    Graph = 15,
    /// A `let` whose value refers to the variable that it binds.
    LetRec = 16,
}

impl Feature {
    /// All features, in the order of their numbers.
    pub const ALL: [Self; 17] = [
        Self::Var,
        Self::GlobalVar,
        Self::Constant,
        Self::Tuple,
        Self::TupleGetItem,
        Self::Function,
        Self::Op,
        Self::Call,
        Self::Let,
        Self::If,
        Self::RefCreate,
        Self::RefRead,
        Self::RefWrite,
        Self::Constructor,
        Self::Match,
        Self::Graph,
        Self::LetRec,
    ];

    /// Returns the feature that an expression by itself is.
    fn of(expr: &RelayExpr) -> Option<Self> {
        Some(match_node!(match expr {
            VarNode => Self::Var,
            GlobalVarNode => Self::GlobalVar,
            ConstantNode => Self::Constant,
            TupleNode => Self::Tuple,
            TupleGetItemNode => Self::TupleGetItem,
            FunctionNode => Self::Function,
            OpNode => Self::Op,
            CallNode => Self::Call,
            LetNode => Self::Let,
            IfNode => Self::If,
            RefCreateNode => Self::RefCreate,
            RefReadNode => Self::RefRead,
            RefWriteNode => Self::RefWrite,
            ConstructorNode => Self::Constructor,
            MatchNode => Self::Match,
            _ => return None,
        }))
    }

    /// Returns whether a program may refer to such an expression several times and still be a tree.
    fn is_atomic(self) -> bool {
        matches!(self, Self::Var | Self::GlobalVar | Self::Constant | Self::Op | Self::Constructor)
    }
}

/// A set of features.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct FeatureSet(u32);

impl FeatureSet {
    /// Returns whether the feature is in the set.
    pub fn contains(self, feature: Feature) -> bool {
        self.0 & (1 << feature as u8) != 0
    }

    /// Adds a feature.
    pub fn insert(&mut self, feature: Feature) {
        self.0 |= 1 << feature as u8;
    }

    /// Returns the features of both sets.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether all features of this set are in the other one.
    pub fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns the features in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.into_iter().filter(move |feature| self.contains(*feature))
    }
}

impl Extend<Feature> for FeatureSet {
    fn extend<T: IntoIterator<Item = Feature>>(&mut self, features: T) {
        features.into_iter().for_each(|feature| self.insert(feature));
    }
}

impl FromIterator<Feature> for FeatureSet {
    fn from_iter<T: IntoIterator<Item = Feature>>(features: T) -> Self {
        let mut set = Self::default();
        set.extend(features);
        set
    }
}

impl fmt::Debug for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Returns the features of an expression.
///
/// Patterns do not count, and neither does the inside of a function that operator fusion created
/// (attribute `Primitive`). [`Feature::LetRec`] is exact if the expression is
/// [well formed](super::well_formed), which makes one walk sufficient.
///
/// ```
/// use objet_relay::analysis::{Feature, FeatureSet, detect_feature};
/// use objet_relay::expr::{Tuple, Var};
///
/// let x = Var::new("x", None, None);
/// let pair = Tuple::new([x.clone().into(), x.into()], None);
/// let features = detect_feature(&pair.clone().into());
/// assert_eq!(features, FeatureSet::from_iter([Feature::Var, Feature::Tuple]));
///
/// let nested = Tuple::new([pair.clone().into(), pair.into()], None);
/// assert!(detect_feature(&nested.into()).contains(Feature::Graph));
/// ```
pub fn detect_feature(expr: &RelayExpr) -> FeatureSet {
    // Features are counted where an expression is used, because patterns of matches do not count.
    let mut features = FeatureSet::from_iter(Feature::of(expr));
    let mut seen = HashSet::new();
    let mut parts = parts(expr);
    while let Some(event) = parts.next() {
        let WalkEvent::Enter(object) = event else { continue };
        let expr = object.downcast_ref::<RelayExpr>();
        if object.as_node::<FunctionNode>().is_some_and(is_primitive) {
            parts.skip_subtree();
            continue;
        }
        if object.as_node::<FunctionNode>().is_some_and(|function| !function.params.is_empty())
            || object.is_instance::<LetNode>()
        {
            features.insert(Feature::Var);
        }
        for operand in expr.into_iter().flat_map(operands) {
            features.extend(Feature::of(&operand));
            let is_atom = Feature::of(&operand).is_some_and(Feature::is_atomic);
            if !is_atom && !seen.insert(operand.into_owned()) {
                features.insert(Feature::Graph);
            }
        }
    }
    if !recursive_lets(expr).is_empty() {
        features.insert(Feature::LetRec);
    }
    features
}

/// Returns the features of all functions of a module. An expression that several functions share is
/// no [`Feature::Graph`].
pub fn detect_module_feature(module: &IRModule) -> FeatureSet {
    let functions = module.functions.load();
    let of_each = functions.values().map(|function| detect_feature(function.upcast_ref()));
    of_each.fold(FeatureSet::default(), FeatureSet::union)
}
