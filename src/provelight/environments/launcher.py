"""Becomes another command that the kernel kills when the parent ends: `launcher.py PARENT COMMAND`.

A server that hangs does not notice that its input ended; this it cannot miss. Linux only. The
kernel watches the thread that started the process, so that thread has to live as long as the
server. Only the standard library is imported here, because this starts before every server.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
"""`prctl` operation: which signal this process gets when its parent ends; kept over `exec`."""


def main(parent: str, *command: str) -> None:
    """Replaces this process by `command`; returns only where the parent is gone already."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL))
    if os.getppid() == int(parent):
        os.execvp(command[0], command)


if __name__ == "__main__":
    main(*sys.argv[1:])
