"""Tests of the progress of passes, and of the end of a pass by an exception or a signal."""

import signal

import pytest

import objet
from objet import ops

COUNT = 40_000


@pytest.fixture(scope="module")
def module():
    x = made = ops.var("x", (2,))
    relu, call = objet.ir.GetOp("nn.relu"), objet.relay.ir.Call
    for _ in range(COUNT):
        made = call(relu, [made], None, [])
    return objet.IRModule.from_expr(objet.relay.ir.Function([x], made, None, [], None))


def passes():
    made = objet.relay._transform
    return [made.InferType(), made.SimplifyInference(), made.DeadCodeElimination(False)]


def test_passes_report_their_progress(module):
    for each in passes():
        seen = []
        with objet.progress(lambda *report: seen.append(report)):
            for _ in range(50):
                objet.transform.RunPass(each, module)
                if seen:
                    break
        assert seen and all(done > 0 for _, done, _ in seen)


class Stop(Exception):
    pass


def test_the_text_of_a_program_reports_its_progress(module):
    def stop(*report):
        raise Stop

    for text in (str, objet.IRModule.astext):
        with objet.progress(stop), pytest.raises(Stop):
            for _ in range(500):
                text(module)


def test_an_exception_of_the_report_stops_a_pass(module):
    def stop(*report):
        raise Stop

    for each in passes():
        with objet.progress(stop), pytest.raises(Stop):
            for _ in range(50):
                objet.transform.RunPass(each, module)
        assert objet.transform.RunPass(each, module)
        with pytest.raises(AttributeError):
            objet.relay._transform.NoSuchPass()


def test_a_signal_stops_a_pass(module):
    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        for each in passes():
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            with pytest.raises(KeyboardInterrupt):
                while True:
                    objet.transform.RunPass(each, module)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def endless():
    module = objet.parser.ParseModule("endless.rly", """
        def @main(%n: int32) -> int32 { @main(add(%n, 0)) }
    """)
    target, device = objet.target.Target("llvm"), objet.cpu()
    run = objet.get_global_func("relay.backend.EvalFunction")(module, module.get_global_var("main"), device, target)
    return lambda: run([objet.relay.Constant(objet.nd.array(1, "int32"))])


def parsing():
    text = "free_var %x; %x" + " + %x" * 4 * COUNT
    return lambda: objet.parser.ParseExpr("long.rly", text)


@pytest.mark.parametrize("work", [endless, parsing])
def test_a_report_and_a_signal_stop_programs_and_texts(work):
    class Stop(Exception):
        pass

    def stop(*report):
        raise Stop

    def interrupt(*_):
        raise KeyboardInterrupt

    run = work()
    with objet.progress(stop), pytest.raises(Stop):
        while True:
            run()
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            while True:
                run()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
