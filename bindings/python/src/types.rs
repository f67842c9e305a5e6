//! Types and their classes, as functions for the Python part of the package.

use std::collections::HashMap;

use objet::compare::Comparison;
use objet::fields::{ElementsType, FieldKind, FieldRole, FieldType, IntKind, ReferenceKind, Reflection};
use objet::function::RetValue;
use objet::types::{self, FieldBuilder, TypeBuilder, TypeBuilderError};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::slot::no_panic;
use crate::{classes, descriptors, evolution, instance, source_location, value};

/// Returns all types as pairs of key and class.
#[pyfunction]
pub(crate) fn all_classes(py: Python<'_>) -> PyResult<Vec<(&'static str, Bound<'_, PyType>)>> {
    let class = |info: types::TypeInfo| Ok((info.key(), classes::of_type(py, info)?));
    types::all().into_iter().map(class).collect()
}

/// Returns the class of the type with the given key.
#[pyfunction]
pub(crate) fn class_of_key<'py>(py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyType>> {
    classes::of_type(py, by_key(key)?)
}

/// A field declaration from Python.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Declared<'py> {
    name: String,
    /// The class of the objects that the field refers to, or the name of a plain type.
    kind: Bound<'py, PyAny>,
    nullable: bool,
    aliases: Vec<String>,
    /// A tuple with the default, if the field has one.
    default: Option<Bound<'py, PyTuple>>,
    /// A callable without parameters that computes the value if a file does not have the field.
    if_missing: Option<Bound<'py, PyAny>>,
    role: String,
    doc: String,
}

impl Declared<'_> {
    fn kind(&self) -> PyResult<FieldKind> {
        Ok(match self.kind.cast::<PyType>() {
            Ok(class) => FieldKind::Reference(ReferenceKind::to_type(type_of(class)?, self.nullable)),
            Err(_) => match self.kind.extract::<&str>()? {
                "int" => FieldKind::Int(IntKind::I64),
                "float" => FieldKind::F64,
                "bool" => FieldKind::Bool,
                "str" => FieldKind::String,
                "bytes" => <Vec<u8> as FieldType>::KIND,
                other => return Err(PyValueError::new_err(format!("unknown kind of field {other:?}"))),
            },
        })
    }

    fn builder(&self) -> PyResult<FieldBuilder> {
        let kind = self.kind()?;
        let role = match self.role.as_str() {
            "compared" => FieldRole::Compared,
            "skipped" => FieldRole::Skipped,
            "definition" => FieldRole::Definition,
            "scope" => FieldRole::Scope,
            other => {
                let expected = "expected \"compared\", \"skipped\", \"definition\" or \"scope\"";
                return Err(PyValueError::new_err(format!(
                    "the role of {}: {expected}, found {other:?}",
                    self.name
                )));
            }
        };
        let field = FieldBuilder::new(&*self.name, kind).role(role).doc(&*self.doc);
        let mut field = self.aliases.iter().fold(field, FieldBuilder::alias);
        if let Some(callable) = &self.if_missing {
            field = evolution::computed(field, callable, kind, &self.name);
        }
        let Some(default) = &self.default else { return Ok(field) };
        let default = default.get_item(0)?;
        let default = value::for_field(&default, kind, || format!("the default of {}", self.name))?;
        Ok(field.default(default.into_owned()?))
    }
}

/// The declarations of a class besides its fields.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options<'py> {
    doc: String,
    comparison: Option<String>,
    aliases: Vec<String>,
    version: u32,
    upgrade: Option<Bound<'py, PyAny>>,
}

impl Options<'_> {
    fn declares(&self) -> bool {
        let Self { comparison, aliases, version, upgrade, .. } = self;
        comparison.is_some() || !aliases.is_empty() || *version > 0 || upgrade.is_some()
    }
}

/// Returns the type of a class, or of its nearest ancestor that has one.
fn type_of(class: &Bound<'_, PyType>) -> PyResult<types::TypeInfo> {
    match classes::class_data(class) {
        Some(data) => Ok(data.info),
        None => {
            Err(PyTypeError::new_err(format!("{} does not derive from a registered class", class.name()?)))
        }
    }
}

