//! The output of `{:?}`.

use downstream::expr::{Const, Expr};
use downstream::shadow::{Shelf_, ShelfNode};
use renamed_objet::{IsObjectRef, Object, ObjectRef, make_object};

#[test]
fn a_reference_shows_its_object_s_type_and_address() {
    let constant = Const::new(1);
    let shown = format!("{:?}", Expr::from(constant.clone()));
    let header: &Object = constant.upcast_ref::<ObjectRef>();
    assert_eq!(shown, format!("down.Const@{header:p}"));
    assert_eq!(format!("{constant:?}"), shown);
    assert_eq!(format!("{:?}", constant.into_ptr()), shown);
}

#[test]
fn a_weak_reference_says_that_it_is_one() {
    let constant = Const::new(1);
    assert_eq!(format!("{:?}", constant.downgrade()), format!("weak {constant:?}"));
}

#[test]
fn a_hand_written_debug_implementation_is_kept() {
    let shelf: Shelf_ =
        make_object(ShelfNode { base: Object::new(), string: downstream::shadow::String }).into();
    assert_eq!(format!("{shelf:?}"), "shelf");
}
