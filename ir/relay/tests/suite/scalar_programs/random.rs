//! Generates scalar programs from bytes. The programs are well formed and evaluate to a number.

use objet::NDArray;
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;
use objet_relay::expr::{
    Call, Constant, Function, If, Let, RefCreate, RefRead, RefWrite, Tuple, TupleGetItem, Var,
};

/// Returns the program that the bytes encode.
pub(crate) fn program(bytes: &[u8]) -> RelayExpr {
    let mut making = Making { bytes: bytes.iter().copied(), numbers: Vec::new(), cells: Vec::new(), vars: 0 };
    making.number(7).expr
}

pub(crate) fn constant(number: i32) -> RelayExpr {
    Constant::new(NDArray::from_slice(&[], &[number]).unwrap(), None).into()
}

pub(crate) fn call(op: &str, lhs: RelayExpr, rhs: RelayExpr) -> RelayExpr {
    Call::new(Op::get(op).unwrap(), [lhs, rhs], None, [], None).into()
}

struct Making<I> {
    bytes: I,
    /// The expressions that may be shared in this scope. They have no effects.
    numbers: Vec<RelayExpr>,
    /// The references that may be read and written in this scope.
    cells: Vec<Var>,
    vars: usize,
}

struct Made {
    expr: RelayExpr,
    has_effect: bool,
}

impl<I: Iterator<Item = u8>> Making<I> {
    fn byte(&mut self) -> u8 {
        self.bytes.next().unwrap_or(0)
    }

    fn var(&mut self) -> Var {
        self.vars += 1;
        Var::new(format!("v{}", self.vars), None, None)
    }

    /// Returns the result of `make`, called in a nested scope.
    fn inside<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let (numbers, cells) = (self.numbers.len(), self.cells.len());
        let made = make(self);
        self.numbers.truncate(numbers);
        self.cells.truncate(cells);
        made
    }

    fn number(&mut self, depth: usize) -> Made {
        let choice = if depth == 0 { self.byte() % 2 } else { self.byte() % 12 };
        let made = match choice {
            1 if !self.numbers.is_empty() => {
                let place = usize::from(self.byte()) % self.numbers.len();
                return Made { expr: self.numbers[place].clone(), has_effect: false };
            }
            0 | 1 => Made { expr: constant(i32::from(self.byte()) - 9), has_effect: false },
            2 | 3 => {
                let op = ["add", "subtract", "multiply"][usize::from(self.byte()) % 3];
                let (lhs, rhs) = (self.number(depth - 1), self.number(depth - 1));
                let has_effect = lhs.has_effect || rhs.has_effect;
                Made { expr: call(op, lhs.expr, rhs.expr), has_effect }
            }
            4 | 5 => self.choice(depth),
            6 | 7 => self.binding(depth),
            8 => {
                let fields = [self.number(depth - 1), self.number(depth - 1)];
                let index = i32::from(self.byte() % 2);
                let has_effect = fields.iter().any(|field| field.has_effect);
                let tuple = Tuple::new(fields.map(|field| field.expr), None);
                Made { expr: TupleGetItem::new(tuple, index, None).into(), has_effect }
            }
            9 => self.function(depth),
            10 => self.new_cell(depth),
            _ => self.use_of_cell(depth),
        };
        if !made.has_effect {
            self.numbers.push(made.expr.clone());
        }
        made
    }

    fn choice(&mut self, depth: usize) -> Made {
        let (lhs, rhs) = (self.number(depth - 1), self.number(depth - 1));
        let branches =
            [self.inside(|this| this.number(depth - 1)), self.inside(|this| this.number(depth - 1))];
        let has_effect = [&lhs, &rhs, &branches[0], &branches[1]].iter().any(|made| made.has_effect);
        let [yes, no] = branches.map(|branch| branch.expr);
        Made { expr: If::new(call("less", lhs.expr, rhs.expr), yes, no, None).into(), has_effect }
    }

    fn binding(&mut self, depth: usize) -> Made {
        let (var, value) = (self.var(), self.number(depth - 1));
        let body = self.inside(|this| {
            this.numbers.push(var.clone().into());
            this.number(depth - 1)
        });
        let has_effect = value.has_effect || body.has_effect;
        Made { expr: Let::new(var, value.expr, body.expr, None).into(), has_effect }
    }

    /// Generates a function that is called twice.
    fn function(&mut self, depth: usize) -> Made {
        let (name, param) = (self.var(), self.var());
        let body = self.inside(|this| {
            this.numbers.push(param.clone().into());
            this.number(depth - 1)
        });
        let function = Function::new([param], body.expr, None, [], None, None);
        let calls = [self.number(depth - 1), self.number(depth - 1)];
        let has_effect = body.has_effect || calls.iter().any(|arg| arg.has_effect);
        let [a, b] = calls.map(|arg| RelayExpr::from(Call::new(name.clone(), [arg.expr], None, [], None)));
        Made { expr: Let::new(name, function, call("subtract", a, b), None).into(), has_effect }
    }

    fn new_cell(&mut self, depth: usize) -> Made {
        let (cell, value) = (self.var(), self.number(depth - 1));
        let body = self.inside(|this| {
            this.cells.push(cell.clone());
            this.number_by_cells(depth - 1)
        });
        let create = RefCreate::new(value.expr, None);
        Made { expr: Let::new(cell, create, body.expr, None).into(), has_effect: true }
    }

    /// Generates a number, usually after reading and writing a reference.
    fn number_by_cells(&mut self, depth: usize) -> Made {
        if depth > 0 && !self.byte().is_multiple_of(3) { self.use_of_cell(depth) } else { self.number(depth) }
    }

    /// `let before = read(cell); let _ = write(cell, value); let after = read(cell); body - after`
    fn use_of_cell(&mut self, depth: usize) -> Made {
        if self.cells.is_empty() {
            return self.new_cell(depth);
        }
        let place = usize::from(self.byte()) % self.cells.len();
        let cell = self.cells[place].clone();
        let [before, unit, after] = [(); 3].map(|()| self.var());
        let read = || RefRead::new(cell.clone(), None);
        let rest = self.inside(|this| {
            this.numbers.push(before.clone().into());
            let value = this.number(depth - 1);
            let body = this.number_by_cells(depth - 1);
            let difference = call("subtract", body.expr, after.clone().into());
            let write = RefWrite::new(cell.clone(), value.expr, None);
            Let::new(unit, write, Let::new(after, read(), difference, None), None)
        });
        Made { expr: Let::new(before, read(), rest, None).into(), has_effect: true }
    }
}
