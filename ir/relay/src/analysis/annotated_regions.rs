//! Regions of a program that annotations mark for an external compiler.
//!
//! A region begins at calls of one operator (`annotation.compiler_begin`) and ends at calls of
//! another one (`annotation.compiler_end`). Calls, tuples and projections between them belong to
//! the region.

mod merges;

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use objet::String;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;

use crate::attrs::CompilerAttrsNode;
use crate::expr::{CallNode, TupleGetItemNode, TupleNode};
use crate::functor::post_order;
use merges::{Merge, MergeTree, Merges};

/// A region: expressions between annotations for one target.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.AnnotatedRegion", is_final)]
pub struct AnnotatedRegionNode {
    base: Object,
    /// The number of the region. Numbers of regions that became part of another one are missing.
    pub id: i32,
    /// The name of the external compiler.
    pub target: std::string::String,
    /// The expressions in the region, in post-order. Annotations belong to it.
    pub nodes: Array<RelayExpr>,
    /// The calls at which the region begins: the inputs.
    pub args: Array<RelayExpr>,
    /// The calls at which the region ends: the outputs.
    pub rets: Array<RelayExpr>,
}

/// The regions of an expression.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_ir::op::Op;
/// use objet_relay::analysis::AnnotatedRegionSet;
/// use objet_relay::expr::Var;
/// use objet_relay::op::annotation::{compiler_begin, compiler_end};
/// use objet_relay::op::sqrt;
///
/// let x = Var::new("x", None, None);
/// let begin = compiler_begin(x, attrs! { compiler: "dnnl" })?;
/// let root = sqrt(begin.clone())?;
/// let end = compiler_end(root.clone(), attrs! { compiler: "dnnl" })?;
/// let ops = ["begin", "end"].map(|edge| Op::get(&format!("annotation.compiler_{edge}")));
/// let [begin_op, end_op] = ops;
///
/// let regions = AnnotatedRegionSet::new(&end.clone().into(), &begin_op?, &end_op?)?;
/// let region = regions.get_region(&root.into()).unwrap();
/// assert_eq!((region.target.as_str(), region.nodes.len()), ("dnnl", 3));
/// assert_eq!((&region.args[..], &region.rets[..]), (&[begin.upcast()][..], &[end.upcast()][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.AnnotatedRegionSet", is_final)]
pub struct AnnotatedRegionSetNode {
    base: Object,
    /// The regions, in the order of their numbers.
    pub regions: Array<AnnotatedRegion>,
    /// For each expression: the index of its region. Made at the first query.
    #[reflect(skip)]
    index: OnceLock<HashMap<RelayExpr, usize>>,
}

/// Annotations that do not form regions.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnnotatedRegionError {
    /// An annotation has another number of arguments than one.
    #[error("region annotation: expected 1 argument, found {found}")]
    Arguments {
        /// The number of arguments.
        found: usize,
        /// The call of the annotation.
        call: RelayExpr,
    },
    /// A region ends that has not begun.
    #[error("a region for {target} ends at an expression that is in no region: begin one before it")]
    NotBegun {
        /// The target of the annotation.
        target: String,
        /// The call that ends the region.
        call: RelayExpr,
    },
    /// A region ends for another target than it began for.
    #[error("a region for {expected} ends as one for {found}")]
    Target {
        /// The target at the beginning.
        expected: String,
        /// The target at the end.
        found: String,
        /// The call that ends the region.
        call: RelayExpr,
    },
    /// Only some operands of an expression are in an open region.
    #[error(
        "only some operands of a {} are in a region: begin the region at all of them, or end it before",
        expr.type_key()
    )]
    Inconsistent {
        /// The expression.
        expr: RelayExpr,
    },
}

impl AnnotatedRegionSet {
    /// Finds the regions between calls of two operators, whose attributes name the target.
    ///
    /// An expression joins the region of its operands. If its operands are in several regions,
    /// these become one region, whose number and target are those of the first operand. The result
    /// of a region is outside of it. Expressions other than calls, tuples and projections are in no
    /// region.
    ///
    /// # Errors
    /// Returns the first annotation, in post-order, that does not fit.
    pub fn new(expr: &RelayExpr, begin: &Op, end: &Op) -> Result<Self, AnnotatedRegionError> {
        let mut regions = Regions {
            begin,
            end,
            regions: Vec::new(),
            of: HashMap::new(),
            order: Vec::new(),
            merges: Merges::default(),
        };
        for expr in post_order(expr) {
            regions.visit(&expr)?;
        }
        let regions = regions.finish();
        Ok(make_object(AnnotatedRegionSetNode { base: Object::new(), regions, index: OnceLock::new() })
            .into())
    }
}

