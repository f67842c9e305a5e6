//! Pass instruments: the events they observe, and the passes they reject.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use objet_ir::expr::GlobalVar;
use objet_ir::module::IRModule;
use objet_ir::transform::{
    BoxError, Instrument, ModulePass, Panicked, Pass, PassContext, PassError, PassInfo, PassInfoNode,
    PassInstrument, PassTiming, Sequential, print_after_all, print_before_all,
};
use objet_relay::expr::{Function, Var};
use objet_relay::transform::print_ir;

use super::tracing::{Log, failing, run, tracing};

#[test]
fn instruments_observe_each_pass() {
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

/// Rejects one pass, returns an error for another, and panics for a third.
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
fn instruments_can_reject_passes() {
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
    let expected =
        ["A before frightening", "B before frightening", "A after frightening", "B failed frightening"];
    assert_eq!(log.take(), expected);
}

/// Refuses that its context is entered.
struct Closed;

impl Instrument for Closed {
    fn enter_pass_ctx(&self) -> Result<(), BoxError> {
        Err("closed".into())
    }
}

#[test]
fn an_instrument_error_prevents_entering_the_context() {
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
    // The context of the thread is unchanged, and the pass can run again.
    assert!(panics.run(IRModule::new()).is_err());
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

/// Each thread has its own timeline, and a waiting thread does not block the others.
#[test]
fn passes_run_on_several_threads_at_the_same_time() {
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

    let x = Var::new("x", None, None);
    let mut module = IRModule::new();
    module.add(GlobalVar::new("same"), Function::new([x.clone()], x, None, [], None, None), false).unwrap();
    for show_meta_data in [false, true] {
        assert_eq!(print_ir("here", show_meta_data, sink()).run(module.clone()).unwrap(), module);
        let text = "PrintIR(here):\n#[version = \"0.0.5\"]\ndef @same(%x) {\n  %x\n}\n\n";
        assert_eq!(log.take(), [text]);
    }
}

/// Reads the instruments of its context when dropped.
struct Asking(PassContext, mpsc::Sender<usize>);

impl Instrument for Asking {}

impl Drop for Asking {
    fn drop(&mut self) {
        self.1.send(self.0.current_instruments().len()).unwrap();
    }
}

#[test]
fn a_replaced_instrument_can_read_the_new_instruments_when_dropped() {
    let (sender, answers) = mpsc::channel();
    // A separate thread, so that the test fails instead of blocking if a lock is held during the
    // drop.
    let overriding = std::thread::spawn(move || {
        let context = PassContext::new(2);
        let asking = Asking(context.clone(), sender);
        context.override_instruments([PassInstrument::new("Asking", asking)]).unwrap();
        context.override_instruments([]).unwrap();
    });
    assert_eq!(answers.recv_timeout(Duration::from_secs(60)), Ok(0));
    overriding.join().unwrap();
}
