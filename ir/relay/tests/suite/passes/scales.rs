//! Scales that move in both directions.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::transform::{Pass, PassContext};
use objet_ir::types::{TensorType, Type};
use objet_relay::expr::Var;
use objet_relay::op::{multiply, nn};
use objet_relay::text::pretty_print;

use super::{body_of, module_of};

fn typed(name: &str, shape: &[i32]) -> Var {
    let shape: Vec<_> = shape.iter().map(|extent| (*extent).into()).collect();
    let ty: Type = TensorType::new(shape, DataType::float(32)).upcast();
    Var::new(name, Some(ty), None)
}

#[test]
fn scales_move_backward_and_forward_at_level_3() {
    let x = typed("x", &[1, 4, 8, 8]);
    let [w, s, t] = [typed("w", &[4, 4, 3, 3]), typed("s", &[4, 1, 1]), typed("t", &[4, 1, 1])];
    let scaled = multiply(x.clone(), s.clone()).unwrap();
    let conv = nn::conv2d(scaled, w.clone(), attrs! { channels: 4, kernel_size: [3, 3] }).unwrap();
    let body: RelayExpr = multiply(conv, t.clone()).unwrap().into();
    let at_level = |level| {
        let module = module_of([("main", &[x.clone(), w.clone(), s.clone(), t.clone()], body.clone())]);
        let folded = Pass::get("FoldScaleAxis").unwrap().run_in(module, &PassContext::new(level)).unwrap();
        pretty_print(Some(&body_of(&folded, "main").upcast()))
    };
    let text = at_level(3);
    assert!(text.contains("nn.conv2d(%x, ") && text.contains("multiply(%w, "), "{text}");
    assert_eq!(text.matches("multiply").count(), 2, "{text}");
    assert!(at_level(2).contains("multiply(%x, %s)"));
}
