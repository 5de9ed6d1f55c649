import os
import subprocess
import sys

import pytest

# Eight threads that allocate at the same time, and the number of arenas that malloc then has.
_ARENAS = """
import ctypes, re, tempfile, threading
from contract.process import memory
memory.limit_arenas()
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = [ctypes.c_size_t]
together = threading.Barrier(8)
def allocate():
    together.wait()
    [libc.malloc(2000) for _ in range(2000)]
    together.wait()
threads = [threading.Thread(target=allocate) for _ in range(8)]
[one.start() for one in threads]
[one.join() for one in threads]
libc.fopen.restype = ctypes.c_void_p
libc.malloc_info.argtypes = [ctypes.c_int, ctypes.c_void_p]
libc.fclose.argtypes = [ctypes.c_void_p]
with tempfile.NamedTemporaryFile() as file:
    stream = libc.fopen(file.name.encode(), b"w")
    libc.malloc_info(0, stream)
    libc.fclose(stream)
    print(len(re.findall(rb"<heap ", file.read())))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="arenas are a matter of glibc")
@pytest.mark.parametrize(("setting", "most"), [({}, 2), ({"MALLOC_ARENA_MAX": "5"}, 5)], ids=["ours", "the operator's"])
def test_threads_share_arenas_of_malloc(setting: dict[str, str], most: int) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "MALLOC_ARENA_MAX"} | setting
    ended = subprocess.run([sys.executable, "-c", _ARENAS], env=environment, capture_output=True, text=True, check=True)
    assert int(ended.stdout) == most
