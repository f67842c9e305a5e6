//! The layout of the type table, in a separate process whose table holds only the types of this
//! crate. There is only one test, since the table depends on the types that are registered before
//! the first object is created.

use downstream::expr::{AddNode, BinaryNode, ExprNode, VarNode};
use downstream::stmt::{ForNode, LoopNode, StmtNode, WhileNode};
use renamed_objet::{IsObject, types};

#[test]
fn each_subtree_is_one_range_with_its_declared_slots() {
    downstream::register().unwrap();
    assert_eq!(types::refused(), []);

    let info = |key| types::by_key(key).unwrap();
    let inside = |key, ancestor| {
        let (range, index): (std::ops::Range<u32>, _) = (info(ancestor).range(), info(key).index());
        range.contains(&index.value())
    };
    for key in ["down.Binary", "down.Add", "down.Mul", "down.Var", "down.Const"] {
        assert!(inside(key, "down.Expr"), "{key}");
    }
    assert!(inside("down.Add", "down.Binary") && !inside("down.Var", "down.Binary"));
    assert!(!inside("down.For", "down.Expr") && inside("down.For", "down.Loop"));

    // The range holds the loop and its two kinds, and no slot more.
    assert_eq!(info("down.Loop").range().len(), 3);
    assert!(!info("down.For").child_slots_can_overflow());
    // The range has the declared slots in addition to the linked types.
    assert!(info("down.Expr").range().len() >= 6 + 16);

    assert_eq!(AddNode::type_index(), info("down.Add").index());
    assert_eq!((ExprNode::TYPE_DEPTH, BinaryNode::TYPE_DEPTH, AddNode::TYPE_DEPTH), (1, 2, 3));
    assert_eq!(info("down.Var").parent(), Some(info("down.Expr")));
    assert_eq!(info("down.Var").declared().file, "tests/downstream/src/expr.rs");
    for index in [VarNode::type_index(), StmtNode::type_index(), WhileNode::type_index()] {
        assert!(types::by_index(index).is_some());
    }
    assert!(ForNode::type_index() > LoopNode::type_index());
}
