//! Creation of the functions for the regions of one function.

use std::borrow::Cow;

use foldhash::HashMap;
use objet::prelude::*;
use objet::{Registry, String};
use objet_ir::expr::{GlobalVar, Integer, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::Op;

use super::{PartitionGraphError, function_of};
use crate::analysis::{AnnotatedRegionNode, AnnotatedRegionSet};
use crate::dataflow_pattern::replace::Replaced;
use crate::expr::{Call, ConstantNode, Function, Tuple, TupleGetItem, Var};
use crate::infer::infer_module;
use crate::module::IRModuleExt;
use crate::scope::operands;
use crate::transform::annotate_target::{Edge, annotation};
use crate::transform::bind::bind;

/// Replaces the regions of a function by calls.
pub(super) struct Partitioner<'f> {
    function_name: &'f str,
    regions: AnnotatedRegionSet,
    states: HashMap<i32, Region>,
    replaced: Replaced,
    created: Vec<(GlobalVar, Function)>,
    /// The expressions to replace, the next one last.
    tasks: Vec<Task>,
}

/// A function whose regions are calls.
pub(super) struct Partitioned {
    pub(super) function: Function,
    /// The functions of the regions.
    pub(super) created: Vec<(GlobalVar, Function)>,
}

/// The function of a region under construction.
#[derive(Default)]
struct Region {
    /// The parameters with their arguments, in the order of their first use.
    args: Vec<(Var, RelayExpr)>,
    /// The parameter for each input, without its annotations.
    params: HashMap<RelayExpr, Var>,
    /// The position of each argument of the region.
    positions: HashMap<RelayExpr, usize>,
    is_reached: bool,
    /// The outputs of the call, by the expressions in the region.
    outputs: Option<HashMap<RelayExpr, RelayExpr>>,
}

enum Task {
    /// Replaces an expression after its operands.
    Visit(RelayExpr),
    /// Replaces an expression whose operands are replaced.
    Finish(RelayExpr),
    /// Creates the function of the region that ends at a call.
    Create(RelayExpr),
}

impl<'f> Partitioner<'f> {
    pub(super) fn new(function_name: &'f str, function: &Function) -> Result<Self, PartitionGraphError> {
        let [begin, end] = [Op::get("annotation.compiler_begin")?, Op::get("annotation.compiler_end")?];
        Ok(Self {
            function_name,
            regions: AnnotatedRegionSet::new(function.upcast_ref(), &begin, &end)?,
            states: HashMap::default(),
            replaced: Replaced::default(),
            created: Vec::new(),
            tasks: Vec::new(),
        })
    }

