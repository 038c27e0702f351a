"""Says on which machine numbers were measured."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path


def describe() -> str:
    """Return one line: processor, cores, Python, system."""
    cores = os.cpu_count()
    python = platform.python_version()
    return f"{_processor()}, {cores} cores, Python {python}, {platform.system()}"


def _processor() -> str:
    try:
        found = re.search(
            r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE
        )
    except OSError:
        found = None
    return found[1] if found else platform.processor() or platform.machine()
