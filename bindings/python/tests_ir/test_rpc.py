"""Remote sessions with processes of their own, over sockets."""

import gc
import json
import logging
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import weakref

import numpy as np
import pytest

import objet
from objet import rpc

IMPORTS = ["remote_functions"]


@pytest.fixture(scope="module")
def server():
    with rpc.Server(key="test", imports=IMPORTS, sessions=8) as server:
        yield server


@pytest.fixture(scope="module")
def shared(server):
    with rpc.connect(server.address, key="test", deadline=60) as session:
        yield session


@pytest.fixture
def session(server):
    with rpc.connect(server.address, key="test", deadline=60) as session:
        yield session


@pytest.fixture
def interrupts():
    """A timer that interrupts this thread like Ctrl-C."""

    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    yield lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("value", [None, -3, 1.5, "grüß dich", b"a\0b", True])
def test_values_cross_both_ways(shared, value):
    assert shared.get_function("remote.echo")(value) == value


def test_a_remote_function_is_an_ordinary_function(shared):
    add = shared.get_function("remote.add")
    assert type(add) is objet.PackedFunc and add(2, 3) == 5
    assert shared.get_function("remote.process")() != os.getpid()
    assert add.__name__.startswith("remote.add at 127.0.0.1:")


def test_tensors_are_copied_passed_and_returned(shared):
    source = np.arange(6, dtype="float32").reshape(2, 3)
    x = objet.nd.array(source, device=shared.cpu())
    assert x.device == shared.device("cpu") and repr(x.device) == f"remote[{shared.index}]:cpu(0)"
    assert repr(x) == f"NDArray(shape=(2, 3), dtype='float32', device={x.device!r})"
    np.testing.assert_array_equal(x.numpy(), source)
    np.testing.assert_array_equal(np.asarray(x), source)

    doubled = shared.get_function("remote.double")(x)
    assert doubled.device == x.device
    np.testing.assert_array_equal(doubled.numpy(), 2 * source)

    y = objet.nd.empty((2, 3), device=shared.cpu())
    y.copyfrom(doubled)
    np.testing.assert_array_equal(y.copyto(objet.cpu()).numpy(), 2 * source)
    y.copyfrom(source)
    np.testing.assert_array_equal(y.numpy(), source)
    host = objet.nd.empty((2, 3))
    np.testing.assert_array_equal(host.copyfrom(y).numpy(), source)
    y[...] = 7
    assert y.numpy().sum() == 42 and not objet.nd.zeros((3,), device=shared.cpu()).numpy().any()


def test_a_large_tensor_is_returned(shared):
    found = shared.get_function("remote.range")(100_000)
    np.testing.assert_array_equal(found.numpy(), np.arange(100_000))


def test_arguments_that_cannot_be_sent_are_errors(shared):
    echo = shared.get_function("remote.echo")
    with pytest.raises(rpc.RPCError, match="local device cpu.0.: copy it to the session's device first"):
        echo(objet.nd.array([1.0]))
    with pytest.raises(ValueError, match="is not supported by RPC"):
        echo([1, 2])


def test_the_server_calls_functions_of_the_client(shared):
    apply, calls = shared.get_function("remote.apply"), []

    def double(x):
        calls.append(x)
        return 2 * x

    assert apply(double, 21) == 42 and calls == [21]
    # The function uses the session itself.
    add = shared.get_function("remote.add")
    assert apply(lambda x: add(x, 1), 1) == 2
    assert apply(shared.get_function("remote.adder")(7), 1) == 8


def test_an_exception_crosses_both_processes(shared):
    def fail(x):
        raise KeyError("not today")

    with pytest.raises(rpc.RPCError, match="not today"):
        shared.get_function("remote.apply")(fail, 1)
    assert shared.get_function("remote.add")(1, 1) == 2


