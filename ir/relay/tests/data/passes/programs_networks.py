"""Passes over saved networks, whose files the tests of the repository share."""


def programs():
    for pass_name, network in [
        ("SimplifyInference", "resnet18_b1_s224.typed"),
        ("SimplifyInference", "mobilenet_b1_s224.raw"),
        ("CanonicalizeOps", "resnet18_b1_s224.typed"),
        ("CanonicalizeOps", "mlp_b1.typed"),
        ("CanonicalizeCast", "lstm_i5_h32.typed"),
        ("SimplifyExpr", "lstm_i5_h32.typed"),
        ("FastMath", "lstm_i5_h32.typed"),
        ("EliminateCommonSubexpr", "lstm_i5_h32.typed"),
        ("FirstOrderGradient", "mlp_b1.typed"),
        ("FoldExplicitPadding", "resnet18_b1_s224.typed"),
    ]:
        args = [None] if pass_name == "EliminateCommonSubexpr" else []
        yield pass_name, args, network, network
    yield "CombineParallelDense", [2, False], "lstm_i5_h32.typed", "lstm_i5_h32.typed"
    yield "CombineParallelDense", [2, True], "lstm_i5_h32.typed", "lstm_i5_h32.typed"
