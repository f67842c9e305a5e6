//! Patterns as a table, in which the parts of a pattern have indices.
//!
//! - Parts come before the patterns that contain them, so the last pattern of the source is its
//!   root. A shared pattern has one index.
//! - The matcher appends rearranged patterns behind those of the source.

use std::collections::HashMap;

use objet::prelude::*;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{PrimExpr, RelayExpr};
use objet_ir::op::OpNode;
use objet_ir::scope_tree::{Scope, ScopeTree};
use objet_ir::types::Type;

use super::error::PatternError;
use super::{
    AltPatternNode, AttrPatternNode, CallPattern, CallPatternNode, ConstantPatternNode, DFPattern,
    DataTypePatternNode, DominatorPatternNode, ExprPatternNode, FunctionPatternNode, IfPatternNode,
    LetPatternNode, ShapePatternNode, TupleGetItemPatternNode, TuplePatternNode, TypePatternNode,
    VarPatternNode, WildcardPatternNode,
};

/// The index of a pattern in a table.
pub(super) type Index = u32;

/// The test that an expression must pass, with the indices of the parts of the pattern.
pub(super) enum Test {
    Wildcard,
    Expr(RelayExpr),
    Var { name: objet::String },
    Constant,
    Call { callee: Index, args: Option<Box<[Index]>> },
    Function { params: Option<Box<[Index]>>, body: Index },
    Let([Index; 3]),
    If([Index; 3]),
    Tuple(Option<Box<[Index]>>),
    TupleGetItem { tuple: Index, index: i32 },
    Alt { left: Index, right: Index },
    Attr { pattern: Index, attrs: DictAttrs },
    Type { pattern: Index, ty: Type },
    Shape { pattern: Index, shape: Array<PrimExpr> },
    DataType { pattern: Index, dtype: DataType },
    Dominator { parent: Index, path: Index, child: Index },
}

pub(super) struct PatternTable {
    rows: Vec<Row>,
    /// The number of patterns of the source.
    source_len: usize,
    indices: HashMap<DFPattern, Index>,
    has_dominators: bool,
}

struct Row {
    pattern: DFPattern,
    test: Test,
    is_closed: bool,
    /// The rearranged patterns of a product or quotient, once they are needed.
    rearranged: Option<Box<[Index]>>,
}

impl PatternTable {
    /// Creates the table of a pattern.
    pub(super) fn new(root: &DFPattern) -> Result<Self, PatternError> {
        let mut table =
            Self { rows: Vec::new(), source_len: 0, indices: HashMap::new(), has_dominators: false };
        let mut waiting = vec![(root, 0)];
        while let Some((pattern, next)) = waiting.pop() {
            if next == 0 && table.indices.contains_key(pattern) {
                continue;
            }
            if let Some(part) = part(pattern, next) {
                waiting.push((pattern, next + 1));
                waiting.push((part, 0));
            } else {
                let test = table.test(pattern)?;
                table.push(pattern.clone(), test);
            }
        }
        table.source_len = table.rows.len();
        table.find_closed();
        Ok(table)
    }

    fn push(&mut self, pattern: DFPattern, test: Test) -> Index {
        let index = Index::try_from(self.rows.len()).unwrap_or(Index::MAX);
        self.has_dominators |= matches!(test, Test::Dominator { .. });
        self.indices.insert(pattern.clone(), index);
        self.rows.push(Row { pattern, test, is_closed: false, rearranged: None });
        index
    }

