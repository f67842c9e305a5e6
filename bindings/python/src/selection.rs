//! Choices of objects by their types, and of the attributes that are read of them.

use std::collections::BTreeSet;

use objet::fields::{ReflectError, Reflection, nearest_name};
use objet::graph::OpaqueView;
use objet::types::{self, TypeIndex, TypeInfo};
use objet::walk::Content;
use objet::{IsObjectRef, ObjectRef, post_order};
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::boxed;
use crate::classes::{class_data, stands_for_type};
use crate::graph::detached;
use crate::lock::Attached;
use crate::slot::{OwnedField, names};

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
    /// All nodes, and the objects of these types.
    NodesAnd(Vec<TypeInfo>),
}

/// Names of attributes.
struct Attrs {
    /// The type of the objects that they are read of, and of which derived ones. `None` for all
    /// types.
    of: Option<TypeInfo>,
    names: Names,
}

/// The values that are read of a selected object.
pub(crate) enum Chosen {
    Object,
    Value(OwnedField),
    Tuple(Vec<OwnedField>),
    /// The attributes of a node of an unknown type.
    Unknown(Names),
}

/// The names of one attribute, or of those in a tuple.
#[derive(Clone)]
pub(crate) struct Names {
    pub(crate) names: Vec<String>,
    /// Whether the values are returned as a tuple. Otherwise there is one name.
    pub(crate) is_tuple: bool,
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

    /// Returns the selection for the parameters `types` and `objects`. The class of all objects
    /// selects the nodes among them, unless `objects` is true.
    pub(crate) fn of(types: Option<&Bound<'_, PyAny>>, objects: bool) -> PyResult<Self> {
        let Some(types) = types else { return Ok(Self::new(objects)) };
        let Some(mut list) = types_of(types)? else {
            let message = format!("types: expected a class or a tuple of classes, found {types}");
            return Err(PyTypeError::new_err(message));
        };
        let count = list.len();
        if !objects {
            list.retain(|info| info.index() != TypeIndex::OBJECT);
        }
        Ok(Self::by(if list.len() < count { Types::NodesAnd(list) } else { Types::These(list) }))
    }

    /// Selects of these objects those with the attributes of the parameter `attrs`: a name, a tuple
    /// of names, or a dict from classes to these.
    ///
    /// # Errors
    /// If the parameter has another form, or if no object can have one of the attributes. Nodes of
    /// unknown types have the attributes of their file, so those below `root` are searched then.
    pub(crate) fn with_attrs(mut self, attrs: &Bound<'_, PyAny>, root: &ObjectRef) -> PyResult<Self> {
        let wrong = || {
            let expected = "a name, a tuple of names, or a dict from classes to these";
            PyTypeError::new_err(format!("attrs: expected {expected}, found {attrs}"))
        };
        let py = attrs.py();
        let mut all = Vec::new();
        match attrs.cast::<PyDict>() {
            Ok(attrs) => {
                // Another thread may change the dict while the graph is searched.
                for (classes, names) in attrs.copy()? {
                    let types = types_of(&classes)?.ok_or_else(wrong)?;
                    let names = Names::of(&names).ok_or_else(wrong)?;
                    Scope::new(&types).check(py, &names, root)?;
                    all.extend(types.into_iter().map(|info| Attrs { of: Some(info), names: names.clone() }));
                }
            }
            Err(_) => {
                let names = Names::of(attrs).ok_or_else(wrong)?;
                let scope =
                    if let Types::These(types) = &self.types { Scope::new(types) } else { Scope(None) };
                scope.check(py, &names, root)?;
                all.push(Attrs { of: None, names });
            }
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
        match recent {
            Some((_, Some(Chosen::Unknown(names)))) if !names.are_of(object) => None,
            Some((_, chosen)) => chosen.as_ref(),
            None => None,
        }
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
    if OpaqueView::of(object).is_some() {
        return Some(Chosen::Unknown(attrs.names.clone()));
    }
    let info = types::by_index(object.type_index())?;
    let Names { names, is_tuple } = &attrs.names;
    let fields: Option<Vec<_>> = names.iter().map(|name| OwnedField::of(info, name)).collect();
    if *is_tuple { fields.map(Chosen::Tuple) } else { fields?.pop().map(Chosen::Value) }
}

impl Names {
    /// Returns the names in a name or a tuple of names. Returns `None` for other values.
    fn of(names: &Bound<'_, PyAny>) -> Option<Self> {
        let is_tuple = names.is_instance_of::<PyTuple>();
        let names = if is_tuple { names.extract() } else { names.extract().map(|name| vec![name]) };
        Some(Self { names: names.ok()?, is_tuple })
    }

    /// Whether a node of an unknown type has all these attributes.
    fn are_of(&self, object: &ObjectRef) -> bool {
        OpaqueView::of(object)
            .is_some_and(|view| self.names.iter().all(|name| view.attrs().any(|attr| attr.name == *name)))
    }
}

/// Names of fields that some type has, so that a walk over a small graph does not search all types.
static KNOWN: Attached<BTreeSet<String>> = Attached::new(BTreeSet::new());

/// The types whose objects may have the attributes of a selection, with all types that derive from
/// them. `None` for all types.
struct Scope<'a>(Option<&'a [TypeInfo]>);

impl<'a> Scope<'a> {
    fn new(types: &'a [TypeInfo]) -> Self {
        let is_all = types.iter().any(|info| info.index() == TypeIndex::OBJECT);
        Self((!is_all).then_some(types))
    }

