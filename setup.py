"""Equal sources give an equal wheel, byte by byte. Everything else about the package is in setup.cfg."""

import os
import shutil
from typing import Any

from setuptools import setup
from setuptools.command.build_py import build_py

# 1 January 1980, the oldest date that a ZIP archive can hold: setuptools gives it to every file of the wheel.
os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")
os.umask(0o022)


class CleanBuild(build_py):
    """Copies files without their modes, which depend on the umask of who cloned, and without those of an earlier build."""

    def run(self) -> None:
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()

    def copy_file(self, infile: Any, outfile: Any, preserve_mode: bool = True, *arguments: Any, **named: Any) -> Any:
        return super().copy_file(infile, outfile, False, *arguments, **named)


setup(cmdclass={"build_py": CleanBuild})
