//! Visitors of an object's fields.

use objet_object::{ArgValue, IsObjectRef, Object, ObjectRef, RetValue};

use crate::by_name::field_value;
use crate::error::ReflectError;
use crate::field::Field;
use crate::field_update;
use crate::loaded::Loaded;
use crate::memory::Node;
use crate::reflection::Reflection;

/// A visitor of the fields of an object. Called by [`visit_attrs`].
pub trait AttrVisitor {
    /// Visits a field and its value.
    fn visit(&mut self, field: &'static Field, value: ArgValue<'_>);
}

/// A visitor that can change the fields of an object. Called by [`visit_attrs_mut`].
pub trait AttrVisitorMut {
    /// Visits a field, and may change its value.
    ///
    /// # Errors
    /// An error of the visitor discards all changes of the object.
    fn visit(&mut self, field: &'static Field, attr: AttrMut<'_>) -> Result<(), ReflectError>;
}

/// A field that can be changed.
pub struct AttrMut<'a> {
    original: &'a ObjectRef,
    /// The changed copy, after the first change.
    changed: &'a mut Option<ObjectRef>,
    reflection: &'static Reflection,
    position: usize,
}

/// Visits all fields of an object in order, including inherited ones.
///
/// # Errors
/// If the type of the object has no reflection. If a field is an integer above `i64::MAX`, which no
/// [`ArgValue`] can hold; the fields before it have been visited then.
///
/// ```
/// use objet::prelude::*;
/// use objet::fields::{AttrVisitor, Field, visit_attrs};
/// use objet::function::ArgValue;
///
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.visit_attrs.Point", is_final)]
/// struct PointNode {
///     base: Object,
///     x: i64,
///     y: i64,
/// }
///
/// struct Lines(String);
///
/// impl AttrVisitor for Lines {
///     fn visit(&mut self, field: &'static Field, value: ArgValue<'_>) {
///         self.0 += &format!("{} = {value:?}\n", field.name());
///     }
/// }
///
/// let mut lines = Lines(String::new());
/// visit_attrs(&make_object(PointNode { base: Object::new(), x: 1, y: 2 }), &mut lines)?;
/// assert_eq!(lines.0, "x = 1\ny = 2\n");
/// # Ok::<(), objet::fields::ReflectError>(())
/// ```
pub fn visit_attrs(object: &Object, visitor: &mut impl AttrVisitor) -> Result<(), ReflectError> {
    let reflection = Reflection::of_object(object)?;
    let Some(node) = Node::of(object) else { return Ok(()) };
    let loaded = Loaded::default();
    for (position, field) in reflection.fields().iter().enumerate() {
        let value = node.value(position, &loaded).or_else(ArgValue::try_from);
        visitor.visit(field, value.map_err(|source| reflection.wrong_value(position, source))?);
    }
    Ok(())
}

/// Visits all fields of an object in order, including inherited ones, and lets the visitor change
/// them.
///
/// If a field is changed, `reference` refers to a changed copy afterwards. The original object does
/// not change.
///
/// # Errors
/// Errors of the visitor. If the type's own check rejects the changed node. If the type has no
/// reflection. On errors, `reference` still refers to the original object.
///
/// ```
/// use objet::prelude::*;
/// use objet::fields::{AttrMut, AttrVisitorMut, Field, ReflectError, visit_attrs_mut};
///
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.visit_attrs_mut.Point", is_final)]
/// struct PointNode {
///     base: Object,
///     x: i64,
///     y: i64,
/// }
///
/// struct Double;
///
/// impl AttrVisitorMut for Double {
///     fn visit(&mut self, _: &'static Field, mut attr: AttrMut<'_>) -> Result<(), ReflectError> {
///         match attr.get()?.get::<i64>() {
///             Ok(number) => attr.set((2 * number).into()),
///             Err(_) => Ok(()),
///         }
///     }
/// }
///
/// let mut point = Point::from(make_object(PointNode { base: Object::new(), x: 1, y: 2 }));
/// visit_attrs_mut(&mut point, &mut Double)?;
/// assert_eq!((point.x, point.y), (2, 4));
/// # Ok::<(), objet::fields::ReflectError>(())
/// ```
pub fn visit_attrs_mut<R: IsObjectRef>(
    reference: &mut R,
    visitor: &mut impl AttrVisitorMut,
) -> Result<(), ReflectError> {
    let original = reference.as_object_ref();
    let reflection = Reflection::of_object(original)?;
    let mut changed = None;
    for (position, field) in reflection.fields().iter().enumerate() {
        visitor.visit(field, AttrMut { original, changed: &mut changed, reflection, position })?;
    }
    if let Some(object) = changed {
        *reference = field_update::accept(object, reflection)?;
    }
    Ok(())
}

impl AttrMut<'_> {
    /// Returns the value of the field.
    ///
    /// # Errors
    /// If the value is an integer above `i64::MAX`, which no [`RetValue`] can hold.
    pub fn get(&self) -> Result<RetValue, ReflectError> {
        match Node::of(self.changed.as_ref().unwrap_or(self.original)) {
            Some(node) => field_value(node, self.position),
            None => unreachable!("the object has a reflection"),
        }
    }

    /// Sets the value of the field.
    ///
    /// # Errors
    /// If the field cannot hold the value, or if the value is out of bounds. The field is unchanged
    /// then.
    pub fn set(&mut self, value: ArgValue<'_>) -> Result<(), ReflectError> {
        let object = self.changed.get_or_insert_with(|| self.reflection.copy(self.original));
        field_update::set(object, self.reflection, self.position, value)
    }
}
