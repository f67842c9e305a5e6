//! A pass over a real network: loads the network, counts its operators, rewrites each `nn.bias_add`
//! into an `add`, and saves the result.
//!
//! The arguments are files of modules that TVM saved. Without arguments, the example uses the files
//! in `examples/data`.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use objet::prelude::*;
use objet::{load_json, save_json, structural_equal};
use objet_ir::attrs;
use objet_ir::expr::{IntImmNode, PrimExpr, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::{Op, OpError};
use objet_ir::types::{TensorType, TensorTypeNode, Type};
use objet_relay::analysis::{list_op_freqs, module_well_formed};
use objet_relay::attrs::BiasAddAttrsNode;
use objet_relay::expr::{Call, FunctionNode};
use objet_relay::functor::ExprMutator;
use objet_relay::op::{add, expand_dims};

/// Rewrites `nn.bias_add(data, bias)` into `data + bias`, with as many axes for the bias as the
/// data has.
struct BiasAddToAdd {
    bias_add: Op,
    rewritten: usize,
}

/// The errors of the pass. A mutator chooses its error type, which must include the errors of the
/// rewrite.
#[derive(Debug, thiserror::Error)]
enum PassError {
    #[error(transparent)]
    Op(#[from] OpError),
    #[error(transparent)]
    Rewrite(#[from] objet::walk::RewriteError),
}

impl ExprMutator for BiasAddToAdd {
    type Error = PassError;

    fn visit_call(&mut self, call: Call) -> Result<RelayExpr, PassError> {
        let ([data, bias], true) = (&call.args[..], call.calls(&self.bias_add)) else {
            return Ok(call.upcast());
        };
        let attrs = call.attrs.as_ref().and_then(|attrs| attrs.as_node::<BiasAddAttrsNode>());
        let (Some(attrs), Some(data_type), Some(bias_type)) = (attrs, tensor_type(data), tensor_type(bias))
        else {
            return Ok(call.upcast()); // The number of axes is unknown before type inference.
        };
        let rank = data_type.shape.len() as i32;
        let axis = if attrs.axis < 0 { attrs.axis + rank } else { attrs.axis };
        if !(0..rank).contains(&axis) {
            return Ok(call.upcast()); // Another pass reports the invalid axis.
        }
        let bias = with_axes(bias.clone(), bias_type, 0, axis)?;
        let bias =
            with_axes(bias.clone(), tensor_type(&bias).unwrap_or(bias_type), axis + 1, rank - axis - 1)?;
        let mut sum = add(data.clone(), bias)?;
        let mut fields = sum.make_mut();
        (*fields.checked_type, *fields.span) = (call.checked_type.clone(), call.span.clone());
        self.rewritten += 1;
        Ok(sum.upcast())
    }
}

fn tensor_type(expr: &RelayExpr) -> Option<&TensorTypeNode> {
    expr.checked_type.as_ref()?.as_node()
}

/// Returns the expression with `count` new axes of extent 1 before the axis `axis`, with its type.
fn with_axes(expr: RelayExpr, ty: &TensorTypeNode, axis: i32, count: i32) -> Result<RelayExpr, PassError> {
    if count <= 0 {
        return Ok(expr);
    }
    let mut shape = ty.shape.to_vec();
    let range = axis as usize..axis as usize;
    shape.splice(range, (0..count).map(|_| PrimExpr::from(1)));
    let mut expanded = expand_dims(expr, attrs! { axis: axis, num_newaxis: count })?;
    *expanded.make_mut().checked_type = Some(TensorType::new(shape, ty.dtype).upcast());
    Ok(expanded.upcast())
}

/// Returns the number of elements in tensors of a type. Unknown extents count as 1.
fn size(ty: Option<&Type>) -> i64 {
    let shape = ty.and_then(|ty| ty.as_node::<TensorTypeNode>()).map_or(&[][..], |ty| &ty.shape[..]);
    let extents = shape.iter().map(|extent| extent.as_node::<IntImmNode>().map_or(1, |extent| extent.value));
    extents.fold(1, i64::saturating_mul)
}

fn print_ops(title: &str, module: &IRModule, before: &BTreeMap<String, usize>) {
    println!("  {title}:");
    for (op, count) in list_op_freqs(module) {
        let change = match before.get(op.name.as_str()) {
            Some(same) if *same == count => "",
            Some(_) => "  (changed)",
            None if before.is_empty() => "",
            None => "  (new)",
        };
        println!("    {count:>4}  {}{change}", op.name);
    }
}

fn run(path: &Path) -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string(path)?;
    let module: IRModule = load_json(&text)?.downcast()?;
    module_well_formed(&module)?;
    println!("{} ({} bytes)", path.file_name().unwrap_or_default().to_string_lossy(), text.len());
    for (name, function) in module.functions.load().iter() {
        let Some(function) = function.as_node::<FunctionNode>() else { continue };
        let numbers: i64 = function.params.iter().map(|param| size(param.checked_type.as_ref())).sum();
        println!("  @{}: {} parameters of {numbers} numbers in all", name.name_hint, function.params.len());
    }
    let before: BTreeMap<String, usize> =
        list_op_freqs(&module).into_iter().map(|(op, count)| (op.name.to_string(), count)).collect();
    print_ops("operators, by calls", &module, &BTreeMap::new());

    let mut pass = BiasAddToAdd { bias_add: Op::get("nn.bias_add")?, rewritten: 0 };
    let rewritten = pass.mutate(module)?;
    module_well_formed(&rewritten)?;
    println!("  {} calls of nn.bias_add became sums", pass.rewritten);
    print_ops("operators now", &rewritten, &before);

    let json = save_json(&rewritten)?;
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(".sums.json");
    let saved = std::env::temp_dir().join(name);
    std::fs::write(&saved, &json)?;
    let back = load_json(&json)?;
    println!(
        "  saved to {} ({} bytes), which loads back equal: {}\n",
        saved.display(),
        json.len(),
        structural_equal(&back, &rewritten.into_object_ref())
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if !args.is_empty() {
        return args.iter().try_for_each(|path| run(path));
    }
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/data");
    ["mlp_b1.typed.json", "resnet18_b1_s224.typed.json"].iter().try_for_each(|name| run(&data.join(name)))
}
