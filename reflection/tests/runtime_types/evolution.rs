//! Files with older definitions of types that are defined at run time.

use std::error::Error;
use std::sync::atomic::{AtomicI64, Ordering};

use objet::containers::BoxFloat;
use objet::fields::{FieldKind, IntKind, ReferenceKind};
use objet::function::RetValue;
use objet::graph::{Format, Graph, SaveJson};
use objet::prelude::*;
use objet::types::{FieldBuilder, TypeBuilder, TypeIndex, TypeInfo};
use objet::{get_attr, load_json, make_node, structural_equal, types};

type Outcome = Result<(), Box<dyn Error>>;

fn int(name: &str) -> FieldBuilder {
    FieldBuilder::new(name, FieldKind::Int(IntKind::I64))
}

fn reference(name: &str, index: TypeIndex, nullable: bool) -> FieldBuilder {
    let info = types::by_index(index).unwrap();
    FieldBuilder::new(name, FieldKind::Reference(ReferenceKind::to_type(info, nullable)))
}

/// Returns the text of an object in each format that has types by key.
fn saved(object: &ObjectRef) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = [Format::Tvm08, Format::TvmFfi, Format::Plain]
        .map(|format| SaveJson::new(format).to_string(object).unwrap().into_bytes())
        .into();
    all.push(postcard::to_stdvec(&Graph(object.clone())).unwrap());
    all
}

fn loaded(file: &[u8]) -> Result<ObjectRef, String> {
    match std::str::from_utf8(file) {
        Ok(text) if text.starts_with('{') => load_json(text).map_err(|error| error.to_string()),
        _ => postcard::from_bytes::<Graph<ObjectRef>>(file)
            .map(|graph| graph.0)
            .map_err(|error| error.to_string()),
    }
}

fn int_of(object: &ObjectRef, name: &str) -> i64 {
    get_attr(object, name).unwrap().get().unwrap()
}

#[test]
fn fields_that_files_do_not_have_take_a_value() -> Outcome {
    let point = || TypeBuilder::new("evolved.Point", TypeIndex::OBJECT).field(int("x"));
    let before = point().register()?;
    let old = make_node(before.key(), [("x", 7.into())])?;
    let files = saved(&old);
    static CALLS: AtomicI64 = AtomicI64::new(0);
    let after = point()
        .field(int("y").default(3))
        .field(reference("next", TypeIndex::OBJECT, true))
        .field(reference("list", TypeIndex::ARRAY, false))
        .field(reference("map", TypeIndex::MAP, false))
        .field(FieldBuilder::new("sizes", <Vec<i64> as objet::fields::FieldType>::KIND))
        .field(int("id").if_missing(|| Ok(RetValue::Int(CALLS.fetch_add(1, Ordering::Relaxed)))))
        .redefine()?;
    for (number, file) in (0..).zip(&files) {
        let new = loaded(file)?;
        assert_eq!(new.type_index(), after.index());
        assert_eq!((int_of(&new, "x"), int_of(&new, "y"), int_of(&new, "id")), (7, 3, number));
        assert!(get_attr(&new, "next")?.get::<Option<ObjectRef>>()?.is_none());
        assert_eq!(get_attr(&new, "list")?.get::<Array<ObjectRef>>()?.len(), 0);
        assert_eq!(get_attr(&new, "map")?.get::<Map<ObjectRef, ObjectRef>>()?.len(), 0);
        assert_eq!(get_attr(&new, "sizes")?.get::<Array<ObjectRef>>()?.len(), 0);
        // The files of the new type have all fields, so nothing is computed for them.
        for file in saved(&new) {
            assert!(structural_equal(&loaded(&file)?, &new));
        }
    }
    assert_eq!(CALLS.load(Ordering::Relaxed), files.len() as i64);
    // A construction needs the fields without a default.
    let error = make_node(after.key(), [("x", 1.into())]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "evolved.Point: missing value for field \"next\" of type Option<runtime.Object>"
    );
    Ok(())
}

