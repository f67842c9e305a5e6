//! Sparse weights: calls that stay, errors, and deep programs.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::attrs::AttrValue;
use objet_ir::expr::{IntImm, RelayExpr};
use objet_ir::transform::Pass;
use objet_ir::types::{TensorType, Type};
use objet_relay::expr::{CallNode, Constant, Function, Var};
use objet_relay::functor::post_order;
use objet_relay::op::nn;
use objet_relay::text::pretty_print;
use objet_relay::transform::{
    SparseError, SparseWeight, conv2d_to_sparse, conv2d_to_sparse2, dense_to_sparse,
};

use crate::deep::on_a_tiny_stack;

fn typed(name: &str, shape: &[i32]) -> Var {
    let shape: Vec<_> = shape.iter().map(|extent| (*extent).into()).collect();
    let ty: Type = TensorType::new(shape, DataType::float(32)).upcast();
    Var::new(name, Some(ty), None)
}

fn weight(name: &str, extents: &[i32]) -> SparseWeight {
    (name.into(), extents.to_vec())
}

fn count(function: &Function, name: &str) -> usize {
    let is_call = |expr: &RelayExpr| {
        expr.as_node::<CallNode>().is_some_and(|call| call.as_op().is_some_and(|op| op.name == name))
    };
    post_order(function).filter(is_call).count()
}

/// Returns a convolution of 16 channels with a kernel of 3 x 3.
fn convolution<const N: usize>(w: impl Into<RelayExpr>, others: [(&'static str, AttrValue); N]) -> Function {
    let x = typed("x", &[1, 8, 9, 9]);
    let attrs: Vec<_> = attrs! { channels: 16, kernel_size: [3, 3] }.into_iter().chain(others).collect();
    let conv = nn::conv2d(x.clone(), w, attrs).unwrap();
    Function::new([x, typed("w", &[16, 8, 3, 3])], conv, None, [], None, None)
}

#[test]
fn convolutions_with_a_result_of_another_size_have_no_sparse_form() {
    let w = typed("w", &[16, 8, 3, 3]);
    let frozen = || {
        let data = NDArray::from_slice(&[16, 8, 3, 3], &[0.0_f32; 16 * 8 * 9]).unwrap();
        Constant::new(data, None)
    };
    let weights = [weight("w", &[6, 4, 2, 6, 5])];
    let padded = conv2d_to_sparse(convolution(w.clone(), attrs! { padding: [1, 1] }), &weights, "NCHW", 3);
    assert_eq!(count(&padded.unwrap(), "nn.sparse_conv2d"), 1);
    let sparse = conv2d_to_sparse2(convolution(frozen(), attrs! { padding: [1, 1] }), "NCHW", 3, [4, 2], 1.0);
    let sparse = sparse.unwrap();
    assert!(pretty_print(Some(sparse.upcast_ref())).contains("nn.sparse_conv2d"), "all weights are 0");
    type Attrs = Vec<(&'static str, AttrValue)>;
    let others: [Attrs; 5] = [
        attrs! { padding: [0, 0] }.into(),
        attrs! { padding: [1, 1], strides: [1, 2] }.into(),
        attrs! { padding: [1, 1], dilation: [2, 2] }.into(),
        attrs! { padding: [1, 1], groups: 2 }.into(),
        attrs! { padding: [1, 1], out_layout: "NHWC" }.into(),
    ];
    for other in others {
        let convolution = |w: RelayExpr| {
            let x = typed("x", &[1, 8, 9, 9]);
            let attrs: Attrs =
                attrs! { channels: 16, kernel_size: [3, 3] }.into_iter().chain(other.clone()).collect();
            Function::new([x.clone()], nn::conv2d(x, w, attrs).unwrap(), None, [], None, None)
        };
        let error = conv2d_to_sparse(convolution(w.clone().into()), &weights, "NCHW", 3).unwrap_err();
        let expected = r#"the convolution with the weight "w" has no sparse form: expected the layout NCHW, a kernel of 3 x 3, padding of 1"#;
        assert!(error.to_string().starts_with(expected), "{error}");
        let kept = conv2d_to_sparse2(convolution(frozen().into()), "NCHW", 3, [4, 2], 0.0).unwrap();
        assert_eq!(count(&kept, "nn.conv2d"), 1);
    }
}

#[test]
fn weights_that_are_no_whole_number_of_blocks_stay() {
    let data = NDArray::from_slice(&[16, 8, 3, 3], &[0.0_f32; 16 * 8 * 9]).unwrap();
    let frozen = Constant::new(data, None);
    for (block, sparse) in [([3, 2], 0), ([4, 5], 0), ([16, 72], 1), ([1, 1], 1), ([32, 1], 0)] {
        let function = convolution(frozen.clone(), attrs! { padding: [1, 1] });
        let function = conv2d_to_sparse2(function, "NCHW", 3, block, 0.5).unwrap();
        assert_eq!(count(&function, "nn.sparse_conv2d"), sparse, "{block:?}");
    }
    let half = NDArray::from_bytes(&[16, 8, 3, 3], DataType::float(16), &[0; 2 * 16 * 8 * 9]).unwrap();
    let function = convolution(Constant::new(half, None), attrs! { padding: [1, 1] });
    let function = conv2d_to_sparse2(function, "NCHW", 3, [4, 2], 0.5).unwrap();
    assert_eq!(count(&function, "nn.conv2d"), 1, "weights of float16 stay");
}

#[test]
fn wrong_arguments_are_errors() {
    let function = || convolution(typed("w", &[16, 8, 3, 3]), attrs! { padding: [1, 1] });
    let of_shape = |extents: &[i32]| dense_to_sparse(function(), &[weight("w", extents)]);
    for extents in [&[][..], &[1, 2, 3, 4], &[1, 2, 3, 4, 5, 6], &[1, 2, 3, -4, 5]] {
        let error = of_shape(extents).unwrap_err().to_string();
        assert!(error.starts_with(r#"the sparse shape of the weight "w" must have 5 extents"#), "{error}");
    }
    assert_eq!(of_shape(&[1, 2, 3, 4, 5]).unwrap().params.len(), 2, "no dense layer has the weight");
    let error = conv2d_to_sparse(function(), &[], "NCHW4c", 3).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"expected the layout NCHW or NHWC of a sparse convolution, found "NCHW4c""#
    );
    let error = conv2d_to_sparse2(function(), "NCHW", 3, [0, 2], 0.5).unwrap_err();
    assert!(matches!(error, SparseError::Block { height: 0, width: 2 }), "{error}");
    let create = objet::Registry::expect("relay._transform.DenseToSparse").unwrap();
    let names = Array::from([objet::String::from("w")]);
    let error = create.call_as::<Pass>((&names, &Array::<Array<IntImm>>::new())).unwrap_err();
    assert!(error.to_string().contains("a shape for each of the 1 weights, found 0 shapes"), "{error}");
}

#[test]
fn deep_programs_get_sparse_weights() {
    const DEPTH: usize = 10_000;
    on_a_tiny_stack(|| {
        let (x, w) = (typed("x", &[4, 8]), typed("w", &[8, 8]));
        let body = (0..DEPTH).fold(x.clone().into(), |below: RelayExpr, _| {
            nn::dense(below, w.clone(), attrs! { units: 8 }).unwrap().into()
        });
        let function = Function::new([x, w], body, None, [], None, None);
        let function = dense_to_sparse(function, &[weight("w", &[6, 2, 2, 6, 5])]).unwrap();
        assert_eq!(count(&function, "nn.sparse_dense"), DEPTH);
        assert_eq!(function.params.len(), 3 * DEPTH + 1);
    });
}
