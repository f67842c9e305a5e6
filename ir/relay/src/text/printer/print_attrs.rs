//! Prints attributes and their values.

use objet::containers::StringNode;
use objet::fields::{Field, FieldKind, Reflection, print_attr};
use objet::function::RetValue;
use objet::prelude::*;
use objet::text::as_repr;
use objet::{String as Text, get_attr, structural_equal};
use objet_ir::attrs::{Attrs, AttrsNode};
use objet_ir::expr::{FloatImmNode, GlobalVarNode, IntImmNode, number_text};
use objet_tir::expr::{AnyNode, StringImmNode};

use super::RelayPrinter;
use super::blocks::Block;
use crate::expr::CallNode;

/// Floats with a smaller difference are considered equal.
const TOLERANCE: f64 = 1e-9;

impl RelayPrinter<'_, '_> {
    /// Prints the attributes of a call to a new block, separated by commas from the arguments. If
    /// the metadata is shown, attributes whose type does not follow from the operator are printed
    /// as references, so that the parser can restore them.
    pub(super) fn call_attrs(&mut self, call: &CallNode, attrs: &Attrs) -> Block {
        let count = call.args.len();
        match call.as_op() {
            Some(op) if self.show_meta_data && op.attrs_type_key.load().as_str() != attrs.type_key() => {
                let reference = self.meta_data.reference(attrs.as_object_ref());
                self.worklist.comma(count).text(reference);
            }
            Some(_) => drop(self.fields(attrs, count)),
            None => {
                let count = self.fields(attrs, count);
                self.worklist.comma(count).text(format!("attrs_type_key=\"{}\"", attrs.type_key()));
            }
        }
        self.line_block()
    }

    /// Prints the attributes that differ from their defaults, after `count` other items. Returns
    /// the new number of items.
    fn fields(&mut self, attrs: &Attrs, mut count: usize) -> usize {
        let Ok(reflection) = Reflection::of_object(attrs) else { return count };
        let defaults = self.defaults.entry(attrs.type_index());
        let defaults =
            defaults.or_insert_with(|| reflection.fields().iter().map(Field::default).collect()).clone();
        for (field, default) in reflection.fields().iter().zip(&*defaults) {
            let Ok(value) = get_attr(attrs, field.name()) else { continue };
            if default.as_ref().is_some_and(|default| same(default, &value)) {
                continue;
            }
            self.worklist.comma(count).text(field.name()).text("=");
            count += 1;
            match (field.kind(), value) {
                (FieldKind::Bool, RetValue::Int(value)) => drop(self.worklist.text(truth(value != 0))),
                (FieldKind::String, RetValue::Str(text)) => drop(self.worklist.text(quoted(&text))),
                (FieldKind::List(_) | FieldKind::Optional(_) | FieldKind::Custom(_) | FieldKind::Char, _) => {
                    let text = print_attr(attrs, field.name()).unwrap_or_default();
                    self.worklist.text(text);
                }
                (_, RetValue::Int(value)) => drop(self.worklist.copied(itoa::Buffer::new().format(value))),
                (_, RetValue::Float(value)) => drop(self.worklist.text(number_text(value, 6) + "f")),
                (_, RetValue::DataType(dtype)) => drop(self.worklist.text(format!("\"{dtype}\""))),
                (_, RetValue::Object(object)) => self.value(Some(&object)),
                _ => self.value(None),
            }
        }
        count
    }

    /// Prints names with values, after `before` other items.
    pub(super) fn entries<'o>(
        &mut self,
        entries: impl Iterator<Item = (String, Option<&'o ObjectRef>)>,
        before: usize,
    ) {
        for (index, (name, value)) in entries.enumerate() {
            self.worklist.comma(before + index).text(name).text("=");
            self.value(value);
        }
    }