/// Whether a class is or was the class of a type. Classes that Python code derived from such a
/// class are not.
#[pyfunction]
pub(crate) fn is_class_of_type(class: &Bound<'_, PyType>) -> bool {
    classes::stands_for_type(class)
}

/// Makes a class the class of the type with the given key, and adds descriptors for the fields.
///
/// If the type does not exist, it is registered as a child of the type of the base class. If it
/// exists and the class declares fields or other properties, the declarations must match, or the
/// type is defined anew if `is_again`. The bases of the class are checked first. Returns the index
/// of the type.
#[pyfunction]
pub(crate) fn register_class(
    key: &str,
    class: &Bound<'_, PyType>,
    fields: Vec<Declared<'_>>,
    options: Options<'_>,
    is_again: bool,
) -> PyResult<u32> {
    let base = class.getattr("__base__")?.cast_into::<PyType>()?;
    let (existing, base) = (types::by_key(key), type_of(&base)?);
    let declares = !fields.is_empty() || options.declares();
    let is_again = is_again
        && existing.is_some_and(|existing| {
            existing.index() != base.index() && (declares || existing.parent() != Some(base))
        });
    let kept = existing.filter(|_| !is_again);
    let parent = kept.map_or(Some(base), |kept| kept.parent());
    let nearest = classes::check_bases(class, key, kept, parent)?;
    let info = match existing {
        Some(existing) if !declares && !is_again => existing,
        _ => {
            let builder = builder(key, base, &fields, &options)?;
            let declared = source_location::of_caller(class.py())?;
            register_type(builder.declared(declared), key, base, declares, declared, is_again)?
        }
    };
    classes::replace(class, info)?;
    match Reflection::of_type(info) {
        Some(reflection)
            if reflection.type_key() == key
                && (reflection.is_runtime_defined() || nearest != info.index()) =>
        {
            descriptors::describe(class, info)?;
        }
        _ => {}
    }
    Ok(info.index().value())
}

