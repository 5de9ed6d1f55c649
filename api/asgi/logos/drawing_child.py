"""The process that draws for `drawing`."""

from __future__ import annotations

from api import child_process
from api.asgi.logos import forms

if __name__ == "__main__":
    child_process.serve(forms.drawn)
