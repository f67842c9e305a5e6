//! Expressions in TVMScript.

use objet::prelude::*;
use objet_ir::expr::{FloatImm, GlobalVarNode, IntImm, PrimExpr, number_text};
use objet_ir::op::OpNode;
use objet_ir::print_worklist::quoted;

use super::{Script, ScriptError};
use crate::expr::{
    Add, AddNode, And, AndNode, Broadcast, BufferLoad, Call, Cast, CommReducerNode, Div, DivNode, EQ, EQNode,
    FloorDiv, FloorMod, GE, GENode, GT, GTNode, IterVarNode, LE, LENode, LT, LTNode, Let, Load, Max, Min,
    Mod, ModNode, Mul, MulNode, NE, NENode, Not, Or, OrNode, Ramp, Reduce, Select, Shuffle, StringImm, Sub,
    SubNode, Var,
};
use crate::functor::ExprFunctor;
use crate::op::is_const_int;

/// Returns the precedence of an expression. A lower number binds tighter, and expressions other
/// than operators have 0.
fn precedence(expr: &PrimExpr) -> u8 {
    match_node!(match expr {
        MulNode | DivNode | ModNode => 1,
        AddNode | SubNode => 2,
        LTNode | LENode | GTNode | GENode => 3,
        EQNode | NENode => 4,
        AndNode => 5,
        OrNode => 6,
        _ => 0,
    })
}

macro_rules! operators {
    ($($visit:ident $operator:ident $sign:literal $precedence:literal;)*) => {
        $(
            fn $visit(&mut self, operator: &$operator) {
                self.operand(&operator.a, precedence(&operator.a) > $precedence);
                self.worklist.text($sign);
                self.operand(&operator.b, precedence(&operator.b) >= $precedence);
            }
        )*
    };
}

macro_rules! functions {
    ($($visit:ident $node:ident $word:literal [$($argument:ident),*];)*) => {
        $(
            fn $visit(&mut self, node: &$node) {
                self.call($word, [$(&node.$argument),*]);
                self.worklist.text(")");
            }
        )*
    };
}

