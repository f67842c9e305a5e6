//! Annotation of the operators that external compilers support.

mod annotations;

use foldhash::HashMap;
use objet::String;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpAttrMap};
use objet_ir::transform::{BoxError, Pass, PassInfo};

use super::function_pass::FunctionPass;
use crate::dataflow_pattern::replace::Replaced;
use crate::expr::{
    Call, CallNode, Function, FunctionNode, If, Let, RefCreate, RefRead, RefWrite, Tuple, TupleGetItem,
    VarNode,
};
use crate::functor::post_order;
pub(super) use annotations::{Edge, annotated, annotation};

/// The compiler of expressions that no target supports.
pub(super) const DEFAULT: &str = "default";

/// Surrounds each call with annotations for the first of the targets that supports the call: each
/// argument begins a region (`annotation.compiler_begin`), and each use of the call ends the region
/// (`annotation.compiler_end`). The target of a call that no target supports is `default`.
///
/// - A target `t` supports the call of an operator if the attribute `target.t` of the operator, a
///   function of the call, returns true.
/// - A target supports a function whose attribute `Composite` begins with the name of the target
///   and a dot. The body of such a function stays.
/// - Tuples, projections and operations on references belong to the target of their operands, or to
///   `default` if these differ. Without `include_non_call_ops`, they are in no region, nor are
///   calls of variables.
/// - A `let` begins a region around its value, unless the value is a function.
/// - An annotation that is there already stays, unless it is one for `default`.
///
/// # Errors
/// Returns the errors of the functions of the operators.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs::DictAttrs;
/// use objet_relay::expr::{Call, Function, Var};
/// use objet_relay::op::sqrt;
/// use objet_relay::transform::annotate_target;
///
/// let [x, y] = ["x", "y"].map(|name| Var::new(name, None, None));
/// let composite = DictAttrs::new([("Composite", objet::String::from("demo.sqrt"))]);
/// let root = Function::new([y.clone()], sqrt(y)?, None, [], Some(composite), None);
/// let call = Call::new(root, [x.clone().into()], None, [], None);
/// let main = Function::new([x], call, None, [], None, None);
/// let annotated = annotate_target(&main.into(), &["demo".into()], true)?;
/// let text = objet_relay::text::pretty_print(Some(&annotated.into()));
/// assert!(text.contains(r#"annotation.compiler_begin(%x, compiler="demo")"#), "{text}");
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[doc(alias = "AnnotateTarget")]
pub fn annotate_target(
    expr: &RelayExpr,
    targets: &[String],
    include_non_call_ops: bool,
) -> Result<RelayExpr, BoxError> {
    let supports = targets.iter().map(|target| Op::get_attr_map(&format!("target.{target}")));
    let mut annotate = Annotate {
        targets,
        supports: supports.collect(),
        include_non_call_ops,
        target_of: HashMap::default(),
    };
    let mut replaced = Replaced::default();
    for expr in post_order(expr) {
        let new = replaced.rebuild(&expr)?;
        replaced.insert(&expr, annotate.visit(&expr, new)?);
    }
    Ok(replaced.of(expr))
}

/// Creates the pass for [`annotate_target`].
pub(super) fn pass(targets: Vec<String>, include_non_call_ops: bool) -> Pass {
    FunctionPass::typed(PassInfo::new(0, "AnnotateTarget", ["InferType"]), move |function, _, _| {
        let annotated = annotate_target(function.upcast_ref(), &targets, include_non_call_ops)?;
        Ok(annotated.downcast()?)
    })
    .into()
}

struct Annotate<'t> {
    targets: &'t [String],
    /// For each target: whether it supports the call of an operator.
    supports: Vec<OpAttrMap<PackedFunc>>,
    include_non_call_ops: bool,
    /// The target of each new expression that is in a region.
    target_of: HashMap<RelayExpr, String>,
}

