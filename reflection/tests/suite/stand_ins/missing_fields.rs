//! Fields of stand-ins that the file has no attribute for.

use objet::compare::structural_hash;
use objet::fields::attr_names;
use objet::graph::{Format, LoadJson, SaveJson};
use objet::prelude::*;
use objet::walk::deep_copy;
use objet::{String, get_attr, post_order, print, rewrite, structural_equal, with_attr};

/// An expression. Files without optional attributes have only the line.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "unset.Expr")]
struct ExprNode {
    base: Object,
    line: i64,
    ty: Option<String>,
    #[reflect(default = 1)]
    lanes: i64,
    tags: Array<String>,
    extents: Vec<i64>,
    #[reflect(skip_eq, default = 0)]
    note: i64,
}

/// A negation.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "unset.Neg", is_final)]
struct NegNode {
    base: ExprNode,
    value: Expr,
}

const FORMS: [Format; 3] = [Format::Tvm08, Format::TvmFfi, Format::Plain];

fn load(file: &str) -> Neg {
    objet::register_types!(ExprNode, NegNode).unwrap();
    let root = LoadJson::new().keep_unknown(true).load(file.as_bytes());
    root.unwrap_or_else(|error| panic!("{error}\n{file}")).unwrap().downcast().unwrap()
}

fn save<R: IsObjectRef>(root: &R, format: Format) -> std::string::String {
    SaveJson::new(format).to_string(root).unwrap()
}

const FILE: &str =
    r#"{"objet":1,"root":{"type":"unset.Neg","line":1,"value":{"type":"far.Away","line":7,"name":"x"}}}"#;

/// The name of a field, a change of it, and the new value as it is printed.
type Change = (&'static str, fn(&mut Expr), &'static str);

fn changes() -> [Change; 4] {
    [
        ("ty", |expr| *expr.make_mut().ty = Some("int32".into()), r#""int32""#),
        ("lanes", |expr| *expr.make_mut().lanes = 4, r#""4""#),
        ("tags", |expr| *expr.make_mut().tags = Array::from([String::from("t")]), r#"["t"]"#),
        ("extents", |expr| *expr.make_mut().extents = vec![2, 3], r#""[2,3]""#),
    ]
}

#[test]
fn a_change_of_a_field_without_an_attribute_is_saved() {
    let neg = load(FILE);
    let original = &neg.value;
    for (name, change, shown) in changes() {
        let mut changed = original.clone();
        change(&mut changed);
        assert!(!structural_equal(&changed, original), "{name}");
        assert_ne!(structural_hash(&changed), structural_hash(original), "{name}");
        assert_eq!(print(&changed).to_string(), format!(r#"far.Away(line="7", name="x", {name}={shown})"#));
        assert_eq!(attr_names(&changed).unwrap(), ["line", "name", name]);
        assert!(structural_equal(&deep_copy(&changed), &changed), "{name}");
        for format in FORMS {
            let root = with_attr(neg.clone(), "value", (&changed).into()).unwrap();
            let file = save(&root, format);
            let again = load(&file);
            assert!(structural_equal(&again.value, &changed), "{name} in {file}");
            assert_eq!(save(&again, format), file);
        }
        // A field with its former value has no attribute again.
        let former = get_attr(original, name).unwrap();
        let back = with_attr(changed, name, former.as_arg()).unwrap();
        assert!(structural_equal(&back, original), "{name}");
    }
    let far = FILE.split_once("far.Away").unwrap().1;
    assert!(save(&neg, Format::Plain).ends_with(far), "{}", save(&neg, Format::Plain));
    let error = get_attr(original, "objet.Opaque").unwrap_err().to_string();
    assert!(error.starts_with(r#"far.Away has no field "objet.Opaque""#), "{error}");
}

#[test]
fn a_change_that_comparison_skips_is_saved() {
    let neg = load(FILE);
    let mut changed = neg.value.clone();
    *changed.make_mut().note = 5;
    assert!(structural_equal(&changed, &neg.value) && structural_equal(&neg.value, &changed));
    assert_eq!(structural_hash(&changed), structural_hash(&neg.value));
    let root = with_attr(neg, "value", (&changed).into()).unwrap();
    for format in FORMS {
        assert_eq!(load(&save(&root, format)).value.note, 5);
    }
}

#[test]
fn passes_follow_and_set_fields_without_attributes() {
    let neg = load(FILE);
    let all = |object: ObjectRef| match object.downcast::<Expr>() {
        Ok(mut expr) => {
            changes().into_iter().for_each(|(_, change, _)| change(&mut expr));
            expr.upcast()
        }
        Err(error) => error.into_object(),
    };
    let changed = rewrite(neg, all).unwrap();
    let text = r#""line":7,"name":"x","ty":"int32","lanes":4,"tags":["t"],"extents":[2,3]}"#;
    assert!(save(&changed, Format::Plain).contains(text), "{}", save(&changed, Format::Plain));
    let is_type = |object: &ObjectRef| object.downcast_ref::<String>().is_some_and(|text| *text == "int32");
    let far: ObjectRef = changed.value.clone().upcast();
    assert_eq!(post_order(&far).filter(is_type).count(), 1);
    // A pass rewrites the objects in such fields.
    let renamed = rewrite(far, |object: ObjectRef| match is_type(&object) {
        true => String::from("int64").into(),
        false => object,
    });
    let renamed: Expr = renamed.unwrap().downcast().unwrap();
    assert_eq!(renamed.ty.as_ref().map(|ty| ty.as_str()), Some("int64"));
    assert!(save(&renamed, Format::Plain).contains(&text.replace("int32", "int64")));
    for format in FORMS {
        let again = LoadJson::new().keep_unknown(true).load(save(&changed, format).as_bytes());
        assert!(structural_equal(&again.unwrap().unwrap(), &changed), "{format:?}");
    }
}
