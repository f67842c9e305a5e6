//! Sequential passes: the passes that run, and their order.

use objet::prelude::*;
use objet::text::as_repr;
use objet_ir::module::IRModule;
use objet_ir::register_pass;
use objet_ir::transform::{Pass, PassContext, Sequential};

use super::tracing::{run, trace, tracing};

#[test]
fn a_sequence_runs_what_the_context_enables() {
    let passes = || [tracing(0, "zero", &[]), tracing(2, "two", &[]), tracing(3, "three", &[])];
    assert_eq!(run(passes(), &PassContext::new(0)), "zero");
    assert_eq!(run(passes(), &PassContext::default()), "zero two");
    assert_eq!(run(passes(), &PassContext::new(3)), "zero two three");
    assert_eq!(run(passes(), &PassContext::new(0).with_required(["three"])), "zero three");
    assert_eq!(run(passes(), &PassContext::new(3).with_disabled(["zero", "two"])), "three");
    // A pass that is both required and disabled does not run.
    assert_eq!(
        run(passes(), &PassContext::new(3).with_required(["two"]).with_disabled(["two"])),
        "zero three"
    );
    // A pass that runs outside of a sequence ignores the context.
    let context = PassContext::new(0).with_disabled(["three"]);
    assert_eq!(trace(&passes()[2].run_in(IRModule::new(), &context).unwrap()), "three");
}

#[test]
fn passes_and_contexts_print_what_they_are() {
    let passes = [tracing(0, "zero", &[]), tracing(2, "two", &["zero"])];
    let repr = |object: ObjectRef| as_repr(Some(&object));
    assert_eq!(repr(passes[0].clone().upcast()), "Run Module pass: zero at the optimization level 0");
    assert_eq!(
        repr(passes[1].pass_info.clone().upcast()),
        "The meta data of the pass: pass name: twoopt_level: 2required passes: [\nzero, ]\n"
    );
    assert_eq!(
        repr(Sequential::new(passes, "both").upcast()),
        "Run Sequential pass: both at the optimization level 0. The passes will be executed are: [zero two ]"
    );
    let context = PassContext::new(3).with_required(["zero"]).with_disabled(["two", "three"]);
    assert_eq!(
        repr(context.upcast()),
        "Pass context information: \n\topt_level: 3\n\trequired passes: [\"zero\"]\n\
         \tdisabled passes: [\"two\", \"three\"]\n\tinstruments: []\n\tconfig: {}"
    );
}

register_pass!("transform.tests.Shapes", || tracing(9, "shapes", &["tests.NotAsked"]));
register_pass!("relay._transform.tests.Layout", || Sequential::new(
    [tracing(0, "layout", &["tests.Shapes"]), tracing(1, "layout2", &[])],
    "layouts"
)
.into());

#[test]
fn required_passes_run_first() {
    let passes = [tracing(0, "a", &[]), tracing(0, "b", &["tests.Shapes", "tests.Layout"])];
    // Required passes run at level 0 too, regardless of their own level. Their own required passes
    // run only if they are part of a sequence.
    assert_eq!(run(passes, &PassContext::new(0)), "a shapes shapes layout b");

    let unknown = Sequential::new([tracing(0, "a", &["tests.Shape"])], "s").run(IRModule::new()).unwrap_err();
    assert_eq!(unknown.to_string(), r#"no pass "tests.Shape" is registered, did you mean "tests.Shapes"?"#);
    // The required passes of a pass that does not run are not looked up.
    assert_eq!(run([tracing(4, "a", &["tests.Shape"])], &PassContext::new(3)), "");
}

register_pass!("tests.Hen", || Sequential::new([tracing(0, "hen", &["tests.Egg"])], "hens").into());
register_pass!("tests.Egg", || Sequential::new([tracing(0, "egg", &["tests.Hen"])], "eggs").into());

#[test]
fn cycles_of_required_passes_are_errors() {
    let error = Sequential::new([tracing(0, "a", &["tests.Hen"])], "s").run(IRModule::new()).unwrap_err();
    assert_eq!(error.to_string(), "cycle of required passes: tests.Hen -> tests.Egg -> tests.Hen");
}

register_pass!("tests.Two", || tracing(0, "first", &[]));
register_pass!("tests.Two", || tracing(0, "second", &[]));

#[test]
fn a_pass_registered_twice_is_an_error() {
    let error = Pass::get("tests.Two").unwrap_err().to_string();
    assert_eq!(error.matches("tests/suite/transform/sequential.rs:").count(), 2, "{error}");
    assert!(Pass::list_names().any(|name| name == "tests.Two"));
}

#[test]
fn nested_sequences_do_not_use_the_machine_stack() {
    let run = || {
        let mut pass = tracing(0, "inmost", &[]);
        for _ in 0..1_000_000 {
            pass = Sequential::new([pass], "s").into();
        }
        assert_eq!(trace(&pass.run(IRModule::new()).unwrap()), "inmost");
        pass
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}
