//! Functors, visitors and mutators over relay.

use objet::prelude::*;
use objet::structural_equal;
use objet::walk::{Enter, RewriteError};
use objet_ir::expr::{GlobalVar, RelayExpr, RelayExprNode};
use objet_ir::module::IRModule;
use objet_ir::op::Op;
use objet_relay::adt::{Clause, Match, Pattern, PatternTuple, PatternVar, PatternWildcard};
use objet_relay::expr::{Call, Function, Let, TempExpr, TempExprNode, Tuple, Var, VarNode};
use objet_relay::functor::{ExprFunctor, ExprMutator, ExprVisitor, PatternFunctor, post_order};
use objet_relay::transform::{BindError, bind, substitute};

/// An expression type that this test defines.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay_functor.Delay", is_final)]
#[reflect(fields(inside))]
struct DelayNode {
    base: RelayExprNode,
    /// The delayed expression.
    inside: RelayExpr,
}

/// A temporary expression type.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay_functor.Scaled", is_final)]
#[reflect(fields())]
struct ScaledNode {
    base: TempExprNode,
}

fn var(name: &str) -> Var {
    Var::new(name, None, None)
}

fn delay(inside: impl Into<RelayExpr>) -> RelayExpr {
    Delay::from(make_object(DelayNode { base: RelayExprNode::new(None), inside: inside.into() })).upcast()
}

/// Returns the name of the called method.
struct Method;

impl ExprFunctor for Method {
    type Output = &'static str;

    fn visit_var(&mut self, _: &Var) -> &'static str {
        "var"
    }

    fn visit_op(&mut self, _: &Op) -> &'static str {
        "op"
    }

    fn visit_expr_default(&mut self, _: &RelayExpr) -> &'static str {
        "default"
    }
}

impl PatternFunctor for Method {
    type Output = &'static str;

    fn visit_pattern_wildcard(&mut self, _: &PatternWildcard) -> &'static str {
        "wildcard"
    }

    fn visit_pattern_default(&mut self, _: &Pattern) -> &'static str {
        "default"
    }
}

#[test]
fn a_functor_calls_the_method_for_the_type() {
    let tuple: RelayExpr = Tuple::new([], None).into();
    let exprs = [var("x").into(), Op::get("add").unwrap().into(), tuple, delay(var("x"))];
    assert_eq!(exprs.map(|expr| Method.visit_expr(&expr)), ["var", "op", "default", "default"]);
    let patterns: [Pattern; 2] = [PatternWildcard::new(None).into(), PatternVar::new(var("x"), None).into()];
    assert_eq!(patterns.map(|pattern| Method.visit_pattern(&pattern)), ["wildcard", "default"]);
}

/// The visited parts, in order.
#[derive(Default)]
struct Log(Vec<String>);

impl ExprVisitor for Log {
    fn enter_expr(&mut self, expr: &RelayExpr) -> bool {
        self.0.push(format!("+{}", expr.type_key()));
        !expr.is_instance::<DelayNode>()
    }

    fn visit_var(&mut self, var: &Var) {
        self.0.push(var.name_hint().to_string());
    }

    fn visit_pattern_var(&mut self, pattern: &PatternVar) {
        self.0.push(format!("pattern {}", pattern.var.name_hint()));
    }

    fn visit_clause(&mut self, _: &Clause) {
        self.0.push("clause".into());
    }

    fn visit_expr_default(&mut self, expr: &RelayExpr) {
        self.0.push(format!("-{}", expr.type_key()));
    }
}

#[test]
fn visitors_visit_expressions_clauses_and_patterns() {
    let [x, y] = ["x", "y"].map(var);
    let pattern = PatternTuple::new([PatternVar::new(y.clone(), None).into()], None);
    let found = Match::new(x, [Clause::new(pattern, delay(y))], true, None);
    let mut log = Log::default();
    log.visit(&found);
    let expected = [
        "+relay.Match",
        "+relay.Var",
        "x",
        "+relay.Var",
        "y",
        "pattern y",
        "+relay_functor.Delay",
        "clause",
        "-relay.Match",
    ];
    assert_eq!(log.0, expected);
}

#[test]
fn visitors_visit_the_functions_of_a_module() {
    let mut module = IRModule::new();
    for name in ["f", "g"] {
        let x = var(name);
        module.add(GlobalVar::new(name), Function::new([x.clone()], x, None, [], None, None), false).unwrap();
    }
    let mut log = Log::default();
    log.visit(&module);
    assert_eq!(log.0.iter().filter(|met| **met == "-relay.Function").count(), 2);
    assert_eq!(post_order(&module).filter(|expr| expr.is_instance::<VarNode>()).count(), 2);
}