#[test]
fn a_value_that_cannot_be_computed_is_an_error() -> Outcome {
    let point = || TypeBuilder::new("evolved.Failing", TypeIndex::OBJECT).field(int("x"));
    let files = saved(&make_node(point().register()?.key(), [("x", 7.into())])?);
    for (compute, extra, expected) in [
        ((|| Err("no value".into())) as fn() -> Result<RetValue, _>, "a", "does not have: no value"),
        (|| Ok(RetValue::from("text")), "b", "evolved.Failing.y: expected int but got str"),
    ] {
        // Functions count as the same, so another field makes the definition new.
        point().field(int("y").if_missing(compute)).field(int(extra).default(0)).redefine()?;
        let error = loaded(&files[0]).unwrap_err();
        assert!(error.contains(expected), "{error}");
        assert!(files.iter().all(|file| loaded(file).is_err()));
    }
    point().field(int("y")).redefine()?;
    let error = loaded(&files[0]).unwrap_err();
    assert!(error.contains("missing attribute `y` of type i64: give the field a `default`"), "{error}");
    Ok(())
}

#[test]
fn former_names_are_read_and_the_current_ones_are_written() -> Outcome {
    let old = TypeBuilder::new("evolved.OldName", TypeIndex::OBJECT).field(int("a")).field(int("b"));
    let old = make_node(old.register()?.key(), [("a", 1.into()), ("b", 2.into())])?;
    let files: Vec<_> =
        saved(&old).into_iter().map(|file| replaced(&file, "evolved.OldName", "evolved.OldNode")).collect();
    let new = || {
        let field = int("first").alias("a").alias("one");
        TypeBuilder::new("evolved.NewName", TypeIndex::OBJECT).alias("evolved.OldNode").field(field)
    };
    let info = new().field(int("b")).register()?;
    assert_eq!(info.aliases(), ["evolved.OldNode"]);
    for file in &files {
        let object = loaded(file)?;
        assert_eq!(object.type_index(), info.index());
        assert_eq!((int_of(&object, "first"), int_of(&object, "b")), (1, 2));
        let text = SaveJson::new(Format::Plain).to_string(&object)?;
        assert_eq!(text, r#"{"objet":1,"root":{"type":"evolved.NewName","first":1,"b":2}}"#);
    }
    // The same definition is the same type. Other aliases are another definition.
    assert_eq!(new().field(int("b")).register()?, info);
    let error = new().alias("evolved.Older").field(int("b")).register().unwrap_err().to_string();
    let fields =
        "first (formerly a) (formerly one): i64, b: i64 under runtime.Object, formerly evolved.OldNode";
    assert_eq!(
        error,
        format!(
            "type evolved.NewName is already registered with another definition: {fields}; \
             requested: {fields}, formerly evolved.Older"
        )
    );
    // The latest definition has the alias.
    let again = new().field(int("b")).field(int("c").default(0)).redefine()?;
    assert_eq!(loaded(&files[0])?.type_index(), again.index());
    let last = new_without_alias().redefine()?;
    assert!(loaded(&files[2]).unwrap_err().contains("unknown type key"));
    assert!(types::by_key_or_alias("evolved.OldNode").is_none());
    assert_eq!(types::by_key_or_alias("evolved.NewName"), Some(last));
    Ok(())
}

fn new_without_alias() -> TypeBuilder {
    TypeBuilder::new("evolved.NewName", TypeIndex::OBJECT).field(int("first"))
}

/// Replaces a text by one of the same length.
fn replaced(file: &[u8], from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut file = file.to_vec();
    while let Some(at) = file.windows(from.len()).position(|window| window == from.as_bytes()) {
        file[at..at + to.len()].copy_from_slice(to.as_bytes());
    }
    file
}

#[test]
fn names_that_occur_twice_are_errors() {
    let refused = |fields: Vec<FieldBuilder>| {
        let builder = TypeBuilder::new("evolved.Refused", TypeIndex::OBJECT);
        fields.into_iter().fold(builder, TypeBuilder::field).register().unwrap_err().to_string()
    };
    let alias = "an alias is a name or an alias of another field";
    for (fields, reason) in [
        (vec![int("a").alias("b"), int("b")], "duplicate name"),
        (vec![int("b"), int("a").alias("b")], alias),
        (vec![int("a").alias("c"), int("b").alias("c")], alias),
    ] {
        let error = refused(fields);
        assert!(error.ends_with(reason), "{error}");
    }
    let own = "an alias is empty, or is the name of the field";
    for alias in ["", "a"] {
        let error = refused(vec![int("a").alias(alias)]);
        assert!(error.ends_with(own), "{error}");
    }
    for alias in ["", "evolved.Own"] {
        let error = TypeBuilder::new("evolved.Own", TypeIndex::OBJECT).alias(alias).register().unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "invalid alias {alias:?} of type evolved.Own: an alias is a former key, not the current one"
            )
        );
    }
    let taken = TypeBuilder::new("evolved.Taken", TypeIndex::OBJECT).alias("Array").register();
    assert!(taken.unwrap_err().to_string().contains("is already a key or an alias of `Array`"));
}

