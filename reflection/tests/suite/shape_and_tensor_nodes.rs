//! Shapes and tensors anywhere in a graph.

use objet::graph::LoadJson;
use objet::prelude::*;
use objet::{ShapeTuple, load_json, save_json, structural_equal};

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "shape_nodes.Layer", is_final, new)]
struct LayerNode {
    base: Object,
    shape: ShapeTuple,
    stride: Option<ShapeTuple>,
    weights: NDArray,
    more: Array<NDArray>,
}

fn round_trip<R: IsObjectRef>(root: &R) -> (std::string::String, R) {
    objet::register_types!(LayerNode).unwrap();
    let json = save_json(root).unwrap();
    for keep_unknown in [false, true] {
        let back = LoadJson::new().keep_unknown(keep_unknown).load(json.as_bytes()).unwrap().unwrap();
        assert!(structural_equal(root.as_object_ref(), &back));
        assert_eq!(save_json(&back).unwrap(), json);
    }
    let back = load_json(&json).unwrap().downcast().unwrap_or_else(|_| panic!("the type of the root"));
    (json, back)
}

#[test]
fn shapes_are_fields_elements_and_roots() {
    let (json, _) = round_trip(&ShapeTuple::from([2, -3]));
    assert!(
        json.contains("\"type_key\": \"runtime.ShapeTuple\", \n      \"repr_str\": \"[2,-3]\""),
        "{json}"
    );
    round_trip(&ShapeTuple::from([]));
    let shape = ShapeTuple::from([7]);
    let (_, back) = round_trip(&Array::from([shape.clone(), ShapeTuple::from([]), shape]));
    assert!(back[0].same_as(&back[2]));
}

#[test]
fn tensors_are_elements_and_roots() {
    let tensor = NDArray::from_slice(&[2], &[1.0_f32, 2.0]).unwrap();
    round_trip(&tensor);
    let map =
        Map::<objet::String, NDArray>::from([("a".into(), tensor.clone()), ("b".into(), tensor.clone())]);
    let (json, back) = round_trip(&map);
    assert!(back["a"].same_as(&back["b"]));
    assert_eq!(json.matches("runtime.NDArray").count(), 1);

    let other = NDArray::from_slice(&[1], &[3_i64]).unwrap();
    let more = Array::from([other, tensor.clone()]);
    let layer = Layer::new([4, 5], None, tensor, more);
    let (json, back) = round_trip(&layer);
    assert!(back.weights.same_as(&back.more[1]));
    assert_eq!(back.shape, [4, 5]);
    // The bytes of a tensor are in the file once, whatever refers to it.
    assert!(
        json.contains("\"weights\": \"0\"")
            && json.contains("\"data\": \"0\"")
            && json.contains("\"data\": \"1\"")
    );
}
