//! Nodes of a module that shadows the prelude.

use downstream::shadow::{self, Shade, ShadeNode, Shadow, ShadowNode};
use renamed_objet::{IsObject, IsObjectRef, Object, make_object};

#[test]
fn nodes_in_a_shadowing_module_work() {
    let base = ShadowNode { base: Object::new(), text: shadow::u32, other: shadow::Option };
    let shade = Shade::from(make_object(ShadeNode { base, flag: shadow::bool }));
    let shadow = Shadow::from(shade.clone());
    assert!(shadow.is_instance::<ShadeNode>());
    assert_eq!(shadow.downcast::<Shade>().unwrap(), shade);
    assert_eq!(ShadeNode::TYPE_DEPTH, 2);
    assert_eq!(ShadowNode::TYPE_CHILD_SLOTS, 2);
}