fn builder(
    key: &str,
    parent: types::TypeInfo,
    fields: &[Declared<'_>],
    Options { doc, comparison, aliases, version, upgrade }: &Options<'_>,
) -> PyResult<TypeBuilder> {
    let builder = TypeBuilder::new(key, parent.index()).doc(doc).version(*version);
    let mut builder = aliases.iter().fold(builder, TypeBuilder::alias);
    if let Some(upgrade) = upgrade {
        let inherited = Reflection::of_type(parent).map_or(&[][..], Reflection::fields);
        let mut kinds: HashMap<String, FieldKind> = HashMap::new();
        for field in inherited {
            let names = std::iter::once(field.name()).chain(field.aliases().iter().copied());
            kinds.extend(names.map(|name| (name.into(), field.kind())));
        }
        for field in fields {
            let kind = field.kind()?;
            kinds.extend(field.aliases.iter().chain([&field.name]).map(|name| (name.clone(), kind)));
        }
        builder = evolution::upgraded(builder, upgrade, kinds);
    }
    for field in fields {
        builder = builder.field(field.builder()?);
    }
    if let Some(comparison) = comparison {
        builder = builder.comparison(match comparison.as_str() {
            "fields" => Comparison::Fields,
            "free_variable" => Comparison::FreeVariable,
            "graph_node" => Comparison::GraphNode,
            "pointer" => Comparison::Pointer,
            other => {
                let expected = "expected \"fields\", \"free_variable\", \"graph_node\" or \"pointer\"";
                return Err(PyValueError::new_err(format!("comparison: {expected}, found {other:?}")));
            }
        });
    }
    Ok(builder)
}

fn register_type(
    builder: TypeBuilder,
    key: &str,
    parent: types::TypeInfo,
    declares: bool,
    declared: types::Declared,
    is_again: bool,
) -> PyResult<types::TypeInfo> {
    match if is_again { builder.redefine() } else { builder.register() } {
        // Functions make the objects of such a type.
        Err(TypeBuilderError::Parent { .. }) if !declares => {
            let registered = types::get_or_alloc_at(key, parent.index(), 0, true, declared);
            let info =
                registered.map(types::by_index).map_err(|error| PyTypeError::new_err(error.to_string()))?;
            Ok(info.unwrap_or_else(|| unreachable!("the type was just registered")))
        }
        registered => registered.map_err(|error| PyTypeError::new_err(error.to_string())),
    }
}

/// A type, by its key or by one of its classes.
#[derive(FromPyObject)]
pub(crate) enum TypeOf<'py> {
    Key(String),
    Class(Bound<'py, PyType>),
}

fn by_key(key: &str) -> PyResult<types::TypeInfo> {
    types::by_key(key).ok_or_else(|| PyKeyError::new_err(format!("unknown type key {key:?}")))
}

/// Returns the Python type of a field without `None`: a class of Python, or a type key.
fn kind_of(kind: FieldKind) -> String {
    match kind {
        FieldKind::Int(_) | FieldKind::Enum(_) => "int".into(),
        FieldKind::F32 | FieldKind::F64 => "float".into(),
        FieldKind::Bool => "bool".into(),
        FieldKind::Char | FieldKind::String | FieldKind::DataType | FieldKind::Custom(_) => "str".into(),
        FieldKind::List(ElementsType { element: FieldKind::Int(IntKind::U8), .. }) => "bytes".into(),
        FieldKind::List(list) => format!("list[{}]", kind_of(list.element)),
        FieldKind::Optional(option) => kind_of(option.element),
        FieldKind::Reference(reference) => reference.type_name(),
    }
}

/// Returns the fields of a type as dicts. Empty if the type has no reflection.
#[pyfunction]
pub(crate) fn fields<'py>(py: Python<'py>, of: TypeOf<'_>) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let info = match of {
        TypeOf::Key(key) => by_key(&key)?,
        TypeOf::Class(class) => type_of(&class)?,
    };
    let fields = Reflection::of_type(info).map_or(&[][..], Reflection::fields);
    let describe = |field: &objet::fields::Field| {
        let dict = PyDict::new(py);
        dict.set_item("name", field.name())?;
        dict.set_item("rust_type", field.type_name())?;
        dict.set_item("doc", field.doc())?;
        dict.set_item("required", field.is_required())?;
        dict.set_item("kind", kind_of(field.kind()))?;
        dict.set_item("nullable", field.kind().is_nullable())?;
        dict.set_item("aliases", field.aliases())?;
        for (name, found) in
            [("default", field.default()), ("least", field.lower_bound()), ("most", field.upper_bound())]
        {
            match (found, field.kind()) {
                (Some(RetValue::Int(number)), FieldKind::Bool) => dict.set_item(name, number != 0)?,
                (Some(RetValue::Int(number)), FieldKind::F32 | FieldKind::F64) => {
                    dict.set_item(name, number as f64)?
                }
                (Some(found), _) => dict.set_item(name, value::to_python(py, found)?)?,
                (None, _) => {}
            }
        }
        Ok(dict)
    };
    // Code of the node computes the defaults and the bounds.
    no_panic(py, || fields.iter().map(describe).collect())?
}

/// Converts a Python value to an object.
#[pyfunction]
pub(crate) fn convert<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    value::of_reference(given.py(), value::object(given)?.as_ref())
}

/// Whether a key is that of a type, or an alias of it.
#[pyfunction]
pub(crate) fn is_known_key(key: &str) -> bool {
    types::by_key_or_alias(key).is_some()
}

/// Whether both are the same native object.
#[pyfunction]
pub(crate) fn same_as(lhs: &Bound<'_, PyAny>, rhs: &Bound<'_, PyAny>) -> bool {
    instance::same(lhs, rhs)
}

/// Returns the number of native objects that have a Python object.
#[pyfunction]
pub(crate) fn live_objects(py: Python<'_>) -> usize {
    instance::count(py)
}
