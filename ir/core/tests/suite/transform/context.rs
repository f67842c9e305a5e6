//! Pass contexts: scopes and options.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use objet::prelude::*;
use objet_ir::expr::{Bool, IntImm, Integer};
use objet_ir::module::IRModule;
use objet_ir::register_pass_config;
use objet_ir::transform::{ConfigError, ModulePass, PassContext, PassInfo};
use objet_tir::transform::UnrollLoopConfig;

#[test]
fn contexts_are_scoped_to_a_thread() {
    assert_eq!(PassContext::current().opt_level, 2);
    let one = PassContext::new(1);
    let outer = one.enter().unwrap();
    {
        let _inner = PassContext::new(3).enter().unwrap();
        assert_eq!(PassContext::current().opt_level, 3);
        std::thread::spawn(|| assert_eq!(PassContext::current().opt_level, 2)).join().unwrap();
    }
    assert_eq!(PassContext::current(), one);
    // Scopes can be left in any order: the most recently entered remaining context is current.
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

register_pass_config!("tests.truth", Bool);
register_pass_config!("tests.number", Integer);

#[test]
fn boolean_options_are_checked() {
    let context = |value: IntImm| PassContext::new(2).with_config("tests.truth", value);
    let byte = |value| IntImm::new(DataType::int(8), value, None).unwrap();
    for (value, expected) in [(Bool::from(false), 0), (Bool::from(true), 1), (byte(0), 0), (byte(1), 1)] {
        let truth = context(value).unwrap().get_config::<Bool>("tests.truth").unwrap().unwrap();
        assert_eq!(truth.value, expected);
    }
    assert_eq!(
        context(Integer::from(3)).unwrap_err().to_string(),
        r#"the option "tests.truth": expected a boolean (0 or 1), found 3"#
    );
    assert!(matches!(context(byte(-1)), Err(ConfigError::NotBool { option: "tests.truth", found: -1 })));
    let of_crate = PassContext::new(2).with_config("tir.noalias", Integer::from(2));
    assert!(matches!(of_crate, Err(ConfigError::NotBool { option: "tir.noalias", found: 2 })));
    assert!(PassContext::new(2).with_config("tests.number", Integer::from(3)).is_ok());
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
    assert!(matches!(
        context().with_config("tests.twice", Bool::from(true)),
        Err(ConfigError::DuplicateOption { .. })
    ));
    assert!(matches!(context().get_config::<Bool>("tests.unknown"), Err(ConfigError::Unknown { .. })));

    let context = context().with_config("tir.noalias", Bool::from(true)).unwrap();
    assert!(matches!(context.get_config::<UnrollLoopConfig>("tir.noalias"), Err(ConfigError::Type { .. })));
    let options: Vec<_> =
        PassContext::list_configs().map(|option| (option.name(), option.type_name())).collect();
    assert!(options.contains(&("tir.add_lower_pass", "Array<Array<runtime.Object>>".into())), "{options:?}");
    assert!(options.is_sorted());
}