def test_an_error_has_the_text_of_the_server(shared):
    with pytest.raises(rpc.RPCError) as raised:
        shared.get_function("remote.fail")("out of paper")
    text = str(raised.value)
    assert text.startswith("Error caught from RPC call:\n") and "ValueError: out of paper" in text
    assert "remote_functions.py" in text
    assert isinstance(raised.value, objet.TVMError) and objet.errors.RPCError is rpc.RPCError


def test_functions_that_are_not_offered_are_refused(shared):
    with pytest.raises(rpc.RPCError, match="start the server with `--allow runtime.ModuleLoadFromFile`"):
        shared.get_function("runtime.ModuleLoadFromFile")
    with rpc.local() as session, pytest.raises(rpc.RPCError, match='has no function "remote.nothing"'):
        session.get_function("remote.nothing")


def test_files_lie_in_the_directory_of_the_session(session, tmp_path):
    file = tmp_path / "weights.bin"
    file.write_bytes(b"\0\1\2")
    session.upload(file)
    session.upload("note.txt", b"hello")
    assert session.download("weights.bin") == b"\0\1\2" and session.download("note.txt") == b"hello"
    folder = session.get_function("remote.folder")()
    assert sorted(os.listdir(folder)) == ["note.txt", "weights.bin"]
    session.remove("note.txt")
    with pytest.raises(rpc.RPCError, match="note.txt"):
        session.download("note.txt")
    session.close()
    wait_until(lambda: not os.path.exists(folder))


def test_modules_are_loaded_and_timed_on_the_server(session, tmp_path):
    source, library = tmp_path / "deploy.c", tmp_path / "deploy.so"
    source.write_text(
        "#include <tvm/runtime/c_backend_api.h>\n"
        "int add_one(TVMValue* args, int* codes, int n, TVMValue* out, int* code, void* r) {\n"
        "  out->v_int64 = args[0].v_int64 + 1; *code = 0; return 0; }\n"
    )
    include = os.path.join(os.path.dirname(__file__), "../../c/include")
    subprocess.run(["cc", "-shared", "-fPIC", f"-I{include}", "-o", library, source], check=True)
    session.upload(library)
    module = session.load_module("deploy.so")
    assert type(module) is objet.Module and repr(module) == "Module(rpc)"
    assert module["add_one"](1) == 2
    with pytest.raises(AttributeError, match="nothing"):
        module["nothing"]
    for timer in [
        module.time_evaluator("add_one", session.cpu(), number=3, repeat=4),
        session.time_evaluator("add_one", module=module, number=3, repeat=4),
    ]:
        seconds = timer(1)
        assert len(seconds) == 4 and 0 < min(seconds) < 1


def test_global_functions_are_timed_on_the_server(shared):
    seconds = shared.time_evaluator("remote.add", number=2, repeat=3)(1, 2)
    assert len(seconds) == 3 and min(seconds) > 0
    with pytest.raises(ValueError, match="number: expected 0 or more"):
        shared.time_evaluator("remote.add", number=-1)


def test_a_closed_session_refuses_requests(server):
    with rpc.connect(server.address, key="test") as session:
        add, x = session.get_function("remote.add"), objet.nd.empty((2,), device=session.cpu())
    for use in (lambda: add(1, 2), x.numpy, lambda: session.get_function("remote.add")):
        with pytest.raises(rpc.RPCError, match="session has ended"):
            use()


def test_an_interrupt_ends_a_waiting_call(session, interrupts):
    hang = session.get_function("remote.hang")
    interrupts(0.2)
    with pytest.raises(KeyboardInterrupt):
        hang()
    with pytest.raises(rpc.RPCError, match="interrupted"):
        session.get_function("remote.add")


def test_a_deadline_ends_a_waiting_call():
    """The server shakes hands, and then answers nothing."""
    listener = socket.create_server(("127.0.0.1", 0))
    address = "{}:{}".format(*listener.getsockname())

    def serve():
        connection, _ = listener.accept()
        connection.sendall(struct.pack("<ii", 0xFF271, 7) + b"server:")
        # Until the client has gone.
        while connection.recv(4096):
            pass

    thread = threading.Thread(target=serve)
    thread.start()
    with pytest.raises(rpc.RPCError, match=f"InitServer at {address}: no answer within 300ms"):
        rpc.connect(address, deadline=0.3)
    thread.join()
    listener.close()


