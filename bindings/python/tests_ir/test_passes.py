"""Tests of passes, of their contexts and instruments, and of the errors that they print."""

import asyncio
import copy
import inspect
import io
import pathlib
import pickle
import sys

import pytest

import objet

DATA = pathlib.Path("examples/data")
call = objet.get_global_func


@pytest.fixture
def module():
    return objet.load_json((DATA / "mlp_b1.typed.json").read_text())


def test_errors_in_a_program_are_printed_and_raised(capsys):
    text = "def @main(%x: int32) {\n  %y * %z\n}"
    with pytest.raises(objet.errors.DiagnosticError) as raised:
        objet.parser.ParseModule("double.rly", text)
    assert isinstance(raised.value, objet.TVMError)
    first = "the variable `%y` is not defined here, did you mean `%x`?"
    assert str(raised.value) == f"{first} (double.rly:2:3; the first of 2 errors, which the renderer shows)"
    shown = capsys.readouterr().out
    assert shown.startswith(f"error: {first}\n --> double.rly:2:3\n  |\n2 |   %y * %z\n  |   ^^\nerror: ")


def test_errors_in_a_program_are_printed_in_calls_of_any_kind(capsys):
    wrong = "def @main(%x: int32) { %y * 2 }"
    parse = lambda a: objet.parser.ParseModule("wrong.rly", wrong)  # noqa: E731
    root = objet.ops.nn.relu(objet.ops.var("x", shape=(2, 2)))
    for call in (
        lambda: objet.parser.ParseModule("wrong.rly", file_content=wrong),
        lambda: objet.rewrite(root, parse),
        lambda: list(objet.walk(root, prune=parse)),
        lambda: objet.convert(parse)(a=1),
    ):
        with pytest.raises(objet.errors.DiagnosticError, match="`%y` is not defined"):
            call()
        assert "wrong.rly:1:24" in capsys.readouterr().out


def test_an_exception_while_a_program_is_shown_is_raised_itself(monkeypatch):
    class Full(io.StringIO):
        def write(self, text):
            raise KeyError("no space")

    monkeypatch.setattr(sys, "stdout", Full())
    with pytest.raises(KeyError, match="no space"):
        objet.parser.ParseModule("wrong.rly", "def @main(%x: int32) { %y * 2 }")


def test_a_type_error_without_source_names_the_call_and_the_function():
    made = objet.ops.var("x", (1, 2))
    for layer in range(5):
        made = objet.ops.nn.dense(made, objet.ops.var(f"w{layer}", (2, 5 if layer == 2 else 2)))
    with pytest.raises(objet.errors.DiagnosticError) as raised:
        objet.relay._transform.InferType()(objet.IRModule.from_expr(made))
    text = str(raised.value)
    assert text.startswith('the pass "InferType": the operator `nn.dense`: ') and "DiagnosticError" not in text
    assert text.endswith(", in the call `nn.dense(…, %w2)`, in the function `@main`")


def test_a_python_pass_between_rust_passes():
    x = call("relay.ir.Var")("x", None)
    function = call("relay.ir.Function")([x], x, None, [], None)
    module = call("ir.Module_FromExpr")(function, {}, {})
    seen, error = [], KeyError("stop")

    def run(function, module, context):
        seen.append((type(function), type(module), type(context)))
        if len(seen) > 1:
            raise error
        return function.replace(body=call("relay.ir.Call")(call("ir.GetOp")("tanh"), [function.body], None, [], None))

    info = call("transform.PassInfo")(0, "tests_ir.tanh", [])
    ours = call("relay._transform.MakeFunctionPass")(run, info)
    sequence = call("transform.Sequential")([ours, call("relay._transform.DeadCodeElimination")(False)], 0, "all", [])
    after = call("transform.RunPass")(sequence, module)
    (result,) = after.functions.values()
    assert result.body.op.name == "tanh" and seen == [(objet.relay.Function, objet.IRModule, objet.transform.PassContext)]
    with pytest.raises(KeyError) as caught:
        call("transform.RunPass")(sequence, module)
    assert caught.value is error


def test_passes_and_contexts():
    x = call("relay.ir.Var")("x", None)
    module = objet.IRModule.from_expr(call("relay.ir.Function")([x], x + x, None, [], None))
    assert "add(%x, %x)" in module.astext() and "add(%x, %x)" in module["main"].astext()
    with pytest.raises((KeyError, ValueError), match="nothing"):
        module["nothing"]

    seen = []

    @objet.module_pass
    def look(module, context):
        seen.append(context)
        return module

    @objet.function_pass(opt_level=3, name="tests_ir.double", required=["tests_ir.first"])
    def double(function, module, context):
        return function.replace(body=function.body + function.body)

    assert call("transform.Info")(look).name == "look"
    info = call("transform.Info")(double)
    assert (info.name, info.opt_level, list(info.required)) == ("tests_ir.double", 3, ["tests_ir.first"])
    with objet.transform.PassContext(opt_level=2) as context:
        assert objet.transform.PassContext.current().same_as(context)
        assert look(module).same_as(module) and seen[0].same_as(context)
        assert objet.sequential([double])(module)["main"].same_as(module["main"])
    assert not objet.transform.PassContext.current().same_as(context)
    assert double(module)["main"].body.args[0].same_as(module["main"].body)

    with pytest.raises(ZeroDivisionError):
        with objet.transform.PassContext(opt_level=2) as context:
            1 / 0
    assert not objet.transform.PassContext.current().same_as(context)


