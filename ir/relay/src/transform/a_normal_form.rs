//! Conversion to A-normal form: shared parts of a graph become `let` bindings.

use objet::String;
use objet::prelude::*;
use objet_ir::adt::ConstructorNode;
use objet_ir::expr::{GlobalVarNode, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::OpNode;
use objet_ir::scope_tree::Scope;
use objet_ir::transform::{ModulePass, Pass, PassInfo};

use crate::adt::{Clause, Match};
use crate::analysis::{WellFormedError, module_well_formed};
use crate::expr::{
    Call, Function, If, Let, LetNode, RefCreate, RefRead, RefWrite, Tuple, TupleGetItem, Var, VarNode,
};
use crate::functor::{ExprFunctor, post_order};
use crate::scope::{LetScoping, Scopes, is_primitive};

/// Converts the bodies of all functions in a module to A-normal form with
/// [`to_a_normal_form_expr`]. Functions for external compilers (attribute `Compiler`) are
/// unchanged.
///
/// # Errors
/// Returns an error if the module is not well formed.
#[doc(alias = "ToANormalForm")]
pub fn to_a_normal_form(mut module: IRModule) -> Result<IRModule, WellFormedError> {
    module_well_formed(&module)?;
    for position in 0..module.functions.load().len() {
        let functions = module.functions.load();
        let function =
            functions.get_at(position).and_then(|(_, function)| function.downcast_ref::<Function>());
        let Some(mut function) = function.cloned() else { continue };
        // A second reference to the map would make each update copy it.
        drop(functions);
        if function.attrs.as_ref().is_some_and(|attrs| attrs.get::<String>("Compiler").is_some()) {
            continue;
        }
        let body = to_a_normal_form_expr(&function.body);
        *function.make_mut().body = body;
        module.make_mut().functions.get_mut().set_at(position, function.upcast());
    }
    Ok(module)
}

/// Converts an expression to A-normal form.
///
/// In A-normal form, a `let` binds each computed value to a variable once, and operands are only
/// variables, operators and global names.
///
/// - An expression is bound in the innermost scope that contains all its uses: a branch of an `if`,
///   the body of a function, a clause of a match, or the whole expression.
/// - The `let`s of a scope are in evaluation order: arguments from left to right, each after its
///   operands.
/// - An existing `let` keeps its variable and is merged into the scope that contains it. TVM nests
///   it in a new `let` instead.
/// - Functions created by fusion (attribute `Primitive`) are not converted.
/// - Types and spans are preserved. New variables are annotated with the known types.
///
/// The expression must be [well formed](crate::analysis::well_formed).
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::expr::RelayExpr;
/// use objet_relay::expr::{LetNode, Tuple, Var};
/// use objet_relay::transform::to_a_normal_form_expr;
///
/// let x: RelayExpr = Var::new("x", None, None).into();
/// let pair: RelayExpr = Tuple::new([x.clone(), x], None).into();
/// let pairs = Tuple::new([pair.clone(), pair], None);
/// // let %a = (%x, %x); let %b = (%a, %a); %b
/// let anf = to_a_normal_form_expr(&pairs.into());
/// let a = anf.as_node::<LetNode>().unwrap();
/// let b = a.body.as_node::<LetNode>().unwrap();
/// let fields = &b.value.downcast_ref::<Tuple>().unwrap().fields;
/// assert_eq!(fields[..], [a.var.clone().into(), a.var.clone().into()]);
/// ```
#[doc(alias = "ToANormalFormExpr")]
pub fn to_a_normal_form_expr(expr: &RelayExpr) -> RelayExpr {
    let order: Vec<_> = post_order(expr).collect();
    let scopes = Scopes::new(&order, LetScoping::Surrounding);
    let bindings = (0..scopes.count()).map(|_| Vec::new()).collect();
    let atoms = vec![None; scopes.order.len()];
    AnfBuilder { scopes, bindings, atoms, path: Vec::new() }.run(expr)
}

/// Creates the pass for [`to_a_normal_form`].
pub(super) fn pass() -> Pass {
    ModulePass::new(PassInfo::new(1, "ToANormalForm", []), |module, _| Ok(to_a_normal_form(module)?)).into()
}

objet_ir::register_pass!("relay._transform.ToANormalForm", pass);

/// Fills scopes with bindings. Expressions are identified by their index in the order of the
/// scopes.
struct AnfBuilder<'a> {
    scopes: Scopes<'a>,
    /// For each scope: the bound variables and their values.
    bindings: Vec<Vec<(Var, RelayExpr)>>,
    /// For each expression: the atom that represents its value, once computed.
    atoms: Vec<Option<RelayExpr>>,
    /// The expressions from the root to the expression that is being computed.
    path: Vec<Frame<'a>>,
}

