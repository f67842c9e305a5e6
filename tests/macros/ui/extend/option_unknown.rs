use objet::prelude::*;
use objet::extension_point;
use objet::walk::NodeFunctor;

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "toy.Square", is_final, new)]
struct SquareNode {
    base: Object,
    side: f64,
}

extension_point! {
    static AREA: NodeFunctor<(), f64>;
}

#[extend(AREA, leave)]
fn area(square: &SquareNode, (): &mut ()) -> f64 {
    square.side * square.side
}

fn main() {}
