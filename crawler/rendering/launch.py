"""What a browser starts from and what it may: its folder, account, memory and environment.

Chromium never runs as root and never sees the service's environment. Started by root it becomes the user `nobody`, who
must be able to read the browser's files and pass the folder for temporary files.
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

FOLDERS = "orbweaver-chromium-"
# What each of the browser's processes may fill: the script engine's own limit knows neither buffers nor nodes, and a
# page can ask for gigabytes of them a second.
PROCESS_BYTES_MAX = 2 << 30

UNPRIVILEGED = "nobody"
# All that browser and driver get to see of the environment. DATABASE_URL and the like are not theirs.
PASSED = ("PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH")
# The driver starts this as the leader of a group of its own; `exec` keeps the number that is written down.
SCRIPT = """#!/bin/sh
echo $$ >{folder}/pid
ulimit -d {kilobytes} && exec {become}{browser} "$@" --user-data-dir={folder}/profile
"""


def account() -> pwd.struct_passwd | None:
    """The user that a browser becomes; None where this process is not root and the browser stays what it is."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam(UNPRIVILEGED)
    except KeyError as error:
        raise ServiceUnavailable(f"The browser never runs as root, and there is no user {UNPRIVILEGED}.") from error


class Folder:
    """A browser's folder; what workers that were killed left of theirs goes when the next one is made.

    A lock that ends with its process shows whose worker lives.
    """

    def __init__(self) -> None:
        for left in Path(tempfile.gettempdir()).glob(f"{FOLDERS}*/lock"):
            with contextlib.suppress(OSError), left.open("r+b") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(left.parent, ignore_errors=True)
        self.path = Path(tempfile.mkdtemp(prefix=FOLDERS))
        self._lock = os.open(self.path / "new", os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        (self.path / "new").rename(self.path / "lock")  # Under its name it is never seen unlocked.
        profile = self.path / "profile"
        profile.mkdir(mode=0o700)
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
        """An environment whose home and temporary files are in this folder, or in the folder `home` of it."""
        passed = {name: os.environ[name] for name in PASSED if name in os.environ}
        return passed | dict.fromkeys(("HOME", "TMPDIR"), str(self.path / home))

    def kill(self) -> None:
        """End the browser that was started from here, with all its processes."""
        with contextlib.suppress(OSError, ValueError):
            os.killpg(int((self.path / "pid").read_text()), signal.SIGKILL)

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)
