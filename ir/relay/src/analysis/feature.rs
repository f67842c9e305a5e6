//! Detects which parts of the language a program uses.

use std::collections::{HashMap, HashSet};
use std::fmt;

use objet::prelude::*;
use objet::walk::WalkEvent;
use objet_ir::adt::ConstructorNode;
use objet_ir::expr::{GlobalVarNode, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::OpNode;

use super::variables::bound_by;
use crate::adt::MatchNode;
use crate::expr::{
    CallNode, ConstantNode, FunctionNode, Id, IfNode, Let, LetNode, RefCreateNode, RefReadNode, RefWriteNode,
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
    let mut lets = LetRecs::default();
    let mut parts = parts(expr);
    while let Some(event) = parts.next() {
        let object = match event {
            WalkEvent::Enter(object) => object,
            WalkEvent::Leave(object) => {
                lets.leave(&object);
                continue;
            }
        };
        let expr = object.downcast_ref::<RelayExpr>();
        if object.as_node::<FunctionNode>().is_some_and(is_primitive) {
            parts.skip_subtree();
            continue;
        }
        lets.enter(&object);
        if object.as_node::<FunctionNode>().is_some_and(|function| !function.params.is_empty())
            || object.is_instance::<LetNode>()
        {
            features.insert(Feature::Var);
        }
        for operand in expr.into_iter().flat_map(operands) {
            features.extend(Feature::of(operand.expr));
            let is_atom = Feature::of(operand.expr).is_some_and(Feature::is_atomic);
            if !is_atom && !seen.insert(operand.expr.clone()) {
                features.insert(Feature::Graph);
            }
        }
    }
    if lets.found {
        features.insert(Feature::LetRec);
    }
    features
}

/// Finds `let`s whose value refers to the bound variable, during one walk.
///
/// In a well-formed program, the uses of a variable are below its `let`, and the value is walked
/// before the body. So the value refers to the variable if a use was met since the `let`, at the
/// time when the walk leaves the value.
#[derive(Default)]
struct LetRecs {
    found: bool,
    /// The number of objects that were entered.
    time: u64,
    /// The last time at which an expression that refers to the variable was entered.
    used: HashMap<Id, u64>,
    /// The last time at which a binder of the variable was entered.
    bound: HashMap<Id, u64>,
    /// The `let`s whose value the walk has not left, with the time at which they were entered.
    open: Vec<(Let, u64)>,
}

impl LetRecs {
    fn enter(&mut self, object: &ObjectRef) {
        self.time += 1;
        for var in bound_by(object) {
            self.bound.insert(var.vid.clone(), self.time);
        }
        for operand in object.downcast_ref::<RelayExpr>().into_iter().flat_map(operands) {
            if let Some(var) = operand.expr.as_node::<VarNode>() {
                self.used.insert(var.vid.clone(), self.time);
            }
        }
        if let Some(node) = object.downcast_ref::<Let>() {
            let value = node.value.as_node::<VarNode>();
            self.found |= value.is_some_and(|value| value.vid == node.var.vid);
            self.open.push((node.clone(), self.time));
        }
    }

    fn leave(&mut self, object: &ObjectRef) {
        let Some((node, start)) = self.open.last() else { return };
        let since = |times: &HashMap<Id, u64>| times.get(&node.var.vid).is_some_and(|time| time > start);
        if node.value.same_as(object) {
            // A variable that is bound again inside the value is not free there.
            self.found |= since(&self.used) && !since(&self.bound);
            self.open.pop();
        } else if node.same_as(object) {
            // The value was walked before the `let`.
            self.open.pop();
        }
    }
}

/// Returns the features of all functions of a module. An expression that several functions share is
/// no [`Feature::Graph`].
pub fn detect_module_feature(module: &IRModule) -> FeatureSet {
    let functions = module.functions.load();
    let of_each = functions.values().map(|function| detect_feature(function.upcast_ref()));
    of_each.fold(FeatureSet::default(), FeatureSet::union)
}
