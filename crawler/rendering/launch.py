"""How a browser is launched: its folder, user account, memory limit and environment.

Chromium never runs as root and never receives the service's environment. If root starts it, it switches to the user
`nobody`, which must be able to read the browser's files and enter the folder for temporary files.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pwd
import shlex
import shutil
import signal
import tempfile
from pathlib import Path

from contract.errors import ServiceUnavailable
from crawler.rendering import page_fonts

FOLDERS = "orbweaver-chromium-"
# Memory limit of each browser process. The JavaScript engine's own limit excludes buffers and DOM nodes, and a page can
# allocate gigabytes of them per second.
PROCESS_BYTES_MAX = 2 << 30

UNPRIVILEGED = "nobody"
# The only environment variables passed to browser and driver. DATABASE_URL and other secrets are not passed.
PASSED = ("PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH")
# The driver starts this as the leader of a new process group. `exec` keeps the process id that the script writes.
SCRIPT = """#!/bin/sh
echo $$ >{folder}/pid
ulimit -d {kilobytes} && exec {become}{browser} "$@" --user-data-dir={folder}/profile
"""


def account() -> pwd.struct_passwd | None:
    """The user that a browser switches to. None where this process is not root: the browser keeps its user."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam(UNPRIVILEGED)
    except KeyError as error:
        raise ServiceUnavailable(
            f"The browser never runs as root, and the user {UNPRIVILEGED} does not exist."
        ) from error


class Folder:
    """A browser's folder. Creating one removes the folders of workers that were killed.

    A lock that ends with its process shows whether the worker is still alive.
    """

    def __init__(self) -> None:
        for left in Path(tempfile.gettempdir()).glob(f"{FOLDERS}*/lock"):
            with contextlib.suppress(OSError), left.open("r+b") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(left.parent, ignore_errors=True)
        self.path = Path(tempfile.mkdtemp(prefix=FOLDERS))
        self._lock = os.open(self.path / "new", os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        (self.path / "new").rename(self.path / "lock")  # The file is already locked when it gets its final name.
        profile = self.path / "profile"
        profile.mkdir(mode=0o700)
        self._fonts = self.path / "fonts.conf"
        self._fonts.write_text(page_fonts.configuration(profile / "fonts"))
        self._fonts.chmod(0o644)
        if user := account():
            self.path.chmod(0o711)
            os.chown(profile, user.pw_uid, user.pw_gid)

    def launcher(self, browser: str) -> str:
        """Path of a program that starts the browser within its limits."""
        user, become = account(), ""
        if user:
            become = f"setpriv --reuid={user.pw_uid} --regid={user.pw_gid} --clear-groups -- "
        script = SCRIPT.format(
            folder=shlex.quote(str(self.path)),
            kilobytes=PROCESS_BYTES_MAX // 1024,
            become=become,
            browser=shlex.quote(browser),
        )
        program = self.path / "launch"
        program.write_text(script)
        program.chmod(0o700)
        return str(program)

    def environ(self, home: str = "") -> dict[str, str]:
        """An environment whose home and temporary files are in this folder, or in its subfolder `home`."""
        passed = {name: os.environ[name] for name in PASSED if name in os.environ}
        passed.setdefault("FONTCONFIG_FILE", str(self._fonts))
        return passed | dict.fromkeys(("HOME", "TMPDIR"), str(self.path / home))

    def kill(self) -> None:
        """End the browser that was started from this folder, with all its processes."""
        with contextlib.suppress(OSError, ValueError):
            os.killpg(int((self.path / "pid").read_text()), signal.SIGKILL)

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)
