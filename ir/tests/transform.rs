//! Passes: what runs, in which order, and what is told of it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use objet::prelude::*;
use objet::{get_attr, load_json, save_json, structural_equal, with_attr};
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{Bool, GlobalVar, Integer};
use objet_ir::module::IRModule;
use objet_ir::relay::expr::{Function, FunctionNode, Tuple};
use objet_ir::transform::{
    BoxError, ConfigError, FunctionPass, Instrument, ModulePass, Panicked, Pass, PassContext, PassError,
    PassInfo, PassInfoNode, PassInstrument, PassTiming, PrimFuncPass, Sequential, SequentialNode,
    UnrollLoopConfig, print_after_all, print_before_all, print_ir,
};
use objet_ir::{register_pass, register_pass_config};

/// A list of texts that passes and instruments write to.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn add(&self, text: impl Into<String>) {
        self.0.lock().unwrap().push(text.into());
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }

    fn instrument(&self, name: &str) -> PassInstrument {
        PassInstrument::new(name, Logging { name: name.into(), log: self.clone() })
    }
}

struct Logging {
    name: String,
    log: Log,
}

impl Instrument for Logging {
    fn enter_pass_ctx(&self) -> Result<(), BoxError> {
        self.log.add(format!("{} enters", self.name));
        Ok(())
    }

    fn exit_pass_ctx(&self) -> Result<(), BoxError> {
        self.log.add(format!("{} leaves", self.name));
        Ok(())
    }

    fn run_before_pass(&self, _: &IRModule, pass_info: &PassInfoNode) -> Result<(), BoxError> {
        self.log.add(format!("{} before {}", self.name, pass_info.name));
        Ok(())
    }

    fn run_after_pass(&self, _: &IRModule, pass_info: &PassInfoNode) -> Result<(), BoxError> {
        self.log.add(format!("{} after {}", self.name, pass_info.name));
        Ok(())
    }

    fn pass_failed(&self, pass_info: &PassInfoNode) {
        self.log.add(format!("{} failed {}", self.name, pass_info.name));
    }
}

/// A pass that appends its name to the attribute `trace` of the module.
fn tracing(opt_level: i32, name: &'static str, required: &[&str]) -> Pass {
    let info = PassInfo::new(opt_level, name, required.iter().copied());
    ModulePass::new(info, move |module, _| {
        let trace = module.get_attr::<objet::String>("trace").unwrap_or_default();
        let trace = if trace.is_empty() { name.into() } else { format!("{trace} {name}") };
        Ok(module.with_attr("trace", objet::String::from(trace)))
    })
    .into()
}

fn trace(module: &IRModule) -> String {
    module.get_attr::<objet::String>("trace").unwrap_or_default().to_string()
}

fn run(passes: impl Into<Array<Pass>>, context: &PassContext) -> String {
    trace(&Sequential::new(passes, "sequential").run_in(IRModule::new(), context).unwrap())
}

fn failing(error: &'static str) -> Pass {
    ModulePass::new(PassInfo::new(0, "Fails", []), move |_, _| Err(error.into())).into()
}

#[test]
fn a_sequence_runs_what_the_context_enables() {
    let passes = || [tracing(0, "zero", &[]), tracing(2, "two", &[]), tracing(3, "three", &[])];
    assert_eq!(run(passes(), &PassContext::new(0)), "zero");
    assert_eq!(run(passes(), &PassContext::default()), "zero two");
    assert_eq!(run(passes(), &PassContext::new(3)), "zero two three");
    assert_eq!(run(passes(), &PassContext::new(0).with_required(["three"])), "zero three");
    assert_eq!(run(passes(), &PassContext::new(3).with_disabled(["zero", "two"])), "three");
    // What is both does not run.
    assert_eq!(
        run(passes(), &PassContext::new(3).with_required(["two"]).with_disabled(["two"])),
        "zero three"
    );
    // A pass that is run on its own asks no context.
    let context = PassContext::new(0).with_disabled(["three"]);
    assert_eq!(trace(&passes()[2].run_in(IRModule::new(), &context).unwrap()), "three");
}