impl AnnotatedRegionSetNode {
    /// Returns the region that contains an expression.
    pub fn get_region(&self, expr: &RelayExpr) -> Option<&AnnotatedRegion> {
        let index = self.index.get_or_init(|| {
            let numbered = self.regions.iter().enumerate();
            numbered
                .flat_map(|(index, region)| region.nodes.iter().map(move |node| (node.clone(), index)))
                .collect()
        });
        self.regions.get(*index.get(expr)?)
    }
}

/// The regions that are being built.
struct Regions<'a> {
    begin: &'a Op,
    end: &'a Op,
    /// All regions in the order of their numbers, including those that became part of another one.
    regions: Vec<Building>,
    /// For each expression: a region that contains it.
    of: HashMap<RelayExpr, usize>,
    /// The expressions in regions, in post-order.
    order: Vec<RelayExpr>,
    merges: Merges,
}

struct Building {
    target: String,
    /// The region that this one became a part of.
    merged_into: Option<usize>,
    /// The region in the tree of merges: by itself, and with all regions that became part of it.
    alone: usize,
    whole: usize,
    args: Vec<Piece>,
    rets: Vec<Piece>,
}

/// A piece of a list of calls. Lists are joined by reference, so that a join takes constant time.
enum Piece {
    Call(RelayExpr),
    /// The calls of a region that became part of this one.
    Of(usize),
}

