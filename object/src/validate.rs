//! The trait [`Validate`]: the rules of a node type, written once.

/// Rules that the fields of a node must satisfy.
///
/// The constructor that `#[object(new, validate)]` generates checks the rules of each new node:
///
/// ```
/// use objet::prelude::*;
///
/// /// `lhs * rhs`, for operands of equal width.
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "toy.Mul", new, validate)]
/// #[reflect(check = MulNode::validate)] // for nodes that are built or loaded by name
/// pub struct MulNode {
///     base: Object,
///     pub lhs_bits: u32,
///     pub rhs_bits: u32,
/// }
///
/// impl Validate for MulNode {
///     type Error = String;
///
///     /// # Errors
///     /// If one operand has more bits than the other.
///     fn validate(&self) -> Result<(), String> {
///         match self.lhs_bits == self.rhs_bits {
///             true => Ok(()),
///             false => Err(format!("toy.Mul: {} and {} bits", self.lhs_bits, self.rhs_bits)),
///         }
///     }
/// }
///
/// assert_eq!(Mul::new(8, 8)?.lhs_bits, 8);
/// assert_eq!(Mul::new(8, 16).unwrap_err(), "toy.Mul: 8 and 16 bits");
/// # Ok::<(), String>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` states no rules",
    label = "this node has no rules that `new` could apply",
    note = "implement `Validate` for `{Self}`, or remove `validate` from `#[object(...)]`"
)]
pub trait Validate {
    /// The error for a node that breaks a rule.
    type Error;

    /// Checks the fields of the node, including inherited fields.
    ///
    /// # Errors
    /// If the node breaks a rule.
    fn validate(&self) -> Result<(), Self::Error>;
}
