"""The process of a session, which ``objet.rpc.Server`` starts."""

import importlib
import json
import os
import signal
import sys
import traceback


def main():
    """Imports the modules of the server, and serves the session."""
    if len(sys.argv) != 2:
        raise SystemExit("this program runs a session of objet.rpc.Server, which starts it")
    about = json.loads(sys.argv[1])
    # The client writes to the working directory, so modules are not imported from it.
    sys.path[:] = about["path"]

    from .. import _objet

    before = set(_objet.function_names(""))
    for name in about["imports"]:
        try:
            importlib.import_module(name)
        except Exception as error:
            traceback.print_exc()
            reason = f"the server cannot import {name!r}: {type(error).__name__}: {error}"
            _objet.rpc_refuse_session(f"{reason}: correct the module or the server's `imports`")
            sys.stderr.flush()
            os._exit(1)
    offered = set(_objet.function_names("")) - before
    # The server ends its sessions, also after Ctrl-C in its terminal.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout.flush()
    succeeded = _objet.rpc_run_session(sorted(offered))
    sys.stdout.flush()
    # Threads that functions have started do not hold the process back.
    os._exit(not succeeded)


if __name__ == "__main__":
    main()
