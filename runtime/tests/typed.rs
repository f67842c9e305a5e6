//! Functions of Rust types.

use objet_object::{DataType, Device, IsObjectRef, ShapeTuple, ShapeTupleNode};
use objet_runtime::{PackedFunc, TypedPackedFunc};

#[test]
fn parameters_of_every_kind() {
    let f: PackedFunc = TypedPackedFunc::new(
        |int: i64,
         small: u8,
         float: f64,
         flag: bool,
         text: &str,
         bytes: &[u8],
         dtype: DataType,
         device: Device| {
            format!("{int} {small} {float} {flag} {text} {bytes:?} {dtype} {device}")
        },
    )
    .into();
    let result = f
        .call((-1, 2_u8, 2.5, true, "text", [1_u8, 2].as_slice(), DataType::float(32), Device::cpu(0)))
        .unwrap();
    assert_eq!(result.get::<&str>().unwrap(), "-1 2 2.5 true text [1, 2] float32 cpu(0)");
}

#[test]
fn objects_borrowed_and_owned() {
    let dims = TypedPackedFunc::new(|shape: &ShapeTupleNode| shape.as_slice().len());
    let shape = ShapeTuple::from([2, 3]);
    assert_eq!(dims.call(shape.as_node().unwrap()).unwrap(), 2);
    assert_eq!(dims.deref_call((&shape,)), 2);
}

trait DerefCall {
    fn deref_call(&self, args: (&ShapeTuple,)) -> i64;
}

impl<S> DerefCall for TypedPackedFunc<S> {
    fn deref_call(&self, args: (&ShapeTuple,)) -> i64 {
        let f: &PackedFunc = self;
        f.call((args.0,)).unwrap().get().unwrap()
    }
}
