//! Conversion of the body of a function, with a stack in the place of recursion.

use foldhash::HashMap;
use objet::prelude::*;
use objet::rewrite;
use objet_ir::adt::ConstructorNode;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::op::OpNode;
use objet_ir::types::{FuncTypeNode, TypeVar};

use super::CpsError;
use super::convert_type::CpsTypes;
use crate::adt::{Clause, Match, Pattern};
use crate::analysis::all_vars;
use crate::expr::{
    Call, Constant, Function, Id, If, Let, RefCreate, RefRead, RefWrite, Tuple, TupleGetItem, Var,
};
use crate::functor::ExprFunctor;
use crate::scope::is_primitive;

/// The global functions that a conversion refers to.
pub(super) trait Globals {
    /// Returns the variable of the converted copy of a global function.
    fn copy_of(&mut self, var: &GlobalVar) -> Result<GlobalVar, CpsError>;
}

/// The next step of a conversion.
pub(super) enum Step {
    /// Convert an expression.
    Convert(RelayExpr),
    /// Pass a value, which is converted, to the next continuation of the block.
    Value(RelayExpr),
    /// End the block with an expression.
    End(RelayExpr),
}

/// The use of the value of an expression in the rest of a block.
enum Continuation {
    /// The variable of a `let`, and the expression after it.
    Let(Let),
    RefCreate,
    Project(TupleGetItem),
    RefRead,
    /// The reference is known, once the first value was passed.
    RefWrite(RefWrite, Option<RelayExpr>),
    Tuple(Tuple, Vec<RelayExpr>),
    /// A call, and the known operands. The callee is the first one, unless it is an operator or a
    /// constructor.
    Call(Call, Vec<RelayExpr>),
    /// A condition. Both branches pass their value to a function.
    If(If, Var),
    /// A matched value. All clauses pass their value to a function.
    Match(Match, Var),
    /// The value is the argument of a function, which ends the block.
    Return(Var),
}

/// Code around the rest of a block.
enum Code {
    Let(Var, RelayExpr),
    /// A call whose last argument is a function of this variable. The rest of the block is the
    /// body of the function.
    Call(Call, Var),
}

/// An expression that will have the value of a block.
enum Owner {
    Root,
    /// A function with these parameters.
    Function(Function, Array<Var>),
    /// The continuation of a conditional expression: a function `name` of `arg`.
    Shared {
        expr: RelayExpr,
        name: Var,
        arg: Var,
    },
    /// The branches of a conditional expression with a condition, and the converted first one.
    Branch {
        node: If,
        cond: RelayExpr,
        name: Var,
        first: Option<RelayExpr>,
    },
    /// The clauses of a match of a value, and the converted ones.
    Clauses {
        node: Match,
        data: RelayExpr,
        name: Var,
        done: Vec<Clause>,
    },
}

/// A sequence of code under construction.
struct Block {
    code: Vec<Code>,
    rest: Vec<Continuation>,
    owner: Owner,
}

/// The conversion of a function.
pub(super) struct Conversion<'g, G> {
    globals: &'g mut G,
    types: CpsTypes,
    vars: HashMap<Id, Var>,
    blocks: Vec<Block>,
}

