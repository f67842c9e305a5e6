//! Tensor expressions, in Rust and through global functions.

use objet::prelude::*;
use objet::{Registry, load_json, save_json};
use objet_ir::expr::PrimExpr;
use objet_tir::buffer::Buffer;
use objet_tir::expr::{CommReducer, IterVar, IterVarType, ProducerLoad, Range, Reduce, SizeVar, Var};
use objet_tir::stmt::Evaluate;
use objet_tir::te::{
    ComputeOp, ExternOp, Operation, ScanOp, Tensor, TensorComputeOp, TensorIntrin, TensorIntrinCall,
    TensorOperation,
};
use objet_tir::topi::{ImageLayout, bilinear_sample, is_empty_shape};

const INT: DataType = DataType::int(32);

fn axis(name: &str, extent: impl Into<PrimExpr>, kind: IterVarType) -> IterVar {
    let dom = Range::from_min_extent(0, extent);
    IterVar::new(Some(dom), Var::new(name, INT, None), kind, "", None).unwrap()
}

fn load(tensor: &Tensor, indices: impl IntoIterator<Item = PrimExpr>) -> PrimExpr {
    let indices: Array<PrimExpr> = indices.into_iter().collect();
    ProducerLoad::of_tensor(tensor.clone(), indices, None).unwrap().upcast()
}

fn buffer<const N: usize>(name: &str, shape: [PrimExpr; N], dtype: DataType) -> Buffer {
    Buffer::decl(shape, dtype, name, "", None).unwrap()
}

fn at(axis: &IterVar) -> PrimExpr {
    axis.var.clone().upcast()
}

/// Returns the values of a reduction of `sources` over `k`.
fn sums(sources: Vec<PrimExpr>, k: &IterVar) -> Vec<PrimExpr> {
    let [lhs, rhs] = ["x", "y"].map(|name| -> Vec<Var> {
        (0..sources.len()).map(|i| Var::new(format!("{name}{i}"), INT, None)).collect()
    });
    let result: Vec<PrimExpr> = lhs.iter().zip(&rhs).map(|(x, y)| (x + y).expr().unwrap()).collect();
    let identity: Vec<PrimExpr> = result.iter().map(|_| 0.into()).collect();
    let combiner = CommReducer::new(lhs, rhs, result, identity, None).unwrap();
    let (sources, axes): (Array<PrimExpr>, Array<IterVar>) = (sources.into(), [k.clone()].into());
    let value = |index| {
        let (combiner, init) = (combiner.clone(), Array::new());
        Reduce::new(combiner, sources.clone(), axes.clone(), None, index, init, None).unwrap().upcast()
    };
    (0..sources.len() as i32).map(value).collect()
}

#[test]
fn outputs_have_the_shapes_of_axes_and_the_types_of_elements() {
    let (i, j) = (axis("i", 4, IterVarType::DataPar), axis("j", 5, IterVarType::DataPar));
    let a = Tensor::placeholder("a", [4.into(), 5.into()], INT);
    let element = load(&a, [at(&i), at(&j)]);
    let half = objet_tir::op::cast(DataType::float(16), element.clone(), None).unwrap();
    let op = ComputeOp::new("b", "broadcast", [i, j], [element, half]).unwrap();
    let outputs: Vec<_> = (0..2).map(|index| op.output(index).unwrap()).collect();
    assert_eq!(outputs.iter().map(|b| b.dtype).collect::<Vec<_>>(), [INT, DataType::float(16)]);
    assert!(outputs.iter().all(|b| b.shape.len() == 2 && b.name_hint().starts_with("b.v")));
    assert_eq!(op.inputs(), [a]);
    assert!(outputs[1].is_same_output(&op.output(1).unwrap()));
    assert_eq!(outputs[1].output_hash(), op.output(1).unwrap().output_hash());
    assert!(!outputs[0].is_same_output(&outputs[1]));
    let error = op.output(2).unwrap_err().to_string();
    assert!(error.contains("found 2 of a ComputeOp with 2 outputs"), "{error}");
}

#[test]
fn inputs_are_the_loaded_tensors_in_order_and_not_their_inputs() {
    let i = axis("i", 4, IterVarType::DataPar);
    let [a, b] = ["a", "b"].map(|name| Tensor::placeholder(name, [4.into()], INT));
    let first = ComputeOp::new("c", "", [i.clone()], [load(&a, [at(&i)])]).unwrap().output(0).unwrap();
    let sum = load(&b, [load(&first, [at(&i)])]) + load(&b, [at(&i)]);
    let op = ComputeOp::new("d", "", [i], [sum.expr().unwrap()]).unwrap();
    assert_eq!(op.inputs(), [first, b]);
}

