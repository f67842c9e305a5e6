//! Parameter files under the names that older front ends use.

use objet::prelude::*;
use objet::tensor::{ParamsError, load_params, save_params};
use objet::{Map, String as Text};

/// Writes parameters as the bytes of a parameter file.
#[register_global("tvm.relay._save_param_dict")]
fn save_param_dict(params: Map<Text, NDArray>) -> objet::Result<Vec<u8>> {
    Ok(save_params(&params)?)
}

/// Reads the parameters of a parameter file.
#[register_global("tvm.relay._load_param_dict")]
fn load_param_dict(bytes: &[u8]) -> Result<Map<Text, NDArray>, ParamsError> {
    load_params(bytes)
}
