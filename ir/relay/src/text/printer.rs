//! The printer of relay programs.
//!
//! - The printer uses an explicit stack of tasks instead of recursion.
//! - Most expressions become a numbered line of the current scope, and later uses print the number.
//! - Numbered lines precede the text under construction, so text is kept in blocks that are joined
//!   at the end. Text without numbered lines, such as types and attribute values, is written
//!   directly.

mod blocks;
mod line;
mod print_attrs;
mod print_expr;
mod printed_form;

use std::rc::Rc;

use foldhash::HashMap;
use objet::function::{BoxError, RetValue};
use objet::prelude::*;
use objet::progress::Steps;
use objet::text::as_repr;
use objet::walk::{ObjectHashMap, ObjectHashSet};
use objet_ir::adt::{ConstructorNode, TypeData, TypeDataNode};
use objet_ir::expr::{BaseFuncNode, GlobalVarNode, RelayExpr, RelayExprNode};
use objet_ir::meta_data::MetaData;
use objet_ir::names::NameSupply;
use objet_ir::op::OpNode;
use objet_ir::print_worklist::PrintWorklist;
use objet_ir::types::TypeNode;

use self::blocks::{Block, Blocks};
use self::line::DataTypeText;
use self::print_expr::Task;
use self::printed_form::PrintedForms;
use crate::adt::PatternNode;
use crate::expr::{ConstantNode, FunctionNode, VarNode};
use crate::scope::known_operands;
use crate::text::Annotate;

/// Prints functions, type definitions and their parts. Names and line numbers are unique across
/// everything that one printer prints.
#[doc(alias = "RelayTextPrinter")]
pub(crate) struct RelayPrinter<'a, 'p> {
    pub(crate) meta_data: &'p mut MetaData,
    show_meta_data: bool,
    annotate: Option<&'p mut Annotate<'p>>,
    /// The error of a failed annotation.
    failed: Option<BoxError>,
    worklist: PrintWorklist<Self>,
    blocks: Blocks,
    /// The blocks that receive numbered lines, with the innermost last.
    scopes: Vec<Block>,
    tasks: Vec<Task<'a>>,
    printed: PrintedForms<'a>,
    /// The declarations of free variables, until the first use of each variable.
    free: ObjectHashMap<RelayExpr, String>,
    /// The printed names of pattern variables.
    patterns: ObjectHashMap<ObjectRef, Block>,
    names: NameSupply,
    /// The text of the last tensor type.
    tensor_type: String,
    dtypes: DataTypeText,
    /// The defaults of the fields of attributes, in order, by the type of the attributes.
    defaults: HashMap<TypeIndex, Rc<[Option<RetValue>]>>,
    /// The number of numbered lines.
    numbered: usize,
    /// The expressions with several uses.
    shared: ObjectHashSet<&'a RelayExpr>,
    /// The expressions that the search for shared ones has found.
    seen: ObjectHashSet<&'a RelayExpr>,
    steps: Steps,
}

impl<'a, 'p> RelayPrinter<'a, 'p> {
    pub(crate) fn new(
        meta_data: &'p mut MetaData,
        show_meta_data: bool,
        annotate: Option<&'p mut Annotate<'p>>,
    ) -> Self {
        Self {
            meta_data,
            show_meta_data,
            annotate,
            failed: None,
            worklist: PrintWorklist::new(),
            blocks: Blocks::new(),
            scopes: Vec::new(),
            tasks: Vec::new(),
            printed: PrintedForms::default(),
            free: ObjectHashMap::default(),
            patterns: ObjectHashMap::default(),
            names: NameSupply::numbered_after(""),
            tensor_type: String::new(),
            dtypes: DataTypeText::default(),
            defaults: HashMap::default(),
            numbered: 0,
            shared: ObjectHashSet::default(),
            seen: ObjectHashSet::default(),
            steps: Steps::new("print", None),
        }
    }

