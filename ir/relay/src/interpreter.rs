//! Values of relay that are not tensors, as front ends give them to programs. There is no
//! interpreter here.

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::adt::Constructor;

/// A value of an algebraic data type.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.ConstructorValue", is_final, new)]
#[reflect(repr = show_constructor_value)]
pub struct ConstructorValueNode {
    base: Object,
    /// The tag of the constructor.
    pub tag: i32,
    /// The fields.
    pub fields: Array<ObjectRef>,
    /// The constructor; null if only the tag is known.
    pub constructor: Option<Constructor>,
}

/// A value in a reference cell.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.RefValue", is_final, new)]
#[reflect(repr = show_ref_value)]
pub struct RefValueNode {
    base: Object,
    /// The value.
    pub value: Option<ObjectRef>,
}

fn show_constructor_value<'a>(value: &'a ConstructorValueNode, printer: &mut ReprPrinter<'a>) {
    printer.text(format!("ConstructorValueObj({},", value.tag)).object(&value.fields).text(")");
}

fn show_ref_value<'a>(value: &'a RefValueNode, printer: &mut ReprPrinter<'a>) {
    printer.text("RefValueObj(").object(&value.value).text(")");
}

/// Creates a value of an algebraic data type.
#[register_global("relay._make.ConstructorValue")]
fn constructor_value(
    tag: i32,
    fields: Array<ObjectRef>,
    constructor: Option<Constructor>,
) -> ConstructorValue {
    ConstructorValue::new(tag, fields, constructor)
}

/// Creates a value in a reference cell.
#[register_global("relay._make.RefValue")]
fn ref_value(value: Option<ObjectRef>) -> RefValue {
    RefValue::new(value)
}