register_pass!("transform.tests.Shapes", || tracing(9, "shapes", &["tests.NotAsked"]));
register_pass!("relay._transform.tests.Layout", || Sequential::new(
    [tracing(0, "layout", &["tests.Shapes"]), tracing(1, "layout2", &[])],
    "layouts"
)
.into());

#[test]
fn what_a_pass_requires_runs_before_it() {
    let passes = [tracing(0, "a", &[]), tracing(0, "b", &["tests.Shapes", "tests.Layout"])];
    // At level 0 too, for what is required is not asked for its level; nor for what it requires itself, unless that is part of a sequence.
    assert_eq!(run(passes, &PassContext::new(0)), "a shapes shapes layout b");

    let unknown = Sequential::new([tracing(0, "a", &["tests.Shape"])], "s").run(IRModule::new()).unwrap_err();
    assert_eq!(unknown.to_string(), r#"no pass "tests.Shape" is registered, did you mean "tests.Shapes"?"#);
    // What does not run requires nothing.
    assert_eq!(run([tracing(4, "a", &["tests.Shape"])], &PassContext::new(3)), "");
}

register_pass!("tests.Hen", || Sequential::new([tracing(0, "hen", &["tests.Egg"])], "hens").into());
register_pass!("tests.Egg", || Sequential::new([tracing(0, "egg", &["tests.Hen"])], "eggs").into());

#[test]
fn passes_that_require_themselves_are_refused() {
    let error = Sequential::new([tracing(0, "a", &["tests.Hen"])], "s").run(IRModule::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"the pass "tests.Hen" is required while it runs because it is required: tests.Hen -> tests.Egg"#
    );
}

register_pass!("tests.Two", || tracing(0, "first", &[]));
register_pass!("tests.Two", || tracing(0, "second", &[]));

#[test]
fn a_name_that_two_passes_have_names_none() {
    let error = Pass::get("tests.Two").unwrap_err().to_string();
    assert_eq!(error.matches("ir/tests/transform.rs:").count(), 2, "{error}");
    assert!(Pass::list_names().any(|name| name == "tests.Two"));
}

#[test]
fn sequences_in_sequences_take_no_stack() {
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

#[test]
fn instruments_are_told_of_each_pass() {
    let log = Log::default();
    let context = PassContext::new(2).with_instruments([log.instrument("A"), log.instrument("B")]);
    let scope = context.enter().unwrap();
    let inner = Sequential::new([tracing(0, "x", &[]), tracing(3, "y", &[])], "inner");
    inner.run(IRModule::new()).unwrap();
    scope.exit().unwrap();
    assert_eq!(
        log.take(),
        [
            "A enters",
            "B enters",
            "A before inner",
            "B before inner",
            "A before x",
            "B before x",
            "A after x",
            "B after x",
            "A after inner",
            "B after inner",
            "A leaves",
            "B leaves",
        ]
    );
}

/// Says no to a pass, fails at another, panics at a third.
struct Moody;

impl Instrument for Moody {
    fn should_run(&self, _: &IRModule, pass_info: &PassInfoNode) -> Result<bool, BoxError> {
        Ok(pass_info.name != "unwanted")
    }

    fn run_before_pass(&self, _: &IRModule, pass_info: &PassInfoNode) -> Result<(), BoxError> {
        if pass_info.name == "forbidden" { Err("not that one".into()) } else { Ok(()) }
    }

    fn run_after_pass(&self, _: &IRModule, pass_info: &PassInfoNode) -> Result<(), BoxError> {
        assert!(pass_info.name != "frightening", "boo");
        Ok(())
    }
}

#[test]
fn instruments_can_keep_passes_from_running() {
    let log = Log::default();
    let instruments = [log.instrument("A"), PassInstrument::new("Moody", Moody), log.instrument("B")];
    let context = PassContext::new(2).with_instruments(instruments);
    assert_eq!(run([tracing(0, "unwanted", &[]), tracing(0, "wanted", &[])], &context), "wanted");
    let context = context.with_required(["unwanted"]);
    assert_eq!(run([tracing(0, "unwanted", &[])], &context), "unwanted");

    log.take();
    let error = tracing(0, "forbidden", &[]).run_in(IRModule::new(), &context).unwrap_err();
    assert_eq!(error.to_string(), r#"the instrument "Moody" before the pass "forbidden": not that one"#);
    assert_eq!(log.take(), ["A before forbidden", "A failed forbidden"]);

    let error = tracing(0, "frightening", &[]).run_in(IRModule::new(), &context).unwrap_err();
    let PassError::Instrument { source, .. } = &error else { panic!("{error}") };
    assert_eq!(source.downcast_ref::<Panicked>(), Some(&Panicked { message: "boo".into() }));
    let told =
        ["A before frightening", "B before frightening", "A after frightening", "B failed frightening"];
    assert_eq!(log.take(), told);
}

/// Does not let its context be entered.
struct Closed;

impl Instrument for Closed {
    fn enter_pass_ctx(&self) -> Result<(), BoxError> {
        Err("closed".into())
    }
}

#[test]
fn a_context_that_an_instrument_refuses_is_not_entered() {
    let log = Log::default();
    let instruments = [log.instrument("A"), PassInstrument::new("Closed", Closed), log.instrument("B")];
    let error = PassContext::new(3).with_instruments(instruments).enter().unwrap_err();
    assert_eq!(error.to_string(), r#"the instrument "Closed" entering its context: closed"#);
    assert_eq!(log.take(), ["A enters", "A leaves"]);
    assert_eq!(PassContext::current().opt_level, 2);
}

#[test]
fn errors_and_panics_name_the_pass() {
    #[derive(Debug, PartialEq, thiserror::Error)]
    #[error("dimension {0} is negative")]
    struct Negative(i64);

    let log = Log::default();
    let context = PassContext::new(2).with_instruments([log.instrument("A")]);
    let fails = ModulePass::new(PassInfo::new(0, "InferShape", []), |_, _| Err(Negative(-3).into()));
    let error = Sequential::new([tracing(0, "x", &[]), fails.into(), tracing(0, "y", &[])], "s")
        .run_in(IRModule::new(), &context)
        .unwrap_err();
    assert_eq!(error.to_string(), r#"the pass "InferShape": dimension -3 is negative"#);
    let source = std::error::Error::source(&error).unwrap();
    assert_eq!(source.downcast_ref::<Negative>(), Some(&Negative(-3)));
    assert_eq!(
        log.take(),
        ["A before s", "A before x", "A after x", "A before InferShape", "A failed InferShape", "A failed s"]
    );

    let panics = ModulePass::new(PassInfo::new(0, "Panics", []), |module, _| {
        let names: Vec<_> = module.get_global_vars();
        Ok(module.with_attr("first", names[0].clone()))
    });
    let error = panics.run(IRModule::new()).unwrap_err();
    assert!(error.to_string().starts_with(r#"the pass "Panics": panicked: index out of bounds"#), "{error}");
    // The thread's context is what it was, and the pass can run again.
    assert!(panics.run(IRModule::new()).is_err());
}

#[test]
fn contexts_are_scopes_of_a_thread() {
    assert_eq!(PassContext::current().opt_level, 2);
    let one = PassContext::new(1);
    let outer = one.enter().unwrap();
    {
        let _inner = PassContext::new(3).enter().unwrap();
        assert_eq!(PassContext::current().opt_level, 3);
        std::thread::spawn(|| assert_eq!(PassContext::current().opt_level, 2)).join().unwrap();
    }
    assert_eq!(PassContext::current(), one);
    // In the wrong order too, current is what was entered last of those that are left.
    let inner = PassContext::new(3).enter().unwrap();
    drop(outer);
    assert_eq!(PassContext::current().opt_level, 3);
    drop(inner);
    assert_eq!(PassContext::current().opt_level, 2);
}

#[test]
fn passes_see_their_context() {
    let seen = Arc::new(AtomicUsize::new(0));
    let pass = {
        let seen = seen.clone();
        ModulePass::new(PassInfo::new(0, "Unroll", []), move |module, context| {
            let steps = context.get_config::<UnrollLoopConfig>("tir.UnrollLoop")?;
            seen.store(steps.map_or(0, |config| config.auto_max_step as usize), Ordering::Relaxed);
            Ok(module)
        })
    };
    pass.run(IRModule::new()).unwrap();
    assert_eq!(seen.load(Ordering::Relaxed), 0);
    let fields = Map::<objet::String, ObjectRef>::from([("auto_max_step".into(), Integer::from(16).into())]);
    let context = PassContext::new(2).with_config("tir.UnrollLoop", fields).unwrap();
    pass.run_in(IRModule::new(), &context).unwrap();
    assert_eq!(seen.load(Ordering::Relaxed), 16);
    let config = context.get_config::<UnrollLoopConfig>("tir.UnrollLoop").unwrap().unwrap();
    assert_eq!(config.auto_max_depth, 8); // by default
}

register_pass_config!("tests.twice", Bool);
register_pass_config!("tests.twice", objet::String);
register_pass_config!("tests.twice", Integer);

#[test]
fn options_are_checked() {
    let context = || PassContext::new(2);
    let error = context().with_config("tir.disable_vectorise", Bool::from(true)).unwrap_err();
    let text = r#"no option "tir.disable_vectorise" is registered for passes, did you mean "tir.disable_vectorize"?"#;
    assert_eq!(error.to_string(), text);
    let error = context().with_config("tir.disable_vectorize", objet::String::from("yes")).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"the option "tir.disable_vectorize": expected IntImm, found runtime.String"#
    );
    let fields = Map::<objet::String, ObjectRef>::from([("auto_max_steps".into(), Integer::from(16).into())]);
    let error = context().with_config("tir.UnrollLoop", fields).unwrap_err();
    assert!(error.to_string().contains(r#"did you mean "auto_max_step"?"#), "{error}");
    assert!(matches!(context().with_config("tests.twice", Bool::from(true)), Err(ConfigError::Twice { .. })));
    assert!(matches!(context().get_config::<Bool>("tests.unknown"), Err(ConfigError::Unknown { .. })));

    let context = context().with_config("tir.noalias", Bool::from(true)).unwrap();
    assert!(matches!(context.get_config::<UnrollLoopConfig>("tir.noalias"), Err(ConfigError::Type { .. })));
    let options: Vec<_> =
        PassContext::list_configs().map(|option| (option.name(), option.type_name())).collect();
    assert!(options.contains(&("tir.add_lower_pass", "Array<Array<runtime.Object>>".into())), "{options:?}");
    assert!(options.is_sorted());
}

#[test]
fn function_passes_leave_alone_what_says_so() {
    let function = |attrs: Option<DictAttrs>| Function::new([], Tuple::new([], None), None, [], attrs, None);
    let plain = function(None);
    let for_other = function(Some(DictAttrs::new([("Compiler", objet::String::from("dnnl"))])));
    let skipped = function(Some(DictAttrs::new([("SkipOptimization", Integer::from(1))])));
    let not_skipped = function(Some(DictAttrs::new([("SkipOptimization", Integer::from(0))])));
    let functions =
        [("plain", &plain), ("other", &for_other), ("skipped", &skipped), ("not_skipped", &not_skipped)];
    let functions = functions.map(|(name, function)| (GlobalVar::new(name), function.clone()));
    let module = IRModule::from_parts(functions, []).unwrap();

    let seen = Log::default();
    let pass = {
        let seen = seen.clone();
        FunctionPass::new(PassInfo::new(0, "Wrap", []), move |mut function, module, _| {
            assert_eq!(module.functions.len(), 4);
            seen.add("one");
            *function.make_mut().body = Tuple::new([function.body.clone()], None).into();
            Ok(function)
        })
    };
    let after = pass.run(module.clone()).unwrap();
    assert_eq!(seen.take().len(), 2);
    let names =
        |module: &IRModule| module.functions.keys().map(|var| var.name_hint.to_string()).collect::<Vec<_>>();
    assert_eq!(names(&after), names(&module));
    let fields = |name: &str| {
        let function = after.lookup_by_name(name).unwrap().as_node::<FunctionNode>().unwrap();
        function.body.as_node::<objet_ir::relay::expr::TupleNode>().unwrap().fields.len()
    };
    assert_eq!(["plain", "other", "skipped", "not_skipped"].map(fields), [1, 0, 0, 1]);
    assert!(module.lookup_by_name("plain").unwrap().same_as(&plain)); // as it was

    // What does not change a function does not copy the module.
    let nothing = FunctionPass::new(PassInfo::new(0, "Nothing", []), |function, _, _| Ok(function));
    assert_eq!(nothing.run(module.clone()).unwrap(), module);
}

#[test]
fn passes_over_tir_can_take_functions_out() {
    let path = format!("{}/../tests/graphs/script_matmul.json", env!("CARGO_MANIFEST_DIR"));
    let mut module: IRModule =
        load_json(&std::fs::read_to_string(path).unwrap()).unwrap().downcast().unwrap();
    let (var, function) =
        module.functions.get_at(0).map(|(var, function)| (var.clone(), function.clone())).unwrap();
    let relay = Function::new([], Tuple::new([], None), None, [], None, None);
    module.add(GlobalVar::new("relay"), relay.clone(), false).unwrap();
    module.add(GlobalVar::new("unused"), function, false).unwrap();
    let pass = PrimFuncPass::new(PassInfo::new(0, "MarkFirst", []), |mut function, module, _| {
        let first = module.functions.values().position(|other| other.same_as(&function)) == Some(0);
        let attrs = function.attrs.clone().unwrap_or_default();
        let seen = attrs.get::<Integer>("seen").is_some();
        *function.make_mut().attrs = Some(attrs.with("seen", Integer::from(1)));
        Ok((first && !seen).then_some(function))
    });
    // Both names have one function, which is seen twice, the module each time as it was.
    let once = pass.run(module.clone()).unwrap();
    assert_eq!((once.functions.len(), module.functions.len()), (3, 3));
    let marked = once.lookup(&var).unwrap();
    assert!(marked.attrs.as_ref().unwrap().get::<Integer>("seen").is_some());
    let twice = pass.run(once).unwrap();
    let left: Vec<_> = twice
        .functions
        .iter()
        .map(|(var, function)| (var.name_hint.as_str(), function.same_as(&relay)))
        .collect();
    assert_eq!(left, [("relay", true)]);
    assert!(!twice.contains_global_var("unused"));
}

#[test]
fn timing_shows_a_tree() {
    let timing = PassTiming::new();
    let context = PassContext::new(2).with_instruments([timing.instrument()]);
    let slow = ModulePass::new(PassInfo::new(0, "slow", []), |module, _| {
        std::thread::sleep(Duration::from_millis(20));
        Ok(module)
    });
    let inner = Sequential::new([slow.into(), tracing(0, "quick", &[])], "inner");
    let outer = Sequential::new([inner.into(), failing("no")], "outer");
    outer.run_in(IRModule::new(), &context).unwrap_err();
    tracing(0, "later", &[]).run_in(IRModule::new(), &context).unwrap();

    let profiles = timing.profiles();
    let shape: Vec<_> = profiles.iter().map(|profile| (profile.name.as_str(), profile.depth)).collect();
    assert_eq!(shape, [("outer", 0), ("inner", 1), ("slow", 2), ("quick", 2), ("Fails", 1), ("later", 0)]);
    let durations: Vec<_> = profiles.iter().map(|profile| profile.duration.unwrap()).collect();
    assert!(durations[2] >= Duration::from_millis(20));
    assert!(durations[0] >= durations[1] + durations[4] && durations[1] >= durations[2] + durations[3]);

    let text = timing.render();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 6, "{text}");
    assert!(lines[2].starts_with("    slow: ") && lines[5].starts_with("later: "), "{text}");
    assert!(lines[2].ends_with("%)"), "{text}");
    timing.clear();
    assert_eq!(timing.render(), "");
}

/// Threads are timed apart, and one that waits holds none up.
#[test]
fn passes_run_on_threads_at_once() {
    let timing = PassTiming::new();
    let context = PassContext::new(2).with_instruments([timing.instrument()]);
    let meet = Arc::new(std::sync::Barrier::new(4));
    let pass = {
        let meet = meet.clone();
        ModulePass::new(PassInfo::new(0, "meets", []), move |module, _| {
            meet.wait();
            Ok(module)
        })
    };
    let pass: Pass = Sequential::new([pass.into()], "s").into();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| pass.run_in(IRModule::new(), &context).unwrap());
        }
    });
    let profiles = timing.profiles();
    let shape: Vec<_> = profiles.iter().map(|profile| (profile.name.as_str(), profile.depth)).collect();
    assert_eq!(shape, [("s", 0), ("meets", 1)].repeat(4));
}

#[test]
fn modules_are_printed_around_passes() {
    let log = Log::default();
    let sink = || {
        let log = log.clone();
        move |text: &str| log.add(text)
    };
    let context = PassContext::new(2).with_instruments([print_before_all(sink()), print_after_all(sink())]);
    tracing(0, "x", &[]).run_in(IRModule::new(), &context).unwrap();
    let texts = log.take();
    assert!(
        texts[0].starts_with("=== before x ===\nIRModule(") && !texts[0].contains("trace"),
        "{}",
        texts[0]
    );
    assert!(texts[1].starts_with("=== after x ===\nIRModule(") && texts[1].contains("trace"), "{}", texts[1]);

    let module = IRModule::new();
    assert_eq!(print_ir("here", sink()).run(module.clone()).unwrap(), module);
    assert!(log.take()[0].starts_with("=== here ===\nIRModule("));
}

#[test]
fn passes_and_contexts_are_nodes() {
    let pass: Pass = Sequential::of_info([tracing(0, "x", &[])], PassInfo::new(1, "s", ["z"])).into();
    let back: Pass = load_json(&save_json(&pass).unwrap()).unwrap().downcast().unwrap();
    assert!(structural_equal(&pass, &back));
    assert_eq!(get_attr(&back, "pass_info").unwrap().get::<PassInfo>().unwrap().required[0], "z");
    // Its sequence is what the file says; of the passes in it, no file says what they do.
    let error = back.run(IRModule::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"the pass "x" holds no function: one that was read from a file, or was made by name, has none"#
    );
    let passes = Array::<Pass>::from([tracing(0, "new", &[])]);
    let changed = with_attr(back, "passes", (&passes).into()).unwrap();
    assert_eq!(changed.as_node::<SequentialNode>().unwrap().passes[0].pass_info.name, "new");
    assert_eq!(trace(&changed.run(IRModule::new()).unwrap()), "new");

    let log = Log::default();
    let context = PassContext::new(3).with_disabled(["x"]).with_instruments([log.instrument("A")]);
    let back: PassContext = load_json(&save_json(&context).unwrap()).unwrap().downcast().unwrap();
    assert!(structural_equal(&context, &back));
    assert_eq!(run([tracing(0, "x", &[]), tracing(3, "y", &[])], &back), "y");
    assert!(log.take().is_empty());
}
