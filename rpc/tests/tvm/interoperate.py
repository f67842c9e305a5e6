"""Checks sessions between Objet and TVM 0.8 in both directions.

Usage: python rpc/tests/tvm/interoperate.py target/debug/objet

Needs Python 3.8 with TVM 0.8's package, whose own library plays TVM's side (TVM_LIBRARY_PATH).
"""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import time

import numpy as np
import tvm
from tvm import rpc
from tvm.rpc.tracker import Tracker

OBJET = os.path.abspath(sys.argv[1])


@contextlib.contextmanager
def objet(*args):
    """Runs a service of Objet, and yields the port that its log names."""
    process = subprocess.Popen([OBJET, "rpc", *args], stderr=subprocess.PIPE, text=True)
    try:
        yield int(re.search(r"(?:listening|listens) on \S+?:(\d+)", process.stderr.readline()).group(1))
    finally:
        process.terminate()
        process.communicate()


def run(*args):
    """Returns the output of a command of Objet."""
    return subprocess.run([OBJET, "rpc", *args], check=True, capture_output=True, text=True).stdout


def check_session(session):
    """Uses a session of TVM's client with a server of Objet."""
    assert session.get_function("rpc.test.addone")(10) == 11
    assert session.get_function("rpc.test.strcat")("abc", 11) == "abc:11"
    elements = np.random.rand(1 << 20).astype("float32")
    tensor = tvm.nd.array(elements, session.cpu(0))
    assert (tensor.numpy() == elements).all()
    session.upload(bytearray(b"content"), "file")
    assert session.download("file") == b"content"
    for name in ("../file", "/tmp/file"):
        try:
            session.upload(bytearray(b"content"), name)
        except tvm.error.RPCError as error:
            assert "is not plain" in str(error), error
        else:
            raise AssertionError(f"the server accepts the name {name}")


def main():
    with objet("server", "--port", "0", "--key", "k") as port:
        check_session(rpc.connect("127.0.0.1", port, key="k"))
        print("TVM's client, Objet's server: passed")

    with tempfile.TemporaryDirectory() as folder:
        token = os.path.join(folder, "token")
        run("token", "--file", token)
        with objet("server", "--port", "0", "--token-file", token) as port:
            check_session(rpc.connect("127.0.0.1", port, key=run("ticket", "--token-file", token).rstrip("\n")))
            try:
                rpc.connect("127.0.0.1", port)
            except tvm.error.TVMError as error:
                assert "cannot find server" in str(error), error
            else:
                raise AssertionError("the server accepts a client without a ticket")
        print("TVM's client with a ticket, Objet's server with a token: passed")

    server = rpc.Server("127.0.0.1", key="board")
    assert run("run", f"127.0.0.1:{server.port}", "--key", "board", "-", "rpc.test.addone", "--arg", "41") == "42\n"
    run("bench", f"127.0.0.1:{server.port}", "--key", "board", "--megabytes", "1")
    server.terminate()
    print("Objet's client, TVM's server: passed")

    with objet("tracker", "--port", "0") as port:
        server = rpc.Server("127.0.0.1", key="board", tracker_addr=("127.0.0.1", port))
        tracker = rpc.connect_tracker("127.0.0.1", port)
        for _ in range(2):
            assert tracker.request("board").get_function("rpc.test.addone")(1) == 2
        args = ["run", "--by-tracker", "--key", "board", f"127.0.0.1:{port}", "-", "rpc.test.addone", "--arg", "1"]
        assert run(*args) == "2\n"
        server.terminate()
    print("TVM's client and server, Objet's tracker: passed")

    with objet("proxy", "--port", "0") as port:
        server = rpc.Server("127.0.0.1", port, is_proxy=True, key="board")
        assert rpc.connect("127.0.0.1", port, key="board").get_function("rpc.test.addone")(1) == 2
        args = ["run", f"127.0.0.1:{port}", "--key", "board", "-", "rpc.test.addone", "--arg", "1"]
        assert run(*args) == "2\n"
        server.terminate()
    print("TVM's and Objet's client, TVM's server, Objet's proxy: passed")

    tracker = Tracker("127.0.0.1", port=9190, port_end=9198)
    address = f"127.0.0.1:{tracker.port}"
    with objet("server", "--port", "0", "--key", "board", "--tracker", address):
        while "board     1" not in run("ls", "--tracker", address):
            time.sleep(0.1)
        args = ["run", "--by-tracker", "--key", "board", address, "-", "rpc.test.addone", "--arg", "1"]
        assert run(*args) == "2\n"
        session = rpc.connect_tracker("127.0.0.1", tracker.port).request("board")
        assert session.get_function("rpc.test.addone")(1) == 2
    tracker.terminate()
    print("Objet's server and client, TVM's tracker: passed")


if __name__ == "__main__":
    main()
