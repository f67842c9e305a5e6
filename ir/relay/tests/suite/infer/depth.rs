//! Deep and shared programs: the stack is small, and the time is linear.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;
use objet_ir::types::{TensorType, TupleTypeNode, Type};
use objet_relay::expr::{Call, Function, FunctionNode, Let, LetNode, Tuple, TupleGetItem, Var};
use objet_relay::infer::infer_function;
use objet_relay::op::nn;

const LENGTH: usize = 100_000;

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(test).unwrap().join().unwrap();
}

fn vector() -> Type {
    TensorType::new([4.into()], DataType::float(32)).upcast()
}

fn function(params: &[Var], body: impl Into<RelayExpr>) -> Function {
    Function::new(params, body, None, [], None, None)
}

fn result_type(function: Function) -> Type {
    let typed = infer_function(function, None).unwrap();
    typed.as_node::<FunctionNode>().unwrap().ret_type.clone().unwrap()
}

#[test]
fn long_chains_of_calls_are_typed() {
    on_a_small_stack(|| {
        let (x, relu) = (Var::new("x", Some(vector()), None), Op::get("nn.relu").unwrap());
        let call = |below: RelayExpr| Call::new(relu.clone(), [below], None, [], None).upcast();
        let body = (0..LENGTH).fold(x.clone().upcast(), |below, _| call(below));
        assert!(objet::structural_equal(&result_type(function(&[x], body)), &vector()));
    });
}

#[test]
fn long_chains_of_lets_are_typed() {
    on_a_small_stack(|| {
        let x = Var::new("x", Some(vector()), None);
        let vars: Vec<Var> = (0..LENGTH).map(|_| Var::new("v", None, None)).collect();
        let (relu, last) = (Op::get("nn.relu").unwrap(), vars.last().unwrap().clone());
        let body = (0..LENGTH).rev().fold(last.upcast(), |body: RelayExpr, index| {
            let value = if index == 0 { x.clone() } else { vars[index - 1].clone() };
            let value = Call::new(relu.clone(), [value.upcast()], None, [], None);
            Let::new(vars[index].clone(), value, body, None).upcast()
        });
        let typed = infer_function(function(&[x], body), None).unwrap();
        let first = typed.body.as_node::<LetNode>().unwrap();
        assert!(objet::structural_equal(first.var.type_annotation.as_ref().unwrap(), &vector()));
    });
}

#[test]
fn types_with_exponential_trees_are_inferred() {
    on_a_small_stack(|| {
        let x = Var::new("x", Some(vector()), None);
        let known = (0..20_000).fold(x.clone().upcast(), |inner: RelayExpr, _| {
            Tuple::new([inner.clone(), inner], None).upcast()
        });
        // The types of these tuples are incomplete until the relation of `nn.relu` is solved.
        let unknown = (0..20_000).fold(nn::relu(x.clone()).unwrap().upcast(), |inner: RelayExpr, _| {
            Tuple::new([inner.clone(), inner], None).upcast()
        });
        let both = Tuple::new([known, unknown], None);
        let ty = result_type(function(&[x], both));
        assert_eq!(ty.as_node::<TupleTypeNode>().unwrap().fields.len(), 2);
    });
}

#[test]
fn fields_of_a_wide_tuple_are_typed_in_linear_time() {
    let x = Var::new("x", Some(vector()), None);
    let fields: Vec<RelayExpr> = (0..5_000).map(|_| nn::relu(x.clone()).unwrap().upcast()).collect();
    let tuple: RelayExpr = Tuple::new(fields, None).upcast();
    let items: Vec<RelayExpr> =
        (0..5_000).map(|index| TupleGetItem::new(tuple.clone(), index, None).upcast()).collect();
    let ty = result_type(function(&[x], Tuple::new(items, None)));
    assert_eq!(ty.as_node::<TupleTypeNode>().unwrap().fields.len(), 5_000);
}
