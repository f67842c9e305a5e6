//! Loading arbitrary bytes either fails or returns parameters that are equal after saving and
//! loading again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use objet::tensor::{load_params, save_params};

fuzz_target!(|bytes: &[u8]| {
    let Ok(params) = load_params(bytes) else { return };
    let saved = save_params(&params).expect("loaded parameters can be saved");
    assert_eq!(saved.len(), bytes.len());
    let again = load_params(&saved).expect("saved parameters can be loaded");
    assert_eq!(params.len(), again.len());
    for ((name, tensor), (other_name, other)) in params.iter().zip(&again) {
        assert_eq!((name.as_str(), tensor.shape()), (other_name.as_str(), other.shape()));
        assert_eq!(tensor.dtype(), other.dtype());
        assert_eq!(tensor.as_bytes(), other.as_bytes());
    }
    assert!(saved == save_params(&again).expect("loaded parameters can be saved"));
});