    /// Prints values, separated by commas.
    pub(super) fn values<'o>(&mut self, values: impl Iterator<Item = Option<&'o ObjectRef>>) {
        for (index, value) in values.enumerate() {
            self.worklist.comma(index);
            self.value(value);
        }
    }

    fn value(&mut self, value: Option<&ObjectRef>) {
        match value {
            Some(value) => self.worklist.then(Self::attribute, value),
            None => self.worklist.text("None"),
        };
    }

    fn attribute(&mut self, value: &ObjectRef) {
        match_node!(match value {
            AnyNode => {
                self.worklist.text("?");
            }
            text @ StringNode => drop(self.worklist.text(quoted(text.as_str()))),
            text @ StringImmNode => drop(self.worklist.text(quoted(&text.value))),
            int @ IntImmNode => drop(self.worklist.text(int_text(int.dtype, int.value))),
            float @ FloatImmNode => drop(self.worklist.text(float_text(float.dtype, float.value))),
            var @ GlobalVarNode if !self.show_meta_data =>
                drop(self.worklist.text(format!("'{}'", var.name_hint))),
            AttrsNode if !self.show_meta_data => {
                self.worklist.text("{");
                self.fields(objet_ir::functor::downcast_known(value), 0);
                self.worklist.text("}");
            }
            _ => self.container(value),
        });
    }

    /// Prints the elements of an array of integers. Returns `false` for other arrays, and prints
    /// nothing.
    fn integers(&mut self, array: &Array<Option<ObjectRef>>) -> bool {
        if !array
            .iter()
            .all(|element| element.as_ref().is_some_and(|element| element.is_instance::<IntImmNode>()))
        {
            return false;
        }
        let integers = array.iter().flatten().filter_map(|element| element.as_node::<IntImmNode>());
        for (index, integer) in integers.enumerate() {
            self.worklist.comma(index);
            match integer.dtype == DataType::BOOL {
                true => self.worklist.text(truth(integer.value != 0)),
                false => self.worklist.copied(itoa::Buffer::new().format(integer.value)),
            };
        }
        true
    }

    fn container(&mut self, value: &ObjectRef) {
        if let Some(array) = value.downcast_ref::<Array<Option<ObjectRef>>>() {
            self.worklist.text("[");
            if !self.integers(array) {
                self.values(array.iter().map(Option::as_ref));
            }
            self.worklist.text("]");
            return;
        }
        match value.downcast_ref::<Map<ObjectRef, Option<ObjectRef>>>() {
            Some(map) if !self.show_meta_data => {
                self.worklist.text("{");
                for (index, (key, value)) in map.iter().enumerate() {
                    self.worklist.comma(index);
                    self.value(Some(key));
                    self.worklist.text("=");
                    self.value(value.as_ref());
                }
                self.worklist.text("}");
            }
            _ => drop(self.worklist.text(self.meta_data.reference(value))),
        }
    }
}

/// Returns whether an attribute equals its default.
fn same(default: &RetValue, value: &RetValue) -> bool {
    match (default, value) {
        (RetValue::Null, RetValue::Null) => true,
        (RetValue::Int(default), RetValue::Int(value)) => default == value,
        (RetValue::Float(default), RetValue::Float(value)) => {
            default == value || (default - value).abs() < TOLERANCE
        }
        (RetValue::DataType(default), RetValue::DataType(value)) => default == value,
        (RetValue::Str(default), RetValue::Str(value)) => default == value,
        (RetValue::Object(default), RetValue::Object(value)) => {
            same_integers(default, value).unwrap_or_else(|| structural_equal(default, value))
        }
        _ => false,
    }
}

/// Returns whether two arrays of integers are equal, and `None` for other objects. Most attributes
/// with a default are such arrays.
fn same_integers(default: &ObjectRef, value: &ObjectRef) -> Option<bool> {
    let default = default.downcast_ref::<Array<Option<ObjectRef>>>()?;
    let value = value.downcast_ref::<Array<Option<ObjectRef>>>()?;
    if default.len() != value.len() {
        return Some(false);
    }
    for (default, value) in default.iter().zip(value) {
        let default = default.as_ref()?.as_node::<IntImmNode>()?;
        let value = value.as_ref()?.as_node::<IntImmNode>()?;
        if (default.dtype, default.value) != (value.dtype, value.value) {
            return Some(false);
        }
    }
    Some(true)
}

/// Prints an integer, or a boolean as a word.
pub(super) fn int_text(dtype: DataType, value: i64) -> String {
    if dtype == DataType::BOOL { truth(value != 0).into() } else { value.to_string() }
}

/// Prints a float with a suffix for its number of bits.
pub(super) fn float_text(dtype: DataType, value: f64) -> String {
    let suffix = match dtype.bits {
        32 if dtype == DataType::float(32) => "f",
        64 if dtype == DataType::float(64) => "f64",
        _ => "",
    };
    number_text(value, 6) + suffix
}

fn truth(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}

fn quoted(text: &str) -> String {
    as_repr(Some(&Text::from(text)))
}