impl Annotate<'_> {
    /// Annotates an expression. `new` is the expression with new operands.
    fn visit(&mut self, old: &RelayExpr, new: RelayExpr) -> Result<RelayExpr, BoxError> {
        if let Some(call) = old.as_node::<CallNode>() {
            return self.visit_call(old, call, new);
        }
        if let Some(function) = old.as_node::<FunctionNode>() {
            return self.visit_function(function, old, new);
        }
        if let Some(node) = new.downcast_ref::<Let>() {
            return Ok(self.visit_let(node.clone())?.upcast());
        }
        if let Some(choice) = new.downcast_ref::<If>() {
            let mut choice = choice.clone();
            let [cond, yes, no] = [&choice.cond, &choice.true_branch, &choice.false_branch].map(Clone::clone);
            let fields = choice.make_mut();
            *fields.cond = self.ended(cond)?;
            *fields.true_branch = self.ended(yes)?;
            *fields.false_branch = self.ended(no)?;
            return Ok(choice.upcast());
        }
        self.visit_data(new)
    }

    /// Annotates a tuple, a projection or an operation on a reference.
    fn visit_data(&mut self, new: RelayExpr) -> Result<RelayExpr, BoxError> {
        let old = match_node!(match &new {
            tuple @ crate::expr::TupleNode => tuple.fields.clone(),
            item @ crate::expr::TupleGetItemNode => [item.tuple_value.clone()].into(),
            create @ crate::expr::RefCreateNode => [create.value.clone()].into(),
            read @ crate::expr::RefReadNode => [read.reference.clone()].into(),
            write @ crate::expr::RefWriteNode => [write.reference.clone(), write.value.clone()].into(),
            _ => return Ok(new),
        });
        let (target, operands) = if self.include_non_call_ops {
            self.begun(&old, None)?
        } else {
            let operands = old.iter().map(|operand| self.ended(operand.clone()));
            (None, operands.collect::<Result<Array<_>, _>>()?)
        };
        let new = with_operands(&new, &operands);
        if let Some(target) = target {
            self.target_of.insert(new.clone(), target);
        }
        Ok(new)
    }

    fn visit_call(
        &mut self,
        old: &RelayExpr,
        call: &CallNode,
        new: RelayExpr,
    ) -> Result<RelayExpr, BoxError> {
        match annotation(old) {
            Some((Edge::Begin, _, _)) => return Ok(new),
            Some((Edge::End, compiler, _)) => {
                let Some((_, _, inner)) = annotation(&new) else { return Ok(new) };
                let target = self.target_of.entry(inner.clone()).or_insert(compiler);
                return Ok(annotated(Edge::End, inner.clone(), target)?);
            }
            None => {}
        }
        let first = call.args.first().and_then(annotation);
        if first.is_some_and(|(edge, compiler, _)| edge == Edge::Begin && compiler != DEFAULT) {
            return Ok(new);
        }
        if !self.include_non_call_ops && call.op.is_instance::<VarNode>() {
            return self.visit_call_of_var(new);
        }
        let target = self.supporting(old, call)?;
        let Ok(mut new) = new.downcast::<Call>() else { unreachable!("a call stays a call") };
        let (_, args) = self.begun(&new.args, Some(&target))?;
        let mut fields = new.make_mut();
        *fields.args = args;
        *fields.checked_type = None;
        let new: RelayExpr = new.upcast();
        self.target_of.insert(new.clone(), target);
        Ok(new)
    }

    /// Ends the regions of the arguments of a local function, which is in no region.
    fn visit_call_of_var(&self, new: RelayExpr) -> Result<RelayExpr, BoxError> {
        let Ok(mut new) = new.downcast::<Call>() else { unreachable!("a call stays a call") };
        let args: Result<Array<_>, _> = new.args.iter().map(|arg| self.ended(arg.clone())).collect();
        let mut fields = new.make_mut();
        *fields.args = args?;
        *fields.checked_type = None;
        Ok(new.upcast())
    }

    fn visit_function(
        &self,
        function: &FunctionNode,
        old: &RelayExpr,
        new: RelayExpr,
    ) -> Result<RelayExpr, BoxError> {
        if composite(function).is_some() {
            return Ok(old.clone());
        }
        let Ok(mut new) = new.downcast::<Function>() else { unreachable!("a function stays a function") };
        let body = self.ended(new.body.clone())?;
        *new.make_mut().body = body;
        Ok(new.upcast())
    }

    fn visit_let(&self, mut node: Let) -> Result<Let, BoxError> {
        let body = self.ended(node.body.clone())?;
        let value = if node.value.is_instance::<FunctionNode>() {
            node.value.clone()
        } else {
            let (_, values) = self.begun(&[node.value.clone()], None)?;
            values[0].clone()
        };
        let fields = node.make_mut();
        (*fields.value, *fields.body) = (value, body);
        Ok(node)
    }

    /// Returns the first target that supports a call.
    fn supporting(&self, expr: &RelayExpr, call: &CallNode) -> Result<String, BoxError> {
        if let Some(op) = call.op.downcast_ref::<Op>() {
            for (target, supports) in self.targets.iter().zip(&self.supports) {
                if let Some(supports) = supports.get(op)?
                    && supports.call_as::<bool>((expr,))?
                {
                    return Ok(target.clone());
                }
            }
        } else if let Some(name) = call.op.as_node::<FunctionNode>().and_then(composite)
            && let Some((compiler, _)) = name.split_once('.')
            && let Some(target) = self.targets.iter().find(|target| target.as_str() == compiler)
        {
            return Ok(target.clone());
        }
        Ok(DEFAULT.into())
    }

    /// Returns operands with the beginnings of a region, and the target of the region: `target`, or
    /// that of the operands. Operands that are in a region end it first.
    fn begun(
        &self,
        operands: &[RelayExpr],
        target: Option<&String>,
    ) -> Result<(Option<String>, Array<RelayExpr>), BoxError> {
        let mut common: Option<String> = None;
        let (mut begun, mut ended) = (Vec::new(), Vec::new());
        for operand in operands {
            let mut found = String::from(DEFAULT);
            if let Some((Edge::Begin, compiler, inner)) = annotation(operand) {
                if compiler == DEFAULT {
                    ended.push(inner.clone());
                } else {
                    begun.push(operand.clone());
                }
                if let Some((Edge::End, compiler, _)) = annotation(inner) {
                    found = compiler;
                }
            } else if let Some(target) = self.target_of.get(operand) {
                found = target.clone();
                // A call without arguments, such as `zeros`, is an input.
                let is_input = operand.as_node::<CallNode>().is_some_and(|call| call.args.is_empty());
                ended.push(if is_input {
                    operand.clone()
                } else {
                    annotated(Edge::End, operand.clone(), target)?
                });
            } else {
                ended.push(operand.clone());
            }
            common = Some(match common {
                Some(common) if common != found => DEFAULT.into(),
                _ => found,
            });
        }
        let Some(common) = common else { return Ok((target.cloned(), operands.into())) };
        let target = target.cloned().unwrap_or(common);
        for operand in ended {
            begun.push(annotated(Edge::Begin, operand, &target)?);
        }
        Ok((Some(target), begun.into()))
    }

    /// Returns an expression with the end of its region, if it is in one.
    fn ended(&self, expr: RelayExpr) -> Result<RelayExpr, BoxError> {
        Ok(match self.target_of.get(&expr) {
            Some(target) => annotated(Edge::End, expr, target)?,
            None => expr,
        })
    }
}

