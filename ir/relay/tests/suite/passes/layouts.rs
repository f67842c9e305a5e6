//! Passes that change layouts: `AlterOpLayout` and `ConvertLayout`.

use std::error::Error;
use std::sync::Once;

use objet::prelude::*;
use objet::{String as Text, structural_equal};
use objet_ir::attrs;
use objet_ir::attrs::Attrs;
use objet_ir::expr::{Integer, RelayExpr};
use objet_ir::op::Op;
use objet_ir::types::{TensorType, Type};
use objet_relay::attrs::{Conv2DAttrs, DenseAttrs, MaxPool2DAttrs};
use objet_relay::expr::{Call, CallNode, Function, Tuple, TupleGetItem, Var};
use objet_relay::functor::post_order;
use objet_relay::infer::{infer_function, infer_module};
use objet_relay::op::infer_layout::InferCorrectLayoutOutput;
use objet_relay::op::{add, nn, strided_slice, sum};
use objet_relay::text::parse_module;
use objet_relay::transform::{alter_op_layout, convert_layout};
use objet_tir::data_layout::Layout;
use objet_tir::op::as_const_int;
use objet_tir::te::Tensor;

use crate::deep::on_a_tiny_stack;

type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

/// A function that returns a call in other layouts, or nothing.
type Alteration = fn(Attrs, &[RelayExpr], &[Tensor]) -> Option<RelayExpr>;

/// Sets the attribute `FTVMAlterOpLayout`, as in `programs_alter_layout.py`.
pub(super) fn declare_alterations() {
    static DECLARED: Once = Once::new();
    DECLARED.call_once(|| {
        let functions: [(&str, Alteration); 4] = [
            ("nn.conv2d", alter_conv2d),
            ("nn.max_pool2d", alter_max_pool2d),
            ("nn.batch_matmul", |_, args, _| {
                let attrs = attrs! { transpose_a: true, transpose_b: false };
                Some(nn::batch_matmul(args[0].clone(), args[1].clone(), attrs).ok()?.into())
            }),
            ("nn.dense", |attrs, args, tensors| {
                if as_const_int(&tensors[1].shape[0])? % 2 != 0 {
                    return None;
                }
                let units = attrs.downcast_ref::<DenseAttrs>()?.units.clone();
                let attrs = attrs! { units: units, weight_layout: "NC2n" };
                Some(nn::contrib_dense_pack(args[0].clone(), args[1].clone(), attrs).ok()?.into())
            }),
        ];
        for (name, function) in functions {
            set_alteration(name, function).unwrap();
        }
    });
}

fn set_alteration(name: &str, function: Alteration) -> Result<()> {
    let alter = move |attrs: Option<Attrs>, args: Array<RelayExpr>, tensors: Array<Tensor>, _: Type| {
        function(attrs?, &args, &tensors)
    };
    let alter: PackedFunc = TypedPackedFunc::new(alter).into();
    Ok(Op::get(name)?.set_attr("FTVMAlterOpLayout", alter, 10)?)
}

/// Chooses blocks of 4 channels, or another operator or layout for some sizes of kernels.
fn alter_conv2d(attrs: Attrs, args: &[RelayExpr], _: &[Tensor]) -> Option<RelayExpr> {
    let mut attrs = attrs.downcast::<Conv2DAttrs>().ok()?;
    if attrs.data_layout.contains('c') || attrs.groups != 1 {
        return None;
    }
    let size = as_const_int(&attrs.kernel_size.as_ref()?[0])?;
    let is_last = attrs.data_layout == "NHWC";
    let fields = attrs.make_mut();
    let mut set = |data: &str, kernel: &str, out: &str| {
        *fields.data_layout = data.into();
        *fields.kernel_layout = kernel.into();
        *fields.out_layout = out.into();
    };
    let mut op = "nn.conv2d";
    match size {
        _ if is_last => set("NCHW", "OIHW", ""),
        1 => set("NHWC", "HWIO", ""),
        3 => set("NCHW4c", "OIHW4i4o", ""),
        5 => {
            op = "nn.contrib_conv2d_NCHWc";
            set("NCHW4c", "OIHW4i8o", "NCHW8c");
        }
        _ => return None,
    }
    let args: Array<RelayExpr> = args.to_vec().into();
    Some(Call::new(Op::get(op).ok()?, args, Some(attrs.upcast()), [], None).into())
}

/// Chooses blocks of 2 channels for windows of 3 pixels.
fn alter_max_pool2d(attrs: Attrs, args: &[RelayExpr], _: &[Tensor]) -> Option<RelayExpr> {
    let mut attrs = attrs.downcast::<MaxPool2DAttrs>().ok()?;
    if as_const_int(&attrs.pool_size.as_ref()?[0])? != 3 {
        return None;
    }
    let fields = attrs.make_mut();
    (*fields.layout, *fields.out_layout) = ("NCHW2c".into(), "NCHW2c".into());
    let args: Array<RelayExpr> = args.to_vec().into();
    Some(Call::new(Op::get("nn.max_pool2d").ok()?, args, Some(attrs.upcast()), [], None).into())
}

