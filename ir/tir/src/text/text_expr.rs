//! Expressions in the text format.

use objet::prelude::*;
use objet_ir::expr::{FloatImm, GlobalVarNode, IntImm, PrimExpr, number_text};
use objet_ir::op::OpNode;
use objet_ir::print_worklist::quoted;

use super::Printer;
use crate::buffer::producer_name;
use crate::expr::{
    Add, And, Any, Broadcast, BufferLoad, Call, Cast, Div, EQ, FloorDiv, FloorMod, GE, GT, IterVarNode, LE,
    LT, Let, Load, Max, Min, Mod, Mul, NE, Not, Or, ProducerLoad, Ramp, RangeNode, Reduce, Select, Shuffle,
    StringImm, Sub, Var,
};
use crate::function::type_of;
use crate::functor::ExprFunctor;
use crate::op::is_const_int;

macro_rules! binary_operators {
    ($($visit:ident $operator:ident [$before:literal $between:literal];)*) => {
        $(
            fn $visit(&mut self, operator: &$operator) {
                self.worklist.text($before).object(&operator.a).text($between).object(&operator.b).text(")");
            }
        )*
    };
}

impl ExprFunctor for Printer<'_> {
    type Output = ();

    binary_operators! {
        visit_add Add ["(" " + "];
        visit_sub Sub ["(" " - "];
        visit_mul Mul ["(" "*"];
        visit_div Div ["(" " / "];
        visit_mod Mod ["(" " % "];
        visit_floor_div FloorDiv ["floordiv(" ", "];
        visit_floor_mod FloorMod ["floormod(" ", "];
        visit_min Min ["min(" ", "];
        visit_max Max ["max(" ", "];
        visit_eq EQ ["(" " == "];
        visit_ne NE ["(" " != "];
        visit_lt LT ["(" " < "];
        visit_le LE ["(" " <= "];
        visit_gt GT ["(" " > "];
        visit_ge GE ["(" " >= "];
        visit_and And ["(" " && "];
        visit_or Or ["(" " || "];
    }

    fn visit_expr_default(&mut self, expr: &PrimExpr) {
        self.reference(expr.as_object_ref());
    }

    fn visit_var(&mut self, var: &Var) {
        let object = var.as_object_ref();
        if self.meta_data.contains(object) {
            return self.reference(object);
        }
        let (name, is_new) = self.name(object, &var.name_hint, "v");
        self.worklist.text(name);
        if is_new {
            self.worklist.text(": ").object(&type_of(var));
        }
    }

    fn visit_int_imm(&mut self, int: &IntImm) {
        self.worklist.text(match int.dtype {
            DataType::BOOL => if int.value == 1 { "True" } else { "False" }.to_owned(),
            dtype => int.value.to_string() + &suffix(dtype),
        });
    }

    fn visit_float_imm(&mut self, float: &FloatImm) {
        self.worklist.text(number_text(float.value, 6) + &suffix(float.dtype));
    }

    fn visit_string_imm(&mut self, string: &StringImm) {
        self.worklist.text(quoted(&string.value));
    }

    fn visit_any(&mut self, _: &Any) {
        self.worklist.text("?");
    }

    fn visit_cast(&mut self, cast: &Cast) {
        self.worklist.text(format!("cast({}, ", cast.dtype)).object(&cast.value).text(")");
    }

    fn visit_not(&mut self, not: &Not) {
        self.worklist.text("!").object(&not.a);
    }

    fn visit_select(&mut self, select: &Select) {
        let values = [&select.condition, &select.true_value, &select.false_value];
        self.worklist.text("select(").list(values).text(")");
    }

    fn visit_let(&mut self, binding: &Let) {
        self.worklist.text("let ").object(&binding.var).text(" = ").object(&binding.value);
        self.worklist.text(" in ").object(&binding.body);
    }

    fn visit_ramp(&mut self, ramp: &Ramp) {
        self.worklist.text("ramp(").list([&ramp.base, &ramp.stride]).text(format!(", {})", ramp.lanes));
    }

    fn visit_broadcast(&mut self, broadcast: &Broadcast) {
        self.worklist.text("broadcast(").object(&broadcast.value).text(format!(", {})", broadcast.lanes));
    }

    fn visit_shuffle(&mut self, shuffle: &Shuffle) {
        self.worklist.text("shuffle(").list([&shuffle.vectors, &shuffle.indices]).text(")");
    }

    fn visit_load(&mut self, load: &Load) {
        self.worklist.text(format!("({}*)", load.dtype)).object(&load.buffer_var);
        self.worklist.text("[").object(&load.index).text("]");
        self.condition(&load.predicate);
    }

    fn visit_buffer_load(&mut self, load: &BufferLoad) {
        self.worklist.object(&load.buffer).object(&load.indices);
    }

    fn visit_producer_load(&mut self, load: &ProducerLoad) {
        self.worklist.text(producer_name(&load.producer)).object(&load.indices);
    }

    fn visit_call(&mut self, call: &Call) {
        self.worklist.text("@");
        match_node!(match call.op {
            op @ OpNode => drop(self.worklist.text(op.name.to_string())),
            function @ GlobalVarNode => drop(self.worklist.text(function.name_hint.to_string())),
            _ => drop(self.worklist.object(&call.op)),
        });
        self.worklist.text("(").list(&call.args).text(format!(", dtype={})", call.dtype));
    }

    fn visit_reduce(&mut self, reduce: &Reduce) {
        self.worklist.text("reduce(").optional(reduce.combiner.as_ref()).text(", ");
        self.worklist.object(&reduce.source).text(", ").object(&reduce.axis);
        self.worklist.text(format!(", {}, ", reduce.value_index)).optional(reduce.init.as_ref()).text(")");
    }
}

impl Printer<'_> {
    /// Writes ` if ` and the condition, unless the condition is always true.
    pub(super) fn condition(&mut self, condition: &PrimExpr) {
        if !is_const_int(condition, 1) {
            self.worklist.text(" if ").object(condition);
        }
    }

    pub(super) fn axis(&mut self, axis: &IterVarNode) {
        self.worklist.text("IterVar(").object(&axis.var);
        match &axis.dom {
            Some(dom) => self.worklist.text(", [").object(dom).text("]"),
            None => self.worklist.text(", (nullptr)"),
        };
        self.worklist.text(format!(", \"{:?}\", {})", axis.iter_type, quoted(&axis.thread_tag)));
    }

    pub(super) fn range(&mut self, range: &RangeNode) {
        self.worklist.object(&range.min).text(":");
        self.end(&range.min, &range.extent);
    }
}

/// Returns the type suffix of a number. An `int32` has none.
fn suffix(dtype: DataType) -> String {
    if dtype == DataType::int(32) {
        return String::new();
    }
    let kind = match dtype {
        _ if dtype.is_int() => "i",
        _ if dtype.is_uint() => "u",
        _ if dtype.is_float() => "f",
        _ => "",
    };
    let lanes = if dtype.lanes == 1 { String::new() } else { format!("x{}", dtype.lanes) };
    format!("{kind}{}{lanes}", dtype.bits)
}
