//! Virtual machines that run bytecode of these tests.

#![cfg(unix)]
#![expect(unsafe_code, reason = "loads a library that was written for these tests")]

use crate::compiled::build;
use crate::test_device::TestDevice;
use objet_object::{ADT, ArgValue, Device, DeviceType, IsObjectRef, NDArray, ObjectRef, RetValue};
use objet_runtime::{
    BinaryWriter, Module, ModuleKind, NDArrayExt, PackedFunc, Registry, Result, VMClosure, VirtualMachine,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// A function: its name, parameters, number of registers and instructions.
type Function<'a> = (&'a str, &'a [&'a str], &'a str, Vec<Vec<i64>>);

fn hash(instruction: &[i64]) -> u64 {
    instruction[1..].iter().fold(instruction[0] as u64, |key, field| {
        key ^ (*field as u64).wrapping_add(0x9e37_79b9).wrapping_add(key << 6).wrapping_add(key >> 2)
    })
}

/// Writes bytecode. The functions of the library are `net_double` and `net_add`.
fn bytecode(constants: &[NDArray], functions: &[Function<'_>]) -> Vec<u8> {
    let mut writer = BinaryWriter::new();
    writer.u64(0xD225_DE2F_4214_151D);
    writer.bytes("0.8.0");
    writer.vector(functions, |writer, (name, ..)| writer.bytes(name));
    writer.u64(constants.len() as u64);
    for constant in constants {
        let mut bytes = Vec::new();
        constant.save_next(&mut bytes).unwrap();
        writer.raw(&bytes);
    }
    writer.vector(constants, |writer, _| writer.u64(1));
    writer.vector(&["net_double", "net_add"], |writer, name| writer.bytes(name));
    writer.u64(0);
    writer.u64(functions.len() as u64);
    for (name, params, registers, code) in functions {
        writer.vector(&[*name, *registers, &code.len().to_string()], |writer, text| writer.bytes(text));
        writer.vector(params, |writer, name| writer.bytes(name));
        writer.vector(params, |writer, _| writer.u64(1));
        for instruction in code {
            writer.u64(instruction.len() as u64 + 1);
            writer.u64(hash(instruction));
            instruction.iter().for_each(|field| writer.u64(*field as u64));
        }
    }
    writer.into_bytes()
}

fn library() -> Module {
    // SAFETY: the library follows the conventions, and the tests keep the contracts of its
    // functions.
    unsafe { Module::load_from_file(build("vm", Some(include_str!("../c/network.c"))), "") }.unwrap()
}

fn load(constants: &[NDArray], functions: &[Function<'_>]) -> Result<VirtualMachine> {
    VirtualMachine::new(&bytecode(constants, functions), Some(&library()), &[Device::cpu(0)])
}

fn floats(elements: &[f32]) -> ObjectRef {
    NDArray::from_slice(&[elements.len() as i64], elements).unwrap().into()
}

fn integer(number: i64) -> ObjectRef {
    NDArray::from_slice(&[1], &[number]).unwrap().into()
}

fn tensor(object: ObjectRef) -> NDArray {
    object.downcast().unwrap()
}

/// The instructions `storage`, `tensor` of two floats in register `to`, which use the two registers
/// before.
fn two_floats(to: i64) -> [Vec<i64>; 4] {
    [
        vec![14, 8, to - 2],
        vec![16, to - 2, 64, 2, 32, 1, 1, to - 1],
        vec![14, 0, to - 2],
        vec![5, to - 1, to - 2, 2, 32, 1, 1, to, 2],
    ]
}

#[test]
fn functions_of_the_library_are_called_with_tensors_and_tuples() {
    let [a, b, c, d] = two_floats(4);
    let [e, f, g, h] = two_floats(7);
    let main = vec![
        a,
        b,
        c,
        d,
        vec![4, 0, 2, 1, 0, 4], // $4 = 2 $0
        vec![7, 0, 2, 1, 4, 0], // $1 = ($4, $0)
        e,
        f,
        g,
        h,
        vec![4, 1, 2, 1, 1, 7], // $7 = $4 + $0, from the tuple
        vec![9, 1, 0, 8],       // $8 = $1.0
        vec![7, 5, 2, 9, 7, 8], // $9 = tag 5 of ($7, $8)
        vec![1, 9],
    ];
    let vm = load(&[], &[("main", &["x"], "10", main)]).unwrap();
    for _ in 0..2 {
        let result: ADT = vm.run("main", &[floats(&[1.0, 2.0])]).unwrap().downcast().unwrap();
        assert_eq!(result.tag(), 5);
        let fields: Vec<_> = result.iter().map(|field| tensor(field.clone().unwrap())).collect();
        assert_eq!(fields[0].as_slice::<f32>().unwrap(), [3.0, 6.0]);
        assert_eq!(fields[1].as_slice::<f32>().unwrap(), [2.0, 4.0]);
    }
    let error = vm.run("main", &[]).unwrap_err();
    assert!(error.message().contains("0 for 1"), "{error}");
    let error = vm.run("other", &[]).unwrap_err();
    assert!(error.message().contains("Cannot find function other"), "{error}");
}

#[test]
fn shapes_may_depend_on_values() {
    let main = vec![
        vec![17, 0, 2],    // $2 = shape of $0
        vec![18, 0, 1, 3], // $3 = $0 in the shape $1
        vec![17, 3, 4],
        vec![14, 64, 5],
        vec![16, 5, 64, 2, 32, 1, 1, 6],
        vec![14, 0, 5],
        vec![6, 6, 5, 1, 2, 32, 1, 7], // a tensor of the shape $1
        vec![19, 7, 1, 1, 8],          // a copy
        vec![7, 0, 4, 9, 2, 3, 4, 8],
        vec![1, 9],
    ];
    let vm = load(&[], &[("main", &["x", "shape"], "10", main)]).unwrap();
    let shape: ObjectRef = NDArray::from_slice(&[2], &[2_i32, 3]).unwrap().into();
    let result: ADT = vm.run("main", &[floats(&[0.5; 6]), shape]).unwrap().downcast().unwrap();
    let fields: Vec<_> = result.iter().map(|field| tensor(field.clone().unwrap())).collect();
    assert_eq!(fields[0].as_slice::<i64>().unwrap(), [6]);
    assert_eq!(fields[1].shape(), [2, 3]);
    assert_eq!(fields[2].as_slice::<i64>().unwrap(), [2, 3]);
    assert_eq!(fields[3].shape(), [2, 3]);
    let shape: ObjectRef = NDArray::from_slice(&[2], &[2_i32, 2]).unwrap().into();
    let error = vm.run("main", &[floats(&[0.5; 6]), shape]).unwrap_err();
    assert!(format!("{error:#}").contains("function \"main\", instruction 1 of the VM"), "{error:#}");
    let shape: ObjectRef = NDArray::from_slice(&[1], &[40_i64]).unwrap().into();
    let error = vm.run("main", &[floats(&[0.5; 40]), shape]).unwrap_err();
    assert!(format!("{error:#}").contains("instruction 6 of the VM"), "{error:#}");
}

#[test]
fn closures_tags_and_branches() {
    let add = vec![vec![7, 0, 2, 2, 0, 1], vec![1, 2]];
    let main = vec![
        vec![8, 1, 1, 1, 0], // $1 = a closure of `pair` with $0
        vec![14, 9, 2],
        vec![3, 1, 1, 3, 2], // $3 = $1($2)
        vec![13, 3, 4],      // $4 = tag of $3
        vec![14, 0, 5],
        vec![10, 4, 5, 1, 3], // if equal
        vec![0, 3, 6],
        vec![12, 2],
        vec![15],
        vec![1, 6],
    ];
    let equal = |tag: i64| {
        let mut main = main.clone();
        main[4] = vec![14, tag, 5];
        load(&[], &[("main", &["x"], "7", main), ("pair", &["a", "b"], "3", add.clone())]).unwrap()
    };
    let pair: ADT = equal(0).run("main", &[integer(4)]).unwrap().downcast().unwrap();
    let numbers: Vec<_> =
        pair.iter().map(|field| tensor(field.clone().unwrap()).to_vec::<i64>().unwrap()).collect();
    assert_eq!(numbers, [[4], [9]]);
    let error = equal(1).run("main", &[integer(4)]).unwrap_err();
    assert_eq!(error.message(), "VM encountered fatal error");
    let code = vec![vec![8, 0, 1, 1, 0], vec![1, 1]];
    let vm = load(&[], &[("main", &["x"], "2", code)]).unwrap();
    let closure: VMClosure = vm.run("main", &[integer(1)]).unwrap().downcast().unwrap();
    assert_eq!((closure.function(), closure.captured().len()), (0, 1));
}

/// A function that calls itself with the list `(n, list)` until `n` calls are in progress.
fn deep(constants: &[NDArray]) -> VirtualMachine {
    let main = vec![
        vec![11, 0, 2], // the limit
        vec![10, 0, 2, 1, 2],
        vec![1, 1],
        vec![11, 1, 3],
        vec![7, 1, 2, 4, 0, 1],
        vec![2, 0, 2, 5, 3, 4],
        vec![1, 5],
    ];
    load(constants, &[("main", &["n", "list"], "6", main)]).unwrap()
}

#[test]
fn deep_calls_need_no_stack_and_end_by_a_limit() {
    let scalar = |number: i64| NDArray::from_slice(&[1], &[number]).unwrap();
    // `n` becomes 7 in the first call, which is not the limit 0.
    let run = move || {
        let vm = deep(&[scalar(0), scalar(7)]);
        vm.run("main", &[integer(1), integer(0)]).unwrap_err()
    };
    let error = std::thread::Builder::new().stack_size(256 * 1024).spawn(run).unwrap().join().unwrap();
    assert!(error.message().contains("the program calls too deep: 1048576 calls"), "{error}");
    let result: ADT =
        deep(&[scalar(7), scalar(7)]).run("main", &[integer(1), integer(0)]).unwrap().downcast().unwrap();
    assert_eq!(result.tag(), 1);
}

#[test]
fn front_ends_call_the_functions_of_the_modules() {
    let code = bytecode(&[], &[("main", &["x", "y"], "3", vec![vec![7, 0, 2, 2, 0, 1], vec![1, 2]])]);
    let load: Module =
        Registry::expect("runtime.Load_Executable").unwrap().call_as((&code, &library())).unwrap();
    assert_eq!(load.type_key(), "VMExecutable");
    let call = |module: &Module, name: &str, args: &[ArgValue<'_>]| -> Result<RetValue> {
        module.expect_function(name)?.call(args)
    };
    assert_eq!(call(&load, "save", &[]).unwrap().get::<Vec<u8>>().unwrap(), code);
    assert_eq!(
        call(&load, "get_stats", &[]).unwrap().get::<String>().unwrap(),
        "Relay VM executable statistics:\n  Constant shapes (# 0): []\n  Globals (#1): [(\"main\", 0)]\n  \
         Primitive ops (#2): [net_double, net_add]\n"
    );
    assert_eq!(
        call(&load, "get_bytecode", &[]).unwrap().get::<String>().unwrap(),
        "VM Function[0]: main(x, y)\n# reg file size = 3\n# instruction count = 2\nopcode, fields # inst(text):\n \
         0: 7 0 2 2 0 1   # alloc_data $2 tag(0) [$0,$1]\n 1: 1 2   # ret $2\n\n"
    );
    for (name, args, expected) in [
        ("get_function_arity", vec![ArgValue::from("main")], 2),
        ("get_function_arity", vec!["no".into()], -1),
    ] {
        assert_eq!(call(&load, name, &args).unwrap().get::<i64>().unwrap(), expected);
    }
    let name = call(&load, "get_function_param_name", &["main".into(), 1.into()]).unwrap();
    assert_eq!(name.get::<String>().unwrap(), "y");
    for (function, expected) in [("runtime.GetNumOfGlobals", 1), ("runtime.GetNumOfPrimitives", 2)] {
        assert_eq!(Registry::expect(function).unwrap().call_as::<i64>((&load,)).unwrap(), expected);
    }
    let name = Registry::expect("runtime.GetPrimitiveFields").unwrap().call_as::<String>((&load, 1)).unwrap();
    assert_eq!(name, "net_add");

    let vm = VirtualMachine::of(&load, &[Device::cpu(0)]).unwrap();
    let vm = vm.module();
    let (x, y) = (integer(3), integer(4));
    let error = call(vm, "invoke", &["main".into()]).unwrap_err();
    assert!(error.message().contains("Input has not been set"), "{error}");
    call(vm, "set_input", &["main".into(), (&x).into(), (&y).into()]).unwrap();
    call(vm, "invoke_stateful", &["main".into()]).unwrap();
    assert_eq!(call(vm, "get_num_outputs", &[]).unwrap().get::<i64>().unwrap(), 2);
    let second: NDArray = call(vm, "get_output", &[1.into()]).unwrap().get().unwrap();
    assert_eq!(second.as_slice::<i64>().unwrap(), [4]);
    assert!(call(vm, "get_output", &[2.into()]).unwrap_err().message().contains("index 2 is out of range"));
    let index = call(vm, "get_input_index", &["y".into(), "main".into()]).unwrap();
    assert_eq!(index.get::<i64>().unwrap(), 1);
    let args = ["main".into(), 1.into(), 0.into(), (&x).into(), (&y).into()];
    let pair: ADT = call(vm, "invoke_return_to_device", &args).unwrap().get().unwrap();
    assert_eq!(pair.len(), 2);

    // A file and a packed module have the same form.
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("code.VMExecutable");
    load.save_to_file(&file, "").unwrap();
    let loader = Registry::expect("runtime.module.loadfile_VMExecutable").unwrap();
    let again: Module = loader.call_as((file.to_str().unwrap(), "")).unwrap();
    assert_eq!(again.save_to_bytes().unwrap(), load.save_to_bytes().unwrap());
    let error = VirtualMachine::of(&again, &[Device::cpu(0)]).unwrap_err();
    assert!(error.message().contains("Cannot find function in module: net_double"), "{error}");
}

#[test]
fn bytecode_that_lies_is_an_error_that_says_where() {
    let one = |code: Vec<Vec<i64>>| load(&[], &[("main", &["x"], "3", code)]).unwrap_err();
    for (instruction, expected) in [
        (vec![0, 3, 1], "register 3 does not exist: there are 3"),
        (vec![0, 0, -1], "register -1 does not exist: there are 3"),
        (vec![0, 0], "Move has 1 fields"),
        (vec![20, 0], "unknown operation 20"),
        (vec![-1], "unknown operation -1"),
        (vec![11, 0, 1], "constant 0 does not exist: there are 0"),
        (vec![12, 2], "the jump 2 leaves the function"),
        (vec![12, -1], "the jump -1 leaves the function"),
        (vec![10, 0, 0, 1, i64::MAX], "leaves the function"),
        (vec![4, 2, 0, 0], "function of the library 2 does not exist: there are 2"),
        (vec![4, 0, 1, 2, 0], "2 outputs of 1 arguments"),
        (vec![4, 0, i64::MAX, 0, 0], "InvokePacked has 4 fields"),
        (vec![4, 0, -1, 0], "InvokePacked has 3 fields"),
        (vec![2, 1, 0, 0], "function 1 does not exist: there are 1"),
        (vec![2, 0, 0, 0], "the call has 0 arguments"),
        (vec![8, 0, 2, 0, 0, 0], "the closure has more values than its function has parameters"),
        (vec![5, 0, 0, 2, 999, 1, 0, 1], "invalid data type"),
        (vec![7, 0, 3, 1, 0, 0], "AllocAdt has 5 fields"),
    ] {
        let error = one(vec![instruction.clone(), vec![1, 0]]);
        let place = "VM executable, function \"main\", instruction 0: ";
        assert!(
            error.message().starts_with(place) && error.message().contains(expected),
            "{instruction:?}: {error}"
        );
    }
    assert!(one(vec![vec![0, 0, 1]]).message().contains("the code has no end"));
    assert!(one(vec![]).message().contains("the code has no end"));
    for (code, expected) in [
        (vec![vec![1, 1]], "register $1 is read before it is written"),
        (vec![vec![9, 0, 0, 1], vec![1, 1]], "expected runtime.ADT, found runtime.NDArray"),
        (vec![vec![5, 0, 0, 2, 32, 1, 0, 1], vec![1, 1]], "register $0 holds no storage"),
        (vec![vec![3, 0, 0, 1], vec![1, 1]], "expected a closure, found runtime.NDArray"),
        (vec![vec![14, -1, 1], vec![16, 1, 64, 2, 32, 1, 1, 2], vec![1, 0]], "-1"),
        (vec![vec![16, 0, 63, 2, 32, 1, 1, 2], vec![1, 0]], "63"),
        (vec![vec![16, 0, 64, 2, 32, 1, 9, 2], vec![1, 0]], "has no device of type"),
        (vec![vec![16, 0, 64, 2, 32, 1, 1, 2], vec![1, 2]], "expected an object, found storage"),
        (vec![vec![7, i64::MAX, 0, 1], vec![1, 1]], "is too large"),
        (vec![vec![7, 0, 1, 1, 0], vec![9, 1, 1, 2], vec![1, 2]], "field 1 does not exist: the value has 1"),
    ] {
        let vm = load(&[], &[("main", &["x"], "3", code.clone())]).unwrap();
        let error = vm.run("main", &[integer(8)]).unwrap_err();
        assert!(error.message().contains(expected), "{code:?}: {error}");
    }
    // A tensor that does not fit into its storage.
    let code =
        vec![vec![16, 0, 64, 2, 32, 1, 1, 1], vec![14, 4, 2], vec![5, 1, 2, 2, 32, 1, 1, 0, 2], vec![1, 0]];
    let error = load(&[], &[("main", &["x"], "3", code)]).unwrap().run("main", &[integer(8)]).unwrap_err();
    assert!(error.message().contains("8 bytes"), "{error}");
    // Two functions of one name, and registers that do not suffice.
    let code = || vec![vec![1, 0]];
    let error = load(&[], &[("main", &["x"], "1", code()), ("main", &["x"], "1", code())]).unwrap_err();
    assert!(error.message().contains("duplicate name \"main\""), "{error}");
    let error = load(&[], &[("main", &["x", "y"], "1", code())]).unwrap_err();
    assert!(error.message().contains("1 registers for 2 parameters"), "{error}");
    let error = load(&[], &[("main", &["x"], "99999999999", code())]).unwrap_err();
    assert!(error.message().contains("a size is not a number"), "{error}");
    let vm = load(&[], &[("main", &["x"], "4000000000", code())]).unwrap();
    assert!(vm.run("main", &[integer(1)]).unwrap_err().message().contains("calls too deep"));
}

#[test]
fn tensors_are_copied_to_devices() {
    let kind = DeviceType(22);
    let counted = TestDevice::register(kind);
    let main = vec![vec![19, 0, 1, 22, 1], vec![14, 8, 2], vec![16, 2, 64, 2, 32, 1, 22, 3], vec![1, 1]];
    let code = bytecode(&[], &[("main", &["x"], "4", main)]);
    let device = Device::new(kind, 0);
    let vm = VirtualMachine::new(&code, Some(&library()), &[Device::cpu(0), device]).unwrap();
    let on_device = tensor(vm.run("main", &[floats(&[1.0, 2.0])]).unwrap());
    assert_eq!(on_device.device(), device);
    // Arguments are copied to the devices of their parameters.
    let again = tensor(vm.run("main", &[on_device.into()]).unwrap());
    assert_eq!(again.to_host().unwrap().as_slice::<f32>().unwrap(), [1.0, 2.0]);
    let invoke = vm.module().expect_function("invoke_return_to_device").unwrap();
    let on_host: NDArray = invoke.call_as(("main", 1, 0, &again)).unwrap();
    assert_eq!(on_host.as_slice::<f32>().unwrap(), [1.0, 2.0]);
    drop((again, vm));
    assert_eq!(counted.live(), 0);
}

#[test]
fn cut_bytecode_is_an_error() {
    let constant = NDArray::from_slice(&[2], &[1.0_f32, 2.0]).unwrap();
    let code = bytecode(&[constant], &[("main", &["x"], "2", vec![vec![11, 0, 1], vec![1, 1]])]);
    let library = library();
    assert!(VirtualMachine::new(&code, Some(&library), &[Device::cpu(0)]).is_ok());
    for cut in 0..code.len() {
        assert!(VirtualMachine::new(&code[..cut], Some(&library), &[]).is_err(), "{cut}");
    }
    let mut changed = code.clone();
    let last = changed.len() - 1;
    changed[last] ^= 1;
    let error = VirtualMachine::new(&changed, Some(&library), &[]).unwrap_err();
    assert!(error.message().contains("instruction 1"), "{error}");
}

/// A random instruction: no call and no jump backwards, so that each program ends.
fn instruction() -> impl Strategy<Value = Vec<i64>> {
    let operation =
        prop::sample::select(vec![0, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    let register = || 0..4_i64;
    (operation, vec(register(), 3), vec(register(), 0..3), 0..5_i64).prop_map(
        |(operation, r, more, number)| {
            let count = more.len() as i64;
            let (mut first, rest) = match operation {
                0 | 13 | 17 => (vec![r[0], r[1]], false),
                1 => (vec![r[0]], false),
                4 => (vec![number % 2, count, number % (count + 1)], true),
                5 => (vec![r[0], r[1], 2, 32, 1, count, r[2]], true),
                6 => (vec![r[0], r[1], r[2], 0, 8, 1, r[0]], false),
                7 => (vec![number, count, r[0]], true),
                8 => (vec![0, count, r[0]], true),
                9 => (vec![r[0], number - 1, r[1]], false),
                10 => (vec![r[0], r[1], 1, 1 + number % 2], false),
                11 => (vec![number % 2, r[0]], false),
                12 => (vec![1], false),
                14 => (vec![8 * number - 1, r[0]], false),
                15 => (vec![], false),
                16 => (vec![r[0], 1 << number, 2, 32, 1, 1, r[1]], false),
                18 => (r, false),
                _ => (vec![r[0], 1, 1, r[1]], false),
            };
            first.insert(0, operation);
            if rest {
                first.extend(more);
            }
            first
        },
    )
}

/// A library that has each function.
struct Any;

impl ModuleKind for Any {
    fn type_key(&self) -> &str {
        "test.any"
    }

    fn function(&self, _name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
        Ok(Some(PackedFunc::from_fn(|_, _| Ok(()))))
    }
}

proptest! {
    #[test]
    fn random_programs_return_or_fail(code in vec(instruction(), 1..20)) {
        let constants = [64, 0].map(|number| NDArray::from_slice(&[1], &[number as i64]).unwrap());
        let code = code.into_iter().chain([vec![15], vec![15], vec![15]]).collect();
        let code = bytecode(&constants, &[("main", &["x", "y", "z"], "4", code)]);
        let vm = VirtualMachine::new(&code, Some(&Module::new(Any)), &[Device::cpu(0)]);
        let args = [integer(64), floats(&[0.0; 6]), ADT::tuple([integer(2)]).into()];
        match vm {
            Ok(vm) => drop(vm.run("main", &args)),
            Err(error) => prop_assert!(error.message().contains("closure has more values"), "{error}"),
        }
    }
}
