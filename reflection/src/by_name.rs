//! Access to fields by name, and construction of nodes by field names. Front ends use these
//! functions.

use objet_object::{ArgValue, IsObjectRef, Object, ObjectRef, RetValue, TypeInfo, types};

use crate::content::Content;
use crate::error::ReflectError;
use crate::field_update;
use crate::graph::OpaqueView;
use crate::loaded::Loaded;
use crate::make::{FieldArg, FieldSource};
use crate::memory::Node;
use crate::nearest::nearest_name;
use crate::print::print;
use crate::reflected::Reflected;
use crate::reflection::Reflection;

/// Returns the names of an object's attributes in visiting order. For a node, these are its fields;
/// for an object with an [`OpaqueView`], the attributes in the file.
///
/// # Errors
/// If the type of the object has no reflection.
///
/// ```
/// use objet::prelude::*;
///
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.attr_names.Point", is_final)]
/// struct PointNode {
///     base: Object,
///     x: i64,
///     y: i64,
/// }
///
/// let point = make_object(PointNode { base: Object::new(), x: 1, y: 2 });
/// assert_eq!(objet::fields::attr_names(&point)?, ["x", "y"]);
/// # Ok::<(), objet::fields::ReflectError>(())
/// ```
pub fn attr_names(object: &Object) -> Result<Vec<&str>, ReflectError> {
    if let Content::Opaque(opaque) = Content::of(object) {
        return Ok(opaque.names().collect());
    }
    Ok(Reflection::of_object(object)?.fields().iter().map(|field| field.name()).collect())
}

/// Returns the attribute with this name.
///
/// As in TVM, the name `type_key` returns the key of the object's type, unless a field has this
/// name.
///
/// An object with an [`OpaqueView`] returns the fields of a stand-in as their values, references as
/// objects, and all other attributes as the strings in the file.
///
/// # Errors
/// If the object has no attribute with this name; the error names the nearest one. If the type of
/// the object has no reflection. If the value is an integer above `i64::MAX`, which no [`RetValue`]
/// can hold.
///
/// ```
/// use objet::prelude::*;
///
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.get_attr.Point", is_final)]
/// struct PointNode {
///     base: Object,
///     x: i64,
///     y: i64,
/// }
///
/// let point = make_object(PointNode { base: Object::new(), x: 1, y: 2 });
/// assert_eq!(objet::get_attr(&point, "y")?.get::<i64>()?, 2);
/// assert_eq!(objet::get_attr(&point, "type_key")?.get::<&str>()?, "doc.get_attr.Point");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn get_attr(object: &Object, name: &str) -> Result<RetValue, ReflectError> {
    match Content::of(object) {
        Content::Opaque(opaque) => opaque_attr(opaque, name),
        Content::Node(node) => match node.reflection().position(name) {
            Ok(position) => field_value(node, position),
            Err(_) if name == TYPE_KEY => Ok(object.type_key().into()),
            Err(error) => Err(error),
        },
        _ if name == TYPE_KEY => Ok(object.type_key().into()),
        _ => Err(ReflectError::NotReflected { type_key: object.type_key().into() }),
    }
}

/// Returns the printed value of the field with this name, as [`print()`](crate::print()) shows it.
///
/// # Errors
/// If the type of the object has no reflection, or no field of this name; the error names the
/// nearest one.
///
/// ```
/// use objet::prelude::*;
///
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.print_attr.Pad", is_final, new)]
/// struct PadNode {
///     base: Object,
///     widths: Vec<u32>,
/// }
///
/// assert_eq!(objet::fields::print_attr(&Pad::new([1, 2]), "widths")?, "[1, 2]");
/// # Ok::<(), objet::fields::ReflectError>(())
/// ```
pub fn print_attr(object: &Object, name: &str) -> Result<String, ReflectError> {
    let position = Reflection::of_object(object)?.position(name)?;
    let Some(node) = Node::of(object) else {
        return Err(ReflectError::NotReflected { type_key: object.type_key().into() });
    };
    let loaded = Loaded::default();
    Ok(match node.reference(position, &loaded) {
        Some(referred) => print(referred).to_string(),
        None => node.printed(position, &loaded),
    })
}