    /// Creates the test of a pattern whose parts are in the table.
    fn test(&self, pattern: &DFPattern) -> Result<Test, PatternError> {
        let index = |part: &DFPattern| self.indices[part];
        let list = |parts: &Option<Array<DFPattern>>| {
            parts.as_ref().map(|parts| parts.iter().map(index).collect::<Box<[_]>>())
        };
        Ok(match_node!(match pattern {
            WildcardPatternNode => Test::Wildcard,
            node @ ExprPatternNode => Test::Expr(node.expr.clone()),
            node @ VarPatternNode => Test::Var { name: node.name.clone() },
            ConstantPatternNode => Test::Constant,
            node @ CallPatternNode => Test::Call { callee: index(&node.op), args: list(&node.args) },
            node @ FunctionPatternNode => {
                Test::Function { params: list(&node.params), body: index(&node.body) }
            }
            node @ LetPatternNode => Test::Let([&node.var, &node.value, &node.body].map(index)),
            node @ IfPatternNode => {
                Test::If([&node.cond, &node.true_branch, &node.false_branch].map(index))
            }
            node @ TuplePatternNode => Test::Tuple(list(&node.fields)),
            node @ TupleGetItemPatternNode => {
                Test::TupleGetItem { tuple: index(&node.tuple), index: node.index }
            }
            node @ AltPatternNode => Test::Alt { left: index(&node.left), right: index(&node.right) },
            node @ AttrPatternNode => {
                Test::Attr { pattern: index(&node.pattern), attrs: node.attrs.clone() }
            }
            node @ TypePatternNode => {
                Test::Type { pattern: index(&node.pattern), ty: node.of_type.clone() }
            }
            node @ ShapePatternNode => {
                Test::Shape { pattern: index(&node.pattern), shape: node.shape.clone() }
            }
            node @ DataTypePatternNode => {
                Test::DataType { pattern: index(&node.pattern), dtype: node.dtype }
            }
            node @ DominatorPatternNode => Test::Dominator {
                parent: index(&node.parent),
                path: index(&node.path),
                child: index(&node.child),
            },
            other => return Err(PatternError::UnknownPattern { type_key: other.type_key() }),
        }))
    }

    /// Finds the patterns whose parts are reached only through them: those that dominate all their
    /// parts.
    fn find_closed(&mut self) {
        let len = self.rows.len();
        let mut tree = ScopeTree::new();
        let mut depths = vec![0];
        // The nearest common ancestor of the users so far, as a scope.
        let mut above: Vec<Option<Scope>> = vec![None; len];
        let mut depth_above = vec![0; len];
        for index in (0..len).rev() {
            let parent = above[index].unwrap_or(Scope::ROOT);
            depth_above[index] = depths[parent.number()];
            let own = tree.open(parent);
            depths.push(depth_above[index] + 1);
            for part in parts(&self.rows[index].pattern) {
                let part = self.indices[part] as usize;
                above[part] = Some(above[part].map_or(own, |before| tree.common(before, own)));
            }
        }
        // The least depth of an immediate dominator of any part.
        let mut least = vec![usize::MAX; len];
        for index in 0..len {
            for part in parts(&self.rows[index].pattern) {
                let part = self.indices[part] as usize;
                least[index] = least[index].min(least[part]).min(depth_above[part]);
            }
            self.rows[index].is_closed = least[index] > depth_above[index];
        }
    }

    /// Returns the index of the whole pattern.
    pub(super) fn root(&self) -> Index {
        (self.source_len - 1) as Index
    }

    /// Returns the number of patterns of the source.
    pub(super) fn source_len(&self) -> usize {
        self.source_len
    }

    /// Returns the number of patterns, with rearranged ones.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the patterns of the source, parts first.
    pub(super) fn source(&self) -> impl Iterator<Item = (Index, &Test)> {
        self.rows[..self.source_len].iter().zip(0..).map(|(row, index)| (index, &row.test))
    }

    pub(super) fn test_of(&self, index: Index) -> &Test {
        &self.rows[index as usize].test
    }

    pub(super) fn pattern(&self, index: Index) -> &DFPattern {
        &self.rows[index as usize].pattern
    }

    /// Returns the index of a pattern, if the table has it.
    pub(super) fn index(&self, pattern: &DFPattern) -> Option<Index> {
        self.indices.get(pattern).copied()
    }

    /// Returns whether all paths from the root to the parts of the pattern lead through it. The
    /// result of such a pattern depends only on the expression.
    pub(super) fn is_closed(&self, index: Index) -> bool {
        self.rows[index as usize].is_closed
    }

    /// Returns whether a test needs the dominators of expressions.
    pub(super) fn has_dominators(&self) -> bool {
        self.has_dominators
    }

    /// Returns whether the pattern is a call of the operator `name` with two arguments.
    pub(super) fn binary_args(&self, index: Index, name: &str) -> Option<[Index; 2]> {
        let Test::Call { callee, args: Some(args) } = self.test_of(index) else { return None };
        let [lhs, rhs] = args[..] else { return None };
        (self.op_name(*callee)? == name).then_some([lhs, rhs])
    }

