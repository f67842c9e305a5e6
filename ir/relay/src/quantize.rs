//! Quantization: configurations, passes, and their temporary expressions.
//!
//! The passes run in this order: [`quantize_partition`] and [`quantize_annotate`] add simulated
//! quantization, by attributes of operators that TVM's front end sets. Calibration is part of the
//! front end and gives it constant parameters. [`quantize_realize`] replaces it by operators on
//! integers.

mod error;
mod forward;
mod passes;
mod realize;
mod simulate;

use objet::function::BoxError;
use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::scope::{self, Entered, Scope};

pub use self::error::QuantizeError;
pub use self::passes::{quantize_annotate, quantize_partition, quantize_realize};
pub use self::realize::{QRealizeIntExpr, QRealizeIntExprNode};
pub use self::simulate::{QAnnotateAttrs, QAnnotateAttrsNode, create_stats_collector, simulated_quantize};
use crate::expr::{TempExpr, TempExprNode};
use crate::op::annotation::{cast_hint, stop_fusion};

/// The configuration of quantization.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.quantize.QConfig", is_final)]
#[reflect(repr = show_config)]
pub struct QConfigNode {
    base: Object,
    /// The number of bits of inputs.
    pub nbit_input: i32,
    /// The number of bits of weights.
    pub nbit_weight: i32,
    /// The number of bits of activations.
    pub nbit_activation: i32,
    /// The data type of inputs.
    pub dtype_input: DataType,
    /// The data type of weights.
    pub dtype_weight: DataType,
    /// The data type of activations.
    pub dtype_activation: DataType,
    /// The method that finds scales: `global_scale`, `kl_divergence` or `percentile`.
    pub calibrate_mode: String,
    /// The scale of all activations, for `global_scale`.
    pub global_scale: f64,
    /// The method that finds the scales of weights: `max` or `power2`.
    pub weight_scale: String,
    /// Whether dense layers are not quantized.
    pub skip_dense_layer: bool,
    /// The indices of the convolutions that are not quantized; null for none.
    pub skip_conv_layers: Option<Array<ObjectRef>>,
    /// Whether quantized operators are simulated in floating point.
    pub do_simulation: bool,
    /// Whether shifts to the right round.
    pub round_for_shift: bool,
    /// The names of the operators that are quantized; null for all operators.
    pub debug_enabled_ops: Option<Array<ObjectRef>>,
    /// The direction in which halves are rounded: `UPWARD` or `TONEAREST`.
    pub rounding: String,
    /// The number of outputs that are calibrated at a time, or -1 for all.
    pub calibrate_chunk_by: i32,
    /// Whether conversions are moved to functions of their own: `disabled`, `enabled` or
    /// `fully_integral`.
    pub partition_conversions: String,
}

thread_local! {
    static ENTERED: Entered<QConfig> = const { Entered::new(Vec::new()) };
}

impl QConfig {
    /// Returns the configuration with TVM's defaults.
    pub fn new() -> Self {
        make_object(QConfigNode {
            base: Object::new(),
            nbit_input: 8,
            nbit_weight: 8,
            nbit_activation: 32,
            dtype_input: DataType::int(8),
            dtype_weight: DataType::int(8),
            dtype_activation: DataType::int(32),
            calibrate_mode: "global_scale".into(),
            global_scale: 8.0,
            weight_scale: "power2".into(),
            skip_dense_layer: true,
            skip_conv_layers: None,
            do_simulation: false,
            round_for_shift: true,
            debug_enabled_ops: None,
            rounding: "UPWARD".into(),
            calibrate_chunk_by: -1,
            partition_conversions: "disabled".into(),
        })
        .into()
    }

    /// Returns the current configuration of this thread: the one entered last that has not been
    /// left, or else the default.
    pub fn current() -> Self {
        scope::current(&ENTERED).unwrap_or_default()
    }

    /// Makes this the current configuration of the thread until the returned scope is dropped.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet_relay::quantize::QConfig;
    ///
    /// let mut config = QConfig::new();
    /// *config.make_mut().nbit_input = 4;
    /// let scope = config.enter();
    /// assert_eq!(QConfig::current().nbit_input, 4);
    /// drop(scope);
    /// assert_eq!(QConfig::current().nbit_input, 8);
    /// ```
    pub fn enter(&self) -> Scope<Self> {
        scope::enter(&ENTERED, self.clone())
    }
}

