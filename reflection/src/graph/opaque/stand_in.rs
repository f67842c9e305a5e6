//! Stand-ins: objects with the fields of a known type, in place of nodes that cannot be built.
//!
//! - The objects of a *stand-in type* are the struct of its parent, followed by one hidden field
//!   with an [`Opaque`]. Each copy of a stand-in has its own [`Opaque`].
//! - An attribute with the name of a field has its value in the field, and in no other place. The
//!   [`Opaque`] has the other attributes, and the type key in the file.
//! - A type has at most one stand-in type, since types live as long as the process, whatever the
//!   number of type keys in files.

use std::borrow::Cow;

use objet_object::__private::Declared;
use objet_object::{
    ArgValue, FieldKind, IsObjectRef, ObjectRef, ReferenceKind, String as ObjectString, TypeIndex, TypeInfo,
    ValueError, make_object, types,
};
use smol_str::{SmolStr, ToSmolStr};

use super::known::is_json;
use super::leads::{Lead, Leads};
use super::missing::missing;
use super::node::{Opaque, OpaqueValue};
use super::save_opaque::untyped;
use super::tagged::has_plain_form;
use super::view::{OpaqueView, file_text};
use crate::field::{Field, FieldRole, FieldTypeInfo};
use crate::graph::document::FileValue;
use crate::graph::error::AttrError;
use crate::graph::ffi;
use crate::graph::load::field_arg;
use crate::graph::number::is_number;
use crate::graph::plain_attr::{PlainAttr, json_of};
use crate::graph::text_budget::TextBudget;
use crate::loaded::Loaded;
use crate::make::{FieldArg, FieldSource};
use crate::memory::{Node, assign};
use crate::options::Comparison;
use crate::reflected::Reflected;
use crate::reflection::{Definition, Reflection, STAND_INS};

/// The name of the hidden field.
const HIDDEN: &str = "objet.Opaque";

/// The form of the values of attributes in a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// All values except references are texts, or have texts in files of TVM 0.8. Saving must not
    /// change a text.
    Text,
    /// Values are those of JSON, and saving gives each value of a field its usual text.
    Plain,
    /// Strings are nodes, and numbers have the form that the writer of tvm-ffi gives them.
    TvmFfi,
}

/// Returns the reflection of a type that can have a stand-in type.
pub(super) fn base(info: TypeInfo) -> Option<&'static Reflection> {
    // A type whose slots cannot overflow keeps them for types of plugins.
    if info.index() == TypeIndex::OBJECT || info.is_final() || !info.child_slots_can_overflow() {
        return None;
    }
    // JSON may not be able to hold the values of fields with `serde`, so saving could fail.
    let has_text =
        |reflection: &&'static Reflection| reflection.bytes().is_none() && !reflection.layout().has_custom;
    Reflection::of_type(info).filter(has_text)
}

/// Returns the stand-in type of a type, and registers it first if necessary.
pub(super) fn stand_in_type(parent: TypeInfo) -> Option<Reflected> {
    let key = format!("{HIDDEN}<{}>", parent.key());
    let known = || Some(types::by_key(&key)?).filter(|info| info.parent() == Some(parent));
    let info = match known() {
        Some(info) => info,
        // If another thread registers the type concurrently, the registration fails.
        None => register(&key, parent)?.or_else(known)?,
    };
    Reflected::of_stand_ins(info)
}

/// Registers a stand-in type. Returns `None` if the parent cannot have one.
fn register(key: &str, parent: TypeInfo) -> Option<Option<TypeInfo>> {
    let of =
        const { &FieldTypeInfo { kind: FieldKind::Reference(ReferenceKind::owned::<Opaque>()), cell: None } };
    let hidden = of.field(HIDDEN, HIDDEN, "The attributes without a field.", 0).role(FieldRole::Skipped);
    let declared = Declared { file: file!(), line: line!(), column: column!() };
    let definition = Definition {
        metadata_name: STAND_INS,
        key,
        aliases: &[],
        doc: format!("Nodes of unknown types below {}.", parent.key()),
        parent,
        parent_reflection: base(parent)?,
        own: vec![hidden],
        comparison: Some(Comparison::Fields),
        version: 0,
        upgrade: None,
        declared,
        // A stand-in type with another parent belongs to a previous definition of the parent.
        replaces: types::by_key(key).is_some(),
    };
    Some(definition.register()?.ok())
}

