//! The tokens of expressions.

use std::rc::Rc;

use foldhash::HashMap;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::types::{TensorTypeNode, TupleTypeNode, type_text};

use super::PlanMemoryError;
use super::storages::TokenId;
use crate::adt::MatchNode;
use crate::expr::{
    FunctionNode, Id, IfNode, LetNode, RefCreateNode, RefReadNode, RefWriteNode, TupleGetItemNode, TupleNode,
    Var, VarNode,
};
use crate::transform::plan_devices::annotations::on_device;

/// Maximum number of fields of all tuples. A field that is a tuple counts with its fields.
const FIELD_LIMIT: usize = 1 << 24;

/// The tokens of expressions: one for each tensor of a value.
pub(super) struct Tokens<'a> {
    /// The values of variables.
    lets: &'a HashMap<Id, RelayExpr>,
    exprs: HashMap<RelayExpr, Rc<[TokenId]>>,
    vars: HashMap<Id, Rc<[TokenId]>>,
    /// The number of fields of all tuples.
    fields: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(lets: &'a HashMap<Id, RelayExpr>) -> Self {
        Self { lets, exprs: HashMap::default(), vars: HashMap::default(), fields: 0 }
    }

    pub(super) fn bind(&mut self, var: &Var, tokens: Rc<[TokenId]>) {
        self.vars.insert(var.vid.clone(), tokens);
    }

    pub(super) fn insert(&mut self, expr: &RelayExpr, tokens: Rc<[TokenId]>) {
        self.exprs.insert(expr.clone(), tokens);
    }

    /// Returns the tokens of an expression. Annotations have those of their argument.
    pub(super) fn get(&mut self, expr: &RelayExpr) -> Result<Rc<[TokenId]>, PlanMemoryError> {
        let (mut names, mut expr) = (Vec::new(), expr);
        let tokens = loop {
            if let Some(annotation) = on_device(expr) {
                expr = annotation.body;
                continue;
            }
            let Some(var) = expr.as_node::<VarNode>() else {
                let found = "a function, or an operator, as a value";
                break self.exprs.get(expr).cloned().ok_or(PlanMemoryError::Expr { found })?;
            };
            if let Some(tokens) = self.vars.get(&var.vid) {
                break tokens.clone();
            }
            let free = || PlanMemoryError::Free { var: var.vid.name_hint.to_string() };
            expr = self.lets.get(&var.vid).filter(|_| names.len() <= self.lets.len()).ok_or_else(free)?;
            names.push(var.vid.clone());
        };
        self.vars.extend(names.into_iter().map(|name| (name, tokens.clone())));
        Ok(tokens)
    }

    /// Returns the tokens of an expression that has those of its parts, or `None` for a name.
    pub(super) fn of_parts(&mut self, expr: &RelayExpr) -> Result<Option<Rc<[TokenId]>>, PlanMemoryError> {
        let refuse = |found| Err(PlanMemoryError::Expr { found });
        match_node!(match expr {
            tuple @ TupleNode => {
                let mut tokens = Vec::new();
                for field in &tuple.fields {
                    tokens.extend_from_slice(&self.get(field)?);
                    if self.fields + tokens.len() > FIELD_LIMIT {
                        return Err(PlanMemoryError::TooManyFields { limit: FIELD_LIMIT });
                    }
                }
                self.fields += tokens.len();
                Ok(Some(tokens.into()))
            }
            item @ TupleGetItemNode => {
                let ty = item.tuple_value.checked_type.as_ref();
                let fields = ty.and_then(|ty| ty.as_node::<TupleTypeNode>()).map(|tuple| &tuple.fields);
                let is_flat = fields
                    .is_some_and(|fields| fields.iter().all(IsObjectRef::is_instance::<TensorTypeNode>));
                let tokens = self.get(&item.tuple_value)?;
                match tokens.get(item.index as usize).filter(|_| is_flat) {
                    Some(token) => Ok(Some(Rc::new([*token]))),
                    None => {
                        let found = ty.map_or_else(|| "unknown".to_owned(), type_text);
                        Err(PlanMemoryError::Type { found })
                    }
                }
            }
            node @ LetNode => self.get(&node.body).map(Some),
            IfNode => refuse("an if"),
            MatchNode => refuse("a match"),
            RefCreateNode | RefReadNode | RefWriteNode => refuse("a reference"),
            FunctionNode | VarNode => Ok(None),
            _ => Ok(None),
        })
    }
}
