//! Deep copies of graphs.

use objet_object::{IsObjectRef, ObjectRef};

use crate::content::{Content, with_references};
use crate::identity::Identity;
use crate::loaded::Loaded;
use crate::rewrite::{Done, Enter, Mutator, RewriteError, run, run_noting};

/// Returns a copy of all objects reachable from `root`, with the same sharing: an object that is
/// referenced twice in the original is one object in the copy.
///
/// The copy shares these objects with the original:
/// - strings, shapes and tensors
/// - objects that files store as a name or as bytes, such as registered operators
/// - objects without reflection
///
/// Takes time linear in the number of objects and references, and does not recurse.
///
/// # Panics
/// If the graph has a cycle, which is only possible through fields that change in place.
///
/// ```
/// use objet::prelude::*;
/// use objet::containers::ADT;
/// use objet::walk::deep_copy;
///
/// let unit = ADT::tuple([]);
/// let pair = Array::from([unit.clone(), unit.clone()]);
/// let copy = deep_copy(&pair);
/// assert!(copy[0].same_as(&copy[1]));
/// assert!(!copy[0].same_as(&unit));
/// ```
pub fn deep_copy<R: IsObjectRef>(root: &R) -> R {
    // The clone makes the root shared, and with it all objects below: no object is changed in
    // place.
    let copier = &mut Copier(&Done::default());
    run(root.clone(), copier, false).unwrap_or_else(|error| panic!("{error}"))
}

/// Copies several graphs. Objects that the graphs share are shared by the copies too.
///
/// ```
/// use objet::prelude::*;
/// use objet::containers::ADT;
/// use objet::walk::DeepCopy;
///
/// let unit = ADT::tuple([]);
/// let mut copies = DeepCopy::new();
/// let one = copies.copy(&Array::from([unit.clone()]));
/// let other = copies.copy(&Array::from([unit.clone()]));
/// assert!(one[0].same_as(&other[0]) && !one[0].same_as(&unit));
/// ```
#[derive(Default)]
pub struct DeepCopy(Done);

impl DeepCopy {
    /// Creates a set of copies without any copies.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes `copy` the copy of `original` in all later copies of graphs.
    ///
    /// # Panics
    /// If the objects have different types.
    pub fn set(&mut self, original: ObjectRef, copy: ObjectRef) {
        assert!(original.type_index() == copy.type_index(), "the copy has another type than the original");
        self.0.insert(Identity::of(&original), (original, copy));
    }

    /// Returns the copy of an object, if the object has been copied.
    pub fn get(&self, original: &ObjectRef) -> Option<&ObjectRef> {
        self.0.get(&Identity::of(original)).map(|(_, copy)| copy)
    }

    /// Returns a copy of the graph, like [`deep_copy`].
    ///
    /// # Panics
    /// If [`DeepCopy::try_copy_with`] fails.
    pub fn copy<R: IsObjectRef>(&mut self, root: &R) -> R {
        self.copy_with(root, |_, _| ())
    }

    /// Works like [`DeepCopy::copy`], and calls `note` with each new original and its copy. These
    /// are the root and the objects below it that have several references. Objects that were copied
    /// by earlier calls are not reported again.
    ///
    /// # Panics
    /// If [`DeepCopy::try_copy_with`] fails.
    pub fn copy_with<R: IsObjectRef>(&mut self, root: &R, note: impl FnMut(&ObjectRef, &ObjectRef)) -> R {
        self.try_copy_with(root, note).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Works like [`DeepCopy::copy_with`], for graphs of unknown origin.
    ///
    /// # Errors
    /// Fails if the graph has a cycle, or if a field cannot hold a copy that was [set](Self::set),
    /// such as an array of strings in place of an array of nodes. Then no new copies are kept.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet::String;
    /// use objet::walk::DeepCopy;
    ///
    /// #[derive(Object, Reflect)]
    /// #[repr(C)]
    /// #[object(key = "doc.Shapes", is_final, new)]
    /// struct ShapesNode {
    ///     base: Object,
    ///     shapes: Array<ShapeTuple>,
    /// }
    ///
    /// let shapes = Array::from([ShapeTuple::from([2, 3])]);
    /// let mut copies = DeepCopy::new();
    /// copies.set(shapes.clone().upcast(), Array::from([String::from("x")]).upcast());
    /// assert!(copies.try_copy_with(&Shapes::new(shapes), |_, _| ()).is_err());
    /// ```
    pub fn try_copy_with<R: IsObjectRef>(
        &mut self,
        root: &R,
        mut note: impl FnMut(&ObjectRef, &ObjectRef),
    ) -> Result<R, RewriteError> {
        let typed = |copy: ObjectRef| {
            copy.downcast::<R>().map_err(|error| RewriteError::Root(error.reason().clone()))
        };
        let original = root.clone().into_object_ref();
        if let Some(copy) = self.get(&original) {
            return typed(copy.clone());
        }
        let (copy, done) = run_noting(original.clone(), &mut Copier(&self.0), false)?;
        let typed = typed(copy.clone())?;
        let root = (Identity::of(&original), (original, copy));
        for (identity, (original, copy)) in done.into_iter().chain([root]) {
            self.0.entry(identity).or_insert_with(|| {
                note(&original, &copy);
                (original, copy)
            });
        }
        Ok(typed)
    }
}

/// Replaces each object by a copy, or by the existing copy if there is one.
struct Copier<'a>(&'a Done);

impl Mutator for Copier<'_> {
    type Error = RewriteError;

    fn enter(&mut self, object: &ObjectRef) -> Result<Enter, RewriteError> {
        if !self.0.is_empty()
            && let Some((_, copy)) = self.0.get(&Identity::of(object))
        {
            return Ok(Enter::Replace(copy.clone()));
        }
        Ok(match Content::followed(object) {
            Content::String(_) | Content::Tensor(_) | Content::Shape(_) | Content::Unknown => Enter::Keep,
            _ => Enter::Inside,
        })
    }

    fn leave(&mut self, mut object: ObjectRef) -> Result<ObjectRef, RewriteError> {
        // An object that was rebuilt already is a copy, and has no other references yet.
        if object.get_mut().is_some() {
            return Ok(object);
        }
        let loaded = Loaded::default();
        let references: Vec<_> = Content::of(&object).references(&loaded).map(Option::<&_>::cloned).collect();
        match with_references(object, &references) {
            Ok(copy) => Ok(copy),
            Err((_, error)) => unreachable!("a field cannot hold its own value: {error}"),
        }
    }
}