/// Makes an opaque node into a stand-in of this type. `texts` is the budget for texts of
/// nodes of strings and lists, which fields can share.
///
/// # Errors
/// Returns the opaque node, if a field without a default has no attribute, if a field cannot hold
/// its attribute, if saving would change an attribute, or if the type rejects the node.
pub(super) fn stand_in(
    mut opaque: Opaque,
    of: Reflected,
    form: Form,
    texts: &TextBudget,
) -> Result<ObjectRef, Opaque> {
    let fields = of.reflection().fields();
    // The last field is the hidden one.
    let position =
        |name: &str| of.reflection().find_stored(name).filter(|position| position + 1 < fields.len());
    let (moved, leads) = move_out(&mut opaque, position, fields);
    let made = make(&opaque, of, &moved, form, texts);
    if let (Some(stand_in), Some(extra)) = (made.as_deref().and_then(Node::of_stand_in), &opaque.extra)
        && let Some(missing) = &extra.missing
    {
        missing.record(stand_in);
    }
    made.ok_or_else(|| {
        let node = opaque.make_mut();
        for Moved { attr, value, .. } in moved {
            node.values[attr] = value;
        }
        *node.leads = leads;
        if let Some(extra) = node.extra {
            (extra.fields, extra.missing) = Default::default();
        }
        opaque
    })
}

/// An attribute whose value moves to a field.
struct Moved {
    /// The position of the attribute.
    attr: usize,
    /// The position of the field.
    field: usize,
    value: OpaqueValue,
}

/// Moves the values of attributes with fields out of an opaque node. Returns them and the former
/// leads of the node.
fn move_out(
    opaque: &mut Opaque,
    position: impl Fn(&str) -> Option<usize>,
    fields: &'static [Field],
) -> (Vec<Moved>, Leads) {
    let node = opaque.make_mut();
    let mut moved = Vec::new();
    let names = node.shape.names.iter();
    let positions: Box<[_]> = names.map(|name| position(name).map(|field| field as u32)).collect();
    // The string of a field is no reference, even if it is a node in the file.
    let is_followed =
        |lead: &Lead| positions[lead.attr as usize].is_none_or(|field| fields[field as usize].is_reference());
    let mut leads: Vec<_> = node.leads.iter().filter(is_followed).collect();
    for (attr, field) in positions.iter().enumerate() {
        let Some(field) = field.map(|field| field as usize) else { continue };
        let value = std::mem::replace(&mut node.values[attr], OpaqueValue::Reference(None));
        moved.push(Moved { attr, field, value });
        // A reference that is null now may be set later.
        if fields[field].is_reference() && !has_lead(node.leads, attr) {
            leads.push(Lead::new(attr as u32));
        }
    }
    let extra = node.extra.get_or_insert_default();
    // The last field is the hidden one.
    let all = if extra.bytes.is_none() { 0..fields.len() - 1 } else { 0..0 };
    extra.missing = missing(all.filter(|field| !positions.contains(&Some(*field as u32))));
    extra.fields = positions;
    (moved, std::mem::replace(node.leads, leads.into_iter().collect()))
}