#[test]
fn reductions_are_at_the_top_level_and_of_one_kind() {
    let (i, k) = (axis("i", 4, IterVarType::DataPar), axis("k", 8, IterVarType::CommReduce));
    let a = Tensor::placeholder("a", [4.into(), 8.into()], INT);
    let element = load(&a, [at(&i), at(&k)]);
    let both = sums(vec![element.clone(), element.clone()], &k);
    let op = ComputeOp::new("b", "", [i.clone()], both.clone()).unwrap();
    assert_eq!(op.reduce_axis.iter().collect::<Vec<_>>(), [&k]);

    let inside = (&both[0] + 1).expr().unwrap();
    let mixed = vec![both[0].clone(), load(&a, [at(&i), 0.into()])];
    let other = vec![both[0].clone(), sums(vec![element], &k)[0].clone()];
    let nested = sums(vec![both[0].clone()], &k);
    let cases = [
        (vec![inside], "reductions at the top level only"),
        (mixed, "only reductions or no reduction"),
        (other, "values of one reduction"),
        (nested, "reductions at the top level only"),
        (vec![], "at least one expression"),
    ];
    for (body, expected) in cases {
        let error = ComputeOp::new("b", "", [i.clone()], body).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

/// Creates a scan over the rows of a matrix, with these extents of the placeholder and of the
/// update.
fn scan(state: [PrimExpr; 2], update_columns: PrimExpr, rows: PrimExpr) -> Result<ScanOp, String> {
    let columns = state[1].clone();
    let state = Tensor::placeholder("state", state, INT);
    let compute = |name, extents: [PrimExpr; 2]| {
        let [i, j] = extents.map(|extent| axis("i", extent, IterVarType::DataPar));
        let body = load(&state, [at(&i), at(&j)]);
        ComputeOp::new(name, "", [i, j], [body]).unwrap().output(0).unwrap()
    };
    let (init, update) =
        (compute("init", [1.into(), columns]), compute("update", [rows.clone(), update_columns]));
    let dom = Range::new(1, rows, None).unwrap();
    let axis = IterVar::new(Some(dom), Var::new("t", INT, None), IterVarType::Ordered, "", None).unwrap();
    ScanOp::new("scan", "", Map::new(), axis, [init], [update], [state], [])
        .map_err(|error| error.to_string())
}

#[test]
fn scans_have_the_shape_of_their_placeholders() {
    let m: PrimExpr = SizeVar::new("m", INT, None).upcast();
    let n: PrimExpr = SizeVar::new("n", INT, None).upcast();
    let op = scan([m.clone(), n.clone()], n.clone(), m.clone()).unwrap();
    let output = op.output(0).unwrap();
    assert!(output.shape.iter().eq([&m, &n]));
    assert_eq!(op.inputs().len(), 2);
    assert_eq!(op.spatial_axis.first().unwrap().var.name_hint, "scan.out0.i1");

    let text = save_json(&op).unwrap();
    assert_eq!(save_json(&load_json(&text).unwrap()).unwrap(), text);
    assert!(text.contains("\"spatial_axis_\""));

    let error = scan([m.clone(), n.clone()], m.clone(), m.clone()).unwrap_err();
    assert!(error.contains("the axes of the update and the placeholder to be equal extents"), "{error}");
    let error = scan([n.clone(), n.clone()], n, m).unwrap_err();
    assert!(error.contains("the end of the axis and the first axis of the placeholder"), "{error}");
}

#[test]
fn buffers_of_external_operations_fit_their_tensors() {
    let a = Tensor::placeholder("a", [4.into()], INT);
    let extern_op = |input: Buffer| {
        let output = buffer("b", [4.into()], DataType::int(8));
        ExternOp::new("f", "", Map::new(), [a.clone()], [input], [output], Evaluate::new(0, None))
    };
    let op = extern_op(buffer("a", [4.into()], INT)).unwrap();
    assert_eq!(op.output(0).unwrap().dtype, DataType::int(8));
    assert!(op.inputs().iter().eq([&a]));
    for (input, expected) in [
        (buffer("a", [5.into()], INT), "another shape for \"a\""),
        (buffer("a", [4.into(), 4.into()], INT), "axes of an input buffer"),
        (buffer("a", [4.into()], DataType::int(8)), "to have the same data type"),
    ] {
        let error = extern_op(input).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn intrinsics_compute_inner_axes() {
    let i = axis("i", 16, IterVarType::DataPar);
    let x = Tensor::placeholder("x", [16.into()], INT);
    let z = ComputeOp::new("z", "", [i.clone()], [load(&x, [at(&i)])]).unwrap();
    let buffers = ["x", "z"].map(|name| buffer(name, [16.into()], INT));
    let body = Some(Evaluate::new(0, None).upcast());
    let intrin =
        TensorIntrin::new("copy", z.upcast::<Operation>(), [x.clone()], buffers, [], body, None, None);
    let region: Array<Range> = [Range::from_min_extent(0, 16)].into();
    let call = TensorIntrinCall::new(intrin.clone(), [x.clone()], [region.clone()], [], []);
    assert!(call.intrin.same_as(&intrin));

    let (outer, inner) = (axis("o", 4, IterVarType::DataPar), axis("ax0", 16, IterVarType::Opaque));
    let axes = [outer, inner];
    let op = TensorComputeOp::new("c", "", axes, [], 1, intrin, [x.clone()], [region], []);
    assert_eq!(op.output_types().len(), 1);
    assert_eq!(op.output(0).unwrap().shape.len(), 2);
    assert_eq!(op.inputs(), [x]);
    let text = save_json(&op).unwrap();
    assert_eq!(save_json(&load_json(&text).unwrap()).unwrap(), text);
}

#[test]
fn front_ends_compute_tensors() {
    let call = |name| Registry::expect(name).unwrap();
    let shape = || Array::<PrimExpr>::from([4.into()]);
    let a: Tensor = call("te.Placeholder").call_as((&shape(), INT, "a")).unwrap();
    let i = axis("i", 4, IterVarType::DataPar);
    let body = Array::<PrimExpr>::from([load(&a, [at(&i)])]);
    let axes = Array::<IterVar>::from([i]);
    let op: ComputeOp = call("te.ComputeOp").call_as(("b", "tag", (), &axes, &body)).unwrap();
    assert_eq!(call("te.OpNumOutputs").call_as::<i64>((&op,)).unwrap(), 1);
    let b: Tensor = call("te.OpGetOutput").call_as((&op, 0)).unwrap();
    let again: Tensor = call("te.OpGetOutput").call_as((&op, 0)).unwrap();
    assert!(call("te.TensorEqual").call_as::<bool>((&b, &again)).unwrap());
    let hash = |tensor: &Tensor| call("te.TensorHash").call_as::<i64>((tensor,)).unwrap();
    assert_eq!(hash(&b), hash(&again));
    let inputs: Array<Tensor> = call("te.OpInputTensors").call_as((&op,)).unwrap();
    assert!(inputs.iter().eq([&a]));
    assert!(call("te.OpGetOutput").call_as::<Tensor>((&op, -1)).is_err());
}

/// The text is TVM's.
#[test]
fn values_between_pixels_are_those_of_tvm() {
    let image = Tensor::placeholder("A", [1.into(), 3.into(), 8.into(), 9.into()], DataType::float(32));
    let var = |name: &str, dtype| -> PrimExpr { Var::new(name, dtype, None).upcast() };
    let (n, c) = (var("n", INT), var("c", INT));
    let [y, x] = ["y", "x"].map(|name| var(name, DataType::float(32)));
    let indices = [n.clone(), c.clone(), y.clone(), x.clone()];
    let value = bilinear_sample(&image, ImageLayout::Nchw, &indices, 7, 8).unwrap();
    let [low_y, low_x] = ["y", "x"].map(|name| format!("cast(int32, @tir.floor({name}, dtype=float32))"));
    let pixel = |is_high_y: bool, is_high_x: bool| {
        let side = |is_high: bool, name: &str, low: &str| {
            let above = format!("({name} - cast(float32, {low}))");
            match is_high {
                true => (format!("({low} + 1)"), above),
                false => (low.to_owned(), format!("(1f32 - {above})")),
            }
        };
        let (y, weight_y) = side(is_high_y, "y", &low_y);
        let (x, weight_x) = side(is_high_x, "x", &low_x);
        format!(
            "@tir.if_then_else(((((0 <= {y}) && ({y} <= 7)) && (0 <= {x})) && ({x} <= 8)), \
             (({weight_x}*{weight_y})*A[n, c, {y}, {x}]), 0f32, dtype=float32)"
        )
    };
    let pixels = [(false, false), (true, false), (false, true), (true, true)].map(|(y, x)| pixel(y, x));
    let [a, b, c_, d] = pixels;
    // The text names the type of each variable at its first use.
    let text = objet_tir::text::print(&value).replace(": int32", "").replace(": float32", "");
    assert_eq!(text, format!("((({a} + {b}) + {c_}) + {d})"));

    let nhwc = bilinear_sample(&image, ImageLayout::Nhwc, &[n.clone(), y, x, c], 7, 8).unwrap();
    assert_ne!(objet_tir::text::print(&nhwc), objet_tir::text::print(&value));
    let error = bilinear_sample(&image, ImageLayout::Nhwc, &[n], 7, 8).unwrap_err().to_string();
    assert!(error.contains("expected 4 indices of an image, found 1"), "{error}");
}

#[test]
fn shapes_with_a_zero_are_empty() {
    let n = Var::new("n", INT, None);
    let is_empty = |shape: Vec<PrimExpr>| is_empty_shape(&shape.into());
    assert!(is_empty(vec![0.into(), n.clone().upcast()]));
    assert!(!is_empty(vec![n.upcast(), 2.into()]) && !is_empty(vec![]));
}
