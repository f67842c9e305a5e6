//! The declaration of operators: one table, from which all that is known of an operator follows.

/// Declares operators: for each of them the operator that is registered at link time, a function that makes calls of it, and
/// the function by which front ends make calls.
///
/// ```
/// use objet_ir::attrs;
/// use objet_ir::op::{Op, OpPatternKind};
/// use objet_relay::attrs::ClipAttrsNode;
/// use objet_relay::expr::Var;
///
/// objet_relay::operators! {
///     /// The product of each element and a number, kept within bounds.
///     pub fn clipped_scale(
///         data: "Tensor" = "The tensor whose elements are multiplied.",
///         factor: "Tensor" = "The number, a tensor without axes.",
///     ) with ClipAttrsNode
///         = "doc.clipped_scale" as "doc.make.clipped_scale"
///         => |op| op.type_relation("Broadcast").support_level(1).pattern(OpPatternKind::Broadcast);
/// }
///
/// let [data, factor] = ["data", "factor"].map(|name| Var::new(name, None, None));
/// let call = clipped_scale(data, factor, attrs! { a_min: 0.0, a_max: 6.0 })?;
/// assert_eq!(call.as_op().unwrap().name, "doc.clipped_scale");
/// assert_eq!(
///     Op::get("doc.clipped_scale")?.description.load(),
///     "The product of each element and a number, kept within bounds."
/// );
/// assert!(objet::Registry::get("doc.make.clipped_scale").is_some());
/// # Ok::<(), objet_ir::op::OpError>(())
/// ```
///
/// | part | meaning |
/// |---|---|
/// | doc comment | the description of the operator, and of the function |
/// | `data: "Tensor" = "…"` | an input, with its type in words and its description |
/// | `rhs as "lhs": "Tensor" = "…"` | an input that is registered under another name |
/// | `with ClipAttrsNode` | the node of the attributes of calls; see [`IntoAttrs`](objet_ir::attrs::IntoAttrs) |
/// | `= "doc.clipped_scale"` | the name of the operator |
/// | `as "doc.make.clipped_scale"` | the global name of the function for front ends, a literal or an expression in parentheses. It takes the inputs and then the attributes, in the order of the fields |
/// | `as "…"(data, [axis], {end}, (layout))` | what it takes where that is another order: inputs, attributes in brackets, what is both in braces, and what makes no difference in parentheses |
/// | <code>=> &#124;op&#124; op…</code> | all else, told to an [`OpBuilder`](objet_ir::op::OpBuilder) |
#[macro_export]
macro_rules! operators {
    ($(
        $(#[doc = $doc:literal])+
        $vis:vis fn $maker:ident($(
            $input:ident $(as $argument:literal)?: $type_info:literal = $input_doc:literal
        ),* $(,)?)
        $(with $attrs:ty)?
        = $name:literal
        $(as $global:tt $(($($param:tt),* $(,)?))?)?
        => $describe:expr;
    )+) => {
        $(
            $crate::__private::objet_ir::register_op! { $name
                .describe(&$crate::__private::unwrapped(concat!($($doc, "\n"),+)))
                $(.argument(
                    $crate::operators!(@name $input $($argument)?),
                    $type_info,
                    $input_doc,
                ))*
                $(.attrs::<$attrs>())?
                .with($describe)
            }

            $(#[doc = $doc])+
            #[doc = ""]
            $(#[doc = concat!("- `", stringify!($input), "`, ", $type_info, ": ", $input_doc)])*
            $(
                #[doc = concat!("\n\nThe attributes are the fields of [`", stringify!($attrs), "`].")]
            )?
            ///
            /// # Errors
            /// If the operator is registered twice, or if an attribute is unknown, missing, of the wrong type or out of its
            /// bounds.
            #[allow(clippy::too_many_arguments, reason = "as many as the operator has inputs")]
            $vis fn $maker(
                $($input: impl Into<$crate::__private::objet_ir::expr::RelayExpr>,)*
                $(attrs: impl $crate::__private::objet_ir::attrs::IntoAttrs<$attrs>)?
            ) -> Result<$crate::expr::Call, $crate::__private::objet_ir::op::OpError> {
                let op = $crate::__private::objet_ir::op::Op::get($name)?;
                let attrs = $crate::operators!(@attrs op $(attrs $attrs)?);
                Ok($crate::expr::Call::new(op, [$($input.into()),*], attrs, [], None))
            }

            $crate::operators! {
                @global $name [$($attrs)?] [$($input),*] $($global $(($($param),*))?)?
            }
        )+
    };
    (@global $name:literal [$($attrs:ty)?] [$($input:ident),*]) => {};
    (
        @global $name:literal [$($attrs:ty)?] [$($input:ident),*]
        $global:tt $(($($param:tt),*))?
    ) => {
        const _: () = {
            static MAKER: $crate::__private::Maker = $crate::__private::Maker {
                op: $name,
                attrs: $crate::operators!(@attrs_key $($attrs)?),
                inputs: &[$(stringify!($input)),*],
                params: $crate::operators!(@params $(($($param),*))?),
            };
            static LINKED: $crate::__private::LinkedFunction = $crate::__private::LinkedFunction {
                name: $global,
                declared: $crate::__private::Declared { file: file!(), line: line!(), column: column!() },
                doc: concat!("A call of the operator `", $name, "`."),
                params: &[],
                is_unsafe: false,
                is_short: true,
                make: |linked| MAKER.function(linked),
            };
            $crate::__private::link_function!(&LINKED);
        };
    };
    (@name $input:ident) => { stringify!($input) };
    (@name $input:ident $argument:literal) => { $argument };
    (@attrs $op:ident) => { None };
    (@attrs $op:ident $values:ident $attrs:ty) => {
        Some($crate::__private::objet_ir::attrs::IntoAttrs::<$attrs>::into_attrs($values, &$op)?)
    };
    (@attrs_key) => { None };
    (@attrs_key $attrs:ty) => { Some(<$attrs as $crate::__private::IsObject>::TYPE_KEY) };
    (@params) => { None };
    (@params ($($param:tt),*)) => { Some(&[$($crate::operators!(@param $param)),*]) };
    (@param [$field:ident]) => { $crate::__private::Param::Field(stringify!($field)) };
    (@param {$both:ident}) => { $crate::__private::Param::OperandAndField(stringify!($both)) };
    (@param ($unused:ident)) => { $crate::__private::Param::Unused(stringify!($unused)) };
    (@param $operand:ident) => { $crate::__private::Param::Operand(stringify!($operand)) };
}
