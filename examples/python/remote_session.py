"""Serves functions of this file to other processes, and calls and times them through a tracker."""

import os

import numpy as np

import objet


@objet.register_func("example.softmax")
def softmax(x):
    powers = np.exp(x.numpy())
    return objet.nd.array(powers / powers.sum())


@objet.register_func("example.process")
def process():
    return os.getpid()


if __name__ == "__main__":
    # Each session is a new process, which imports this file as a module.
    offered = os.path.splitext(os.path.basename(__file__))[0]
    with objet.rpc.Tracker() as tracker, objet.rpc.Server(key="board", tracker=tracker.address, imports=[offered]):
        with objet.rpc.connect_tracker(tracker.address).request("board", deadline=30) as session:
            x = objet.nd.array([0.0, 1.0, 2.0], device=session.cpu())
            result = session.get_function("example.softmax")(x)
            print(repr(result))
            print(result.numpy().round(3).tolist())
            assert session.get_function("example.process")() != process()

            seconds = session.time_evaluator("example.softmax", number=20, repeat=3)(x)
            print(f"{min(seconds) * 1e6:.0f} us on the server")
            try:
                session.get_function("example.softmax")(objet.nd.array([1.0]))
            except objet.rpc.RPCError as error:
                print("RPCError:", error)
