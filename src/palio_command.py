"""Where the `palio` program begins: outside the package, whose import is most of the time a short command takes."""

import signal


def main() -> int:
    """Run the command; an interrupt while it loads ends it at once and without a traceback."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from palio.cli import main as run

    signal.signal(signal.SIGINT, handler)
    return run()
