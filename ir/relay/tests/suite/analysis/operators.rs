//! Counts of operators.

use objet_relay::analysis::list_op_freqs;

use super::load;

#[test]
fn operators_of_a_network_are_counted() {
    let freqs = list_op_freqs(&load("resnet18_b1_s224.typed"));
    let freqs: Vec<_> = freqs.iter().map(|(op, freq)| (op.name.as_str(), *freq)).collect();
    assert_eq!(freqs[..4], [("nn.conv2d", 21), ("nn.batch_norm", 19), ("nn.relu", 18), ("add", 8)]);
    assert_eq!(freqs.iter().map(|(_, freq)| freq).sum::<usize>(), 72);
}