impl<'g, G: Globals> Conversion<'g, G> {
    /// Returns the converted function and its type parameter for the answer.
    pub(super) fn of(function: &Function, globals: &'g mut G) -> Result<(Function, TypeVar), CpsError> {
        let mut types = CpsTypes::new();
        let mut vars = HashMap::default();
        for var in all_vars(function) {
            let known = var.checked_type.as_ref().or(var.type_annotation.as_ref());
            let missing = || CpsError::NoType { found: format!("the variable %{}", var.name_hint()) };
            let ty = types.convert(known.ok_or_else(missing)?)?;
            vars.insert(var.vid.clone(), Var::new(var.name_hint().clone(), Some(ty), None));
        }
        let mut this = Self { globals, types, vars, blocks: Vec::new() };
        this.blocks.push(Block { code: Vec::new(), rest: Vec::new(), owner: Owner::Root });
        let mut step = this.enter_function(function)?;
        loop {
            step = match step {
                Step::Convert(expr) => this.visit_expr(&expr)?,
                Step::Value(value) => this.pass(value)?,
                Step::End(end) => {
                    let Some(Block { code, owner, .. }) = this.blocks.pop() else {
                        unreachable!("a block ends once")
                    };
                    let body = around(code, end);
                    let is_root = matches!(&this.blocks[..], [Block { owner: Owner::Root, .. }]);
                    match owner {
                        Owner::Function(function, params) if is_root => {
                            let function = this.leave_function(function, params, body);
                            return Ok((function, this.types.answer));
                        }
                        owner => this.leave(owner, body)?,
                    }
                }
            };
        }
    }

    fn var(&self, var: &Var) -> Var {
        self.vars.get(&var.vid).unwrap_or(var).clone()
    }

    fn block(&mut self) -> &mut Block {
        match self.blocks.last_mut() {
            Some(block) => block,
            None => unreachable!("the root is the last block"),
        }
    }

    /// Opens a block whose value is the argument of a function.
    fn open(&mut self, owner: Owner, rest: Vec<Continuation>) {
        self.blocks.push(Block { code: Vec::new(), rest, owner });
    }

    /// Binds a value to a new variable, and passes the variable.
    fn bind(&mut self, value: impl Into<RelayExpr>) -> Step {
        let var = Var::new("x", None, None);
        self.block().code.push(Code::Let(var.clone(), value.into()));
        Step::Value(var.upcast())
    }

    fn enter_function(&mut self, function: &Function) -> Result<Step, CpsError> {
        if is_primitive(function) {
            return Err(CpsError::Expr { found: "a function that fusion created" });
        }
        let ty = function.checked_type.as_ref().and_then(|ty| ty.as_node::<FuncTypeNode>());
        let ty = ty.ok_or_else(|| CpsError::NoType { found: "a function".into() })?;
        let k = Var::new("k", Some(self.types.continuation(&ty.ret_type)?), None);
        let params = function.params.iter().map(|param| self.var(param)).chain([k.clone()]).collect();
        self.open(Owner::Function(function.clone(), params), vec![Continuation::Return(k)]);
        Ok(Step::Convert(function.body.clone()))
    }

    fn leave_function(&self, function: Function, params: Array<Var>, body: RelayExpr) -> Function {
        let answer = self.types.answer.clone().upcast();
        Function::new(params, body, Some(answer), function.type_params.clone(), function.attrs.clone(), None)
    }

    /// Starts an expression whose branches have the same continuation. A function becomes the
    /// continuation.
    fn share_rest(&mut self, expr: RelayExpr) -> Step {
        let rest = std::mem::take(&mut self.block().rest);
        let (name, arg) = (Var::new("x", None, None), Var::new("arg", None, None));
        self.open(Owner::Shared { expr, name, arg: arg.clone() }, rest);
        Step::Value(arg.upcast())
    }

    /// Passes a value to the next continuation of the block.
    fn pass(&mut self, value: RelayExpr) -> Result<Step, CpsError> {
        let Some(continuation) = self.block().rest.pop() else { return Ok(Step::End(value)) };
        Ok(match continuation {
            Continuation::Let(node) => {
                let var = self.var(&node.var);
                self.block().code.push(Code::Let(var, value));
                Step::Convert(node.body.clone())
            }
            Continuation::RefCreate => Step::Value(RefCreate::new(value, None).upcast()),
            Continuation::Project(item) => Step::Value(TupleGetItem::new(value, item.index, None).upcast()),
            Continuation::RefRead => self.bind(RefRead::new(value, None)),
            Continuation::RefWrite(node, None) => {
                let next = node.value.clone();
                self.block().rest.push(Continuation::RefWrite(node, Some(value)));
                Step::Convert(next)
            }
            Continuation::RefWrite(_, Some(reference)) => self.bind(RefWrite::new(reference, value, None)),
            Continuation::Tuple(node, mut fields) => {
                fields.push(value);
                self.tuple(node, fields)
            }
            Continuation::Call(node, mut operands) => {
                operands.push(value);
                self.call(node, operands)
            }
            Continuation::If(node, name) => {
                let branch = node.true_branch.clone();
                let returns = vec![Continuation::Return(name.clone())];
                self.open(Owner::Branch { node, cond: value, name, first: None }, returns);
                Step::Convert(branch)
            }
            Continuation::Match(node, name) => self.clause(node, value, name, Vec::new())?,
            Continuation::Return(name) => Step::End(Call::new(name, [value], None, [], None).upcast()),
        })
    }

