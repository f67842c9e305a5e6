//! Packed functions: registered, looked up and called by name, passed as arguments, returned, and
//! failing.

use objet::Registry;
use objet::function::{Args, FunctionBuilder, Param, RetValue, moved};
use objet::prelude::*;

/// Adds two numbers.
#[register_global("myadd")]
fn my_add(a: i64, b: i64) -> i64 {
    a + b
}

/// Calls another function with a greeting.
#[register_global("callhello")]
fn call_hello(function: &PackedFunc) -> objet::Result<()> {
    function.call(("hello world",))?;
    Ok(())
}

/// Returns a function that adds `amount`.
#[register_global("adder")]
fn adder(
    /// The amount to add.
    #[default(1)]
    amount: i64,
) -> TypedPackedFunc<fn(i64) -> i64> {
    TypedPackedFunc::new(move |x: i64| x + amount)
}

/// Appends a size to the array.
#[register_global("push_size")]
fn push_size(mut sizes: Array<ShapeTuple>, size: ShapeTuple) -> Array<ShapeTuple> {
    sizes.push(size); // in place, if the caller moved its unique reference
    sizes
}

fn main() -> objet::Result<()> {
    if cfg!(not(feature = "inventory")) {
        objet::register_globals!(my_add, call_hello, adder, push_size)?;
    }

    // A call by name.
    let my_add = Registry::expect("myadd")?;
    println!("{my_add:?}: 1 + 2 = {}", my_add.call_as::<i64>((1, 2))?);

    // A function that takes a function.
    let print: PackedFunc = TypedPackedFunc::new(|text: &str| println!("callhello says: {text}")).into();
    Registry::expect("callhello")?.call((&print,))?;

    // A function that returns a function; the amount has a default.
    let by_ten: TypedPackedFunc<fn(i64) -> i64> = Registry::expect("adder")?.call_as((10,))?;
    let by_one: PackedFunc = Registry::expect("adder")?.call_as(())?;
    println!("32 + 10 = {}, 32 + 1 = {}", by_ten.call(32)?, by_one.call_as::<i64>((32,))?);

    // An object that is moved into the call is changed in place.
    let sizes = Array::from([ShapeTuple::from([1])]);
    let sizes: Array<ShapeTuple> =
        Registry::expect("push_size")?.call_as((&moved(sizes), &ShapeTuple::from([2, 3])))?;
    println!("sizes: {sizes:?}");

    // A function that inspects its packed arguments, registered at run time.
    let describe = |args: Args<'_>, result: &mut RetValue| {
        *result = format!("{} arguments: {args:?}", args.len()).into();
        Ok(())
    };
    Registry::register("describe", PackedFunc::from_fn(describe))?;
    let text: String = Registry::expect("describe")?.call_as((1, "two", 3.0, ()))?;
    println!("{text}");

    // A function with declared parameter names and a default.
    let scale = FunctionBuilder::new("scale")
        .param(Param::new("x"))
        .param(Param::new("factor").with_default(2.0))
        .build(|x: f64, factor: f64| x * factor)?;
    Registry::register("scale", scale)?;

    // Errors state the function and the argument.
    let failing: PackedFunc = TypedPackedFunc::new(|| -> objet::Result<RetValue> {
        Ok(Registry::expect("scale")?.call((1.0, "a lot"))?)
    })
    .into();
    for outcome in [my_add.call((1,)), failing.call(()), my_add.call(("one", 2))] {
        if let Err(error) = outcome {
            println!("\n{error:#}");
        }
    }
    if let Err(error) = Registry::expect("my_add") {
        println!("{error}");
    }
    println!("\nregistered: {}", Registry::names("").join(", "));
    Ok(())
}
