//! Fields by name, and nodes by the names of their fields: what front ends work with.

use objet_object::{ArgValue, IsObjectRef, Object, ObjectRef, RetValue, TypeInfo, types};

use crate::change;
use crate::content::Content;
use crate::error::ReflectError;
use crate::graph::{OpaqueAttr, OpaqueNode, OpaqueValue};
use crate::make::{FieldSource, Given};
use crate::memory::Node;
use crate::nearest::nearest_name;
use crate::reflected::Reflected;
use crate::reflection::Reflection;

/// The names of an object's attributes, in the order in which they are visited. Those of a node are its fields, those of
/// an [`OpaqueNode`] what the file gave it.
///
/// # Errors
/// If the fields of its type are not known.
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
/// assert_eq!(objet::attr_names(&point)?, ["x", "y"]);
/// # Ok::<(), objet::ReflectError>(())
/// ```
pub fn attr_names(object: &Object) -> Result<Vec<&str>, ReflectError> {
    if let Some(opaque) = object.as_node::<OpaqueNode>() {
        return Ok(opaque.attrs().iter().map(|attr| attr.name.as_str()).collect());
    }
    Ok(Reflection::of_object(object)?.fields().iter().map(|field| field.name()).collect())
}

/// The attribute of that name. Where no field is called `type_key`, that name gives the key of the object's type, as it does
/// in TVM, for every object.
///
/// Of an [`OpaqueNode`], references are objects, and all else is the text that the file has.
///
/// # Errors
/// If the object has no attribute of that name: with the nearest one that it has. If the fields of its type are not known.
/// If the value is an integer above `i64::MAX`, which no [`RetValue`] holds.
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
    if let Some(opaque) = object.as_node::<OpaqueNode>() {
        return opaque_attr(opaque, name);
    }
    match Node::of(object) {
        Some(node) => match node.reflection().position(name) {
            Ok(position) => field_value(node, position),
            Err(_) if name == TYPE_KEY => Ok(object.type_key().into()),
            Err(error) => Err(error),
        },
        None if name == TYPE_KEY => Ok(object.type_key().into()),
        None => Err(ReflectError::NotReflected { type_key: object.type_key().into() }),
    }
}

/// The bytes as which files hold an object, where they hold it so in place of its parts: the text of a string, the name of
/// what is known by its name, like a registered operator. What such an object refers to is no part of a graph.
///
/// ```
/// use objet::prelude::*;
///
/// let text = objet::String::from("x");
/// assert_eq!(objet::repr_bytes(text.as_object_ref()), Some("x".as_bytes()));
/// assert_eq!(objet::repr_bytes(Array::from([text]).as_object_ref()), None);
/// ```
#[doc(alias = "GetReprBytes")]
pub fn repr_bytes(object: &Object) -> Option<&[u8]> {
    match Content::of(object) {
        Content::Text(text) => Some(text.as_str().as_bytes()),
        Content::Node(node) => node.reflection().bytes().map(|form| form.of(node.object())),
        Content::Opaque(opaque) => opaque.bytes(),
        _ => None,
    }
}

/// Makes a node of its type's key and of values for its fields, each with the field's name. Those that are not given have
/// their defaults; a reference that may be null is null by default.
///
/// The key may be one that was registered at run time: its node lives in the struct of the nearest ancestor that has one.
///
/// # Errors
/// If there is no type of that key, or no field of that name: with the nearest that there is. If a field is given twice, or
/// has neither value nor default; if it cannot hold its value, or if the value is outside of its bounds. If the type's own
/// check refuses the node. If the fields of the type are not known, or if it is made of a name or of bytes in their place.
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
/// # Ok::<(), objet::ReflectError>(())
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

