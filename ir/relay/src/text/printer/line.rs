//! Prints text without numbered lines: types, patterns, and the binders of variables.

use objet::String as Text;
use objet::prelude::*;
use objet_ir::expr::IntImmNode;
use objet_ir::names::beginning_with_letter;
use objet_ir::print_worklist::Step;
use objet_ir::types::{
    FuncTypeNode, GlobalTypeVarNode, RelayRefTypeNode, TensorTypeNode, TupleTypeNode, TypeCallNode,
    TypeVarNode,
};

use super::RelayPrinter;
use super::blocks::Block;
use super::printed_form::Printed;
use crate::adt::{PatternConstructorNode, PatternTupleNode, PatternVarNode, PatternWildcardNode};
use crate::expr::{FunctionNode, Var};

impl RelayPrinter<'_, '_> {
    pub(super) fn step(&mut self, step: Step<Self>) {
        match step {
            Step::Object(Some(object)) => self.object(&object),
            Step::Object(None) => drop(self.worklist.text("(nullptr)")),
            Step::Then(step, object) => step(self, &object),
        }
    }

    /// Prints a type or a pattern.
    fn object(&mut self, object: &ObjectRef) {
        let worklist = &mut self.worklist;
        match_node!(match object {
            var @ TypeVarNode => drop(worklist.text(var.name_hint.to_string())),
            var @ GlobalTypeVarNode => drop(worklist.text(var.name_hint.to_string())),
            call @ TypeCallNode => drop(worklist.object(&call.func).text("[").list(&call.args).text("]")),
            tensor @ TensorTypeNode => self.tensor_type(tensor),
            tuple @ TupleTypeNode =>
                drop(worklist.text("(").list(&tuple.fields).text(tuple_end(tuple.fields.len()))),
            function @ FuncTypeNode => self.func_type(function),
            reference @ RelayRefTypeNode => drop(worklist.text("ref(").object(&reference.value).text(")")),
            PatternWildcardNode => {
                worklist.text("_");
            }
            pattern @ PatternVarNode => self.pattern_var(object, &pattern.var),
            pattern @ PatternTupleNode => drop(worklist.text("(").list(&pattern.patterns).text(")")),
            pattern @ PatternConstructorNode => {
                worklist.text(pattern.constructor.name_hint.to_string());
                if !pattern.patterns.is_empty() {
                    worklist.text("(").list(&pattern.patterns).text(")");
                }
            }
            _ => drop(worklist.text(self.meta_data.reference(object))),
        });
    }

    fn tensor_type(&mut self, tensor: &TensorTypeNode) {
        self.tensor_type.clear();
        if static_tensor_type(tensor, &mut self.tensor_type, &mut self.dtypes) {
            self.worklist.copied(&self.tensor_type);
            return;
        }
        self.worklist.text("Tensor[(");
        self.values(tensor.shape.iter().map(|length| Some(length.as_object_ref())));
        self.worklist.text(format!("), {}]", tensor.dtype));
    }

    fn func_type(&mut self, function: &FuncTypeNode) {
        let worklist = self.worklist.text("fn ");
        if !function.type_params.is_empty() {
            worklist.text("[").list(&function.type_params).text("]");
        }
        worklist.text("(").list(&function.arg_types).text(") -> ").object(&function.ret_type);
    }

    /// A pattern that occurs again is printed with the same name, although it binds its variable
    /// twice.
    fn pattern_var(&mut self, pattern: &ObjectRef, var: &Var) {
        if let Some(name) = self.patterns.get(pattern) {
            self.worklist.copied(self.blocks.line_text(*name));
            return self.type_annotation(var);
        }
        let name = self.bind(var);
        self.patterns.insert(pattern.clone(), name);
    }

    /// Prints the binder of a variable: its name and its type.
    pub(super) fn variable(&mut self, var: &ObjectRef) {
        self.bind(objet_ir::functor::downcast_known(var));
    }

    /// Chooses the name of a variable, and prints the name with the type. Returns the name.
    fn bind(&mut self, var: &Var) -> Block {
        let expr = var.upcast_ref();
        if let Some(text) = self.line_of(expr) {
            let name = self.blocks.add_owned(text + "-malformed-ir");
            self.worklist.copied(self.blocks.line_text(name));
            return name;
        }
        let wanted = ["%", &beginning_with_letter(var.name_hint(), "v")].concat();
        let name = self.blocks.add_owned(self.names.fresh(wanted));
        self.printed.variables.insert(expr.clone(), Printed::bound(name));
        self.worklist.copied(self.blocks.line_text(name));
        self.type_annotation(var);
        if let Some(annotation) = self.custom_annotation(expr) {
            self.worklist.text(annotation);
        }
        name
    }

    fn type_annotation(&mut self, var: &Var) {
        let Some(ty) = &var.type_annotation else { return };
        self.worklist.text(": ");
        match ty.as_node::<TensorTypeNode>() {
            Some(tensor) => self.tensor_type(tensor),
            None => drop(self.worklist.object(ty)),
        }
    }

    /// Prints a function up to the opening brace of its body, to a new block.
    pub(super) fn signature(&mut self, prefix: &str, function: &FunctionNode) -> Block {
        self.worklist.copied(prefix);
        if !function.type_params.is_empty() {
            self.worklist.text("[").list(&function.type_params).text("]");
        }
        self.worklist.text("(");
        for (index, param) in function.params.iter().enumerate() {
            self.worklist.comma(index).then(Self::variable, param);
        }
        if let Some(attrs) = &function.attrs {
            self.entries(attrs.dict.iter().map(name_and_value), function.params.len());
        }
        self.worklist.text(") ");
        if let Some(ty) = &function.ret_type {
            self.worklist.text("-> ").object(ty).text(" ");
        }
        self.worklist.text("{");
        self.line_block()
    }
}

fn name_and_value<'a>((name, value): (&'a Text, &'a Option<ObjectRef>)) -> (String, Option<&'a ObjectRef>) {
    (name.to_string(), value.as_ref())
}

/// The text of the last data type, which most types of a program share.
#[derive(Default)]
pub(super) struct DataTypeText {
    last: Option<DataType>,
    text: String,
}

impl DataTypeText {
    fn of(&mut self, dtype: DataType) -> &str {
        if self.last != Some(dtype) {
            (self.last, self.text) = (Some(dtype), dtype.to_string());
        }
        &self.text
    }
}

/// Appends the text of a tensor type whose lengths are constants. Returns `false` for other types,
/// and appends nothing.
pub(super) fn static_tensor_type(
    tensor: &TensorTypeNode,
    text: &mut String,
    dtypes: &mut DataTypeText,
) -> bool {
    let begin = text.len();
    if !tensor.shape.is_empty() {
        text.push_str("Tensor[(");
        for (index, length) in tensor.shape.iter().enumerate() {
            let length = length.as_node::<IntImmNode>().filter(|length| length.dtype != DataType::BOOL);
            let Some(length) = length else {
                text.truncate(begin);
                return false;
            };
            text.push_str(if index > 0 { ", " } else { "" });
            text.push_str(itoa::Buffer::new().format(length.value));
        }
        text.push_str("), ");
    }
    text.push_str(dtypes.of(tensor.dtype));
    text.push_str(if tensor.shape.is_empty() { "" } else { "]" });
    true
}

/// Returns the end of a tuple, with a trailing comma after a single field, as in Python.
pub(super) fn tuple_end(fields: usize) -> &'static str {
    if fields == 1 { ",)" } else { ")" }
}
