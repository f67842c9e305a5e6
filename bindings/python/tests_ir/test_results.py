"""Tests of the fields of the results of calls."""

import pytest

import objet

ops = objet.ops


def test_results_unpack_into_their_fields():
    def typed(*shape, dtype="float32"):
        return ops.var("x", shape, dtype)

    scalar, ints = ops.const(1, "int32"), typed(3, dtype="int32")
    x, vector, boxes, columns = typed(4, 4), typed(4), typed(1, 4, 6), typed(7, 2, dtype="int64")
    calls = [
        ops.split(x, indices_or_sections=2),
        ops.split(x, indices_or_sections=[1, 2]),
        ops.topk(x, k=2),
        ops.dyn.topk(x, scalar),
        ops.meshgrid([vector, vector, vector]),
        ops.nn.batch_norm(x, vector, vector, vector, vector),
        ops.nn.dropout(x),
        ops.nn.sparse_transpose(vector, ints, ints),
        ops.sparse_fill_empty_rows(columns, typed(7, dtype="int64"), typed(2, dtype="int64"), ops.const(0, "int64")),
        ops.sparse_reshape(columns, typed(2, dtype="int64"), typed(3, dtype="int64")),
        ops.unique(ints),
        ops.unique(ints, return_counts=True),
        ops.vision.all_class_non_max_suppression(typed(1, 4, 4), typed(1, 2, 4), ops.const(1, "int64"), ops.const(0.5), ops.const(0.5)),
        ops.vision.all_class_non_max_suppression(
            typed(1, 4, 4), typed(1, 2, 4), ops.const(1, "int64"), ops.const(0.5), ops.const(0.5), output_format="tensorflow"
        ),
        ops.vision.get_valid_counts(boxes, ops.const(0.5)),
        ops.vision.multibox_transform_loc(typed(1, 3, 4), typed(1, 16), typed(1, 4, 4)),
        ops.vision.non_max_suppression(boxes, typed(1, dtype="int32"), typed(1, 4, dtype="int32"), scalar, ops.const(0.5)),
    ]
    infer = objet.relay._transform.InferType()
    for call in calls:
        fields = list(call)
        assert [field.index for field in fields] == list(range(len(fields))) and all(field.tuple_value is call for field in fields)
        inferred = infer(objet.IRModule.from_expr(call))["main"].body
        assert len(list(inferred)) == len(inferred.checked_type.fields) == len(fields), call.op.name
    first, second = calls[0]
    assert (first.index, second.index) == (0, 1)
    inferred = infer(objet.IRModule.from_expr(ops.nn.relu(x)))["main"].body
    for call in (ops.topk(x, ret_type="values"), ops.nn.relu(x), objet.GlobalVar("f")(x), inferred):
        with pytest.raises(TypeError, match="^cannot iterate over the fields of a call"):
            list(call)


def test_calls_without_attributes_or_inputs_have_no_known_fields():
    x, call = ops.var("x", (4, 4)), objet.relay.ir.Call
    for name, args in (("split", [x]), ("topk", [x]), ("meshgrid", []), ("unique", [x]), ("meshgrid", [x])):
        made = call(objet.ir.GetOp(name), args, None, [])
        with pytest.raises(TypeError, match="^cannot iterate over the fields of a call"):
            list(made)
    with pytest.raises(TypeError, match="^cannot iterate over the fields of a call"):
        list(ops.split(x, indices_or_sections=None))