def test_contexts_of_interleaved_coroutines_are_an_error_and_are_left():
    Context = objet.transform.PassContext
    default = Context.current().opt_level

    async def both():
        second_entered, first_left = asyncio.Event(), asyncio.Event()

        async def first():
            with Context(opt_level=1):
                await second_entered.wait()

        async def second():
            with Context(opt_level=3):
                second_entered.set()
                await first_left.wait()

        second_task = asyncio.create_task(second())
        with pytest.raises(objet.TVMError, match="another one, which was entered later on this thread"):
            await first()
        first_left.set()
        await second_task

    asyncio.run(both())
    assert Context.current().opt_level == default


def test_options_of_contexts_are_checked():
    Context, name = objet.transform.PassContext, "relay.FuseOps.max_depth"
    assert Context(config={name: 3}).config[name] == 3 == Context().replace(config={name: 3}).config[name]
    for make in (lambda config: Context(config=config), lambda config: Context().replace(config=config), lambda config: Context().with_attr("config", config)):
        with pytest.raises(AttributeError, match=f'no option "{name[:-1]}" is registered for passes, did you mean "{name}"'):
            make({name[:-1]: 3})
        with pytest.raises(AttributeError, match=f'the option "{name}": expected IntImm, found runtime.String'):
            make({name: "3"})
    assert list(inspect.signature(Context).parameters)[0] == "opt_level"


def test_options_that_are_nodes_may_be_dicts():
    i = objet.ops.tir.var("i")
    loop = objet.tir.For(loop_var=i, min=0, extent=3, kind=0, body=objet.tir.Evaluate(value=i))
    module = objet.IRModule({"main": call("tir.PrimFunc")([], loop)})
    unroll = objet.tir.transform.UnrollLoop()
    for option in ({"auto_max_step": 16}, objet.tir.transform.UnrollLoopConfig(auto_max_step=16)):
        context = objet.transform.PassContext(config={"tir.UnrollLoop": option})
        assert context.config["tir.UnrollLoop"].auto_max_step == 16
        for each in (context, context.replace(config={"tir.UnrollLoop": option}), context.replace(opt_level=3)):
            with each:
                assert isinstance(unroll(module)["main"].body, objet.tir.SeqStmt)
    assert isinstance(unroll(module)["main"].body, objet.tir.For)


def test_passes_are_not_pickled():
    instrument = call("instrument.PassInstrument")("none")
    for made in (objet.relay._transform.InferType(), objet.sequential([]), objet.module_pass(lambda module, _: module), instrument):
        for holder in (made, objet.Array([made]), objet.Map({"a": made}), objet.ADT(1, [made])):
            for dumps in (pickle.dumps, objet.dumps):
                with pytest.raises(TypeError, match=f"^cannot pickle an object of {made.type_key}: it has a function"):
                    dumps(holder)
        assert copy.deepcopy(made).type_key == made.type_key

    class Own(objet.instrument.PassInstrument):
        def __reduce__(self):
            return str, (self.name,)

    assert pickle.loads(pickle.dumps(Own("own"))) == "own"


def test_required_passes_are_a_list():
    makers = [objet.module_pass, objet.function_pass, objet.prim_func_pass, lambda **options: objet.sequential([], **options)]
    for make in makers:
        with pytest.raises(TypeError, match=r"^required: expected a list of names of passes, found the string 'InferType' \(write \['InferType'\]\)"):
            make(required="InferType")


def test_classes_make_passes(module):
    @objet.function_pass(opt_level=1)
    class Count:
        """Counts functions."""

        def __init__(self, seen, *, step=1):
            self.seen, self.step = seen, step

        def transform_function(self, function, module, context):
            self.seen.append(self.step)
            return function

    @objet.module_pass(name="tests_ir.Empty")
    class Empty:
        def transform_module(self, module, context):
            return objet.IRModule.from_expr(objet.ops.const(1))

    seen = []
    count = Count(seen, step=2)
    assert (count.pass_info.name, count.pass_info.opt_level, Count.__doc__) == ("Count", 1, "Counts functions.")
    count(module)
    assert seen == [2] * len(module.functions)
    assert len(Empty()(module).functions) == 1 and Empty().pass_info.name == "tests_ir.Empty"
    with pytest.raises(TypeError, match="^.*Other has no method transform_function, which the pass would call$"):

        @objet.function_pass
        class Other:
            pass