/// Makes a node of a known type, of values for its fields by their positions among
/// [`Reflection::fields`].
///
/// # Errors
/// Those of [`make_node`].
///
/// # Panics
/// If there is no field at a position.
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
    given: &mut dyn Iterator<Item = Result<(usize, ArgValue<'a>), ReflectError>>,
) -> Result<ObjectRef, ReflectError> {
    let reflection = of.reflection();
    if reflection.bytes().is_some() {
        return Err(ReflectError::OfBytes { type_key: reflection.type_key() });
    }
    let mut source = FieldSource::new(of);
    for each in given {
        let (position, value) = each?;
        reflection.check_bounds(position, value)?;
        if !source.give(position, Given::Value(value)) {
            let field = reflection.fields()[position].name();
            return Err(ReflectError::Twice { type_key: reflection.type_key(), field });
        }
    }
    source.make()
}

/// The object with another value for the attribute of that name: in place if this is the only reference to it, strong or
/// weak, and else as a copy, which leaves the original as it is.
///
/// # Errors
/// If the object has no field of that name: with the nearest one that it has. If the field cannot hold the value, or if the
/// value is outside of the field's bounds. If the type's own check refuses the changed node. If the fields of the type are
/// not known. Keep a clone of the reference to still have the object then.
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
/// # Ok::<(), objet::ReflectError>(())
/// ```
pub fn with_attr<R: IsObjectRef>(reference: R, name: &str, value: ArgValue<'_>) -> Result<R, ReflectError> {
    let mut object = reference.into_object_ref();
    let reflection = Reflection::of_object(&object)?;
    let position = reflection.position(name)?;
    if object.get_mut().is_none() {
        object = reflection.copy(&object);
    }
    change::set(&mut object, reflection, position, value)?;
    change::accept(object, reflection)
}

/// The name by which every object gives the key of its type.
const TYPE_KEY: &str = "type_key";

/// The value of the field at `position`, as one of its own.
///
/// # Errors
/// If it is an integer above `i64::MAX`.
pub(crate) fn field_value(node: Node<'_>, position: usize) -> Result<RetValue, ReflectError> {
    node.own_value(position).map_err(|source| node.reflection().wrong_value(position, source))
}

fn opaque_attr(opaque: &OpaqueNode, name: &str) -> Result<RetValue, ReflectError> {
    let names = || opaque.attrs().iter().map(|attr| attr.name.as_str());
    match names().position(|each| each == name) {
        Some(position) => Ok(opaque_value(&opaque.attrs()[position])),
        None if name == TYPE_KEY => Ok(opaque.opaque_type_key().into()),
        None => Err(ReflectError::UnknownField {
            type_key: opaque.opaque_type_key().into(),
            found: name.into(),
            nearest: nearest_name(name, names()).map(Into::into),
            fields: names().map(Into::into).collect(),
        }),
    }
}

fn opaque_value(attr: &OpaqueAttr) -> RetValue {
    match &attr.value {
        OpaqueValue::Text(text) | OpaqueValue::Unclear { text, .. } => (&**text).into(),
        OpaqueValue::Reference(object) => object.clone().into(),
    }
}

#[cfg(test)]
mod tests {
    use objet_object::String;

    use super::*;
    use crate::graph::Opaque;

    fn attr(name: &str, value: OpaqueValue) -> OpaqueAttr {
        OpaqueAttr { name: name.into(), value }
    }

    #[test]
    fn an_opaque_node_shows_what_its_file_says() -> Result<(), ReflectError> {
        let body = ObjectRef::from(String::from("body"));
        let unclear =
            OpaqueValue::Unclear { text: "3".into(), object: Some(body.clone()), other: None, leads: false };
        let opaque = Opaque::of_attrs(
            "ghost.Loop",
            vec![
                attr("body", OpaqueValue::Reference(Some(body.clone()))),
                attr("count", unclear),
                attr("none", OpaqueValue::Reference(None)),
                attr("text", OpaqueValue::Text("x".into())),
            ],
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
        assert!(with_attr(opaque, "text", "y".into()).is_err());
        Ok(())
    }
}
