//! Copies of graphs for `copy.deepcopy`, which may copy several graphs with shared objects.

use objet::walk::DeepCopy;
use objet::{IsObjectRef, NDArray, ObjectRef, post_order};
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
        for object in post_order(&root) {
            if self.0.get(&object).is_some() {
                continue;
            }
            let Some(existing) = instance::lookup(py, &object) else { continue };
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
            copies.copy_with(&root, |original, copy| noted.push((original.clone(), copy.clone())))
        })?;
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
