//! Text of the attributes of calls and functions.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::attrs::{AttrValue, Attrs, DictAttrs, make_attrs};
use objet_ir::expr::{FloatImm, GlobalVar, IntImm, RelayExpr};
use objet_ir::op::Op;
use objet_relay::expr::{Call, Function};
use objet_tir::expr::StringImm;

use super::{Result, as_text, text, var};

fn made<'a>(type_key: &str, values: impl IntoIterator<Item = (&'a str, AttrValue)>) -> Attrs {
    make_attrs(type_key, values).unwrap().downcast().unwrap()
}

fn of_op(op: &str, attrs: Attrs) -> Call {
    Call::new(Op::get(op).unwrap(), [RelayExpr::from(GlobalVar::new("x"))], Some(attrs), [], None)
}

#[test]
fn default_attributes_are_omitted() {
    let softmax = |axis: i32| of_op("nn.softmax", made("relay.attrs.SoftmaxAttrs", attrs! { axis: axis }));
    assert_eq!(text(&softmax(2)), "nn.softmax(@x, axis=2)");
    assert_eq!(text(&softmax(-1)), "nn.softmax(@x)");
    let values = attrs! { padding: [1, 1], groups: 2, kernel_size: [3, 3], data_layout: "NHWC", out_dtype: DataType::int(8) };
    assert_eq!(
        text(&of_op("nn.conv2d", made("relay.attrs.Conv2DAttrs", values))),
        "nn.conv2d(@x, padding=[1, 1], groups=2, kernel_size=[3, 3], data_layout=\"NHWC\", out_dtype=\"int8\")"
    );
    let values = attrs! { epsilon: 2e-5, center: false };
    assert_eq!(
        text(&of_op("nn.batch_norm", made("relay.attrs.BatchNormAttrs", values))),
        "nn.batch_norm(@x, epsilon=2e-05f, center=False)"
    );
    let arange = text(&of_op(
        "arange",
        made("relay.attrs.ArangeAttrs", attrs! { start: (), stop: (), step: (), dtype: DataType::int(32) }),
    ));
    assert_eq!(arange, "arange(@x, start=None, stop=None, step=None, dtype=\"int32\")");
}

#[test]
fn attributes_of_another_type_name_their_type() -> Result<()> {
    let attrs = made("relay.attrs.SoftmaxAttrs", attrs! { axis: 2 });
    let of_function = Call::new(var("f"), [], Some(attrs.clone()), [], None);
    let expected = "free_var %f;\n%f(axis=2, attrs_type_key=\"relay.attrs.SoftmaxAttrs\")";
    assert_eq!(text(&of_function), expected);
    let of_other = of_op("nn.dense", attrs);
    assert_eq!(text(&of_other), "nn.dense(@x, axis=2)");
    let whole = as_text(&of_other, true, None)?;
    assert!(whole.contains("nn.dense(@x, meta[relay.attrs.SoftmaxAttrs][0])\n#[metadata]\n{"), "{whole}");
    Ok(())
}

#[test]
fn functions_print_attributes_of_any_type() -> Result<()> {
    let nested = made("relay.attrs.SoftmaxAttrs", attrs! { axis: 2 });
    let values: [(&str, ObjectRef); 9] = [
        ("Compiler", objet::String::from("a\"b").upcast()),
        ("Primitive", IntImm::from(1).upcast()),
        ("truth", IntImm::from(true).upcast()),
        ("rate", FloatImm::from(0.5_f32).upcast()),
        ("text", StringImm::new("t", None).upcast()),
        ("list", Array::from([IntImm::from(1_i64), IntImm::from(2_i64)]).upcast()),
        ("map", Map::<objet::String, IntImm>::from([("k".into(), 1.into())]).upcast()),
        ("nested", nested.upcast()),
        ("name", GlobalVar::new("g").upcast()),
    ];
    let mut dict: Map<objet::String, Option<ObjectRef>> =
        values.into_iter().map(|(name, value)| (name.into(), Some(value))).collect();
    dict.insert("none".into(), None);
    let mut attrs = DictAttrs::default();
    *attrs.make_mut().dict = dict;
    let x = var("x");
    let f = Function::new([x.clone()], x, None, [], Some(attrs), None);
    let simple = r#"%x, Compiler="a\"b", Primitive=1, truth=True, rate=0.5f, text="t", list=[1, 2]"#;
    assert_eq!(
        text(&f),
        format!("fn ({simple}, map={{\"k\"=1}}, nested={{axis=2}}, name='g', none=None) {{\n  %x\n}}")
    );
    let expected = format!(
        "fn ({simple}, map=meta[Map][0], nested=meta[relay.attrs.SoftmaxAttrs][0], name=meta[GlobalVar][0], none=None)"
    );
    let whole = as_text(&f, true, None)?;
    assert!(whole.contains(&expected), "{whole}");
    Ok(())
}
