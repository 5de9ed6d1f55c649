"""Serves static files over nginx on loopback."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.running.machine import free_port

SETTINGS = """
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
{user}
events {{ worker_connections 512; }}
http {{
    types {{ text/html html htm; text/css css; application/javascript js; image/png png; text/plain txt; }}
    default_type application/octet-stream;
    access_log off; sendfile on;
    client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u;
    scgi_temp_path {folder}/s;
    server {{ listen 127.0.0.1:{port}; root {root}; }}
}}
"""


@contextlib.contextmanager
def serving(root: Path) -> Iterator[str]:
    """The URL of a server for the files below `root`."""
    folder, port = Path(tempfile.mkdtemp(prefix="nginx")), free_port()
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(SETTINGS.format(folder=folder, port=port, root=root, user=user))
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    process = subprocess.Popen([nginx, "-c", str(folder / "nginx.conf"), "-e", str(folder / "start.log")])
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.1):
                break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)
        shutil.rmtree(folder, ignore_errors=True)