#[test]
fn older_versions_are_upgraded() -> Outcome {
    let versioned = |version: u32| -> Result<TypeInfo, Box<dyn Error>> {
        let builder = TypeBuilder::new("evolved.Span", TypeIndex::OBJECT).field(int("start"));
        Ok(match version {
            0 => builder.field(int("end")).register()?,
            _ => {
                let builder = builder.field(int("length")).version(version);
                let builder = builder.upgrade(move |from, attrs| {
                    if from == 1 {
                        return Err("version 1 is lost".into());
                    }
                    let start = attrs.get("start").ok_or("no start")?.as_int()?;
                    let end = attrs.remove("end").ok_or("no end")?.as_int()?;
                    attrs.insert("length", end - start);
                    Ok(())
                });
                builder.redefine()?
            }
        })
    };
    let old = make_node(versioned(0)?.key(), [("start", 3.into()), ("end", 10.into())])?;
    let files = saved(&old);
    let first = versioned(1)?;
    let middle_object = make_node(first.key(), [("start", 1.into()), ("length", 1.into())])?;
    let middle = saved(&middle_object);
    let second = versioned(2)?;
    assert!(first != second);
    for (file, middle) in files.iter().zip(&middle) {
        let new = loaded(file)?;
        assert_eq!((int_of(&new, "start"), int_of(&new, "length")), (3, 7));
        let error = loaded(middle).unwrap_err();
        let is_text = middle.starts_with(b"{");
        assert!(!is_text || error.contains("cannot upgrade from version 1: version 1 is lost"), "{error}");
        // Files state the version.
        for file in saved(&new) {
            assert!(structural_equal(&loaded(&file)?, &new));
        }
    }
    // Objects of earlier definitions state the version of their definition.
    assert!(saved(&old) == files && saved(&middle_object) == middle);
    // One file has one version of each type.
    let new = make_node(second.key(), [("start", 1.into()), ("length", 1.into())])?;
    for (one, other, versions) in [
        (&old, &new, "version 0 and version 2"),
        (&new, &middle_object, "version 1 and version 2"),
        (&middle_object, &old, "version 0 and version 1"),
    ] {
        let both = Array::from([one.clone(), other.clone()]).upcast::<ObjectRef>();
        let expected = format!(
            "evolved.Span: {versions} cannot be saved in one file: link in the type and the types that its nodes \
             refer to, then save and load the older nodes first"
        );
        for format in [Format::Tvm08, Format::TvmFfi, Format::Plain] {
            assert_eq!(SaveJson::new(format).to_string(&both).unwrap_err().to_string(), expected);
        }
        assert!(postcard::to_stdvec(&Graph(both)).is_err());
    }
    // The types that extend this one state its version, too.
    let child =
        TypeBuilder::new("evolved.SubSpan", second.index()).field(int("depth").default(0)).register()?;
    let child = make_node(child.key(), [("start", 1.into()), ("length", 2.into())])?;
    let text = SaveJson::new(Format::Plain).to_string(&child)?;
    assert!(text.contains(r#""versions":{"evolved.SubSpan":"0 evolved.Span=2"}"#), "{text}");
    let newer = text.replace("Span=2", "Span=3");
    assert!(
        loaded(newer.as_bytes()).unwrap_err().contains("version 3 of evolved.Span is newer than version 2")
    );
    let before =
        TypeBuilder::new("evolved.SubSpan", first.index()).field(int("depth").default(0)).redefine()?;
    let before = make_node(before.key(), [("start", 1.into()), ("length", 2.into())])?;
    let both = Array::from([before, child]).upcast::<ObjectRef>();
    assert_eq!(
        SaveJson::new(Format::Plain).to_string(&both).unwrap_err().to_string(),
        "evolved.SubSpan: version 0 evolved.Span=1 and version 0 evolved.Span=2 cannot be saved in one \
         file: link in the type and the types that its nodes refer to, then save and load the older nodes first"
    );
    Ok(())
}

#[test]
fn stored_values_have_the_types_of_the_file() -> Outcome {
    let boxed = types::by_key("runtime.BoxFloat").unwrap().index();
    let fields = || TypeBuilder::new("evolved.Values", TypeIndex::OBJECT).field(reference("x", boxed, true));
    let old = make_node(fields().register()?.key(), [("x", (&BoxFloat::new(f64::INFINITY)).into())])?;
    let files = saved(&old);
    let float = FieldBuilder::new("ratio", FieldKind::F64);
    let now = TypeBuilder::new("evolved.Values", TypeIndex::OBJECT).field(float).field(int("count"));
    let upgraded = now.version(1).upgrade(|_, attrs| {
        let x = attrs.remove("x").ok_or("no x")?;
        let object = x.as_object()?.and_then(|object| object.downcast_ref::<BoxFloat>());
        // A file of TVM has the number of the node.
        attrs.insert("ratio", object.map_or_else(|| x.as_float(), |object| Ok(object.value))?);
        if attrs.get("count").is_none() {
            attrs.insert("count", 1);
        }
        Ok(())
    });
    upgraded.redefine()?;
    for file in &files {
        assert_eq!(get_attr(&loaded(file).unwrap(), "ratio")?.get::<f64>()?, f64::INFINITY);
    }
    // A value that the function does not replace has the JSON type of its field.
    let plain = std::str::from_utf8(&files[2])?;
    for (count, expected) in [("7", None), ("\"7\"", Some("attribute `count`: expected an integer, found"))] {
        let text = plain.replace("\"x\"", &format!("\"count\":{count},\"x\""));
        let found = load_json(&text).map_err(|error| error.to_string());
        assert!(
            found
                .as_ref()
                .map_or_else(|error| error.contains(expected.unwrap_or("?")), |_| expected.is_none())
        );
    }
    Ok(())
}

/// A number of tvm-ffi that is no reference is no object, also if it is 0.
#[test]
fn a_number_of_tvm_ffi_is_not_null() -> Outcome {
    let fields = || TypeBuilder::new("evolved.Zero", TypeIndex::OBJECT).field(int("x"));
    let old = make_node(fields().register()?.key(), [("x", 0.into())])?;
    let text = SaveJson::new(Format::TvmFfi).to_string(&old)?;
    let upgraded =
        fields().version(1).upgrade(|_, attrs| Ok(attrs.get("x").ok_or("no x")?.as_object().map(drop)?));
    upgraded.redefine()?;
    let error = load_json(&text).unwrap_err().to_string();
    assert!(error.contains("expected a reference, found the text \"0\""), "{error}");
    Ok(())
}