    fn tuple(&mut self, node: Tuple, fields: Vec<RelayExpr>) -> Step {
        let Some(next) = node.fields.get(fields.len()).cloned() else {
            return Step::Value(Tuple::new(fields, None).upcast());
        };
        self.block().rest.push(Continuation::Tuple(node, fields));
        Step::Convert(next)
    }

    fn call(&mut self, node: Call, mut operands: Vec<RelayExpr>) -> Step {
        let is_plain = node.op.is_instance::<OpNode>() || node.op.is_instance::<ConstructorNode>();
        let count = operands.len();
        let next = if is_plain { Some(count) } else { count.checked_sub(1) };
        let next = match next {
            None => Some(node.op.clone()),
            Some(index) => node.args.get(index).cloned(),
        };
        if let Some(next) = next {
            self.block().rest.push(Continuation::Call(node, operands));
            return Step::Convert(next);
        }
        let (attrs, types) = (node.attrs.clone(), node.type_args.clone());
        if is_plain {
            return self.bind(Call::new(node.op.clone(), operands, attrs, types, None));
        }
        let callee = operands.remove(0);
        let arg = Var::new("arg", None, None);
        let call = Call::new(callee, operands, attrs, types, None);
        self.block().code.push(Code::Call(call, arg.clone()));
        Step::Value(arg.upcast())
    }

    /// Opens the next clause of a match, or ends the block with the match.
    fn clause(
        &mut self,
        node: Match,
        data: RelayExpr,
        name: Var,
        done: Vec<Clause>,
    ) -> Result<Step, CpsError> {
        let Some(clause) = node.clauses.get(done.len()) else {
            return Ok(Step::End(Match::new(data, done, node.complete, None).upcast()));
        };
        let next = clause.rhs.clone();
        let returns = vec![Continuation::Return(name.clone())];
        self.open(Owner::Clauses { node, data, name, done }, returns);
        Ok(Step::Convert(next))
    }

    fn pattern(&self, pattern: &Pattern) -> Result<Pattern, CpsError> {
        Ok(rewrite(pattern.clone(), |object: ObjectRef| match object.downcast_ref::<Var>() {
            Some(var) => self.var(var).into_object_ref(),
            None => object,
        })?)
    }

    /// Continues with the owner of a block whose expression is complete.
    fn leave(&mut self, owner: Owner, body: RelayExpr) -> Result<Step, CpsError> {
        Ok(match owner {
            Owner::Root => Step::End(body),
            Owner::Function(function, params) => {
                Step::Value(self.leave_function(function, params, body).upcast())
            }
            Owner::Shared { expr, name, arg } => {
                let rest = Function::new([arg], body, None, [], None, None);
                self.block().code.push(Code::Let(name.clone(), rest.upcast()));
                let (continuation, value) = match expr.downcast::<If>() {
                    Ok(node) => {
                        let cond = node.cond.clone();
                        (Continuation::If(node, name), cond)
                    }
                    Err(other) => match other.into_object().downcast::<Match>() {
                        Ok(node) => {
                            let data = node.data.clone();
                            (Continuation::Match(node, name), data)
                        }
                        Err(_) => unreachable!("only branches share a continuation"),
                    },
                };
                self.block().rest.push(continuation);
                Step::Convert(value)
            }
            Owner::Branch { node, cond, name, first: None } => {
                let branch = node.false_branch.clone();
                let returns = vec![Continuation::Return(name.clone())];
                self.open(Owner::Branch { node, cond, name, first: Some(body) }, returns);
                Step::Convert(branch)
            }
            Owner::Branch { cond, first: Some(first), .. } => {
                Step::End(If::new(cond, first, body, None).upcast())
            }
            Owner::Clauses { node, data, name, mut done } => {
                if let Some(clause) = node.clauses.get(done.len()) {
                    done.push(Clause::new(self.pattern(&clause.lhs)?, body));
                }
                self.clause(node, data, name, done)?
            }
        })
    }
}