impl Regions<'_> {
    fn visit(&mut self, expr: &RelayExpr) -> Result<(), AnnotatedRegionError> {
        match_node!(match expr {
            call @ CallNode => match self.annotation(call) {
                Some((Edge::Begin, target)) => {
                    self.only_argument(call, expr)?;
                    let args = vec![Piece::Call(expr.clone())];
                    self.add(expr, self.regions.len());
                    let alone = self.merges.add(None);
                    let rets = Vec::new();
                    self.regions.push(Building {
                        target,
                        merged_into: None,
                        alone,
                        whole: alone,
                        args,
                        rets,
                    });
                    Ok(())
                }
                Some((Edge::End, target)) => self.end_region(call, expr, target),
                None => self.join_operands(expr, &call.args),
            },
            tuple @ TupleNode => self.join_operands(expr, &tuple.fields),
            item @ TupleGetItemNode => self.join_operands(expr, std::slice::from_ref(&item.tuple_value)),
            _ => Ok(()),
        })
    }

    /// Returns the annotation that a call is, and its target.
    fn annotation(&self, call: &CallNode) -> Option<(Edge, String)> {
        let attrs = call.attrs.as_ref()?.as_node::<CompilerAttrsNode>()?;
        let edge = match &call.op {
            op if op.same_as(self.begin) => Edge::Begin,
            op if op.same_as(self.end) => Edge::End,
            _ => return None,
        };
        Some((edge, attrs.compiler.as_str().into()))
    }

    fn only_argument<'c>(
        &self,
        call: &'c CallNode,
        expr: &RelayExpr,
    ) -> Result<&'c RelayExpr, AnnotatedRegionError> {
        match &call.args[..] {
            [argument] => Ok(argument),
            args => Err(AnnotatedRegionError::Arguments { found: args.len(), call: expr.clone() }),
        }
    }

    fn end_region(
        &mut self,
        call: &CallNode,
        expr: &RelayExpr,
        found: String,
    ) -> Result<(), AnnotatedRegionError> {
        let argument = self.only_argument(call, expr)?;
        let Some(region) = self.region_of(argument) else {
            return Err(AnnotatedRegionError::NotBegun { target: found, call: expr.clone() });
        };
        let expected = self.regions[region].target.clone();
        if expected != found {
            return Err(AnnotatedRegionError::Target { expected, found, call: expr.clone() });
        }
        self.add(expr, region);
        self.regions[region].rets.push(Piece::Call(expr.clone()));
        Ok(())
    }

    /// Adds an expression to the region of its operands, and joins their regions.
    fn join_operands(
        &mut self,
        expr: &RelayExpr,
        operands: &[RelayExpr],
    ) -> Result<(), AnnotatedRegionError> {
        let is_end = |operand: &&RelayExpr| {
            operand.as_node::<CallNode>().is_some_and(|call| call.op.same_as(self.end))
        };
        let open: Vec<_> = operands.iter().filter(|operand| !is_end(operand)).collect();
        let Some(first) = open.iter().find_map(|operand| self.region_of(operand)) else { return Ok(()) };
        for operand in open {
            let Some(region) = self.region_of(operand) else {
                return Err(AnnotatedRegionError::Inconsistent { expr: expr.clone() });
            };
            if region != first {
                self.regions[region].merged_into = Some(first);
                self.regions[first].args.push(Piece::Of(region));
                self.regions[first].rets.push(Piece::Of(region));
                let [dest, src] = [first, region].map(|region| self.regions[region].whole);
                self.regions[first].whole = self.merges.add(Some(Merge { dest, src }));
            }
        }
        self.add(expr, first);
        Ok(())
    }

    fn add(&mut self, expr: &RelayExpr, region: usize) {
        self.of.insert(expr.clone(), region);
        self.order.push(expr.clone());
    }

    fn region_of(&mut self, expr: &RelayExpr) -> Option<usize> {
        let mut region = *self.of.get(expr)?;
        while let Some(outer) = self.regions[region].merged_into {
            // Each lookup halves the length of its path.
            if let Some(next) = self.regions[outer].merged_into {
                self.regions[region].merged_into = Some(next);
            }
            region = outer;
        }
        Some(region)
    }

    fn finish(mut self) -> Array<AnnotatedRegion> {
        let mut nodes: Vec<Vec<RelayExpr>> = self.regions.iter().map(|_| Vec::new()).collect();
        for expr in std::mem::take(&mut self.order) {
            if let Some(region) = self.region_of(&expr) {
                nodes[region].push(expr);
            }
        }
        let inner = self.inner_edges();
        let roots = self.regions.iter().enumerate().zip(nodes);
        let roots = roots.filter(|((_, region), _)| region.merged_into.is_none());
        let region = |((id, region), nodes): ((usize, &Building), Vec<RelayExpr>)| AnnotatedRegionNode {
            base: Object::new(),
            id: id as i32,
            target: region.target.as_str().into(),
            nodes: nodes.into(),
            args: self.calls(id, &inner, |region| &region.args),
            rets: self.calls(id, &inner, |region| &region.rets),
        };
        roots.map(|root| AnnotatedRegion::from(make_object(region(root)))).collect()
    }

    /// Joins the pieces of a list of calls, without the calls on inner edges.
    fn calls(
        &self,
        region: usize,
        inner: &HashSet<RelayExpr>,
        pieces: fn(&Building) -> &Vec<Piece>,
    ) -> Array<RelayExpr> {
        let mut calls = Vec::new();
        let mut path = vec![pieces(&self.regions[region]).iter()];
        while let Some(rest) = path.last_mut() {
            match rest.next() {
                Some(Piece::Call(call)) if inner.contains(call) => {}
                Some(Piece::Call(call)) => calls.push(call.clone()),
                Some(Piece::Of(region)) => path.push(pieces(&self.regions[*region]).iter()),
                None => drop(path.pop()),
            }
        }
        calls.into()
    }

    /// Returns the annotations that are no longer edges: the beginning of a region at the end of
    /// another one that became part of the same region.
    ///
    /// TVM finds them when it adds a region to another one: the beginnings in either region at an
    /// end in the added one.
    fn inner_edges(&self) -> HashSet<RelayExpr> {
        let tree = MergeTree::new(&self.merges);
        let mut inner = HashSet::new();
        for region in &self.regions {
            let Some(Piece::Call(begin)) = region.args.first() else { continue };
            let argument = begin.as_node::<CallNode>().and_then(|call| call.args.first());
            let Some((argument, outer)) = argument.and_then(|argument| self.of.get_key_value(argument))
            else {
                continue;
            };
            if tree.is_inner(region.alone, self.regions[*outer].alone) {
                inner.extend([begin.clone(), argument.clone()]);
            }
        }
        inner
    }
}

/// A side of a region.
enum Edge {
    Begin,
    End,
}