def test_other_threads_run_during_a_call(session):
    """The server calls back, and the callback waits for another thread."""
    called, go_on = threading.Event(), threading.Event()

    def work():
        called.wait()
        go_on.set()

    thread = threading.Thread(target=work)
    thread.start()

    def callback(x):
        called.set()
        return int(go_on.wait(20))

    assert session.get_function("remote.apply")(callback, 1) == 1
    thread.join()


def test_threads_share_a_session(shared):
    add, wrong = shared.get_function("remote.add"), []

    def work(start):
        wrong.extend(each for each in range(50) if add(start, each) != start + each)

    threads = [threading.Thread(target=work, args=(start,)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_callbacks_and_tensors_are_freed(shared):
    class Held:
        def __call__(self, x):
            return x

    callback = Held()
    gone = weakref.ref(callback)
    assert shared.get_function("remote.apply")(callback, 1) == 1
    del callback
    gc.collect()
    assert gone() is None


def test_a_function_of_python_is_freed_by_another_thread(shared):
    """The session in this process frees a Python function, which needs the interpreter's lock."""
    with rpc.local() as here:
        objet.register_func("here.adder", lambda number: objet.convert(lambda x: x + number), override=True)
        adders = [here.get_function("here.adder")(number) for number in range(10)]
        assert [adder(1) for adder in adders] == list(range(1, 11))
        add = shared.get_function("remote.add")
        threads = [threading.Thread(target=adders.clear), threading.Thread(target=add, args=(1, 2))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
            assert not thread.is_alive()


def test_a_session_in_this_process():
    objet.register_func("here.total", lambda tensor: float(tensor.numpy().sum()), override=True)
    with rpc.local() as session:
        x = objet.nd.array(np.ones((3, 4)), device=session.cpu())
        assert session.get_function("here.total")(x) == 12
        assert session.address == "this process" and "remote[" in repr(x)


def test_a_session_through_another_server(server):
    with rpc.Server(key="near", allow=["rpc.Connect"]) as near:
        with rpc.connect(near.address, key="near", through=(server.address, "test")) as session:
            assert session.get_function("remote.add")(2, 3) == 5
            x = objet.nd.array([1.0, 2.0], device=session.cpu())
            assert session.get_function("remote.double")(x).numpy().tolist() == [2.0, 4.0]
    with pytest.raises(ValueError, match="through: expected host:port"):
        rpc.connect("127.0.0.1:1", through="somewhere")


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"key": "other"}, rpc.RPCError, "cannot find server that matches key=other"),
        ({"connect_timeout": -1}, ValueError, "connect_timeout: expected seconds of 0 or more, found -1"),
        ({"token": "/nowhere/token"}, rpc.RPCError, "cannot read the token file /nowhere/token"),
        ({"tls": "/nowhere/roots.pem"}, rpc.RPCError, "cannot read a certificate from /nowhere/roots.pem"),
        ({"tls": "abcd"}, rpc.RPCError, "the fingerprint .* is not SHA-256"),
    ],
)
def test_bad_options_are_errors(server, options, error, message):
    with pytest.raises(error, match=message):
        rpc.connect(server.address, **options)


def test_an_address_without_a_server_is_an_error():
    with rpc.Tracker() as tracker:
        with pytest.raises(rpc.RPCError, match=tracker.address):
            rpc.connect(tracker.address, connect_timeout=5)
        address = tracker.address
    with pytest.raises(rpc.RPCError, match=f"Connect to {address} failed"):
        rpc.connect(address)


