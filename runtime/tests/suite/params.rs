//! Parameter files.

use crate::test_device::TestDevice;
use objet_object::{DataType, Device, DeviceType, Map, NDArray, String as Text};
use objet_runtime::{NDArrayExt, Registry, load_params, save_params};
use proptest::prelude::*;

/// `{"b": 3.0, "w": [1, 2]}`: a double without dimensions, and two signed bytes.
const EXAMPLE: &[u8] = include_bytes!("../../../tests/params/two.params");

fn example() -> Map<Text, NDArray> {
    let b = NDArray::from_slice(&[], &[3.0_f64]).unwrap();
    let w = NDArray::from_slice(&[2], &[1_i8, 2]).unwrap();
    Map::from([("b".into(), b), ("w".into(), w)])
}

#[test]
fn the_format_is_as_specified() {
    let number = |text: &str| {
        let digits = text.split_whitespace().collect::<String>();
        let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
        (0..digits.len()).step_by(2).map(byte).collect::<Vec<u8>>()
    };
    let specified = number(
        "b79c04054f8de5f7 0000000000000000 0200000000000000 0100000000000000 62 0100000000000000 77 0200000000000000
         3fa1b496f0405edd 0000000000000000 01000000 00000000 00000000 02 40 0100 0800000000000000 0000000000000840
         3fa1b496f0405edd 0000000000000000 01000000 00000000 01000000 00 08 0100 0200000000000000 0200000000000000 01 02",
    );
    assert_eq!(save_params(&example()).unwrap(), specified);
    assert_eq!(EXAMPLE, specified);
    let back = load_params(EXAMPLE).unwrap();
    assert_eq!(back.keys().map(Text::as_str).collect::<Vec<_>>(), ["b", "w"]);
    assert_eq!(back["b"].as_slice::<f64>().unwrap(), [3.0]);
    assert_eq!((back["w"].shape(), back["w"].as_slice::<i8>().unwrap()), ([2].as_slice(), [1, 2].as_slice()));
}

#[test]
fn both_functions_have_global_names() {
    let save = Registry::expect("runtime.SaveParams").unwrap();
    let bytes: Vec<u8> = save.call_as((&example(),)).unwrap();
    assert_eq!(bytes, EXAMPLE);
    let load = Registry::expect("runtime.LoadParams").unwrap();
    let params: Map<Text, NDArray> = load.call_as((bytes.as_slice(),)).unwrap();
    assert_eq!(params.len(), 2);
    let error = load.call((b"nothing".as_slice(),)).unwrap_err();
    assert!(error.message().starts_with("Invalid parameters file format"), "{error}");
}

#[test]
fn truncated_files_are_errors() {
    for length in 0..EXAMPLE.len() {
        assert!(load_params(&EXAMPLE[..length]).is_err(), "{length}");
    }
    let error = load_params(&[EXAMPLE, &[0]].concat()).unwrap_err();
    assert!(error.to_string().ends_with("at byte 148, found 1 more bytes"), "{error}");
}

#[test]
fn errors_have_the_position() {
    let changed = |place: usize, byte: u8| {
        let mut bytes = EXAMPLE.to_vec();
        bytes[place] = byte;
        load_params(&bytes).unwrap_err().to_string()
    };
    assert_eq!(
        changed(0, 0),
        "Invalid parameters file format: expected 0xf7e58d4f05049cb7 as the magic number of a parameter file at byte 0, \
         found 0xf7e58d4f05049c00"
    );
    assert_eq!(changed(41, b'b'), "duplicate parameter name \"b\"");
    assert!(changed(41, 0xFF).contains("at byte 41, found byte 0xff"));
    assert!(changed(42, 3).contains("expected 2 as the number of tensors at byte 42, found 3"));
    assert!(changed(23, 0x10).contains("as the names of the parameters at byte 16"));
    assert!(changed(50, 0).starts_with("parameter \"b\": expected"));
    assert!(changed(98, 0).starts_with("parameter \"w\": expected"));
}

#[test]
fn elements_with_several_lanes_cannot_be_saved() {
    let lanes = NDArray::zeros(&[2], DataType::float(32).with_lanes(4)).unwrap();
    let error = save_params(&Map::from([("x".into(), lanes)])).unwrap_err();
    assert_eq!(
        error.message(),
        "parameter \"x\": a sequence of tensors cannot hold elements of type float32x4: \
         the format does not count lanes"
    );
    // Pairs of half bytes fill a byte, and can be saved.
    let halves = NDArray::from_bytes(&[2], DataType::int(4).with_lanes(2), &[0x12, 0x34]).unwrap();
    let bytes = save_params(&Map::from([("x".into(), halves)])).unwrap();
    assert_eq!(load_params(&bytes).unwrap()["x"].as_bytes().unwrap(), [0x12, 0x34]);
}

#[test]
fn parameters_on_devices_are_copied_to_the_host() {
    const EXT: Device = Device::new(DeviceType::VPI, 0);
    TestDevice::register(DeviceType::VPI);
    let there: Map<Text, NDArray> =
        example().iter().map(|(name, tensor)| (name.clone(), tensor.copy_to(EXT).unwrap())).collect();
    assert_eq!(save_params(&there).unwrap(), EXAMPLE);
}

proptest! {
    #[test]
    fn saved_parameters_load_unchanged_and_in_order(
        params in prop::collection::vec(
            (".{0,6}", prop::collection::vec(0_i64..4, 0..4), 0_u8..6, prop::sample::select(vec![1_u8, 4, 8, 16, 32, 64]), any::<u8>()),
            0..6,
        )
    ) {
        let mut saved = Map::<Text, NDArray>::new();
        for (name, shape, code, bits, seed) in params {
            let dtype = DataType::new(objet_object::DataTypeCode(code), bits, 1);
            let size = shape.iter().product::<i64>() as usize * dtype.bytes();
            let bytes: Vec<u8> = (0..size).map(|byte| (byte as u8).wrapping_mul(seed)).collect();
            saved.insert(name.into(), NDArray::from_bytes(&shape, dtype, &bytes).unwrap());
        }
        let bytes = save_params(&saved).unwrap();
        let back = load_params(&bytes).unwrap();
        prop_assert_eq!(back.len(), saved.len());
        for ((name, tensor), (other_name, other)) in saved.iter().zip(&back) {
            prop_assert_eq!(name.as_str(), other_name.as_str());
            prop_assert_eq!((tensor.shape(), tensor.dtype()), (other.shape(), other.dtype()));
            prop_assert_eq!(tensor.as_bytes().unwrap(), other.as_bytes().unwrap());
        }
        prop_assert_eq!(save_params(&back).unwrap(), bytes);
    }

    #[test]
    fn invalid_bytes_do_not_panic(place in 0..EXAMPLE.len(), bytes in prop::collection::vec(any::<u8>(), 0..12)) {
        let mut all = EXAMPLE.to_vec();
        let end = all.len().min(place + bytes.len());
        all[place..end].copy_from_slice(&bytes[..end - place]);
        if let Ok(params) = load_params(&all) {
            let saved = save_params(&params).unwrap();
            prop_assert_eq!(save_params(&load_params(&saved).unwrap()).unwrap(), saved);
        }
    }
}