fn image(shape: &[i32]) -> Type {
    let shape: Array<_> = shape.iter().map(|length| (*length).into()).collect();
    TensorType::new(shape, DataType::float(32)).upcast()
}

fn var(name: &str, shape: &[i32]) -> Var {
    Var::new(name, Some(image(shape)), None)
}

fn input() -> Var {
    var("x", &[1, 8, 12, 12])
}

/// Returns a convolution that keeps the shape of the data.
fn conv(data: impl Into<RelayExpr>, weight: &Var) -> RelayExpr {
    let attrs = attrs! { kernel_size: [3, 3], channels: 8, padding: [1, 1, 1, 1] };
    nn::conv2d(data, weight.clone(), attrs).unwrap().into()
}

fn weight() -> Var {
    var("weight", &[8, 8, 3, 3])
}

/// Returns a typed function of all free variables.
fn function(body: impl Into<RelayExpr>) -> Function {
    let body = body.into();
    let params = objet_relay::analysis::free_vars(&body);
    infer_function(Function::new(params, body, None, [], None, None), None).unwrap()
}

fn desired(op: &str, layouts: &[&str]) -> Map<Text, Array<Text>> {
    let layouts = layouts.iter().map(|layout| Text::from(*layout)).collect();
    [(Text::from(op), layouts)].into_iter().collect()
}

fn count(function: &Function, op: &str) -> usize {
    let is_call = |expr: &RelayExpr| {
        let op_of_call = expr.as_node::<CallNode>().and_then(|call| Some(call.as_op()?.name.clone()));
        op_of_call.is_some_and(|name| name == op)
    };
    post_order(function).filter(is_call).count()
}

/// Converts a convolution to layouts that it does not have, and returns the error.
fn error_of(op: &str, layouts: &[&str], body: RelayExpr) -> String {
    convert_layout(&function(body), &desired(op, layouts)).unwrap_err().to_string()
}

#[test]
fn desired_layouts_that_are_not_those_of_the_inputs_are_refused() {
    let conv = || conv(input(), &weight());
    assert_eq!(
        error_of("nn.conv2d", &["NHWC"], conv()),
        r#"the desired layouts of the operator "nn.conv2d": expected 2 layouts (the layouts of the data and of the kernel), found NHWC"#
    );
    assert_eq!(
        error_of("nn.conv2d", &[], conv()),
        r#"the desired layouts of the operator "nn.conv2d": expected 2 layouts (the layouts of the data and of the kernel), found none"#
    );
    assert_eq!(
        error_of("nn.conv2d", &["default", "OIHW"], conv()),
        r#"the desired layouts of the operator "nn.conv2d": expected a layout of the data, found default"#
    );
    assert_eq!(
        error_of("nn.conv2d", &["CHWN", "default"], conv()),
        r#"the desired layouts of the operator "nn.conv2d": expected NCHW, NHWC or HWNC with a default kernel, found CHWN, default"#
    );
    let pool = nn::max_pool2d(input(), attrs! { pool_size: [2, 2] }).unwrap();
    assert_eq!(
        error_of("nn.max_pool2d", &["NHWC", "default"], pool.into()),
        r#"the desired layouts of the operator "nn.max_pool2d": expected 1 layout (the layout of the data), found NHWC, default"#
    );
}

#[test]
fn layouts_with_unknown_or_other_axes_are_refused() {
    let conv = || conv(input(), &weight());
    let error = error_of("nn.conv2d", &["N?HW", "OIHW"], conv());
    let expected = r#"the attribute FInferCorrectLayout of the operator "nn.conv2d" failed: "#;
    assert!(error.starts_with(expected), "{error}");
    assert!(error.contains("attribute data_layout: ") && error.ends_with("found N?HW"), "{error}");
    assert_eq!(
        error_of("nn.conv2d", &["NXYC", "OIHW"], conv()),
        r#"input 0 of the operator "nn.conv2d": cannot convert the layout NCHW to NXYC"#
    );
    assert_eq!(
        error_of("nn.conv2d", &["NHWC", "OI"], conv()),
        r#"input 1 of the operator "nn.conv2d": cannot convert the layout OIHW to OI"#
    );
}