def test_a_token_is_required(tmp_path):
    token, other = str(tmp_path / "token"), str(tmp_path / "other")
    rpc.make_token(token)
    rpc.make_token(other)
    with rpc.Server(token=token, imports=IMPORTS) as server:
        with rpc.connect(server.address, token=token) as session:
            assert session.get_function("remote.add")(1, 1) == 2
        for wrong in (None, other):
            with pytest.raises(rpc.RPCError):
                rpc.connect(server.address, token=wrong)
    with pytest.raises(rpc.RPCError, match="without authentication"):
        rpc.Server("0.0.0.0")


def test_an_imported_module_that_fails_ends_the_session(tmp_path, monkeypatch, caplog):
    (tmp_path / "broken_module.py").write_text("raise RuntimeError('no')")
    monkeypatch.syspath_prepend(tmp_path)
    with caplog.at_level(logging.INFO, "objet.rpc"):
        with rpc.Server(imports=["broken_module"]) as server:
            reason = f"{server.address} refuses the session: the server cannot import 'broken_module': RuntimeError: no"
            with pytest.raises(rpc.RPCError, match=reason):
                rpc.connect(server.address)
            wait_until(lambda: any("ended" in line for line in caplog.messages))
    assert any("output: RuntimeError: no" in line for line in caplog.messages), caplog.messages


def test_bad_options_of_a_server_are_errors():
    with pytest.raises(TypeError, match="imports: expected a list of strings"):
        rpc.Server(imports="remote_functions")
    with pytest.raises(ValueError, match='expected the address of an interface, found "nowhere"'):
        rpc.Server("nowhere")
    with pytest.raises(ValueError, match="idle: expected seconds"):
        rpc.Server(idle=-1)


def test_closing_a_server_ends_its_sessions():
    server = rpc.Server(imports=IMPORTS)
    session = rpc.connect(server.address)
    process = session.get_function("remote.process")()
    begun = time.monotonic()
    server.close()
    assert time.monotonic() - begun < 5
    wait_until(lambda: not os.path.exists(f"/proc/{process}"))
    with pytest.raises(rpc.RPCError):
        session.get_function("remote.process")
    server.close()


def test_a_session_that_crashes_ends_alone(server, shared):
    with rpc.connect(server.address, key="test") as crashing:
        os.kill(crashing.get_function("remote.process")(), signal.SIGKILL)
        with pytest.raises(rpc.RPCError):
            crashing.get_function("remote.add")(1, 2)
    assert shared.get_function("remote.add")(1, 2) == 3


def test_a_tracker_hands_out_servers(interrupts):
    with rpc.Tracker() as tracker:
        with rpc.Server(key="board", tracker=tracker.address, imports=IMPORTS, sessions=1):
            client = rpc.connect_tracker(tracker.address)
            with client.request("board", deadline=20) as session:
                assert session.get_function("remote.add")(2, 3) == 5
                found = client.summary()
                assert [each["key"] for each in found["servers"]] == ["board"]
                with pytest.raises(rpc.RPCError, match="within"):
                    rpc.connect_tracker(tracker.address).request("board", deadline=0.2)
            # The server is offered again.
            with rpc.connect_tracker(tracker.address).request("board", priority=5, deadline=20) as session:
                assert session.get_function("remote.add")(1, 1) == 2
        interrupts(0.2)
        with pytest.raises(KeyboardInterrupt):
            client.request("nothing")


def test_a_server_that_is_gone_is_not_the_last_one_of_a_tracker():
    with rpc.Tracker() as tracker, socket.socket() as gone, socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        host, _, port = tracker.address.rpartition(":")
        gone.connect((host, int(port)))
        gone.sendall(struct.pack("<i", 0x2F271))
        assert gone.recv(4) == struct.pack("<i", 0x2F271)
        # Nothing listens on the port.
        offer = json.dumps([3, "board", [closed.getsockname()[1], "board:1"], None]).encode()
        gone.sendall(struct.pack("<i", len(offer)) + offer)
        assert gone.recv(5) == struct.pack("<i", 1) + b"0"
        client = rpc.connect_tracker(tracker.address)
        with rpc.Server(key="board", tracker=tracker.address, imports=IMPORTS):
            wait_until(lambda: client.summary()["queues"]["board"]["free"] == 2)
            with client.request("board", deadline=20) as session:
                assert session.get_function("remote.add")(2, 3) == 5