/// Returns the bytes that files store for an object instead of its fields, if its type is stored
/// this way. These are the content of a string, or the name of a registered object such as an
/// operator. A graph does not include the objects that such an object refers to.
///
/// ```
/// use objet::prelude::*;
///
/// let text = objet::String::from("x");
/// assert_eq!(objet::fields::repr_bytes(text.as_object_ref()), Some("x".as_bytes()));
/// assert_eq!(objet::fields::repr_bytes(Array::from([text]).as_object_ref()), None);
/// ```
#[doc(alias = "GetReprBytes")]
pub fn repr_bytes(object: &Object) -> Option<&[u8]> {
    match Content::of(object) {
        Content::String(text) => Some(text.as_str().as_bytes()),
        Content::Node(node) => node.reflection().bytes().map(|form| form.of(node.object())),
        Content::Opaque(opaque) => opaque.bytes(),
        _ => None,
    }
}

/// Makes a node from its type key and from field values by name. A field without a value has its
/// default; the default of a nullable reference is null.
///
/// If the type was registered at run time without a struct, the node uses the struct of the nearest
/// ancestor with one.
///
/// # Errors
/// - If no type has the key, or the type has no field of a given name; the error names the nearest
///   one.
/// - If a field has two values, or neither a value nor a default.
/// - If a field cannot hold its value, or if the value is out of bounds.
/// - If the bounds of a field contradict each other, or its default is out of bounds, and the
///   compiler could not detect the contradiction.
/// - If the type's own check rejects the node.
/// - If the type has no reflection, or is created from a name or from bytes.
///
/// ```
/// use objet::prelude::*;
/// use objet::{get_attr, make_node};
///
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.make_node.Slice", is_final)]
/// struct SliceNode {
///     base: Object,
///     of: objet::String,
///     begin: i64,
///     #[reflect(default = 1, lower_bound = 1)]
///     step: i64,
/// }
///
/// # objet::register_types!(SliceNode).unwrap();
/// let slice = make_node("doc.make_node.Slice", [("of", "axis".into()), ("begin", 3.into())])?;
/// assert_eq!(slice.as_node::<SliceNode>().unwrap().step, 1);
///
/// let error = make_node("doc.make_node.Slice", [("off", "axis".into())]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#"doc.make_node.Slice has no field "off", did you mean "of"? Its fields: of, begin, step"#,
/// );
/// # Ok::<(), objet::fields::ReflectError>(())
/// ```
pub fn make_node<'a>(
    type_key: &str,
    attrs: impl IntoIterator<Item = (&'a str, ArgValue<'a>)>,
) -> Result<ObjectRef, ReflectError> {
    let info = types::by_key(type_key).ok_or_else(|| ReflectError::unknown_type(type_key))?;
    let of = reflected(info)?;
    let position = |name| of.reflection().position(name);
    make(of, &mut attrs.into_iter().map(|(name, value)| Ok((position(name)?, value))))
}

/// Makes a node of this type from values by field position in [`Reflection::fields`].
///
/// # Errors
/// Returns the errors of [`make_node`].
///
/// # Panics
/// If no field has one of the positions.
pub fn make_node_at<'a>(
    info: TypeInfo,
    attrs: impl IntoIterator<Item = (usize, ArgValue<'a>)>,
) -> Result<ObjectRef, ReflectError> {
    make(reflected(info)?, &mut attrs.into_iter().map(Ok))
}

fn reflected(info: TypeInfo) -> Result<Reflected, ReflectError> {
    Reflected::of(info).ok_or_else(|| ReflectError::NotReflected { type_key: info.key().into() })
}

fn make<'a>(
    of: Reflected,
    values: &mut dyn Iterator<Item = Result<(usize, ArgValue<'a>), ReflectError>>,
) -> Result<ObjectRef, ReflectError> {
    let reflection = of.reflection();
    if reflection.bytes().is_some() {
        return Err(ReflectError::NotBuiltFromFields { type_key: reflection.type_key() });
    }
    reflection.check_declared_bounds()?;
    let mut source = FieldSource::new(of);
    for each in values {
        let (position, value) = each?;
        reflection.check_bounds(position, value)?;
        if !source.set(position, FieldArg::Value(value)) {
            let field = reflection.fields()[position].name();
            return Err(ReflectError::DuplicateField { type_key: reflection.type_key(), field });
        }
    }
    source.make()
}