impl ExprFunctor for Script<'_> {
    type Output = ();

    operators! {
        visit_mul Mul " * " 1;
        visit_div Div " / " 1;
        visit_mod Mod " % " 1;
        visit_add Add " + " 2;
        visit_sub Sub " - " 2;
        visit_lt LT " < " 3;
        visit_le LE " <= " 3;
        visit_gt GT " > " 3;
        visit_ge GE " >= " 3;
        visit_eq EQ " == " 4;
        visit_ne NE " != " 4;
        visit_and And " and " 5;
        visit_or Or " or " 6;
    }

    functions! {
        visit_floor_div FloorDiv "floordiv" [a, b];
        visit_floor_mod FloorMod "floormod" [a, b];
        visit_min Min "min" [a, b];
        visit_max Max "max" [a, b];
        visit_select Select "Select" [condition, true_value, false_value];
        visit_shuffle Shuffle "shuffle" [vectors, indices];
    }

    fn visit_expr_default(&mut self, expr: &PrimExpr) {
        self.fail(ScriptError::NotInScript(expr.type_key()));
    }

    fn visit_var(&mut self, var: &Var) {
        let (name, _) = self.name(var.as_object_ref(), &var.name_hint, "v");
        self.worklist.text(name);
    }

    fn visit_int_imm(&mut self, int: &IntImm) {
        match int.dtype {
            DataType::BOOL => drop(self.worklist.text(if int.value == 0 { "False" } else { "True" })),
            dtype if dtype == DataType::int(32) => drop(self.worklist.text(int.value.to_string())),
            dtype => self.word(&format!("{dtype}({})", int.value)),
        }
    }

    fn visit_float_imm(&mut self, float: &FloatImm) {
        self.word(&format!("{}({})", float.dtype, number_text(float.value, 17)));
    }

    fn visit_string_imm(&mut self, string: &StringImm) {
        self.worklist.text(quoted(&string.value));
    }

    fn visit_cast(&mut self, cast: &Cast) {
        self.call("cast", [&cast.value]);
        self.worklist.text(format!(", \"{}\")", cast.dtype));
    }

    fn visit_not(&mut self, not: &Not) {
        self.worklist.text("not(").object(&not.a).text(")");
    }

    fn visit_let(&mut self, binding: &Let) {
        self.call("let", [&binding.var]);
        self.worklist.text(", ").list([&binding.value, &binding.body]).text(")");
    }

    fn visit_ramp(&mut self, ramp: &Ramp) {
        self.call("ramp", [&ramp.base, &ramp.stride]);
        self.worklist.text(format!(", {})", ramp.lanes));
    }

    fn visit_broadcast(&mut self, broadcast: &Broadcast) {
        self.call("broadcast", [&broadcast.value]);
        self.worklist.text(format!(", {})", broadcast.lanes));
    }

    fn visit_load(&mut self, load: &Load) {
        self.word(&format!("load(\"{}\", ", load.dtype));
        self.worklist.object(&load.buffer_var).text(", ").object(&load.index);
        if !is_const_int(&load.predicate, 1) || load.dtype.lanes != 1 {
            self.worklist.text(", ").object(&load.predicate);
        }
        self.worklist.text(")");
    }

    fn visit_buffer_load(&mut self, load: &BufferLoad) {
        self.worklist.object(&load.buffer);
        self.indices(&load.indices);
    }

    fn visit_call(&mut self, call: &Call) {
        match_node!(match call.op {
            op @ OpNode => match op.name.strip_prefix("tir.") {
                Some(word) => self.word(word),
                None => drop(self.worklist.text(op.name.to_string())),
            },
            function @ GlobalVarNode => drop(self.worklist.text(function.name_hint.to_string())),
            _ => return self.fail(ScriptError::NotInScript(call.op.type_key())),
        });
        self.worklist.text("(").list(&call.args).comma(call.args.len());
        self.worklist.text(format!("dtype=\"{}\")", call.dtype));
    }

    fn visit_reduce(&mut self, reduce: &Reduce) {
        self.call("reduce", reduce.combiner.as_ref());
        self.worklist.text(", ").object(&reduce.source).text(", ").object(&reduce.axis);
        self.worklist.text(format!(", {})", reduce.value_index));
    }
}

impl Script<'_> {
    fn operand(&mut self, operand: &PrimExpr, in_parentheses: bool) {
        if in_parentheses {
            self.worklist.text("(").object(operand).text(")");
        } else {
            self.worklist.object(operand);
        }
    }

    /// Writes the indices of an element. Without indices, this is an empty tuple.
    pub(super) fn indices(&mut self, indices: &Array<PrimExpr>) {
        if indices.is_empty() {
            self.worklist.text("[()]");
        } else {
            self.worklist.object(indices);
        }
    }

    pub(super) fn axis(&mut self, axis: &IterVarNode) {
        self.call("iter_var", [&axis.var]);
        match &axis.dom {
            Some(dom) => self.worklist.text(", [").object(dom).text("]"),
            None => self.worklist.text(", None"),
        };
        self.worklist.text(format!(", \"{:?}\", {})", axis.iter_type, quoted(&axis.thread_tag)));
    }

    /// Writes a reducer as a lambda. The names of its parameters are in scope only there.
    pub(super) fn reducer(&mut self, object: &ObjectRef, reducer: &CommReducerNode) {
        self.word("comm_reducer(lambda ");
        self.worklist.list(reducer.lhs.iter().chain(&reducer.rhs)).text(": ");
        match reducer.result.as_slice() {
            [result] => self.worklist.object(result),
            results => self.worklist.text("(").list(results).text(")"),
        };
        self.worklist.text(", ").object(&reducer.identity_element).text(")").then(Self::end_reducer, object);
    }

    fn end_reducer(&mut self, reducer: &ObjectRef) {
        let Some(reducer) = reducer.as_node::<CommReducerNode>() else { return };
        for var in reducer.lhs.iter().chain(&reducer.rhs) {
            self.known.remove(var.as_object_ref());
        }
    }
}