/// Wraps calls in a delay, except inside existing delays.
struct DelayCalls;

impl ExprMutator for DelayCalls {
    type Error = RewriteError;

    fn enter_expr(&mut self, expr: &RelayExpr) -> Result<Enter, RewriteError> {
        Ok(if expr.is_instance::<DelayNode>() { Enter::Keep } else { Enter::Inside })
    }

    fn visit_call(&mut self, call: Call) -> Result<RelayExpr, RewriteError> {
        Ok(delay(call))
    }
}

#[test]
fn a_mutator_rebuilds_what_changes() {
    let x = var("x");
    let call = || RelayExpr::from(Call::new(Op::get("nn.relu").unwrap(), [x.clone().into()], None, [], None));
    let (kept, plain) = (delay(call()), RelayExpr::from(Tuple::new([x.clone().into()], None)));
    let shared = call();
    let root = Tuple::new([shared.clone(), shared, kept.clone(), plain.clone()], None);
    let new = DelayCalls.mutate(root.clone()).unwrap();
    assert!(structural_equal(&new.fields[0], &delay(call())));
    assert!(new.fields[0].same_as(&new.fields[1]));
    assert!(new.fields[2].same_as(&kept) && new.fields[3].same_as(&plain));
    assert!(structural_equal(&root.fields[0], &call()));
}

#[test]
fn results_of_mutators_are_type_checked() {
    struct NoVars;
    impl ExprMutator for NoVars {
        type Error = RewriteError;
        fn visit_var(&mut self, _: Var) -> Result<RelayExpr, RewriteError> {
            Ok(Tuple::new([], None).into())
        }
    }
    let x = var("x");
    let error = NoVars.mutate(Function::new([x.clone()], x, None, [], None, None)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "relay.Function.params: expected Array<relay.Var>, but element 0 does not fit: expected relay.Var, found relay.Tuple"
    );
}

#[test]
fn derived_temporary_expressions_use_the_method_of_the_base() {
    struct Expand;
    impl ExprMutator for Expand {
        type Error = RewriteError;
        fn visit_temp_expr(&mut self, _: TempExpr) -> Result<RelayExpr, RewriteError> {
            Ok(Tuple::new([], None).into())
        }
    }
    let temp = objet::make_node("relay_functor.Scaled", []).unwrap();
    let scaled: RelayExpr = temp.downcast().unwrap();
    assert!(Expand.mutate(scaled).unwrap().is_instance::<objet_relay::expr::TupleNode>());
}

#[test]
fn only_free_variables_are_substituted() {
    let [x, y, z] = ["x", "y", "z"].map(var);
    let function = Function::new(
        [x.clone()],
        Tuple::new([x.clone().into(), y.clone().into()], None),
        None,
        [],
        None,
        None,
    );
    let error = substitute(function.clone(), [(x.clone(), z.clone().into())]).unwrap_err();
    assert!(matches!(&error, BindError::Bound { var } if var == "x"), "{error}");
    for bound_inside in [
        Function::new([y.clone()], x.clone(), None, [], None, None).into(),
        RelayExpr::from(Let::new(y.clone(), z.clone(), x.clone(), None)),
    ] {
        let free = Tuple::new([z.clone().into(), y.clone().into()], None);
        let error = substitute(bound_inside.clone(), [(x.clone(), free.into())]).unwrap_err();
        assert!(matches!(&error, BindError::Captured { var } if var == "y"), "{error}");
        // An inserted expression may bind its own `y`.
        let closed = Function::new([y.clone()], y.clone(), None, [], None, None);
        assert!(substitute(bound_inside, [(x.clone(), closed.into())]).is_ok());
    }
    let both = Function::new([x.clone(), y.clone()], x.clone(), None, [], None, None);
    let error = bind(both.clone(), [(x.clone(), y.clone().into())]).unwrap_err();
    assert!(matches!(&error, BindError::Captured { var } if var == "y"), "{error}");
    let swapped = bind(both, [(x.clone(), y.clone().into()), (y.clone(), x.clone().into())]).unwrap();
    assert_eq!(swapped.params[..], *std::slice::from_ref(&y));
    let pair = Tuple::new([z.clone().into(), y.clone().into()], None);
    let bound = bind(function, [(x, pair.into())]).unwrap();
    // `y` was free before, so it does not become a parameter.
    assert_eq!(bound.params[..], [z]);
}