/// Returns the object with another value for the field with this name.
///
/// Changes the object in place if `reference` is the only reference, strong or weak. Otherwise
/// changes a copy.
///
/// # Errors
/// - If the object has no field with this name; the error names the nearest one.
/// - If the field cannot hold the value, or if the value is out of bounds.
/// - If the type's own check rejects the changed node.
/// - If the type has no reflection.
/// - If an attribute of an [`OpaqueView`] is ambiguous.
///
/// An error drops `reference`: keep a clone to retain the object.
///
/// ```
/// use objet::prelude::*;
/// use objet::with_attr;
///
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.with_attr.Point", is_final)]
/// struct PointNode {
///     base: Object,
///     #[reflect(upper_bound = 9)]
///     x: i64,
///     y: i64,
/// }
///
/// let point = Point::from(make_object(PointNode { base: Object::new(), x: 1, y: 2 }));
/// let moved = with_attr(point.clone(), "x", 5.into())?;
/// assert_eq!((point.x, moved.x, moved.y), (1, 5, 2));
///
/// let error = with_attr(moved, "x", 10.into()).unwrap_err();
/// assert_eq!(error.to_string(), "doc.with_attr.Point.x: expected at most 9, found 10");
/// # Ok::<(), objet::fields::ReflectError>(())
/// ```
pub fn with_attr<R: IsObjectRef>(reference: R, name: &str, value: ArgValue<'_>) -> Result<R, ReflectError> {
    let mut object = reference.into_object_ref();
    if let Content::Opaque(opaque) = Content::of(&object) {
        return changed_opaque(opaque, name, value);
    }
    let reflection = Reflection::of_object(&object)?;
    let position = reflection.position(name)?;
    if object.get_mut().is_none() {
        object = reflection.copy(&object);
    }
    field_update::set(&mut object, reflection, position, value)?;
    field_update::accept(object, reflection)
}

/// The attribute name that returns the type key of every object.
const TYPE_KEY: &str = "type_key";

/// Returns the value of the field at `position` as an owned value.
///
/// # Errors
/// If the value is an integer above `i64::MAX`.
pub(crate) fn field_value(node: Node<'_>, position: usize) -> Result<RetValue, ReflectError> {
    node.own_value(position).map_err(|source| node.reflection().wrong_value(position, source))
}

fn opaque_attr(opaque: OpaqueView<'_>, name: &str) -> Result<RetValue, ReflectError> {
    let index = match opaque_position(opaque, name) {
        Err(_) if name == TYPE_KEY => return Ok(opaque.opaque_type_key().into()),
        index => index,
    };
    if let Some((node, position)) = opaque_field(opaque, name, &index) {
        return field_value(node, position);
    }
    let index = index?;
    let loaded = Loaded::default();
    let value = opaque.value(index, &loaded);
    Ok(match (value.text(), value.candidate()) {
        (None, Some(object)) => object.cloned().into(),
        (text, _) => (&*text.unwrap_or_default()).into(),
    })
}

/// Returns the position of an attribute of an opaque node.
fn opaque_position(opaque: OpaqueView<'_>, name: &str) -> Result<usize, ReflectError> {
    opaque.names().position(|each| each == name).ok_or_else(|| ReflectError::UnknownField {
        type_key: opaque.opaque_type_key().into(),
        found: name.into(),
        nearest: nearest_name(name, opaque.names()).map(Into::into),
        fields: opaque.names().map(Into::into).collect(),
    })
}