/// Returns a tuple, a projection or an operation on a reference with new operands.
fn with_operands(expr: &RelayExpr, operands: &Array<RelayExpr>) -> RelayExpr {
    let mut new = if let Some(mut tuple) = expr.downcast_ref::<Tuple>().cloned() {
        *tuple.make_mut().fields = operands.clone();
        tuple.upcast()
    } else if let Some(mut item) = expr.downcast_ref::<TupleGetItem>().cloned() {
        *item.make_mut().tuple_value = operands[0].clone();
        item.upcast()
    } else if let Some(mut create) = expr.downcast_ref::<RefCreate>().cloned() {
        *create.make_mut().value = operands[0].clone();
        create.upcast()
    } else if let Some(mut read) = expr.downcast_ref::<RefRead>().cloned() {
        *read.make_mut().reference = operands[0].clone();
        read.upcast()
    } else if let Some(mut write) = expr.downcast_ref::<RefWrite>().cloned() {
        let fields = write.make_mut();
        (*fields.reference, *fields.value) = (operands[0].clone(), operands[1].clone());
        write.upcast()
    } else {
        expr.clone()
    };
    RelayExpr::make_mut(&mut new).checked_type.take();
    new
}

/// Returns the attribute `Composite` of a function.
fn composite(function: &FunctionNode) -> Option<String> {
    function.attrs.as_ref()?.get("Composite")
}