@pytest.mark.parametrize("options", [{}, {"tls": "ab" * 32}])
def test_an_interrupt_ends_an_attempt_to_connect(interrupts, options):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        interrupts(0.2)
        with pytest.raises(KeyboardInterrupt):
            rpc.connect(f"127.0.0.1:{silent.getsockname()[1]}", connect_timeout=5, **options)


TVM_STYLE_SERVER = """
import socket, struct
import remote_functions
import objet

listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen()
print(listener.getsockname()[1], flush=True)
connection, _ = listener.accept()

def receive(count):
    found = b""
    while len(found) < count:
        found += connection.recv(count - len(found))
    return found

magic, length = struct.unpack("<ii", receive(8))
assert magic == 0xFF271 and receive(length).decode().startswith("client:")
connection.sendall(struct.pack("<ii", magic, len(b"server:")) + b"server:")
objet.get_global_func("rpc.ServerLoop")(connection.detach())
print("ended")
"""


def test_a_server_like_that_of_tvm():
    """A program with a handshake of its own serves one client by `rpc.ServerLoop`."""
    folder = os.path.dirname(__file__)
    server = subprocess.Popen(
        [sys.executable, "-c", TVM_STYLE_SERVER], stdout=subprocess.PIPE, text=True, cwd=folder
    )
    port = int(server.stdout.readline())
    with rpc.connect(f"127.0.0.1:{port}") as session:
        assert session.get_function("remote.add")(2, 3) == 5
        x = objet.nd.array([1.0, 2.0], device=session.cpu())
        assert session.get_function("remote.double")(x).numpy().tolist() == [2.0, 4.0]
        assert session.time_evaluator("remote.add", repeat=2)(1, 2)[1] > 0
        # The protocol of TVM does not have functions of the client.
        with pytest.raises(ValueError, match="FunctionHandle"):
            session.get_function("remote.apply")(lambda x: x, 1)
    assert server.communicate(timeout=20)[0] == "ended\n" and server.returncode == 0


def wait_until(holds):
    """Waits for an event of another process."""
    for _ in range(1000):
        if holds():
            return
        time.sleep(0.01)
    raise AssertionError("it did not happen within 10 seconds")


def test_other_threads_run_while_the_drop_of_a_container_waits(session):
    process = session.get_function("remote.process")()
    longest, last, stops = 0.0, time.monotonic(), False

    def tick():
        nonlocal longest, last
        while not stops:
            now = time.monotonic()
            longest, last = max(longest, now - last), now
            time.sleep(0.01)

    held = [objet.convert([session.get_function("remote.echo")]), objet.convert({"x": objet.nd.array([1.0], device=session.cpu())})]
    thread = threading.Thread(target=tick)
    thread.start()
    try:
        for _ in range(2):
            os.kill(process, signal.SIGSTOP)
            later = threading.Timer(1.5, os.kill, (process, signal.SIGCONT))
            later.start()
            time.sleep(0.2)
            longest, start = 0.0, time.monotonic()
            held.pop()
            took = time.monotonic() - start
            later.join()
            assert took > 0.7 and longest < 0.6
    finally:
        os.kill(process, signal.SIGCONT)
        stops = True
        thread.join()


def test_python_code_in_a_drop_may_drop_remote_objects(session):
    ended = []

    class Owner(np.ndarray):
        def __del__(self):
            # The timer releases the lock, and drops the results.
            find = objet.convert(lambda: session.get_function("remote.echo"))
            ended.append(objet.time_evaluator(find, number=3)())

    tensor = objet.nd.from_dlpack(np.ones(4).view(Owner))
    ended.clear()
    del tensor
    assert ended
