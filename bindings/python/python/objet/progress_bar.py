"""Progress of long native work."""

import sys

from . import _objet


class progress:
    """Shows the progress of long native work in a ``with`` statement.

    Loading, saving, comparison, hashing, text, pages and passes of large graphs report what they
    do. The function ``report(work, done, total)`` gets the name of the work, the number of steps
    that are done, and the number of all steps or `None`. An exception that it raises stops the
    work. By default, a bar of the package `tqdm` shows the progress, or a line on standard error
    without this package::

        with objet.progress():
            module = objet.load_json(text)
    """

    def __init__(self, report=None):
        if report is not None and not callable(report):
            raise TypeError(f"expected a function of (work, done, total), found {type(report).__name__}")
        self._report = report
        # The bars and the previous reports of the entered statements.
        self._entered = []

    def __enter__(self):
        bar = _bar() if self._report is None else None
        self._entered.append((bar, _objet.set_report(bar.report if bar else self._report)))
        return self

    def __exit__(self, *raised):
        bar, before = self._entered.pop()
        _objet.set_report(before)
        if bar:
            bar.close()


class _Nothing:
    """Shows nothing: the program has no standard error."""

    def report(self, work, done, total):
        pass

    def close(self):
        pass


def _bar():
    if sys.stderr is None or sys.stderr.closed:
        return _Nothing()
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Line()
    return _Tqdm(tqdm)


class _Tqdm:
    """A bar of `tqdm` for each work."""

    def __init__(self, tqdm):
        self._tqdm = tqdm
        self._work = self._shown = None

    def report(self, work, done, total):
        if self._shown is None or self._work != work or done < self._shown.n:
            self.close()
            self._work = work
            self._shown = self._tqdm(desc=work, total=total, unit=" steps", unit_scale=True, leave=False)
        self._shown.update(done - self._shown.n)

    def close(self):
        if self._shown is not None:
            self._shown.close()
            self._shown = None


class _Line:
    """A line on standard error, which each report replaces."""

    def __init__(self):
        self._length = 0

    def report(self, work, done, total):
        of = "" if total is None else f" of {total:,}"
        self._write(f"{work}: {done:,}{of} steps")

    def close(self):
        if self._length:
            self._write("")
            sys.stderr.write("\r")

    def _write(self, text):
        sys.stderr.write(f"\r{text}{' ' * (self._length - len(text))}")
        sys.stderr.flush()
        self._length = len(text)