/// Returns the field of a stand-in that has the value of an attribute, or that has its name if the
/// file has no such attribute. `index` is the position of the attribute.
fn opaque_field<'a, E>(
    opaque: OpaqueView<'a>,
    name: &str,
    index: &Result<usize, E>,
) -> Option<(Node<'a>, usize)> {
    let node = opaque.fields()?;
    // The last field is the hidden one.
    let last = node.reflection().fields().len() - 1;
    let position = match index {
        Ok(index) => opaque.field_position(*index),
        Err(_) => node.reflection().find(name).filter(|position| *position < last),
    };
    Some((node, position?))
}

/// Returns an opaque node with another value for an attribute.
fn changed_opaque<R: IsObjectRef>(
    opaque: OpaqueView<'_>,
    name: &str,
    value: ArgValue<'_>,
) -> Result<R, ReflectError> {
    let index = opaque_position(opaque, name);
    let Some((node, position)) = opaque_field(opaque, name, &index) else {
        let index = index?;
        let refuse = |source| ReflectError::Attr {
            type_key: opaque.opaque_type_key().into(),
            attr: name.into(),
            source,
        };
        let changed = opaque.with_value(index, value).map_err(refuse)?;
        return changed.downcast().map_err(|error| refuse(error.reason().clone().into()));
    };
    let reflection = node.reflection();
    let mut object = reflection.copy(node.object());
    field_update::set(&mut object, reflection, position, value)?;
    field_update::accept(object, reflection)
}

/// Returns the positions of the names in ascending order of the names.
pub(crate) fn in_name_order(names: &[&str]) -> Box<[u32]> {
    let mut named: Vec<_> = names.iter().zip(0..).collect();
    named.sort_unstable();
    named.into_iter().map(|(_, position)| position).collect()
}

#[cfg(all(test, feature = "json"))]
mod tests {
    use objet_object::String;

    use super::*;
    use crate::graph::{Opaque, OpaqueValue};

    fn attr(name: &str, value: OpaqueValue) -> (&str, OpaqueValue) {
        (name, value)
    }

    #[test]
    fn an_opaque_node_returns_the_attributes_of_its_file() -> Result<(), ReflectError> {
        let body = ObjectRef::from(String::from("body"));
        let ambiguous = OpaqueValue::Ambiguous {
            number: 3,
            object: Some(body.clone()),
            other: None,
            is_tree_edge: false,
        };
        let opaque = Opaque::of_attrs(
            "ghost.Loop",
            vec![
                attr("body", OpaqueValue::Reference(Some(body.clone()))),
                attr("count", ambiguous),
                attr("none", OpaqueValue::Reference(None)),
                attr("text", OpaqueValue::String("x".into())),
            ],
            &[],
        );
        assert_eq!(attr_names(&opaque)?, ["body", "count", "none", "text"]);
        assert_eq!(get_attr(&opaque, "body")?.get::<ObjectRef>(), Ok(body));
        assert_eq!(get_attr(&opaque, "count")?.get::<&str>(), Ok("3"));
        assert!(matches!(get_attr(&opaque, "none")?, RetValue::Null));
        assert_eq!(get_attr(&opaque, "text")?.get::<&str>(), Ok("x"));
        assert_eq!(get_attr(&opaque, "type_key")?.get::<&str>(), Ok("ghost.Loop"));
        assert_eq!(
            get_attr(&opaque, "bdy").unwrap_err().to_string(),
            r#"ghost.Loop has no field "bdy", did you mean "body"? Its fields: body, count, none, text"#
        );
        let changed = with_attr(opaque.clone(), "text", "y".into())?;
        assert_eq!(get_attr(&changed, "text")?.get::<&str>(), Ok("y"));
        assert_eq!(get_attr(&opaque, "text")?.get::<&str>(), Ok("x"));
        let changed = with_attr(opaque.clone(), "none", (&changed).into())?;
        assert!(get_attr(&changed, "none")?.get::<Opaque>().is_ok());
        let refused =
            |name, value: ArgValue<'_>| with_attr(opaque.clone(), name, value).unwrap_err().to_string();
        assert_eq!(refused("text", 1.into()), "ghost.Loop.text: expected str but got int");
        assert_eq!(
            refused("count", "4".into()),
            "ghost.Loop.count: expected an attribute whose meaning is known but got an ambiguous one"
        );
        Ok(())
    }
}
