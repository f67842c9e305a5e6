"""Progress of long native work."""

import contextvars
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

    Work is reported to the innermost statement around it, in its thread and its coroutine. A thread
    without a statement reports to the one that another thread has entered last.
    """

    def __init__(self, report=None):
        if report is not None and not callable(report):
            raise TypeError(f"expected a function of (work, done, total), found {type(report).__name__}")
        self._report = report
        # The entered statements.
        self._entered = []

    def __enter__(self):
        bar = _bar() if self._report is None else None
        entered = _Entered(bar.report if bar else self._report, bar, _nearest())
        self._entered.append(entered)
        _active.append(entered)
        _innermost.set(entered)
        _objet.set_report(_report)
        return self

    def __exit__(self, *raised):
        entered = self._entered.pop()
        entered.is_over = True
        _active.remove(entered)
        if _innermost.get() is entered:
            _innermost.set(_nearest())
        if not _active:
            _objet.set_report(None)
        if entered.bar:
            entered.bar.close()


class _Entered:
    """A ``with`` statement that was entered: its function, its bar, and the statement around it."""

    def __init__(self, report, bar, outer):
        self.report = report
        self.bar = bar
        self.outer = outer
        self.is_over = False


# The statements that are not over, in the order in which they were entered.
_active = []
# The innermost statement of the thread or of the coroutine. It may be over if another coroutine has
# left it.
_innermost = contextvars.ContextVar("objet.progress", default=None)


def _nearest():
    """Returns the innermost statement that is not over, or `None`."""
    entered = _innermost.get()
    while entered is not None and entered.is_over:
        # Statements that are over are not kept alive by those inside of them.
        entered = entered.outer
    if entered is not None:
        while entered.outer is not None and entered.outer.is_over:
            entered.outer = entered.outer.outer
    return entered


def _report(work, done, total):
    """Reports to the innermost statement around the work, and otherwise to the last one entered.

    The second case is that of a thread without a statement of its own.
    """
    entered = _nearest() or (_active[-1] if _active else None)
    if entered is not None:
        entered.report(work, done, total)


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
        # An operation reports more steps each time, so that the same number is from another one.
        if self._shown is None or self._work != work or done <= self._shown.n:
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