fn make(
    opaque: &Opaque,
    of: Reflected,
    moved: &[Moved],
    form: Form,
    texts: &TextBudget,
) -> Option<ObjectRef> {
    let fields = of.reflection().fields();
    // One attribute may have the name of a field, and another one its former name.
    let is_second =
        |(index, one): (usize, &Moved)| moved[..index].iter().any(|other| other.field == one.field);
    if moved.iter().enumerate().any(is_second) {
        return None;
    }
    let mut source = FieldSource::new(of);
    for (position, field) in fields.iter().enumerate() {
        let value = field.if_missing().unwrap_or(FieldArg::Nothing);
        // The function belongs to the user, so it does not run for nodes of other types.
        if matches!(value, FieldArg::Computed(_)) && moved.iter().all(|moved| moved.field != position) {
            return None;
        }
        source.set(position, value);
    }
    source.set(fields.len() - 1, FieldArg::Value(opaque.into()));
    let values = moved.iter().map(|Moved { field, value, .. }| match form {
        Form::Text | Form::TvmFfi => Some(Cow::Borrowed(value)),
        Form::Plain => plain_value(&fields[*field], value, texts),
    });
    let values = values.collect::<Option<Vec<_>>>()?;
    for (Moved { field, .. }, value) in moved.iter().zip(&values) {
        let declared = &fields[*field];
        let value = match form {
            Form::Text | Form::Plain => text_arg(declared, value)?,
            Form::TvmFfi => {
                texts.take(ffi::stored_text(declared, value).unwrap_or_default())?;
                ffi::stored_arg(declared, value)?
            }
        };
        source.set(*field, value);
    }
    let object = source.make().ok()?;
    let (node, loaded) = (Node::of_stand_in(&object)?, Loaded::default());
    let mut all = moved.iter().zip(&values);
    let is_unchanged = all.all(|(Moved { field, .. }, value)| match (form, &**value) {
        (Form::TvmFfi, value) => ffi::is_unchanged(node, *field, value, &loaded),
        (Form::Text, OpaqueValue::String(text)) => {
            file_text(node, *field, &loaded).is_some_and(|saved| *saved == **text)
        }
        (Form::Text, OpaqueValue::Text(text) | OpaqueValue::Json(text)) => {
            file_text(node, *field, &loaded).is_some_and(|saved| saved == text.as_str())
        }
        (Form::Text, OpaqueValue::Literal(text)) => {
            let is_float = matches!(fields[*field].kind(), FieldKind::F32 | FieldKind::F64);
            let is_same = |saved: &str| saved == untyped(text) || is_float && is_same_float(saved, text);
            file_text(node, *field, &loaded).is_some_and(|saved| is_same(&saved))
        }
        (Form::Plain, OpaqueValue::String(text)) => {
            has_plain_form(fields[*field].kind(), FileValue::String(text)).is_ok()
        }
        (Form::Plain, OpaqueValue::Literal(text)) => {
            has_plain_form(fields[*field].kind(), FileValue::Literal(text)).is_ok()
        }
        (Form::Plain | Form::Text, _) => true,
    });
    is_unchanged.then_some(object)
}

/// Returns the value of an attribute in a plain document as that of its field. Such a document has
/// one form for strings and numbers and for objects of them, and one for lists.
fn plain_value<'a>(
    field: &Field,
    value: &'a OpaqueValue,
    texts: &TextBudget,
) -> Option<Cow<'a, OpaqueValue>> {
    Some(Cow::Owned(match (field.kind(), value) {
        (FieldKind::Reference(_), _) => OpaqueValue::Reference(PlainAttr::of(value).object()?.cloned()),
        (FieldKind::List(_) | FieldKind::Optional(_), OpaqueValue::Reference(object)) => {
            OpaqueValue::Json(json_of(object.as_deref(), texts)?.into())
        }
        (FieldKind::List(_) | FieldKind::Optional(_), _) => {
            OpaqueValue::Json(PlainAttr::of(value).json()?.into())
        }
        _ => return Some(Cow::Borrowed(value)),
    }))
}

/// Whether two numbers are the same float. Files that state the types of values hold the float
/// itself, which has several texts.
fn is_same_float(saved: &str, text: &str) -> bool {
    let bits = |text: &str| text.parse().map(f64::to_bits).ok();
    bits(saved).is_some_and(|saved| bits(text) == Some(saved))
}

/// Returns the value of a field for an attribute whose value is a text or a reference.
fn text_arg<'a>(field: &Field, value: &'a OpaqueValue) -> Option<FieldArg<'a>> {
    match value {
        OpaqueValue::Reference(object) if field.is_reference() => Some(FieldArg::Value(object.into())),
        OpaqueValue::Literal(text) if field.is_reference() && **text == *"null" => {
            Some(FieldArg::Value(ArgValue::Null))
        }
        OpaqueValue::String(text) if !field.is_reference() => field_arg(field, text).ok(),
        OpaqueValue::Text(text) if !field.is_reference() => field_arg(field, text).ok(),
        OpaqueValue::Literal(text) if !field.is_reference() => literal_arg(field, text).ok(),
        OpaqueValue::Json(text) if !field.is_reference() => literal_arg(field, text).ok(),
        _ => None,
    }
}

/// Parses a value that is no string for a field that is not a reference.
pub(super) fn literal_arg<'a>(field: &Field, text: &'a str) -> Result<FieldArg<'a>, AttrError> {
    if field.kind().holds_json() { Ok(FieldArg::Json(text)) } else { field_arg(field, untyped(text)) }
}

