//! Global functions for passes, instruments and diagnostics, with callbacks of front ends.

use std::sync::{Arc, Mutex};

use objet::function::{ArgValue, ErrorKind, RetValue, RuntimeError, moved};
use objet::prelude::*;
use objet::{Registry, String as Text, get_attr, print};
use objet_ir::diagnostic::{Diagnostic, DiagnosticContext, DiagnosticLevel};
use objet_ir::expr::{Bool, GlobalVar, Integer};
use objet_ir::module::IRModule;
use objet_ir::span::{SourceName, Span};
use objet_ir::transform::{Pass, PassContext, PassInfo};
use objet_relay::expr::{Function, Tuple, TupleNode};
use objet_tir::function::PrimFunc;
use objet_tir::stmt::Evaluate;
use objet_tir::transform::UnrollLoopConfig;

type Result<T> = std::result::Result<T, RuntimeError>;

fn call(name: &str, args: &[ArgValue<'_>]) -> Result<RetValue> {
    Registry::expect(name)?.call(args)
}

fn make(name: &str, args: &[ArgValue<'_>]) -> Result<ObjectRef> {
    Ok(call(name, args)?.get()?)
}

fn fails(name: &str, args: &[ArgValue<'_>]) -> (String, String) {
    match call(name, args) {
        Ok(value) => panic!("{name} returned {value:?}"),
        Err(error) => (error.kind().name().into(), error.message().into()),
    }
}

fn texts(texts: &[&str]) -> Array<Text> {
    texts.iter().map(|text| Text::from(*text)).collect()
}

/// Creates a module with one Relay function that returns an empty tuple.
fn module() -> IRModule {
    let mut module = IRModule::new();
    let function = Function::new([], Tuple::new([], None), None, [], None, None);
    module.add(GlobalVar::new("main"), function, false).unwrap();
    module
}

fn info(name: &str) -> ObjectRef {
    make("transform.PassInfo", &[0.into(), name.into(), ArgValue::Null]).unwrap()
}

fn run(pass: &ObjectRef, module: IRModule) -> Result<IRModule> {
    Ok(call("transform.RunPass", &[pass.into(), (&moved(module)).into()])?.get()?)
}

/// A log of events, in order.
#[derive(Clone, Default)]
struct Events(Arc<Mutex<Vec<String>>>);

impl Events {
    fn add(&self, event: impl Into<String>) {
        self.0.lock().unwrap().push(event.into());
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }

    /// Creates a pass that logs its name.
    fn pass(&self, name: &'static str) -> ObjectRef {
        let events = self.clone();
        let pass_func: PackedFunc = TypedPackedFunc::new(move |module: IRModule, _context: PassContext| {
            events.add(name);
            module
        })
        .into();
        make("transform.MakeModulePass", &[(&pass_func).into(), (&info(name)).into()]).unwrap()
    }

    /// Creates an instrument that logs its events, and fails at the event `broken`.
    fn instrument(&self, name: &'static str, broken: &'static str) -> ObjectRef {
        let record = |what: &'static str| -> PackedFunc {
            let events = self.clone();
            PackedFunc::from_fn(move |_args, result| {
                events.add(format!("{name} {what}"));
                if what == broken {
                    return Err(RuntimeError::from_text("RuntimeError: just a dummy error"));
                }
                *result = true.into();
                Ok(())
            })
        };
        let [enter, exit, should, before, after] = ["enter", "exit", "should", "before", "after"].map(record);
        let args = [&enter, &exit, &should, &before, &after].map(ArgValue::from);
        make("instrument.PassInstrument", &[&[name.into()], &args[..]].concat()).unwrap()
    }
}

fn context(instruments: &[ObjectRef]) -> ObjectRef {
    let (none, instruments) = (Array::<Text>::new(), instruments.iter().cloned().collect::<Array>());
    let args = [3.into(), (&none).into(), (&none).into(), (&instruments).into(), ArgValue::Null];
    make("transform.PassContext", &args).unwrap()
}

/// Runs `body` in the context. Like front ends, leaves the context even after an error.
fn within(context: &ObjectRef, body: impl FnOnce() -> Result<()>) -> Result<()> {
    call("transform.EnterPassContext", &[context.into()])?;
    let done = body();
    call("transform.ExitPassContext", &[context.into()])?;
    done
}

#[test]
fn passes_can_be_functions_of_front_ends() -> Result<()> {
    let wrap = TypedPackedFunc::new(|mut function: Function, module: IRModule, context: PassContext| {
        assert_eq!((module.functions.load().len(), context.opt_level), (1, 2));
        *function.make_mut().body = Tuple::new([function.body.clone()], None).into();
        function
    });
    let pass_info =
        make("transform.PassInfo", &[1.into(), "Wrap".into(), (&texts(&["PassOfRegistry"])).into()])?;
    let pass =
        make("relay._transform.MakeFunctionPass", &[(&PackedFunc::from(wrap)).into(), (&pass_info).into()])?;
    assert_eq!(pass.type_key(), "relay.FunctionPass");
    assert_eq!(make("transform.Info", &[(&pass).into()])?, pass_info);
    assert_eq!(get_attr(&pass, "pass_info").unwrap().get::<ObjectRef>()?, pass_info);
    let before = module();
    let after = run(&pass, before.clone())?;
    let fields = |module: &IRModule| {
        let main: Function = module.lookup_by_name("main").unwrap().downcast().unwrap();
        main.body.as_node::<TupleNode>().unwrap().fields.len()
    };
    assert_eq!((fields(&before), fields(&after)), (0, 1));

    let events = Events::default();
    let passes = [events.pass("x"), pass, events.pass("y")].into_iter().collect::<Array>();
    let none = Array::<Text>::new();
    let sequence = make("transform.Sequential", &[(&passes).into(), 0.into(), "s".into(), (&none).into()])?;
    let (_, message) = fails("transform.RunPass", &[(&sequence).into(), (&before).into()]);
    assert!(message.starts_with(r#"no pass "PassOfRegistry" is registered"#), "{message}");
    assert_eq!(events.take(), ["x"]);
    // A global function can create a required pass.
    let required = events.pass("required");
    let makes = TypedPackedFunc::new(move || required.clone());
    Registry::register_override("transform.PassOfRegistry", makes);
    assert_eq!(fields(&run(&sequence, before)?), 1);
    assert_eq!(events.take(), ["x", "required", "y"]);
    assert!(Pass::get("PassOfRegistry").is_ok());
    Ok(())
}

#[test]
fn prim_func_passes_can_be_functions_of_front_ends() -> Result<()> {
    let func = |value: i32| {
        PrimFunc::new([], Evaluate::new(Integer::from(value), None), None, Map::new(), None, None)
    };
    let mut before = IRModule::new();
    before.add(GlobalVar::new("f"), func(1), false).unwrap();
    before.add(GlobalVar::new("g"), func(2), false).unwrap();
    let only_f = TypedPackedFunc::new(|function: PrimFunc, module: IRModule, _: PassContext| {
        let is_f = module.lookup_by_name("f").is_ok_and(|f| f.same_as(&function));
        is_f.then_some(function)
    });
    let only_f = PackedFunc::from(only_f);
    let pass = make("tir.transform.CreatePrimFuncPass", &[(&only_f).into(), (&info("OnlyF")).into()])?;
    assert_eq!(pass.type_key(), "tir.PrimFuncPass");
    let after = run(&pass, before)?;
    assert_eq!((after.functions.load().len(), after.contains_global_var("f")), (1, true));
    Ok(())
}

#[test]
fn a_module_passed_by_move_is_not_copied() -> Result<()> {
    let counts = Arc::new(Mutex::new(0));
    let seen = counts.clone();
    let pass_func = PackedFunc::from_fn(move |args, result| {
        let module = args.get::<IRModule>(0)?;
        *seen.lock().unwrap() = module.strong_count();
        *result = module.into();
        Ok(())
    });
    let pass = make("transform.MakeModulePass", &[(&pass_func).into(), (&info("Count")).into()])?;
    run(&pass, module())?;
    assert_eq!(*counts.lock().unwrap(), 1);
    let given_nothing = PackedFunc::from_fn(|_args, _result| Ok(()));
    let pass = make("transform.MakeModulePass", &[(&given_nothing).into(), (&info("Nothing")).into()])?;
    assert_eq!(fails("transform.RunPass", &[(&pass).into(), (&module()).into()]).0, "TypeError");
    Ok(())
}

#[test]
fn errors_of_pass_functions_keep_their_kind() -> Result<()> {
    let raises = TypedPackedFunc::new(|_: IRModule, _: PassContext| -> Result<IRModule> {
        Err(RuntimeError::new(ErrorKind::KEY_ERROR, "no such thing"))
    });
    let pass =
        make("transform.MakeModulePass", &[(&PackedFunc::from(raises)).into(), (&info("Raises")).into()])?;
    let events = Events::default();
    let context = context(&[events.instrument("%1", "")]);
    let error = within(&context, || run(&pass, module()).map(drop)).unwrap_err();
    assert_eq!(error.kind().name(), "KeyError");
    assert!(error.message().contains("Raises") && error.message().contains("no such thing"), "{error}");
    assert_eq!(events.take(), ["%1 enter", "%1 should", "%1 before", "%1 exit"]);
    Ok(())
}

/// Runs one pass with two instruments, the first of which fails at an event.
#[test]
fn an_instrument_error_stops_the_run() {
    let events = Events::default();
    let failing_at = |broken: &'static str| {
        let context = context(&[events.instrument("%1", broken), events.instrument("%2", "")]);
        let error = within(&context, || run(&events.pass("pass"), module()).map(drop));
        if !broken.is_empty() {
            let error = error.unwrap_err();
            assert!(error.message().contains("just a dummy error"), "{error}");
            assert_eq!(error.kind().name(), "RuntimeError");
        }
        let current = PassContext::current();
        assert!(!current.same_as(&context) && current.current_instruments().is_empty());
        events.take().join(", ")
    };
    assert_eq!(
        failing_at(""),
        "%1 enter, %2 enter, %1 should, %2 should, %1 before, %2 before, pass, %1 after, %2 after, %1 exit, %2 exit"
    );
    assert_eq!(failing_at("enter"), "%1 enter");
    assert_eq!(failing_at("exit").rsplit_once(", %1 exit").unwrap().1, "");
    assert_eq!(failing_at("should"), "%1 enter, %2 enter, %1 should, %1 exit, %2 exit");
    assert_eq!(failing_at("before"), "%1 enter, %2 enter, %1 should, %2 should, %1 before, %1 exit, %2 exit");
    assert_eq!(
        failing_at("after"),
        "%1 enter, %2 enter, %1 should, %2 should, %1 before, %2 before, pass, %1 after, %1 exit, %2 exit"
    );
}

#[test]
fn instruments_may_lack_callbacks_and_can_reject_passes() -> Result<()> {
    let never = TypedPackedFunc::new(|_: IRModule, info: PassInfo| info.name != "unwanted");
    let mut args = [ArgValue::Null; 6];
    args[0] = "never".into();
    let silent = make("instrument.PassInstrument", &args)?;
    let never = PackedFunc::from(never);
    args[3] = (&never).into();
    let instruments = [silent, make("instrument.PassInstrument", &args)?];
    assert_eq!(get_attr(&instruments[0], "name").unwrap().get::<&str>()?, "never");
    let events = Events::default();
    within(&context(&instruments), || {
        run(&events.pass("unwanted"), module())?;
        run(&events.pass("wanted"), module()).map(drop)
    })?;
    assert_eq!(events.take(), ["wanted"]);
    Ok(())
}

#[test]
fn instruments_of_the_current_context_are_overridden() -> Result<()> {
    let events = Events::default();
    let current = make("transform.GetCurrentPassContext", &[])?;
    let override_with = |instruments: &[ObjectRef]| {
        let instruments = instruments.iter().cloned().collect::<Array>();
        call("transform.OverrideInstruments", &[(&current).into(), (&instruments).into()])
    };
    override_with(&[events.instrument("%1", "")])?;
    run(&events.pass("pass"), module())?;
    override_with(&[events.instrument("%2", "")])?;
    call("transform.OverrideInstruments", &[(&current).into(), ArgValue::Null])?;
    run(&events.pass("alone"), module())?;
    let expected =
        ["%1 enter", "%1 should", "%1 before", "pass", "%1 after", "%1 exit", "%2 enter", "%2 exit", "alone"];
    assert_eq!(events.take(), expected);

    let broken = override_with(&[events.instrument("%1", ""), events.instrument("%2", "enter")]);
    assert_eq!(broken.unwrap_err().kind().name(), "RuntimeError");
    assert_eq!(events.take(), ["%1 enter", "%2 enter"]);
    assert!(PassContext::current().current_instruments().is_empty());
    assert!(PassContext::current().same_as(&current));
    Ok(())
}

#[test]
fn passes_are_timed_by_thread() -> Result<()> {
    let events = Events::default();
    let render = || -> Result<String> { Ok(call("instrument.RenderTimePassProfiles", &[])?.get()?) };
    let timing = make("instrument.MakePassTimingInstrument", &[])?;
    within(&context(&[timing]), || {
        run(&events.pass("slow"), module())?;
        assert!(render()?.starts_with("slow: "), "{}", render()?);
        assert_eq!(
            std::thread::spawn(|| call("instrument.RenderTimePassProfiles", &[])?
                .get::<String>()
                .map_err(RuntimeError::from))
            .join()
            .unwrap()?,
            ""
        );
        Ok(())
    })?;
    assert_eq!(render()?, "");
    Ok(())
}

#[test]
fn front_ends_create_contexts() -> Result<()> {
    let (disabled, none) = (texts(&["AlterOpLayout"]), Array::<Text>::new());
    let unroll = Map::<Text, ObjectRef>::from([("auto_max_step".into(), Integer::from(16).into())]);
    let config = Map::<Text, ObjectRef>::from([
        ("tir.UnrollLoop".into(), unroll.into()),
        ("tir.noalias".into(), Bool::from(true).into()),
    ]);
    let with_config = |config: ArgValue<'_>| {
        call("transform.PassContext", &[1.into(), (&none).into(), (&disabled).into(), (&none).into(), config])
    };
    let context = with_config((&config).into())?.get::<PassContext>()?;
    assert_eq!((context.opt_level, context.disabled_pass.len(), context.required_pass.len()), (1, 1, 0));
    let unroll = context.get_config::<UnrollLoopConfig>("tir.UnrollLoop").unwrap().unwrap();
    assert_eq!(unroll.auto_max_step, 16);
    for (option, value) in
        [("tir.no_alias", Bool::from(true).into()), ("tir.noalias", Text::from("x").into())]
    {
        let config = Map::<Text, ObjectRef>::from([(option.into(), value)]);
        assert_eq!(with_config((&config).into()).unwrap_err().kind().name(), "AttributeError", "{option}");
    }

    let entered = &context;
    let scope = |name: &str, context: &PassContext| call(name, &[context.into()]);
    let other = with_config(ArgValue::Null)?.get::<PassContext>()?;
    scope("transform.EnterPassContext", entered)?;
    scope("transform.EnterPassContext", &other)?;
    assert!(make("transform.GetCurrentPassContext", &[])?.same_as(&other));
    let elsewhere = std::thread::spawn(|| PassContext::current().opt_level).join();
    assert_eq!(elsewhere.unwrap(), 2);
    scope("transform.ExitPassContext", &other)?;
    scope("transform.ExitPassContext", entered)?;
    assert!(scope("transform.ExitPassContext", entered).is_err(), "left already");
    scope("transform.EnterPassContext", entered)?;
    scope("transform.EnterPassContext", &other)?;
    assert!(scope("transform.ExitPassContext", entered).is_err(), "not the last one");
    assert!(make("transform.GetCurrentPassContext", &[])?.same_as(&other));
    scope("transform.ExitPassContext", &other)?;
    assert_eq!(PassContext::current().opt_level, 2, "the default");

    let configs = call("transform.ListConfigs", &[])?.get::<Map<Text, Map<Text, Text>>>()?;
    let type_of = |option: &str| configs.get(option).and_then(|about| about.get("type")).map(Text::to_string);
    let found = ["relay.backend.use_auto_scheduler", "tir.add_lower_pass", "tir.UnrollLoop"].map(type_of);
    let expected = ["IntImm", "Array", "tir.transform.UnrollLoopConfig"].map(|key| Some(key.into()));
    assert_eq!(found, expected);
    let printing = make("transform.PrintIR", &["header".into(), false.into()])?;
    assert_eq!(run(&printing, module())?.functions.load().len(), 1);
    Ok(())
}

fn diagnostic(level: i64, span: Option<&Span>, message: &str) -> ObjectRef {
    make("diagnostics.Diagnostic", &[level.into(), span.into(), message.into()]).unwrap()
}

#[test]
fn diagnostics_go_to_the_renderer_of_a_front_end() -> Result<()> {
    let rendered = Events::default();
    let render = {
        let rendered = rendered.clone();
        TypedPackedFunc::new(move |context: DiagnosticContext| {
            let seen = get_attr(&context, "diagnostics").unwrap().get::<Array<Diagnostic>>().unwrap();
            seen.iter().for_each(|each| rendered.add(format!("{}: {}", each.level, each.message)));
        })
    };
    let render = PackedFunc::from(render);
    let selected = TypedPackedFunc::new(move || make("diagnostics.DiagnosticRenderer", &[(&render).into()]));
    Registry::register_override("diagnostics.OverrideRenderer", selected);
    let renderer = make("diagnostics.GetRenderer", &[])?;
    let context = make("diagnostics.Default", &[(&module()).into()])?;
    let emit = |level, message| {
        call("diagnostics.Emit", &[(&context).into(), (&diagnostic(level, None, message)).into()])
    };
    emit(30, "careful")?;
    emit(40, "because")?;
    call("diagnostics.DiagnosticContextRender", &[(&context).into()])?;
    assert_eq!(rendered.take(), ["warning: careful", "note: because"]);
    emit(20, "wrong")?;
    call("diagnostics.DiagnosticRendererRender", &[(&renderer).into(), (&context).into()])?;
    assert_eq!(rendered.take(), ["error: wrong"]);
    let (kind, message) = fails("diagnostics.DiagnosticContextRender", &[(&context).into()]);
    assert_eq!((kind.as_str(), message.as_str()), ("DiagnosticError", "wrong"));
    assert_eq!(rendered.take(), ["error: wrong"]);
    let span = Span::new(SourceName::get("a.relay"), 2, 5, 2, 8);
    for (span, message) in [(Some(&span), "no x"), (None, "no y")] {
        call("diagnostics.Emit", &[(&context).into(), (&diagnostic(20, span, message)).into()])?;
    }
    let (_, message) = fails("diagnostics.DiagnosticContextRender", &[(&context).into()]);
    assert_eq!(message, "no x (a.relay:2:5; the first of 2 errors, which the renderer shows)");
    assert_eq!(rendered.take(), ["error: no x", "error: no y"]);
    call("diagnostics.DiagnosticContextRender", &[(&context).into()])?;
    assert!(rendered.take().is_empty());

    call("diagnostics.ClearRenderer", &[])?;
    assert!(Registry::get("diagnostics.OverrideRenderer").is_none());
    let default = make("diagnostics.GetRenderer", &[])?;
    let context = make("diagnostics.DiagnosticContext", &[(&module()).into(), (&default).into()])?;
    call("diagnostics.DiagnosticContextRender", &[(&context).into()])?;
    assert!(rendered.take().is_empty());
    assert!(call("diagnostics.Diagnostic", &[25.into(), ArgValue::Null, "x".into()]).is_err(), "no level");
    Ok(())
}

#[test]
fn diagnostics_show_the_source_line() -> Result<()> {
    let mut program = module();
    let mut sources = program.source_map.clone();
    let name = sources.add(
        "a.relay",
        "one
	two = 2
",
    );
    *program.make_mut().source_map = sources;
    let renderer = make("diagnostics.DefaultRenderer", &[])?;
    let context = make("diagnostics.DiagnosticContext", &[(&program).into(), (&renderer).into()])?;
    let spans = [
        (name.clone(), 2, 2, 2, 5),
        (name.clone(), 1, 3, 2, 1),
        (name.clone(), 1, 90, 1, 95),
        (name.clone(), i32::MIN, i32::MIN + 1, i32::MAX, i32::MIN + 1),
        (objet_ir::span::SourceName::get("elsewhere"), 7, 1, 7, 2),
    ];
    for (name, line, column, end_line, end_column) in spans {
        let span = Span::new(name, line, column, end_line, end_column);
        call("diagnostics.Emit", &[(&context).into(), (&diagnostic(10, Some(&span), "odd")).into()])?;
    }
    let context = context.downcast::<DiagnosticContext>()?;
    let far = format!("           --> a.relay:{}:{}\n", i32::MIN, i32::MIN + 1);
    let expected = [
        "bug: odd\n --> a.relay:2:2\n  |\n2 | \ttwo = 2\n  | \t^^^\n",
        "bug: odd\n --> a.relay:1:3\n  |\n1 | one\n  |   ^\n",
        "bug: odd\n --> a.relay:1:90\n  |\n1 | one\n  |    ^\n",
        &format!("bug: odd\n{far}"),
        "bug: odd\n --> elsewhere:7:1\n",
    ];
    assert_eq!(context.as_text(), expected.concat());
    assert_eq!(context.collected()[0].level, DiagnosticLevel::Bug);
    // Rendering fails only if a diagnostic is an error.
    context.render()?;
    assert!(context.collected().is_empty());
    assert!(print(&context).to_string().contains("diagnostics=[]"), "{}", print(&context));
    Ok(())
}
