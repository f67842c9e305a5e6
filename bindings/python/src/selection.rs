//! Choices of objects by their types, and of the attributes that are read of them.

use objet::types::{self, TypeIndex, TypeInfo};
use objet::walk::Content;
use objet::{IsObjectRef, ObjectRef};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::boxed;
use crate::classes::class_data;
use crate::slot::OwnedField;

/// A choice of objects by their types.
pub(crate) struct Selection {
    types: Types,
    /// The attributes that are read. `None` for the objects themselves.
    attrs: Option<Vec<Attrs>>,
    /// Recent types, and the values that are read of an object if it is selected.
    recent: [Option<(TypeIndex, Option<Chosen>)>; RECENT],
}

/// The number of types whose selection is remembered.
const RECENT: usize = 16;

enum Types {
    All,
    /// All nodes: objects with fields. Containers, tensors, functions, and what Python sees as
    /// strings and numbers are no nodes.
    Nodes,
    /// These types and the types that derive from them.
    These(Vec<TypeInfo>),
}

/// Names of attributes.
struct Attrs {
    /// The type of the objects that they are read of, and of which derived ones. `None` for all
    /// types.
    of: Option<TypeInfo>,
    names: Vec<String>,
    /// Whether the values are returned as a tuple. Otherwise there is one name.
    is_tuple: bool,
}

/// The values that are read of a selected object.
pub(crate) enum Chosen {
    Object,
    Value(OwnedField),
    Tuple(Vec<OwnedField>),
}

impl Selection {
    /// Returns the selection of all nodes, or of all objects.
    pub(crate) fn new(objects: bool) -> Self {
        Self::by(if objects { Types::All } else { Types::Nodes })
    }

    fn by(types: Types) -> Self {
        Self { types, attrs: None, recent: [const { None }; RECENT] }
    }

    /// Returns the selection of the objects of a class, or of the classes in a tuple. Returns
    /// `None` for other values.
    pub(crate) fn of_classes(classes: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        Ok(types_of(classes)?.map(|types| Self::by(Types::These(types))))
    }

    /// Returns the selection for the parameters `types` and `objects`.
    pub(crate) fn of(types: Option<&Bound<'_, PyAny>>, objects: bool) -> PyResult<Self> {
        let Some(types) = types else { return Ok(Self::new(objects)) };
        Self::of_classes(types)?.ok_or_else(|| {
            PyTypeError::new_err(format!("types: expected a class or a tuple of classes, found {types}"))
        })
    }

    /// Selects of these objects those with the attributes of the parameter `attrs`: a name, a tuple
    /// of names, or a dict from classes to these.
    pub(crate) fn with_attrs(mut self, attrs: &Bound<'_, PyAny>) -> PyResult<Self> {
        let wrong = || {
            let expected = "a name, a tuple of names, or a dict from classes to these";
            PyTypeError::new_err(format!("attrs: expected {expected}, found {attrs}"))
        };
        let mut all = Vec::new();
        match attrs.cast::<PyDict>() {
            Ok(attrs) => {
                for (classes, names) in attrs {
                    for info in types_of(&classes)?.ok_or_else(wrong)? {
                        all.push(Attrs::of(Some(info), &names).ok_or_else(wrong)?);
                    }
                }
            }
            Err(_) => all.push(Attrs::of(None, attrs).ok_or_else(wrong)?),
        }
        self.attrs = Some(all);
        Ok(self)
    }

    #[inline]
    pub(crate) fn has(&mut self, object: &ObjectRef) -> bool {
        self.chosen(object).is_some()
    }

    /// Returns the values that are read of an object, if it is selected.
    #[inline(always)]
    pub(crate) fn chosen(&mut self, object: &ObjectRef) -> Option<&Chosen> {
        let index = object.type_index();
        let recent = &mut self.recent[index.value() as usize % RECENT];
        if recent.as_ref().is_none_or(|(known, _)| *known != index) {
            *recent = Some((index, choose(&self.types, self.attrs.as_deref(), object)));
        }
        recent.as_ref().and_then(|(_, chosen)| chosen.as_ref())
    }
}

#[cold]
fn choose(types: &Types, attrs: Option<&[Attrs]>, object: &ObjectRef) -> Option<Chosen> {
    if !types.have(object) {
        return None;
    }
    let Some(attrs) = attrs else { return Some(Chosen::Object) };
    // The type that is derived most decides.
    let depth = |attrs: &&Attrs| attrs.of.map(TypeInfo::depth);
    let fits = |attrs: &&Attrs| attrs.of.is_none_or(|info| object.is_of_type(info));
    let attrs = attrs.iter().filter(fits).max_by_key(depth)?;
    let info = types::by_index(object.type_index())?;
    let fields: Option<Vec<_>> = attrs.names.iter().map(|name| OwnedField::of(info, name)).collect();
    if attrs.is_tuple { fields.map(Chosen::Tuple) } else { fields?.pop().map(Chosen::Value) }
}

impl Types {
    fn have(&self, object: &ObjectRef) -> bool {
        match self {
            Self::All => true,
            Self::Nodes => {
                matches!(Content::of(object), Content::Node(_) | Content::Opaque(_))
                    && boxed::kind(object.type_index()).is_none()
            }
            Self::These(types) => types.iter().any(|info| object.is_of_type(*info)),
        }
    }
}

impl Attrs {
    /// Returns the attributes for a name or a tuple of names. Returns `None` for other values.
    fn of(of: Option<TypeInfo>, names: &Bound<'_, PyAny>) -> Option<Self> {
        let is_tuple = names.is_instance_of::<PyTuple>();
        let names = if is_tuple { names.extract() } else { names.extract().map(|name| vec![name]) };
        Some(Self { of, names: names.ok()?, is_tuple })
    }
}

/// Returns the type of a class of objects, or the types of the classes in a tuple or in a union.
/// Returns `None` for other values.
fn types_of(classes: &Bound<'_, PyAny>) -> PyResult<Option<Vec<TypeInfo>>> {
    let list = match (classes.cast::<PyTuple>(), classes.cast::<PyType>()) {
        (Ok(tuple), _) => tuple.iter().collect(),
        (_, Ok(class)) => vec![class.clone().into_any()],
        _ if is_union(classes)? => {
            classes.getattr(intern!(classes.py(), "__args__"))?.cast::<PyTuple>()?.iter().collect()
        }
        _ => return Ok(None),
    };
    let type_of = |class: Bound<'_, PyAny>| {
        let data = class.cast::<PyType>().ok().and_then(class_data);
        data.map(|data| data.info).ok_or_else(|| {
            PyTypeError::new_err(format!("expected a class of objects or a tuple of them, found {class}"))
        })
    };
    list.into_iter().map(type_of).collect::<PyResult<_>>().map(Some)
}

/// Whether the value is a union of classes, `A | B` or `typing.Union[A, B]`.
fn is_union(classes: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = classes.py();
    let origin = py.import("typing")?.call_method1("get_origin", (classes,))?;
    Ok(origin.is(py.import("types")?.getattr("UnionType")?)
        || origin.is(py.import("typing")?.getattr("Union")?))
}
