"""Tests of the progress of long native work, and of Ctrl-C during this work."""

import sys
import time

import pytest

import objet

COUNT = 400_000


@pytest.fixture(scope="module")
def graph():
    made = objet.convert([])
    for _ in range(COUNT):
        made = objet.convert([made])
    return made


@pytest.fixture(scope="module")
def text(graph):
    return objet.save_json(graph)


def works(graph, text):
    copy = objet.load_json(text)
    return {
        "load_json": lambda: objet.load_json(text),
        "save_json": lambda: objet.save_json(graph),
        "tvm-ffi": lambda: objet.save_json(graph, format="tvm-ffi"),
        "structural_equal": lambda: objet.structural_equal(graph, copy),
        "structural_hash": lambda: objet.structural_hash(graph),
        "print": lambda: objet._objet.as_text(graph),
    }


def test_long_work_reports_its_progress(graph, text):
    for name, work in works(graph, text).items():
        seen = []
        with objet.progress(lambda *report: seen.append(report)):
            for _ in range(200):
                work()
                if seen:
                    break
        assert seen, name
        for what, done, total in seen:
            assert isinstance(what, str) and done > 0 and (total is None or total >= COUNT)
        count = len(seen)
        work()
        assert len(seen) == count, "no report after the end"


def test_an_exception_of_the_report_stops_the_work(graph, text):
    class Stop(Exception):
        pass

    def stop(*report):
        raise Stop

    for name, work in works(graph, text).items():
        with objet.progress(stop), pytest.raises(Stop):
            for _ in range(200):
                work()
        work()
    assert objet.structural_equal(graph, objet.load_json(text))


def test_ctrl_c_stops_long_work(graph, text, interrupts):
    for work in works(graph, text).values():
        start = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            interrupts(0.2)
            while time.monotonic() - start < 20:
                work()


def test_a_line_on_standard_error_stands_in_for_tqdm(graph, text, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with objet.progress():
        for _ in range(20):
            objet.load_json(text)
    shown = capsys.readouterr().err
    assert "steps" in shown and shown.endswith("\r") and "\n" not in shown


def test_progress_shows_a_bar_of_tqdm(graph, text, monkeypatch):
    class Bar:
        made = []

        def __init__(self, desc, total, **options):
            self.desc, self.total, self.n, self.is_closed = f"{desc}: ", total, 0, False
            self.made.append(self)

        def update(self, count):
            assert count >= 0
            self.n += count

        def close(self):
            self.is_closed = True

    auto = type(sys)("tqdm.auto")
    auto.tqdm = Bar
    monkeypatch.setitem(sys.modules, "tqdm.auto", auto)
    with objet.progress():
        for _ in range(20):
            objet.load_json(text)
    assert Bar.made and all(bar.is_closed and bar.n > 0 for bar in Bar.made)


def test_nested_watchers_and_wrong_reports():
    with pytest.raises(TypeError, match="expected a function"):
        objet.progress(3)
    outer, inner = [], []
    with objet.progress(lambda *report: outer.append(report)):
        with objet.progress(lambda *report: inner.append(report)):
            pass
        assert objet._objet.set_report(None) is not None
