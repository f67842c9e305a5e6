//! Type inference for a program in text form: parses a network, infers its types, and shows where a
//! program with a wrong shape has its error.

use std::error::Error;

use objet::prelude::*;
use objet_relay::infer::infer_module;
use objet_relay::text::{parse_module, pretty_print};

/// Two dense layers. Only the input declares its type.
const NETWORK: &str = "\
def @main(%data: Tensor[(8, 784), float32], %w1, %b1, %w2) {
  let %hidden = nn.relu(nn.bias_add(nn.dense(%data, %w1, units=128), %b1));
  nn.softmax(nn.dense(%hidden, %w2, units=10))
}
";

/// The addition needs shapes that can be broadcast to each other.
const WRONG: &str = "\
def @main(%x: Tensor[(8, 784), float32], %y: Tensor[(8, 28), float32]) {
  let %scaled = %x * 2f;
  %scaled + %y
}
";

fn main() -> Result<(), Box<dyn Error>> {
    let network = infer_module(&parse_module("network.rly", NETWORK)?)?;
    println!("{}", pretty_print(Some(&network.upcast())));

    match infer_module(&parse_module("wrong.rly", WRONG)?) {
        Ok(_) => Err("the shapes (8, 784) and (8, 28) cannot be added".into()),
        Err(error) => {
            println!("{error}");
            Ok(())
        }
    }
}
