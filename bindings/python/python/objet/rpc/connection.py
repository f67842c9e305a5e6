"""The settings of connections to servers."""

import os


def connection_settings(
    token=None, tls=None, session_timeout=None, connect_timeout=10.0, deadline=600.0, through=None
):
    """Returns the settings for the native module. ``objet.rpc.connect`` describes them."""
    if through is not None:
        far, far_key = (through, "") if isinstance(through, str) else through
        host, _, port = far.rpartition(":")
        if not host or not port.isdecimal() or not 0 < int(port) < 65536:
            raise ValueError(f"through: expected host:port, found {far!r}")
        through = (host, int(port), far_key)
    return {
        "token": token,
        "tls": None if tls is None else os.fspath(tls),
        "session_timeout": session_timeout,
        "connect_timeout": connect_timeout,
        "deadline": deadline,
        "through": through,
    }
