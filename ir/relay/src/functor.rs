//! Functors, visitors and mutators over the expressions and patterns of relay.

use objet::prelude::*;
use objet::walk::WalkEvent;
use objet_ir::adt::Constructor;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::functor::LanguageWalk;
use objet_ir::op::Op;

use crate::adt::{Clause, Match, Pattern, PatternConstructor, PatternTuple, PatternVar, PatternWildcard};
use crate::expr::{
    Call, Constant, Function, If, Let, RefCreate, RefRead, RefWrite, TempExpr, Tuple, TupleGetItem, Var,
};

objet_ir::functors! {
    /// Visits expressions bottom-up. The method for a type is called once for each expression of
    /// that type, after the expression's parts. Types and attributes are not visited.
    ///
    /// ```
    /// use objet_ir::expr::RelayExpr;
    /// use objet_relay::expr::{Call, Tuple, Var};
    /// use objet_relay::functor::ExprVisitor;
    ///
    /// #[derive(Default)]
    /// struct Calls(usize);
    ///
    /// impl ExprVisitor for Calls {
    ///     fn visit_call(&mut self, _: &Call) {
    ///         self.0 += 1;
    ///     }
    /// }
    ///
    /// let f: RelayExpr = Var::new("f", None, None).into();
    /// let call = Call::new(f.clone(), [f.clone()], None, [], None);
    /// let outer = Call::new(f, [call.clone().into(), call.into()], None, [], None);
    /// let mut calls = Calls::default();
    /// calls.visit(&outer);
    /// assert_eq!(calls.0, 2);
    /// ```
    #[doc(alias = "MixedModeVisitor")]
    #[doc(alias = "PatternVisitor")]
    visitor ExprVisitor;
    /// Rewrites expressions bottom-up. The method for a type is called once for each expression of
    /// that type, after the expression's parts are rewritten. Only changed expressions are rebuilt.
    /// Types and attributes are not rewritten.
    ///
    /// ```
    /// use objet::walk::RewriteError;
    /// use objet::prelude::*;
    /// use objet_ir::expr::RelayExpr;
    /// use objet_relay::expr::{Tuple, TupleGetItem, TupleNode, Var};
    /// use objet_relay::functor::ExprMutator;
    ///
    /// /// `(a, b).0` becomes `a`.
    /// struct TakeFields;
    ///
    /// impl ExprMutator for TakeFields {
    ///     type Error = RewriteError;
    ///
    ///     fn visit_tuple_get_item(
    ///         &mut self,
    ///         item: TupleGetItem,
    ///     ) -> Result<RelayExpr, RewriteError> {
    ///         let tuple = item.tuple_value.as_node::<TupleNode>();
    ///         let field = tuple.and_then(|tuple| tuple.fields.get(item.index as usize)).cloned();
    ///         Ok(field.unwrap_or_else(|| item.upcast()))
    ///     }
    /// }
    ///
    /// let a: RelayExpr = Var::new("a", None, None).into();
    /// let item: RelayExpr = TupleGetItem::new(Tuple::new([a.clone()], None), 0, None).into();
    /// assert_eq!(TakeFields.mutate(item)?, a);
    /// # Ok::<(), RewriteError>(())
    /// ```
    #[doc(alias = "MixedModeMutator")]
    #[doc(alias = "PatternMutator")]
    mutator ExprMutator;
    base RelayExpr: enter_expr, visit_expr_default,
    /// A function over expressions by type: `visit_expr` calls the method for the type of the
    /// expression. The functor does not visit parts by itself.
    ///
    /// ```
    /// use objet_ir::expr::RelayExpr;
    /// use objet_relay::expr::{Tuple, Var};
    /// use objet_relay::functor::ExprFunctor;
    ///
    /// struct Name;
    ///
    /// impl ExprFunctor for Name {
    ///     type Output = Option<objet::String>;
    ///
    ///     fn visit_var(&mut self, var: &Var) -> Self::Output {
    ///         Some(var.name_hint().clone())
    ///     }
    ///
    ///     fn visit_expr_default(&mut self, _: &RelayExpr) -> Self::Output {
    ///         None
    ///     }
    /// }
    ///
    /// assert_eq!(Name.visit_expr(&Var::new("x", None, None).into()), Some("x".into()));
    /// assert_eq!(Name.visit_expr(&Tuple::new([], None).into()), None);
    /// ```
    functor ExprFunctor: visit_expr {
        Constant => visit_constant,
        Tuple => visit_tuple,
        Var => visit_var,
        GlobalVar => visit_global_var,
        Function => visit_function,
        Call => visit_call,
        Let => visit_let,
        If => visit_if,
        Op => visit_op,
        TupleGetItem => visit_tuple_get_item,
        RefCreate => visit_ref_create,
        RefRead => visit_ref_read,
        RefWrite => visit_ref_write,
        Constructor => visit_constructor,
        Match => visit_match,
        TempExpr => visit_temp_expr,
    }
    base Pattern: enter_pattern, visit_pattern_default,
    /// A function over patterns by type: `visit_pattern` calls the method for the type of the
    /// pattern. The functor does not visit parts by itself.
    functor PatternFunctor: visit_pattern {
        PatternWildcard => visit_pattern_wildcard,
        PatternVar => visit_pattern_var,
        PatternConstructor => visit_pattern_constructor,
        PatternTuple => visit_pattern_tuple,
    }
    base Clause: enter_clause, visit_clause {}
}

/// Returns all expressions in `root` in post-order, each once. The last one is `root` itself, if it
/// is an expression. `root` may also be a module. Types and attributes are not visited.
///
/// ```
/// use objet_relay::expr::{Tuple, Var};
/// use objet_relay::functor::post_order;
///
/// let x = Var::new("x", None, None);
/// let pair = Tuple::new([x.clone().into(), x.into()], None);
/// assert_eq!(post_order(&pair).count(), 2);
/// ```
#[doc(alias = "PostOrderVisit")]
#[doc(alias = "post_order_visit")]
pub fn post_order(root: &impl IsObjectRef) -> impl Iterator<Item = RelayExpr> {
    parts(root).filter_map(|event| match event {
        WalkEvent::Leave(object) => object.downcast().ok(),
        WalkEvent::Enter(_) => None,
    })
}

/// Walks all expressions, patterns and clauses in `root`, with one event before and one event after
/// the parts of each.
pub(crate) fn parts<R: IsObjectRef>(root: &R) -> LanguageWalk<Class> {
    LanguageWalk::new(root)
}