impl OpaqueView<'_> {
    /// Returns a copy of a stand-in with these references, in the order of graph numbering.
    ///
    /// # Errors
    /// If a field cannot hold its new reference. The error is the index of the reference and the
    /// reason.
    pub(crate) fn with_references(
        self,
        references: &[Option<ObjectRef>],
    ) -> Result<ObjectRef, (usize, ValueError)> {
        let mut object = with_kept(self, self.node().with_references(references));
        for (index, reference) in references.iter().enumerate() {
            if let Some(position) = self.reference_field(index) {
                assign(&mut object, position, reference.into()).map_err(|error| (index, error))?;
            }
        }
        Ok(object)
    }

    /// Returns a copy of an opaque node or a stand-in with new objects in place of those that
    /// ambiguous attributes may refer to, and that graph numbering does not follow. Returns `None`
    /// if `new` returns no other object.
    pub(crate) fn with_candidates<'a>(
        self,
        new: impl Fn(&ObjectRef) -> Option<&'a ObjectRef>,
    ) -> Option<ObjectRef> {
        Some(with_kept(self, self.node().with_candidates(new)?))
    }

    /// Returns a copy of an opaque node or a stand-in with another value for an attribute that is
    /// not in a field.
    ///
    /// # Errors
    /// If the value does not have the meaning of the attribute, or if the meaning is ambiguous.
    pub(crate) fn with_value(self, index: usize, value: ArgValue<'_>) -> Result<ObjectRef, ValueError> {
        let new = match &self.node().values[index] {
            OpaqueValue::String(_) => OpaqueValue::String(value.get::<&str>()?.into()),
            OpaqueValue::Literal(_) => OpaqueValue::Literal(literal(value)?),
            OpaqueValue::Text(_) => OpaqueValue::Text(value.get::<&str>()?.into()),
            OpaqueValue::Json(_) => OpaqueValue::Json(json(value)?),
            OpaqueValue::Reference(_) => OpaqueValue::Reference(value.get()?),
            OpaqueValue::Ambiguous { .. } => {
                let expected = "an attribute whose meaning is known";
                return Err(ValueError::Kind { expected, found: "an ambiguous one" });
            }
        };
        let mut kept = Opaque::from(make_object(self.node().clone()));
        let node = kept.make_mut();
        if matches!(new, OpaqueValue::Reference(_)) && !has_lead(node.leads, index) {
            *node.leads = node.leads.iter().chain([Lead::new(index as u32)]).collect();
        }
        node.values[index] = new;
        Ok(with_kept(self, kept))
    }
}

/// Returns the JSON text of a number or null, or the text of a number, a truth value or null.
fn literal(value: ArgValue<'_>) -> Result<SmolStr, ValueError> {
    Ok(match value {
        ArgValue::Null => "null".into(),
        ArgValue::Int(number) => number.to_smolstr(),
        ArgValue::Float(number) => json_float(number).into(),
        value => {
            let text: &str = value.get()?;
            match matches!(text, "true" | "false" | "null") || is_number(text) {
                true => text.into(),
                false => {
                    return Err(ValueError::Text { reason: format!("expected a number, found {text:?}") });
                }
            }
        }
    })
}

/// Returns the JSON text of a number or null, or the text if it is JSON.
fn json(value: ArgValue<'_>) -> Result<ObjectString, ValueError> {
    match value.get::<&str>() {
        Ok(text) if is_json(text) => Ok(text.into()),
        Ok(text) => Err(ValueError::Text { reason: format!("expected JSON, found {text:?}") }),
        Err(_) => Ok(literal(value)?.as_str().into()),
    }
}

/// Returns a float as a JSON number, or as the word for a float that JSON has no number for.
fn json_float(number: f64) -> String {
    match number {
        f64::INFINITY => "Infinity".into(),
        f64::NEG_INFINITY => "-Infinity".into(),
        _ if number.is_nan() => "NaN".into(),
        _ => format!("{number:?}"),
    }
}

fn has_lead(leads: &Leads, attr: usize) -> bool {
    leads.iter().any(|lead| lead.attr as usize == attr)
}

/// Returns the changed copy of an opaque node, or a copy of the stand-in to which it belongs.
fn with_kept(view: OpaqueView<'_>, kept: Opaque) -> ObjectRef {
    let Some(node) = view.fields() else { return kept.into() };
    let mut object = node.reflection().copy(node.object());
    let hidden = node.reflection().fields().len() - 1;
    match assign(&mut object, hidden, ArgValue::from(&kept)) {
        Ok(()) => object,
        Err(error) => unreachable!("the hidden field holds opaque nodes: {error}"),
    }
}