impl Default for QConfig {
    fn default() -> Self {
        Self::new()
    }
}

/// Marks the boundary between a quantized part of a program and the rest.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.QPartitionExpr", is_final)]
pub struct QPartitionExprNode {
    base: TempExprNode,
    /// The expression.
    pub expr: RelayExpr,
}

/// Marks an expression with the kind of its quantization.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.QAnnotateExpr", is_final)]
pub struct QAnnotateExprNode {
    base: TempExprNode,
    /// The expression.
    pub expr: RelayExpr,
    /// The kind of its quantization.
    pub kind: QAnnotateKind,
}

/// The kind of a quantized value, which determines its number of bits and its data type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[repr(i32)]
pub enum QAnnotateKind {
    /// A value that is not quantized.
    Identity = 0,
    /// An input.
    Input = 1,
    /// A weight.
    Weight = 2,
    /// An activation.
    Activation = 3,
}

impl QPartitionExpr {
    /// Marks the boundary after an expression. The boundary becomes a hint that the value is stored
    /// as 8 bits, and a barrier to fusion.
    pub fn new(expr: impl Into<RelayExpr>) -> Self {
        let base = TempExprNode::new(realize_partition);
        make_object(QPartitionExprNode { base, expr: expr.into() }).into()
    }
}

impl QAnnotateExpr {
    /// Marks an expression with a kind. The mark is removed in the end.
    pub fn new(expr: impl Into<RelayExpr>, kind: QAnnotateKind) -> Self {
        let base = TempExprNode::new(realize_annotation);
        make_object(QAnnotateExprNode { base, expr: expr.into(), kind }).into()
    }
}

fn realize_partition(expr: &TempExpr) -> Result<RelayExpr, BoxError> {
    let partition = expr.downcast_ref::<QPartitionExpr>().ok_or("expected a relay.QPartitionExpr")?;
    let hint = cast_hint(partition.expr.clone(), attrs! { dtype: DataType::int(8) })?;
    Ok(stop_fusion(hint)?.upcast())
}

fn realize_annotation(expr: &TempExpr) -> Result<RelayExpr, BoxError> {
    let annotation = expr.downcast_ref::<QAnnotateExpr>().ok_or("expected a relay.QAnnotateExpr")?;
    Ok(annotation.expr.clone())
}

fn show_config<'a>(config: &'a QConfigNode, printer: &mut ReprPrinter<'a>) {
    printer.text(format!(
        "qconfig(nbit_input={}, nbit_weight={}, nbit_activation={}, calibrate_mode={}, global_scale={}, \
         weight_scale={}, skip_conv_layers==",
        config.nbit_input,
        config.nbit_weight,
        config.nbit_activation,
        config.calibrate_mode,
        config.global_scale,
        config.weight_scale
    ));
    printer.object(&config.skip_conv_layers);
    printer.text(format!(
        ", skip_dense_layer=={}, do_simulation=={}, round_for_shift=={}, debug_enabled_ops==",
        i32::from(config.skip_dense_layer),
        i32::from(config.do_simulation),
        i32::from(config.round_for_shift)
    ));
    printer.object(&config.debug_enabled_ops);
    printer.text(format!(
        ", rounding=={}, partition_conversions=={})",
        config.rounding, config.partition_conversions
    ));
}

/// Returns the current configuration of this thread.
#[register_global("relay._quantize._GetCurrentQConfig")]
fn current_config() -> QConfig {
    QConfig::current()
}

/// Makes a configuration current on this thread.
#[register_global("relay._quantize._EnterQConfigScope")]
fn enter_config(config: QConfig) {
    scope::enter_open(&ENTERED, config);
}

/// Leaves the configuration that was entered last on this thread.
#[register_global("relay._quantize._ExitQConfigScope")]
fn exit_config() -> Result<(), BoxError> {
    scope::leave(&ENTERED, |_| true)
        .map_err(|_| "cannot leave a scope of QConfig: none was entered on this thread".into())
}

/// Marks the boundary after an expression.
#[register_global("relay._quantize.make_partition_expr")]
fn make_partition_expr(expr: RelayExpr) -> QPartitionExpr {
    QPartitionExpr::new(expr)
}

/// Marks an expression with a kind.
#[register_global("relay._quantize.make_annotate_expr")]
fn make_annotate_expr(expr: RelayExpr, kind: QAnnotateKind) -> QAnnotateExpr {
    QAnnotateExpr::new(expr, kind)
}
