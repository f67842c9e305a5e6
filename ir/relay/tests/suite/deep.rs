//! Long chains of expressions are processed on a stack of 2 MB.

use objet::NDArray;
use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;
use objet_relay::analysis::{
    all_vars, alpha_equal, bound_vars, free_type_vars, free_vars, list_op_freqs, well_formed,
};
use objet_relay::expr::{Call, CallNode, Constant, ConstantNode, Function, If, Let, LetNode, Tuple, Var};
use objet_relay::functor::{ExprMutator, ExprVisitor, post_order};
use objet_relay::op::add;
use objet_relay::transform::{bind, dead_code_elimination, fold_constant, substitute, to_a_normal_form_expr};

pub(crate) const LENGTH: usize = 1_000_000;

/// This length leaves ten bytes of stack per expression, so that any recursion overflows the stack.
pub(crate) const FEWER: usize = 200_000;

pub(crate) fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    on_a_stack_of(2 << 20, test);
}

/// Runs a test on a stack of 256 KiB. With 10,000 levels, 26 bytes are left for each, as with
/// 80,000 levels on a stack of 2 MB.
pub(crate) fn on_a_tiny_stack(test: impl FnOnce() + Send + 'static) {
    on_a_stack_of(256 << 10, test);
}

fn on_a_stack_of(bytes: usize, test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(bytes).spawn(test).unwrap().join().unwrap();
}

fn constant(number: i32) -> RelayExpr {
    Constant::new(NDArray::from_slice(&[], &[number]).unwrap(), None).into()
}

fn var(name: &str) -> Var {
    Var::new(name, None, None)
}

/// `x * x * x * ...`
fn calls(x: &RelayExpr, length: usize) -> RelayExpr {
    let multiply = Op::get("multiply").unwrap();
    (0..length)
        .fold(x.clone(), |below, _| Call::new(multiply.clone(), [below, x.clone()], None, [], None).into())
}

/// `let v1 = f(x); let v2 = f(x); ... body`
fn lets(x: &Var, body: &RelayExpr, length: usize) -> RelayExpr {
    let relu = Op::get("nn.relu").unwrap();
    (0..length).fold(body.clone(), |body, _| {
        Let::new(var("v"), Call::new(relu.clone(), [x.clone().into()], None, [], None), body, None).into()
    })
}

#[derive(Default)]
struct Depth {
    entered: usize,
    calls: usize,
}

impl ExprVisitor for Depth {
    fn enter_expr(&mut self, _: &RelayExpr) -> bool {
        self.entered += 1;
        true
    }

    fn visit_call(&mut self, _: &Call) {
        self.calls += 1;
    }
}

/// Replaces products by sums.
struct Sums(Op);

impl ExprMutator for Sums {
    type Error = RewriteError;

    fn visit_call(&mut self, mut call: Call) -> Result<RelayExpr, RewriteError> {
        *call.make_mut().op = self.0.clone().into();
        Ok(call.into())
    }
}

#[test]
fn a_million_calls_are_visited_and_rewritten() {
    on_a_small_stack(|| {
        let chain = calls(&var("x").into(), LENGTH);
        let mut depth = Depth::default();
        depth.visit(&chain);
        assert_eq!((depth.entered, depth.calls), (LENGTH + 2, LENGTH));
        let sums = Sums(Op::get("add").unwrap()).mutate(chain.clone()).unwrap();
        assert_eq!(list_op_freqs(&sums), [(Op::get("add").unwrap(), LENGTH)]);
        assert_eq!(list_op_freqs(&chain), [(Op::get("multiply").unwrap(), LENGTH)]);
    });
}

#[test]
fn a_million_calls_are_converted_to_a_normal_form() {
    on_a_small_stack(|| {
        let anf = to_a_normal_form_expr(&calls(&var("x").into(), LENGTH));
        assert_eq!(post_order(&anf).filter(|expr| expr.is_instance::<LetNode>()).count(), LENGTH);
    });
}

#[test]
fn a_million_lets_are_removed() {
    on_a_small_stack(|| {
        let body = RelayExpr::from(Tuple::new([], None));
        let chain = lets(&var("x"), &body, LENGTH);
        assert_eq!(dead_code_elimination(chain, false).unwrap(), body);
    });
}

#[test]
fn calls_are_analysed_and_bound() {
    on_a_small_stack(|| {
        let (x, y) = (var("x"), var("y"));
        let chain = calls(&x.clone().into(), FEWER);
        assert_eq!(free_vars(&chain), std::slice::from_ref(&x));
        assert_eq!(well_formed(&chain), Ok(()));
        let function = Function::new([x.clone()], chain, None, [], None, None);
        let bound = bind(function.clone(), [(x, y.clone().into())]).unwrap();
        assert_eq!(bound.params[..], [y]);
        assert!(alpha_equal(&function, &bound, false));
    });
}

#[test]
fn inlining_inverts_a_normal_form() {
    on_a_small_stack(|| {
        let chain = calls(&var("x").into(), FEWER);
        let anf = to_a_normal_form_expr(&chain);
        assert_eq!(well_formed(&anf), Ok(()));
        assert!(alpha_equal(&anf, &to_a_normal_form_expr(&anf), false));
        assert!(alpha_equal(&chain, &dead_code_elimination(anf, true).unwrap(), false));
    });
}

#[test]
fn lets_are_analysed() {
    on_a_small_stack(|| {
        let (x, z) = (var("x"), var("z"));
        let chain = lets(&x, &Tuple::new([], None).into(), FEWER);
        assert_eq!(bound_vars(&chain).len(), FEWER);
        assert_eq!(all_vars(&chain).len(), FEWER + 1);
        assert_eq!(free_type_vars(&chain), []);
        assert_eq!(well_formed(&chain), Ok(()));
        let chain = substitute(chain, [(x, z.clone().into())]).unwrap();
        assert_eq!(free_vars(&chain), [z]);
    });
}

#[test]
fn sums_of_constants_are_folded() {
    on_a_small_stack(|| {
        let one = constant(1);
        let sum = (0..FEWER).fold(one.clone(), |below, _| add(below, one.clone()).unwrap().into());
        let folded = fold_constant(sum).unwrap();
        let number = folded.as_node::<ConstantNode>().unwrap().data.as_slice::<i32>().unwrap()[0];
        assert_eq!(number, FEWER as i32 + 1);
    });
}

#[test]
fn nested_branches_have_their_scopes() {
    on_a_small_stack(|| {
        let shared: RelayExpr = add(var("x"), constant(1)).unwrap().into();
        let less = Call::new(Op::get("less").unwrap(), [shared.clone(), constant(2)], None, [], None);
        // if (less) { x + 1 } else { if (less) { x + 1 } else ... }
        let nest = (0..FEWER)
            .fold(shared.clone(), |below, _| If::new(less.clone(), shared.clone(), below, None).into());
        let anf = to_a_normal_form_expr(&nest);
        assert_eq!(well_formed(&anf), Ok(()));
        // The expressions that all branches share are bound once, around the branches.
        assert_eq!(post_order(&anf).filter(|expr| expr.is_instance::<CallNode>()).count(), 2);
    });
}