/// An expression whose operands are being computed.
struct Frame<'a> {
    position: usize,
    /// The index of the next operand.
    next: usize,
    /// The `let` whose value is this expression.
    binding: Option<Binding<'a>>,
}

/// A variable that a `let` in the given scope binds.
#[derive(Clone, Copy)]
struct Binding<'a> {
    var: &'a Var,
    scope: Scope,
}

impl<'a> AnfBuilder<'a> {
    fn run(mut self, root: &'a RelayExpr) -> RelayExpr {
        self.compute(root, None);
        while let Some(frame) = self.path.last_mut() {
            let (position, index, binding) = (frame.position, frame.next, frame.binding);
            frame.next += 1;
            let expr = &self.scopes.order[position];
            match (self.scopes.operand(expr, index), expr.as_node::<LetNode>()) {
                (Some(value), Some(node)) if index == 0 => {
                    let scope = self.scope(position);
                    self.compute(value.expr, Some(Binding { var: &node.var, scope }));
                }
                (Some(body), Some(_)) => self.compute(body.expr, binding),
                (Some(operand), None) => self.compute(operand.expr, None),
                (None, _) => {
                    self.path.pop();
                    self.finish(position, binding);
                }
            }
        }
        let atom = self.atom(root);
        self.close(Scope::ROOT, atom)
    }

    /// Starts computing an expression, unless its atom is known.
    fn compute(&mut self, expr: &'a RelayExpr, binding: Option<Binding<'a>>) {
        let position = self.scopes.position(expr);
        let atom = match &self.atoms[position] {
            Some(atom) => atom.clone(),
            None if is_atomic(expr) => self.atoms[position].insert(expr.clone()).clone(),
            None => return self.path.push(Frame { position, next: 0, binding }),
        };
        if let Some(Binding { var, scope }) = binding {
            self.bindings[scope.number()].push((var.clone(), atom));
        }
    }

    /// Binds an expression whose operands are computed.
    fn finish(&mut self, position: usize, binding: Option<Binding<'a>>) {
        let expr = &self.scopes.order[position];
        let atom = match expr.as_node::<LetNode>() {
            Some(node) => self.atom(&node.body),
            None => {
                let value = self.visit_expr(expr);
                let var = binding.map_or_else(|| fresh(expr), |binding| binding.var.clone());
                let scope = self.scope(position);
                self.bindings[scope.number()].push((var.clone(), value));
                var.upcast()
            }
        };
        self.atoms[position] = Some(atom);
    }

    fn atom(&self, expr: &RelayExpr) -> RelayExpr {
        match &self.atoms[self.scopes.position(expr)] {
            Some(atom) => atom.clone(),
            None => unreachable!("operands are computed first"),
        }
    }

    fn atoms_of(&self, exprs: &[RelayExpr]) -> Array<RelayExpr> {
        exprs.iter().map(|expr| self.atom(expr)).collect()
    }

    fn scope(&self, position: usize) -> Scope {
        match self.scopes.of(position) {
            Some(scope) => scope,
            None => unreachable!("only operands of the root are computed"),
        }
    }

    /// Returns the atom of an expression in a scope that `of` opens, wrapped in the bindings of
    /// that scope.
    fn closed(&mut self, of: &RelayExpr, number: usize, expr: &RelayExpr) -> RelayExpr {
        let atom = self.atom(expr);
        match self.scopes.own(self.scopes.position(of), number) {
            Some(scope) => self.close(scope, atom),
            None => unreachable!("only operands of the root are computed"),
        }
    }

