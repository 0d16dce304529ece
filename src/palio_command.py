"""Where the `palio` program begins: outside the package, whose import is most of the time a short command takes."""

import signal

INTERRUPTED = 130
"""The exit code of `palio.cli`, which is not loaded yet."""


def main() -> int:
    """Run the command; an interrupt while it loads ends it at once and without a traceback.

    A second one while it ends changes nothing: the exit code is that of the first.
    """
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from palio.cli import main as run

    signal.signal(signal.SIGINT, handler)
    try:
        return run()
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