    /// Returns the text of an expression, a type or a pattern. For other objects, returns their
    /// representation in front ends.
    ///
    /// # Errors
    /// Returns the error of a failed annotation.
    pub(crate) fn print(&mut self, node: &'a ObjectRef) -> Result<String, BoxError> {
        let mut text = String::new();
        let is_other_function = node.is_instance::<BaseFuncNode>() && !node.is_instance::<FunctionNode>();
        match_node!(match node {
            RelayExprNode if !is_other_function => {
                let expr: &RelayExpr = objet_ir::functor::downcast_known(node);
                let block = self.blocks.add("");
                self.find_shared(expr);
                self.tasks.push(Task::Scope(block, expr));
                self.finish(&mut text, block)?;
            }
            TypeDataNode => self.type_data(&mut text, objet_ir::functor::downcast_known(node))?,
            TypeNode | PatternNode => {
                text = self.line(|worklist| worklist.object(node));
                self.failed.take().map_or(Ok(()), Err)?;
            }
            _ => text = as_repr(Some(node)),
        });
        Ok(text)
    }

    /// Appends the text of a function, which begins with `prefix`.
    ///
    /// # Errors
    /// Returns the error of a failed annotation.
    pub(crate) fn function(
        &mut self,
        text: &mut String,
        prefix: &str,
        function: &'a FunctionNode,
    ) -> Result<(), BoxError> {
        self.find_shared(&function.body);
        let blocks = self.begin_function(prefix, function, None);
        self.finish(text, blocks[0])?;
        for block in blocks {
            self.blocks.forget(block);
        }
        Ok(())
    }

    /// Appends the text of a type definition.
    ///
    /// # Errors
    /// Returns the error of a failed annotation.
    pub(crate) fn type_data(&mut self, text: &mut String, definition: &'a TypeData) -> Result<(), BoxError> {
        let head = self.line(|worklist| {
            worklist.text("type ").object(&definition.header);
            if !definition.type_vars.is_empty() {
                worklist.text("[").list(&definition.type_vars).text("]");
            }
            worklist.text(" {")
        });
        let (block, body) = (self.blocks.add(&head), self.blocks.add(""));
        for (index, constructor) in definition.constructors.iter().enumerate() {
            if index > 0 {
                self.blocks.line(body);
            }
            self.constructor(body, constructor);
            self.blocks.text(body, ",");
        }
        self.blocks.indented(block, body);
        self.blocks.text(block, "}");
        self.finish(text, block)
    }

    /// Performs all tasks, and appends the text of the block.
    fn finish(&mut self, text: &mut String, block: Block) -> Result<(), BoxError> {
        while let Some(task) = self.tasks.pop() {
            self.steps.next();
            self.perform(task);
            if self.failed.is_some() || self.blocks.is_full() {
                self.tasks.clear();
                self.scopes.clear();
            }
        }
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        self.blocks.render_onto(text, block);
        Ok(())
    }

    /// Finds the expressions in `root` that need a numbered line because they have several uses.
    fn find_shared(&mut self, root: &'a RelayExpr) {
        self.shared.clear();
        self.seen.clear();
        let mut found = vec![root];
        while let Some(expr) = found.pop() {
            self.steps.next();
            for operand in known_operands(expr).filter(|operand| !is_atom(operand)) {
                match self.seen.insert(operand) {
                    true => found.push(operand),
                    false => drop(self.shared.insert(operand)),
                }
            }
        }
    }

    /// Returns text that needs no numbered lines.
    fn line(&mut self, fill: impl FnOnce(&mut PrintWorklist<Self>) -> &mut PrintWorklist<Self>) -> String {
        fill(&mut self.worklist);
        self.finish_line();
        self.worklist.take()
    }

    /// Prints text that needs no numbered lines to a new block.
    fn line_block(&mut self) -> Block {
        self.finish_line();
        let block = self.blocks.add(self.worklist.as_str());
        self.worklist.clear();
        block
    }

    /// Prints the rest of the worklist.
    fn finish_line(&mut self) {
        while let Some(step) = self.worklist.next_step() {
            self.step(step);
        }
    }
}

/// Returns whether an expression is a name, an operator or a constant. Atoms are printed at each
/// use.
fn is_atom(expr: &RelayExpr) -> bool {
    expr.is_instance::<VarNode>()
        || expr.is_instance::<ConstantNode>()
        || expr.is_instance::<OpNode>()
        || expr.is_instance::<GlobalVarNode>()
        || expr.is_instance::<ConstructorNode>()
}