/// Returns the code around the end of a block.
fn around(code: Vec<Code>, end: RelayExpr) -> RelayExpr {
    code.into_iter().rev().fold(end, |rest, code| match code {
        Code::Let(var, value) => Let::new(var, value, rest, None).upcast(),
        Code::Call(mut call, arg) => {
            let continuation = Function::new([arg], rest, None, [], None, None);
            call.make_mut().args.push(continuation.upcast());
            call.upcast()
        }
    })
}

impl<G: Globals> ExprFunctor for Conversion<'_, G> {
    type Output = Result<Step, CpsError>;

    fn visit_let(&mut self, node: &Let) -> Self::Output {
        self.block().rest.push(Continuation::Let(node.clone()));
        Ok(Step::Convert(node.value.clone()))
    }

    fn visit_function(&mut self, function: &Function) -> Self::Output {
        self.enter_function(function)
    }

    fn visit_constant(&mut self, constant: &Constant) -> Self::Output {
        Ok(Step::Value(constant.clone().upcast()))
    }

    fn visit_var(&mut self, var: &Var) -> Self::Output {
        Ok(Step::Value(self.var(var).upcast()))
    }

    fn visit_global_var(&mut self, var: &GlobalVar) -> Self::Output {
        Ok(Step::Value(self.globals.copy_of(var)?.upcast()))
    }

    fn visit_ref_create(&mut self, node: &RefCreate) -> Self::Output {
        self.block().rest.push(Continuation::RefCreate);
        Ok(Step::Convert(node.value.clone()))
    }

    fn visit_ref_read(&mut self, node: &RefRead) -> Self::Output {
        self.block().rest.push(Continuation::RefRead);
        Ok(Step::Convert(node.reference.clone()))
    }

    fn visit_ref_write(&mut self, node: &RefWrite) -> Self::Output {
        self.block().rest.push(Continuation::RefWrite(node.clone(), None));
        Ok(Step::Convert(node.reference.clone()))
    }

    fn visit_if(&mut self, node: &If) -> Self::Output {
        Ok(self.share_rest(node.clone().upcast()))
    }

    fn visit_match(&mut self, node: &Match) -> Self::Output {
        Ok(self.share_rest(node.clone().upcast()))
    }

    fn visit_tuple(&mut self, node: &Tuple) -> Self::Output {
        Ok(self.tuple(node.clone(), Vec::new()))
    }

    fn visit_tuple_get_item(&mut self, node: &TupleGetItem) -> Self::Output {
        self.block().rest.push(Continuation::Project(node.clone()));
        Ok(Step::Convert(node.tuple_value.clone()))
    }

    fn visit_call(&mut self, node: &Call) -> Self::Output {
        Ok(self.call(node.clone(), Vec::new()))
    }

    fn visit_expr_default(&mut self, expr: &RelayExpr) -> Self::Output {
        let found = if expr.is_instance::<OpNode>() {
            "an operator as a value"
        } else if expr.is_instance::<ConstructorNode>() {
            "a constructor as a value"
        } else {
            "an expression of an unknown type"
        };
        Err(CpsError::Expr { found })
    }
}