    /// Wraps the atom in the bindings of the scope.
    fn close(&mut self, scope: Scope, atom: RelayExpr) -> RelayExpr {
        let bindings = std::mem::take(&mut self.bindings[scope.number()]);
        bindings.into_iter().rev().fold(atom, |body, (var, value)| {
            let checked_type = body.checked_type.clone();
            let mut node = Let::new(var, value, body, None);
            *node.make_mut().checked_type = checked_type;
            node.upcast()
        })
    }
}

/// Rebuilds an expression from the atoms of its operands.
impl ExprFunctor for AnfBuilder<'_> {
    type Output = RelayExpr;

    fn visit_call(&mut self, call: &Call) -> RelayExpr {
        let mut new = call.clone();
        let fields = new.make_mut();
        (*fields.op, *fields.args) = (self.atom(&call.op), self.atoms_of(&call.args));
        new.upcast()
    }

    fn visit_tuple(&mut self, tuple: &Tuple) -> RelayExpr {
        let mut new = tuple.clone();
        *new.make_mut().fields = self.atoms_of(&tuple.fields);
        new.upcast()
    }

    fn visit_tuple_get_item(&mut self, item: &TupleGetItem) -> RelayExpr {
        let mut new = item.clone();
        *new.make_mut().tuple_value = self.atom(&item.tuple_value);
        new.upcast()
    }

    fn visit_ref_create(&mut self, create: &RefCreate) -> RelayExpr {
        let mut new = create.clone();
        *new.make_mut().value = self.atom(&create.value);
        new.upcast()
    }

    fn visit_ref_read(&mut self, read: &RefRead) -> RelayExpr {
        let mut new = read.clone();
        *new.make_mut().reference = self.atom(&read.reference);
        new.upcast()
    }

    fn visit_ref_write(&mut self, write: &RefWrite) -> RelayExpr {
        let mut new = write.clone();
        let fields = new.make_mut();
        (*fields.reference, *fields.value) = (self.atom(&write.reference), self.atom(&write.value));
        new.upcast()
    }

    fn visit_if(&mut self, choice: &If) -> RelayExpr {
        let mut new = choice.clone();
        let fields = new.make_mut();
        *fields.cond = self.atom(&choice.cond);
        *fields.true_branch = self.closed(choice.upcast_ref(), 0, &choice.true_branch);
        *fields.false_branch = self.closed(choice.upcast_ref(), 1, &choice.false_branch);
        new.upcast()
    }

    fn visit_function(&mut self, function: &Function) -> RelayExpr {
        let mut new = function.clone();
        if !is_primitive(function) {
            *new.make_mut().body = self.closed(function.upcast_ref(), 0, &function.body);
        }
        new.upcast()
    }

    fn visit_match(&mut self, found: &Match) -> RelayExpr {
        let clauses = found.clauses.iter().enumerate();
        let clauses = clauses.map(|(number, clause)| {
            Clause::new(clause.lhs.clone(), self.closed(found.upcast_ref(), number, &clause.rhs))
        });
        let clauses = clauses.collect();
        let mut new = found.clone();
        let fields = new.make_mut();
        (*fields.data, *fields.clauses) = (self.atom(&found.data), clauses);
        new.upcast()
    }

    fn visit_expr_default(&mut self, expr: &RelayExpr) -> RelayExpr {
        expr.clone()
    }
}

/// Returns whether an expression is an atom in A-normal form.
fn is_atomic(expr: &RelayExpr) -> bool {
    match_node!(match expr {
        VarNode | GlobalVarNode | OpNode | ConstructorNode => true,
        _ => false,
    })
}

/// Creates a variable for the value of an expression.
fn fresh(expr: &RelayExpr) -> Var {
    let mut var = Var::new("x", expr.checked_type.clone(), None);
    *var.make_mut().checked_type = expr.checked_type.clone();
    var
}
