//! Tests of versions of ancestors that the program does not know.

use std::error::Error;

use objet::graph::{GraphError, LoadJson, OpaqueNode, StoredAttrs};
use objet::prelude::*;

use super::forms::{FORMS, Form, load, moved, save};
use super::{error, keep_unknown};

type Upgraded = Result<(), Box<dyn Error + Send + Sync>>;

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "anc.Leaf", alias = "anc.Twig", version = 1, upgrade = double)]
struct LeafNode {
    base: Object,
    w: i64,
}

fn double(_: u32, attrs: &mut StoredAttrs) -> Upgraded {
    let w = attrs.get("w").ok_or("no w")?.as_int()?;
    attrs.insert("w", 2 * w);
    Ok(())
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "anc.Num", is_final)]
struct NumNode {
    base: LeafNode,
    v: i64,
}

/// The base of types without a version.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "anc.Expr")]
struct ExprNode {
    base: Object,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "anc.Old")]
struct OldNode {
    base: ExprNode,
    v: i64,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "anc.Neg", is_final)]
struct NegNode {
    base: ExprNode,
    value: Expr,
}

/// A type that has left its base, whose field it has now.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "anc.Own", is_final, version = 1, upgrade = add_one)]
struct OwnNode {
    base: Object,
    w: i64,
}

fn add_one(_: u32, attrs: &mut StoredAttrs) -> Upgraded {
    let w = attrs.get("w").ok_or("no w")?.as_int()?;
    attrs.insert("w", w + 1);
    Ok(())
}

fn register() {
    objet::register_types!(LeafNode, NumNode, ExprNode, OldNode, NegNode, OwnNode).unwrap();
}

/// Returns the files of a program with other types: a plain document whose keys begin with `far.`,
/// in all forms, in which these keys begin with `anc.`.
fn files(plain: &str) -> impl Iterator<Item = (Form, Vec<u8>)> {
    let root = keep_unknown(plain).unwrap();
    FORMS.into_iter().map(move |form| (form, moved(&save(form, &root), "far.", "anc.")))
}

/// Checks that files are refused, or are kept and saved without a change.
fn check_kept(plain: &str, ancestor: &str, check: impl Fn(&ObjectRef)) {
    register();
    for (form, file) in files(plain) {
        let error = load(form, &file, false).unwrap_err();
        let expected =
            format!("{ancestor} belongs to an ancestor that this program does not know: update the program");
        // The errors of postcard have no text.
        assert!(error.contains(&expected) || form == Form::Postcard, "{error}");
        let root = load(form, &file, true).unwrap();
        check(&root);
        assert!(save(form, &root) == file, "{form:?}");
    }
}

#[test]
fn a_type_below_a_renamed_base_is_refused_or_kept() {
    check_kept(
        r#"{"objet":1,"versions":{"far.Num":"0 far.Atom=1"},"root":{"type":"far.Num","w":10,"v":1}}"#,
        "(anc.Num): version 1 of anc.Atom",
        |root| assert!(root.is_instance::<OpaqueNode>()),
    );
}

#[test]
fn a_type_below_an_inserted_base_is_refused_or_kept() {
    let neg = |old: &str| {
        let neg = format!(r#"{{"type":"far.Neg","value":{{"type":"far.Old",{old}}}}}"#);
        format!(r#"{{"objet":1,"versions":{{"far.Old":"0 x.Base=4"}},"root":{neg}}}"#)
    };
    for old in [r#""v":1"#, r#""tag":"new","v":1"#] {
        check_kept(&neg(old), "(anc.Old): version 4 of x.Base", |root| {
            // The fields of the node itself may have changed, but not those of its other ancestors.
            let neg = root.as_node::<NegNode>().expect("a node of its own type");
            assert_eq!(neg.value.type_key(), "objet.Opaque<anc.Expr>");
        });
    }
}

#[test]
fn a_base_is_known_by_its_alias() {
    register();
    for version in ["0 anc.Leaf=1", "0 anc.Twig=1", "0 x.Base=0 anc.Leaf=1"] {
        let plain = format!(
            r#"{{"objet":1,"versions":{{"far.Num":"{version}"}},"root":{{"type":"far.Num","w":10,"v":1}}}}"#
        );
        for (form, file) in files(&plain) {
            let root = load(form, &file, false).unwrap();
            assert_eq!(root.as_node::<NumNode>().unwrap().base.w, 10);
        }
    }
}

#[test]
fn a_type_with_a_raised_version_may_leave_its_base() {
    register();
    for version in ["0 x.Base=4", "0 anc.Leaf=1"] {
        let plain = format!(
            r#"{{"objet":1,"versions":{{"far.Own":"{version}"}},"root":{{"type":"far.Own","w":10}}}}"#
        );
        for (form, file) in files(&plain) {
            let root = load(form, &file, false).unwrap();
            assert_eq!(root.as_node::<OwnNode>().unwrap().w, 11);
        }
    }
    // A file of the raised version in which the type has another base again.
    check_kept(
        r#"{"objet":1,"versions":{"far.Own":"1 x.Base=4"},"root":{"type":"far.Own","w":10}}"#,
        "(anc.Own): version 4 of x.Base",
        |root| assert!(root.is_instance::<OpaqueNode>()),
    );
}

#[test]
fn a_base_that_is_no_ancestor_here_does_not_matter() {
    register();
    let plain = r#"{"objet":1,"versions":{"anc.Old":"0 anc.Leaf=1"},"root":{"type":"anc.Old","v":1}}"#;
    for options in [LoadJson::new(), LoadJson::new().keep_unknown(true)] {
        let root = options.load(plain.as_bytes()).unwrap().unwrap();
        assert_eq!(root.as_node::<OldNode>().unwrap().v, 1);
    }
}

#[test]
fn a_newer_version_is_the_first_error() {
    register();
    let plain = r#"{"objet":1,"versions":{"anc.Num":"7 anc.Atom=1"},"root":{"type":"anc.Num","w":1,"v":1}}"#;
    assert!(error(plain).contains("version 7 of anc.Num is newer than version 0"));
    let plain = plain.replace("\"7 ", "\"0 ");
    let error = LoadJson::new().load(plain.as_bytes()).unwrap_err();
    let GraphError::NewerVersion { node, type_key, current, found } = error else { panic!("{error}") };
    assert_eq!((&*node.type_key, &*type_key, current, found), ("anc.Num", "anc.Atom", None, 1));
}