    /// Returns the new function and those of its regions, or `None` for a function without regions.
    pub(super) fn run(mut self, function: &Function) -> Result<Option<Partitioned>, PartitionGraphError> {
        if self.regions.regions.is_empty() {
            return Ok(None);
        }
        for region in &self.regions.regions.clone() {
            let args = region.args.iter().cloned().enumerate();
            let positions = args.map(|(position, arg)| (arg, position)).collect();
            self.states.insert(region.id, Region { positions, ..Region::default() });
        }
        let mut done = foldhash::HashSet::default();
        self.tasks.push(Task::Visit(function.clone().upcast()));
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Visit(expr) => {
                    if done.contains(&expr) {
                        continue;
                    }
                    self.tasks.push(Task::Finish(expr.clone()));
                    let operands: Vec<_> = operands(&expr).map(Cow::into_owned).collect();
                    self.tasks.extend(operands.into_iter().rev().map(Task::Visit));
                }
                Task::Finish(expr) => {
                    if !done.contains(&expr)
                        && let Some(new) = self.finish(&expr)?
                    {
                        self.replaced.insert(&expr, new);
                        done.insert(expr);
                    }
                }
                Task::Create(end) => self.create(&end)?,
            }
        }
        Ok(Some(Partitioned { function: function_of(&self.replaced, function), created: self.created }))
    }

    /// Returns the new expression, or `None` if other expressions must be replaced first.
    fn finish(&mut self, expr: &RelayExpr) -> Result<Option<RelayExpr>, PartitionGraphError> {
        let regions = self.regions.clone();
        let (Some((edge, target, inner)), Some(region)) = (annotation(expr), regions.get_region(expr)) else {
            return Ok(Some(self.replaced.rebuild(expr)?));
        };
        let state = self.states.entry(region.id).or_default();
        match edge {
            Edge::Begin => {
                let position = state.positions.get(expr).copied().unwrap_or_default();
                let input = without_annotations(inner);
                if let Some(param) = state.params.get(input) {
                    return Ok(Some(param.clone().upcast()));
                }
                let name = format!("{target}_{}_i{position}", region.id);
                let param = Var::new(name, expr.checked_type.clone(), None);
                state.params.insert(input.clone(), param.clone());
                state.args.push((param.clone(), self.replaced.of(inner)));
                Ok(Some(param.upcast()))
            }
            Edge::End => {
                if let Some(outputs) = &state.outputs {
                    return Ok(outputs.get(inner).cloned());
                }
                if state.is_reached {
                    let (id, target) = (region.id, region.target.clone());
                    return Err(PartitionGraphError::Cycle { id, target });
                }
                state.is_reached = true;
                self.tasks.push(Task::Finish(expr.clone()));
                self.tasks.push(Task::Create(expr.clone()));
                let outputs = region.rets.iter().rev().filter_map(annotation);
                self.tasks.extend(outputs.map(|(_, _, output)| Task::Visit(output.clone())));
                Ok(None)
            }
        }
    }

    /// Creates the function of a region whose outputs are replaced.
    fn create(&mut self, end: &RelayExpr) -> Result<(), PartitionGraphError> {
        let regions = self.regions.clone();
        let Some(region) = regions.get_region(end) else { return Ok(()) };
        let mut outputs: Vec<RelayExpr> = Vec::new();
        let mut seen = foldhash::HashSet::default();
        for (_, _, output) in region.rets.iter().filter_map(annotation) {
            if seen.insert(output.clone()) {
                outputs.push(output.clone());
            }
        }
        let body = match &outputs[..] {
            [output] => self.replaced.of(output),
            _ => {
                let fields: Vec<RelayExpr> = outputs.iter().map(|output| self.replaced.of(output)).collect();
                Tuple::new(fields, None).upcast()
            }
        };
        let state = self.states.entry(region.id).or_default();
        let args = std::mem::take(&mut state.args);
        let params: Vec<Var> = args.iter().map(|(param, _)| param.clone()).collect();
        let (constants, args): (Vec<_>, Vec<_>) =
            args.into_iter().partition(|(_, arg)| arg.is_instance::<ConstantNode>());
        let function = bind(Function::new(params, body, None, [], None, None), constants)?;
        let var = GlobalVar::new(format!("{}_{}_{}", region.target, self.function_name, region.id));
        let args: Vec<RelayExpr> = args.into_iter().map(|(_, arg)| arg).collect();
        let call: RelayExpr = Call::new(var.clone(), args, None, [], None).upcast();
        let of_call = |index: usize| match outputs.len() {
            1 => call.clone(),
            _ => TupleGetItem::new(call.clone(), index as i32, None).upcast(),
        };
        let new = outputs.iter().enumerate().map(|(index, output)| (output.clone(), of_call(index)));
        state.outputs = Some(new.collect());
        let function = with_attrs(optimized(function, region)?, region);
        self.created.push((var, function));
        Ok(())
    }
}

/// Lets the external compiler of a region change the function of the region.
fn optimized(function: Function, region: &AnnotatedRegionNode) -> Result<Function, PartitionGraphError> {
    let name = format!("relay.ext.{}.optimize", region.target);
    let Some(optimize) = Registry::get(&name) else { return Ok(function) };
    let module = infer_module(&IRModule::from_expr(function))?;
    let module = optimize.call_as::<IRModule>((&module,));
    let module = module
        .map_err(|source| PartitionGraphError::Optimize { function: name.clone(), source: source.into() })?;
    let main = module.lookup_by_name("main")?;
    main.downcast().map_err(|source| PartitionGraphError::Optimize { function: name, source: source.into() })
}

fn with_attrs(mut function: Function, region: &AnnotatedRegionNode) -> Function {
    let attrs = function.attrs.clone().unwrap_or_default();
    let attrs = attrs
        .with("Primitive", Integer::from(1))
        .with("Compiler", String::from(region.target.as_str()))
        .with("Inline", Integer::from(1));
    *function.make_mut().attrs = Some(attrs);
    function
}

/// Returns the expression in annotations around it.
fn without_annotations(mut expr: &RelayExpr) -> &RelayExpr {
    while let Some((_, _, inner)) = annotation(expr) {
        expr = inner;
    }
    expr
}