    /// Returns the name of the operator that a pattern is equal to.
    pub(super) fn op_name(&self, index: Index) -> Option<&str> {
        let Test::Expr(expr) = self.test_of(index) else { return None };
        expr.as_node::<OpNode>().map(|op| op.name.as_str())
    }

    /// Returns the other forms of `a * b / c`, the products `b * (a / c)` and `a * (b / c)`.
    pub(super) fn products_of_quotient(&mut self, index: Index) -> Box<[Index]> {
        if let Some(known) = &self.rows[index as usize].rearranged {
            return known.clone();
        }
        let forms = (|| {
            let [product, divisor] = self.binary_args(index, "divide")?;
            let factors = self.binary_args(product, "multiply")?;
            let [divide, multiply] = [index, product].map(|call| self.callee(call));
            Some([0, 1].map(|divided| {
                let quotient = self.push_call(divide, [factors[divided], divisor]);
                self.push_call(multiply, [factors[1 - divided], quotient])
            }))
        })();
        self.remember(index, forms.as_ref().map_or(&[], |forms| &forms[..]))
    }

    /// Returns the other form of `a * (b / c)` or `(b / c) * a`, the quotient `b * a / c`.
    pub(super) fn quotient_of_product(&mut self, index: Index) -> Box<[Index]> {
        if let Some(known) = &self.rows[index as usize].rearranged {
            return known.clone();
        }
        let form = (|| {
            let factors = self.binary_args(index, "multiply")?;
            let at = (0..2).find(|&at| self.binary_args(factors[at], "divide").is_some())?;
            let [dividend, divisor] = self.binary_args(factors[at], "divide")?;
            let [multiply, divide] = [index, factors[at]].map(|call| self.callee(call));
            let product = self.push_call(multiply, [dividend, factors[1 - at]]);
            Some(self.push_call(divide, [product, divisor]))
        })();
        self.remember(index, form.as_slice())
    }

    fn callee(&self, call: Index) -> Index {
        match self.test_of(call) {
            Test::Call { callee, .. } => *callee,
            _ => call,
        }
    }

    fn push_call(&mut self, callee: Index, args: [Index; 2]) -> Index {
        let patterns = args.map(|arg| self.pattern(arg).clone());
        let pattern = CallPattern::new(self.pattern(callee).clone(), Some(patterns.into())).upcast();
        self.push(pattern, Test::Call { callee, args: Some(Box::new(args)) })
    }

    fn remember(&mut self, index: Index, forms: &[Index]) -> Box<[Index]> {
        self.rows[index as usize].rearranged.insert(forms.into()).clone()
    }
}

/// Returns the part of a pattern at `index`, in the order in which parts are searched for inputs.
fn part(pattern: &DFPattern, index: usize) -> Option<&DFPattern> {
    match_node!(match pattern {
        node @ CallPatternNode => match index.checked_sub(1) {
            None => Some(&node.op),
            Some(index) => node.args.as_ref()?.get(index),
        },
        node @ FunctionPatternNode => {
            let params = node.params.as_ref().map_or(&[][..], |params| params.as_slice());
            if index == params.len() { Some(&node.body) } else { params.get(index) }
        }
        node @ LetPatternNode => [&node.var, &node.value, &node.body].get(index).copied(),
        node @ IfPatternNode => {
            [&node.cond, &node.true_branch, &node.false_branch].get(index).copied()
        }
        node @ TuplePatternNode => node.fields.as_ref()?.get(index),
        node @ AltPatternNode => [&node.left, &node.right].get(index).copied(),
        node @ DominatorPatternNode => [&node.parent, &node.path, &node.child].get(index).copied(),
        node @ TupleGetItemPatternNode => (index == 0).then_some(&node.tuple),
        node @ AttrPatternNode => (index == 0).then_some(&node.pattern),
        node @ TypePatternNode => (index == 0).then_some(&node.pattern),
        node @ ShapePatternNode => (index == 0).then_some(&node.pattern),
        node @ DataTypePatternNode => (index == 0).then_some(&node.pattern),
        _ => None,
    })
}

fn parts(pattern: &DFPattern) -> impl Iterator<Item = &DFPattern> {
    (0..).map_while(|index| part(pattern, index))
}
