//! The macro that declares operators.

/// Declares operators. For each operator, the macro registers the operator at link time, defines a
/// function that creates calls, and registers a function that creates calls for front ends.
///
/// ```
/// use objet_ir::attrs;
/// use objet_ir::op::Op;
/// use objet_ir::op::OpPatternKind::Broadcast;
/// use objet_relay::attrs::ClipAttrsNode;
/// use objet_relay::expr::Var;
///
/// objet_relay::operators! {
///     /// Multiplies each element by a number and clips the product.
///     pub fn clipped_scale(
///         data: "Tensor" = "The tensor to multiply.",
///         factor: "Tensor" = "The factor, a scalar tensor.",
///     ) with ClipAttrsNode
///         = "doc.clipped_scale" as "doc.make.clipped_scale"
///         => |op| op.type_relation("Broadcast").support_level(1).pattern(Broadcast);
/// }
///
/// let [data, factor] = ["data", "factor"].map(|name| Var::new(name, None, None));
/// let call = clipped_scale(data, factor, attrs! { a_min: 0.0, a_max: 6.0 })?;
/// assert_eq!(call.as_op().unwrap().name, "doc.clipped_scale");
/// assert_eq!(
///     Op::get("doc.clipped_scale")?.description.load(),
///     "Multiplies each element by a number and clips the product."
/// );
/// assert!(objet::Registry::get("doc.make.clipped_scale").is_some());
/// # Ok::<(), objet_ir::op::OpError>(())
/// ```
///
/// | part | meaning |
/// |---|---|
/// | doc comment | the description of the operator and of the function |
/// | `data: "Tensor" = "…"` | an input, with its type in words and its description |
/// | `rhs as "lhs": "Tensor" = "…"` | an input that is registered under another name |
/// | `with ClipAttrsNode` | the attributes node of calls; see [`IntoAttrs`] |
/// | `= "doc.clipped_scale"` | the name of the operator |
/// | `as "doc.make.clipped_scale"` | the global name of the function for front ends |
/// | `as "…"(data, [axis], {end}, (layout))` | the parameters of that function, in order |
/// | <code>=> &#124;op&#124; op…</code> | further properties, set on an [`OpBuilder`] |
///
/// The global name is a literal, or an expression in parentheses.
/// By default, the function for front ends takes the inputs and then the attributes in field order.
/// An explicit parameter list contains inputs, attributes in brackets, parameters that are both an
/// input and an attribute in braces, and ignored parameters in parentheses.
///
/// [`IntoAttrs`]: objet_ir::attrs::IntoAttrs
/// [`OpBuilder`]: objet_ir::op::OpBuilder
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
            /// Returns an error if the operator is registered twice, or if an attribute is unknown,
            /// missing, of the wrong type or out of bounds.
            #[allow(clippy::too_many_arguments, reason = "one parameter for each input of the operator")]
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
            static CONSTRUCTOR: $crate::__private::OpConstructor = $crate::__private::OpConstructor {
                op: $name,
                attrs: $crate::operators!(@attrs_key $($attrs)?),
                inputs: &[$(stringify!($input)),*],
                params: $crate::operators!(@params $(($($param),*))?),
            };
            static LINKED: $crate::__private::LinkedFunction = $crate::__private::LinkedFunction {
                name: $global,
                declared: $crate::__private::Declared { file: file!(), line: line!(), column: column!() },
                doc: concat!("Creates a call of the operator `", $name, "`."),
                params: &[],
                is_unsafe: false,
                is_short: true,
                make: |linked| CONSTRUCTOR.function(linked),
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