#[test]
fn alterations_that_are_not_calls_with_the_same_inputs_are_refused() -> Result<()> {
    set_alteration("nn.avg_pool2d", |_, args, _| Some(args[0].clone()))?;
    let pool = nn::avg_pool2d(input(), attrs! { pool_size: [2, 2] })?;
    assert_eq!(
        alter_op_layout(&function(pool)).unwrap_err().to_string(),
        r#"the attribute FTVMAlterOpLayout of the operator "nn.avg_pool2d" must return a call or null, found relay.Var"#
    );
    set_alteration("nn.lrn", |_, args, _| Some(add(args[0].clone(), args[0].clone()).ok()?.into()))?;
    set_alteration("nn.avg_pool3d", |_, args, _| Some(add(args[0].clone(), args[0].clone()).ok()?.into()))?;
    // Without known layouts, the new call is used as it is.
    let altered = alter_op_layout(&function(nn::lrn(input(), attrs! {})?))?;
    assert_eq!((count(&altered, "nn.lrn"), count(&altered, "add")), (0, 1));
    let pool = nn::avg_pool3d(var("x", &[1, 8, 4, 4, 4]), attrs! { pool_size: [2, 2, 2] })?;
    assert_eq!(
        alter_op_layout(&function(pool)).unwrap_err().to_string(),
        r#"the attribute FTVMAlterOpLayout of the operator "nn.avg_pool3d" must keep 1 inputs, found 2"#
    );
    Ok(())
}

#[test]
fn layouts_of_another_number_of_inputs_are_refused() -> Result<()> {
    let op = Op::get_or_register("test.layouts")?;
    op.set_num_inputs(1);
    op.add_type_relation("Identity", None)?;
    let infer = |attrs: Option<Attrs>, _: Option<ObjectRef>, _: ObjectRef, _: Array<Type>| {
        let layouts: Array<Option<Layout>> = ["NCHW", "NCHW"].map(|name| Layout::new(name).ok()).into();
        InferCorrectLayoutOutput::new(layouts.clone(), layouts, attrs)
    };
    op.set_attr("FInferCorrectLayout", PackedFunc::from(TypedPackedFunc::new(infer)), 10)?;
    let call = Call::new(op, [input().into()], None, [], None);
    assert_eq!(
        alter_op_layout(&function(call)).unwrap_err().to_string(),
        r#"the attribute FInferCorrectLayout of the operator "test.layouts" must keep 1 inputs, found 2"#
    );
    Ok(())
}

#[test]
fn errors_name_the_place_of_the_call() -> Result<()> {
    let text = "#[version = \"0.0.5\"]\n\
        def @main(%x: Tensor[(1, 8, 12, 12), float32], %w: Tensor[(8, 8, 3, 3), float32]) {\n  \
        nn.relu(nn.conv2d(%x, %w, kernel_size=[3, 3]))\n}\n";
    let module = infer_module(&parse_module("a.rly", text)?)?;
    let main: Function = module.lookup_by_name("main")?.downcast().map_err(|_| "not a function")?;
    assert_eq!(
        convert_layout(&main, &desired("nn.conv2d", &["NXYC", "OIHW"])).unwrap_err().to_string(),
        r#"a.rly, line 3, column 11: input 0 of the operator "nn.conv2d": cannot convert the layout NCHW to NXYC"#
    );
    Ok(())
}

#[test]
fn functions_without_types_are_refused() -> Result<()> {
    let x = Var::new("x", None, None);
    let function = Function::new([x.clone()], nn::relu(x)?, None, [], None, None);
    assert_eq!(
        convert_layout(&function, &desired("nn.conv2d", &["NHWC", "default"])).unwrap_err().to_string(),
        r#"a call of the operator "nn.relu" has no inferred types"#
    );
    Ok(())
}

/// Converts a function and checks that its type stays.
fn converted(function: &Function, desired: &Map<Text, Array<Text>>) -> Result<Function> {
    let converted = infer_function(convert_layout(function, desired)?, None)?;
    let [before, after] = [function, &converted].map(|function| function.checked_type.as_ref().unwrap());
    assert!(structural_equal(before, after), "{converted:?}");
    Ok(converted)
}

#[test]
fn blocks_that_tvm_does_not_support_keep_the_types() -> Result<()> {
    let blocked = desired("nn.conv2d", &["NCHW4c", "OIHW4i4o"]);
    let y = || conv(input(), &weight());
    let size = attrs! { begin: [0, 4], end: [-1, 4], strides: [1, 1], slice_mode: "size", axes: None::<Array<Integer>> };
    let vectors = ["gamma", "beta", "mean", "var"].map(|name| var(name, &[8]));
    let [gamma, beta, mean, variance] = vectors;
    let norm = nn::batch_norm(y(), gamma, beta, mean, variance, attrs! {})?;
    let bodies: [(&str, RelayExpr, usize); 5] = [
        ("vector", add(y(), var("v", &[12]))?.into(), 4),
        ("bias of channels and pixels", add(var("v", &[12, 12]), y())?.into(), 4),
        ("sum of channels", sum(y(), attrs! { axis: [1] })?.into(), 2),
        ("slice of a size", strided_slice(y(), size)?.into(), 3),
        ("batch_norm", TupleGetItem::new(norm, 0, None).into(), 3),
    ];
    for (name, body, transforms) in bodies {
        let converted = converted(&function(body), &blocked)?;
        assert_eq!(count(&converted, "layout_transform"), transforms, "{name}: {converted:?}");
    }
    Ok(())
}

