//! Conversion to mixed precision: what TVM does not do, and errors.

use objet::prelude::*;
use objet::{Registry, String as Text};
use objet_ir::attrs;
use objet_ir::expr::{GlobalVar, Integer, RelayExpr};
use objet_ir::op::Op;
use objet_ir::transform::Pass;
use objet_ir::types::{TensorType, Type};
use objet_relay::expr::{Call, Function, Var};
use objet_relay::text::pretty_print;
use objet_relay::transform::{MissingOps, MixedPrecisionError, to_mixed_precision};

use super::op;

fn matrix(name: &str, rows: i32) -> Var {
    let ty: Type = TensorType::new([rows.into(), 3.into()], DataType::float(32)).upcast();
    Var::new(name, Some(ty), None)
}

fn converted(body: RelayExpr, params: &[Var], dtype: DataType) -> Result<String, MixedPrecisionError> {
    let function = Function::new(params, body, None, [], None, None);
    let function = to_mixed_precision(&function, dtype, MissingOps::Refuse, None)?;
    Ok(pretty_print(Some(&function.upcast())))
}

#[test]
fn operators_without_bfloat16_get_floats() {
    let (x, w) = (matrix("x", 4), matrix("w", 5));
    let dense = objet_relay::op::nn::dense(x.clone(), w.clone(), attrs! { units: 5 }).unwrap().upcast();
    let text = converted(op("exp", &[dense]), &[x, w], DataType::bfloat16()).unwrap();
    assert!(text.contains(r#"cast(%2, dtype="float32")"#), "{text}");
}

#[test]
fn attributes_of_operators_decide() {
    // The attribute accumulates in float32, and returns float16.
    let describe = |parts: Vec<ObjectRef>| -> PackedFunc {
        TypedPackedFunc::new(move |_: Call, _: Text| Array::from(parts.as_slice())).into()
    };
    let text = |text: &str| ObjectRef::from(Text::from(text));
    let category = |number: i32| ObjectRef::from(Integer::from(number));
    let set = |name: &str, parts: Vec<ObjectRef>| {
        let attr = "FTVMMixedPrecisionConversionType";
        Op::get(name).unwrap().set_attr(attr, describe(parts), 10).unwrap();
    };
    let x = matrix("x", 4);
    let call = |name: &str| op(name, &[x.clone().into()]);
    let half = DataType::float(16);
    set("asinh", vec![category(0), text("float32"), text("float16")]);
    let result = converted(call("asinh"), std::slice::from_ref(&x), half).unwrap();
    assert!(result.contains("asinh(%0) /* ty=Tensor[(4, 3), float16] */"), "{result}");
    set("acosh", vec![category(2), text("float32"), text("float32")]);
    let result = converted(call("acosh"), std::slice::from_ref(&x), half).unwrap();
    assert!(!result.contains("float16"), "{result}");
    for (name, parts) in [
        ("atanh", vec![category(0), text("float16")]),
        ("cosh", vec![category(3), text("float16"), text("float16")]),
        ("sinh", vec![category(0), text("float16"), text("half")]),
    ] {
        set(name, parts);
        let error = converted(call(name), std::slice::from_ref(&x), half).unwrap_err().to_string();
        assert!(error.contains(name) && error.contains("must return a category"), "{error}");
    }
}

#[test]
fn invalid_conversions_are_refused() {
    let x = matrix("x", 4);
    let call = |name: &str| op(name, &[x.clone().into()]);
    let error =
        converted(call("tan"), std::slice::from_ref(&x), DataType::float(16)).unwrap_err().to_string();
    assert!(error.contains(r#"the operator "tan" has no conversion (calls: 1)"#), "{error}");
    let error = converted(call("exp"), std::slice::from_ref(&x), DataType::int(8)).unwrap_err().to_string();
    assert_eq!(error, "expected a floating-point type of the IEEE or bfloat16, found int8");
    let global = Call::new(GlobalVar::new("g"), [x.clone().upcast()], None, [], None).upcast();
    assert!(converted(global, &[x], DataType::float(16)).is_err());
    let make = Registry::expect("relay._transform.ToMixedPrecision").unwrap();
    let error = make.call_as::<Pass>(("float16", 3)).err().unwrap().to_string();
    assert!(error.contains("the mode for missing operators is 0, 1 or 2, found 3"), "{error}");
}
