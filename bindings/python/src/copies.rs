//! Copies of graphs for `copy.deepcopy`, which may copy several graphs with shared objects.

use objet::walk::{DeepCopy, WalkEvent, walk_where};
use objet::{IsObjectRef, NDArray, ObjectRef};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::elements::on_device;
use crate::{error, graph, instance, lock, value};

/// The copies that one call of `copy.deepcopy` makes.
#[pyclass(module = "objet._objet")]
pub(crate) struct Copies(DeepCopy);

/// An object with a Python object, and its copy.
type Copied<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

#[pymethods]
impl Copies {
    #[new]
    fn new() -> Self {
        Self(DeepCopy::new())
    }

    /// Copies an object and all objects that it refers to. Returns the copy, and each copied object
    /// that has a Python object, with its copy.
    ///
    /// An object whose `id` is in `memo` is replaced by its copy from `memo`. Tensors are shared
    /// with the original, except for tensors that have a Python object, because Python code may
    /// write to them.
    fn copy<'py>(
        &mut self,
        root: &Bound<'py, PyAny>,
        memo: &Bound<'py, PyDict>,
    ) -> PyResult<(Bound<'py, PyAny>, Vec<Copied<'py>>)> {
        let py = root.py();
        let root = graph::object(root)?;
        let mut noted: Vec<(ObjectRef, ObjectRef)> = Vec::new();
        for (object, existing) in self.new_objects(py, &root) {
            let copy = memo.get_item(existing.as_ptr().addr())?;
            let copy = copy.and_then(|copy| instance::native(&copy).cloned());
            if let Some(copy) = copy.filter(|copy| copy.type_index() == object.type_index()) {
                self.0.set(object.clone(), copy);
            } else if let Ok(tensor) = object.clone().downcast::<NDArray>() {
                let copied = lock::detach(py, || on_device(&tensor, tensor.device()));
                let copied = copied.map_err(|failed| error::to_python(py, failed))?;
                noted.push((object.clone(), copied.clone().into()));
                self.0.set(object.clone(), copied.into());
            }
        }
        let copies = &mut self.0;
        let copy = graph::detached(py, || {
            copies.try_copy_with(&root, |original, copy| noted.push((original.clone(), copy.clone())))
        })?;
        let copy = copy.map_err(|failed| error::Stopped::from(failed).0)?;
        let mut copied = Vec::new();
        for (original, copy) in noted {
            if let Some(existing) = instance::lookup(py, &original) {
                let copy = instance::wrap_copy(&existing, copy)?;
                copied.push((existing, copy));
            }
        }
        Ok((value::of_reference(py, Some(&copy))?, copied))
    }
}

impl Copies {
    /// Returns the objects of a graph that are not copied yet and have a Python object, each after
    /// those that it refers to. Objects below a copied one are left out, so that all calls together
    /// visit an object once.
    fn new_objects<'py>(&self, py: Python<'py>, root: &ObjectRef) -> Vec<(ObjectRef, Bound<'py, PyAny>)> {
        let is_new = |object: &ObjectRef| self.0.get(object).is_none();
        if !is_new(root) {
            return Vec::new();
        }
        let left = walk_where(root, is_new).filter_map(|event| match event {
            WalkEvent::Leave(object) => Some(object),
            WalkEvent::Enter(_) => None,
        });
        left.filter_map(|object| Some((object.clone(), instance::lookup(py, &object)?))).collect()
    }
}