/// TVM refuses these networks, because it splits the channels of `nn.batch_norm`.
#[test]
fn altered_networks_keep_their_types() -> Result<()> {
    declare_alterations();
    for network in ["resnet18_b1_s224.typed", "mobilenet_b1_s224.raw"] {
        let module = infer_module(&super::load(network))?;
        let main: Function = module.lookup_by_name("main")?.downcast().map_err(|_| "not a function")?;
        let altered = infer_function(alter_op_layout(&main)?, Some(&module))?;
        let [before, after] = [&main, &altered].map(|function| function.checked_type.as_ref().unwrap());
        assert!(structural_equal(before, after), "{network}");
        assert!(count(&altered, "layout_transform") > 20, "{network}");
    }
    Ok(())
}

#[test]
fn an_expression_that_is_read_in_another_layout_is_converted_to_the_original_one() -> Result<()> {
    let attrs = attrs! {
        kernel_size: [3, 3], channels: 8, padding: [1, 1, 1, 1], data_layout: "NHWC", kernel_layout: "HWIO",
    };
    let first = nn::conv2d(var("x", &[1, 8, 8, 8]), var("hwio", &[3, 3, 8, 8]), attrs)?;
    let body = conv(first.clone(), &weight());
    let converted = converted(&function(body), &desired("nn.conv2d", &["NHWC", "default"]))?;
    // The data and the weight of the second convolution, and its result.
    assert_eq!(count(&converted, "layout_transform"), 3);
    Ok(())
}

#[test]
fn an_expression_is_converted_once() -> Result<()> {
    let (x, weight) = (input(), weight());
    let shared: RelayExpr = nn::relu(conv(x.clone(), &weight))?.into();
    let fields =
        [shared.clone(), shared.clone(), conv(x, &weight), nn::lrn(shared.clone(), attrs! {})?.into()];
    let pair = RelayExpr::from(Tuple::new(fields, None));
    let body = Tuple::new([pair.clone(), pair, nn::lrn(shared, attrs! {})?.into()], None);
    let converted = converted(&function(body), &desired("nn.conv2d", &["NHWC", "default"]))?;
    // The data, the weight, the result of the convolution without `relu`, and that of `relu`.
    assert_eq!(count(&converted, "layout_transform"), 4);
    Ok(())
}

/// The length leaves 26 bytes of stack per expression, so that any recursion overflows the stack.
#[test]
fn deep_networks_are_converted() {
    on_a_tiny_stack(|| {
        declare_alterations();
        let weight = weight();
        let body = (0..10_000).fold(input().into(), |below: RelayExpr, position| match position % 5 {
            0 => conv(below, &weight),
            1 => nn::relu(below).unwrap().into(),
            2 => add(below.clone(), below).unwrap().into(),
            3 => TupleGetItem::new(Tuple::new([below.clone(), below], None), 1, None).into(),
            _ => nn::max_pool2d(below, attrs! { pool_size: [1, 1] }).unwrap().into(),
        });
        let function = function(body);
        let converted = convert_layout(&function, &desired("nn.conv2d", &["NHWC", "default"])).unwrap();
        // The input, the weight and the result.
        assert_eq!(count(&converted, "layout_transform"), 3);
        let altered = alter_op_layout(&function).unwrap();
        assert_eq!(count(&altered, "layout_transform"), 3);
        drop((function, converted, altered));
    });
}

#[test]
fn converted_networks_stay() -> Result<()> {
    let mut count = 0;
    for line in super::answers_of_tvm::answers()?.iter().filter(|line| line["pass"] == "ConvertLayout") {
        let desired: Map<Text, Array<Text>> = line["args"][0]
            .as_object()
            .ok_or("no layouts")?
            .iter()
            .map(|(op, layouts)| {
                let layouts = layouts.as_array().into_iter().flatten().filter_map(|layout| layout.as_str());
                (Text::from(op.as_str()), layouts.map(Text::from).collect())
            })
            .collect();
        let module = infer_module(&super::answers_of_tvm::module(&line["after"])?)?;
        let main: Function = module.lookup_by_name("main")?.downcast().map_err(|_| "not a function")?;
        let again = infer_function(convert_layout(&main, &desired)?, Some(&module))?;
        assert!(structural_equal(&again, &main), "{}: {again:?}", line["name"]);
        count += 1;
    }
    assert!(count > 150);
    Ok(())
}