    /// Checks that some object can have each of the attributes.
    fn check(&self, py: Python<'_>, names: &Names, root: &ObjectRef) -> PyResult<()> {
        for name in &names.names {
            if !self.has(py, name) && !self.has_unknown(py, name, root)? {
                return Err(PyAttributeError::new_err(format!("attrs: {}", self.error(name))));
            }
        }
        Ok(())
    }

    fn contains(&self, info: TypeInfo) -> bool {
        self.0.is_none_or(|types| types.iter().any(|base| info.is_derived_from(*base)))
    }

    /// Whether the objects of a type may have a field.
    fn has(&self, py: Python<'_>, name: &str) -> bool {
        let has = |info: TypeInfo| names(info).any(|known| known == name);
        match self.0 {
            Some(types) if types.is_empty() || types.iter().copied().any(has) => true,
            Some(_) => types::all().into_iter().any(|info| self.contains(info) && has(info)),
            None if KNOWN.with(py, |known| known.contains(name)) => true,
            None => {
                let is_known = types::all().into_iter().any(has);
                if is_known {
                    KNOWN.with(py, |known| known.insert(name.into()));
                }
                is_known
            }
        }
    }

    /// Whether a node of an unknown type below the root has an attribute.
    fn has_unknown(&self, py: Python<'_>, name: &str, root: &ObjectRef) -> PyResult<bool> {
        let is_inside =
            |object: &ObjectRef| self.0.is_none_or(|types| types.iter().any(|info| object.is_of_type(*info)));
        let has = |object: ObjectRef| {
            let view = OpaqueView::of(&object).filter(|_| is_inside(&object));
            view.is_some_and(|view| view.attrs().any(|attr| attr.name == name))
        };
        detached(py, || post_order(root).any(has))
    }

    /// Describes the error of a name that no field has.
    #[cold]
    fn error(&self, found: &str) -> String {
        let all = types::all();
        let inside: Vec<_> = all.into_iter().filter(|info| self.contains(*info)).collect();
        let nearest = nearest_name(found, inside.iter().flat_map(|info| names(*info)));
        let hint = nearest.map_or_else(String::new, |name| format!(", did you mean {name:?}?"));
        match self.0 {
            Some([info]) if inside.len() == 1 => {
                let fields = Reflection::of_type(*info).map_or(&[][..], Reflection::fields);
                ReflectError::UnknownField {
                    type_key: info.key().into(),
                    found: found.into(),
                    nearest: nearest.map(Into::into),
                    fields: fields.iter().map(|field| field.name().into()).collect(),
                }
                .to_string()
            }
            Some([info]) => {
                format!("neither {} nor a type that extends it has a field {found:?}{hint}", info.key())
            }
            Some(types) => {
                let keys: Vec<_> = types.iter().map(|info| info.key()).collect();
                format!("no type of {} has a field {found:?}{hint}", keys.join(", "))
            }
            None => format!("no type has a field {found:?}{hint}"),
        }
    }
}

impl Types {
    fn have(&self, object: &ObjectRef) -> bool {
        match self {
            Self::All => true,
            Self::Nodes => is_node(object),
            Self::These(types) => types.iter().any(|info| object.is_of_type(*info)),
            Self::NodesAnd(types) => is_node(object) || types.iter().any(|info| object.is_of_type(*info)),
        }
    }
}

fn is_node(object: &ObjectRef) -> bool {
    matches!(Content::of(object), Content::Node(_) | Content::Opaque(_))
        && boxed::kind(object.type_index()).is_none()
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
        let data = class.cast::<PyType>().ok().and_then(|class| Some((class, class_data(class)?)));
        let Some((class, data)) = data else {
            let message = format!("expected a class of objects or a tuple of them, found {class}");
            return Err(PyTypeError::new_err(message));
        };
        if !stands_for_type(class) {
            let (class, key) = (class.qualname()?, data.info.key());
            return Err(PyTypeError::new_err(format!(
                "{class} has no type of its own, since only its base is registered: register it, or pass the class \
                 of {key} and use isinstance"
            )));
        }
        Ok(data.info)
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
