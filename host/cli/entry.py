"""Runs the real hook entry as a client does, and waits until nothing of it is left."""

from __future__ import annotations

import os
import select
import subprocess
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

ANSWER_SECONDS = 60  # the hook's own deadline is well under it
AFTERWARDS_SECONDS = 20  # as is that of what it writes once the answer is out


@frozen
class Reply:
    """What the hook entry gave back."""

    stdout: bytes
    stderr: bytes
    code: int


def call(command: list[str], event: bytes, environment: Mapping[str, str], cwd: str) -> Reply:
    """Send the event to the hook entry and return its reply once all its processes ended.

    Its processes inherit a pipe: when the pipe ends, so have they.
    """
    watch, held = os.pipe()
    try:
        done = _run(command, event, environment, cwd, held)
    finally:
        os.close(held)
    select.select([watch], [], [], AFTERWARDS_SECONDS)
    os.close(watch)
    return Reply(done.stdout, done.stderr, done.returncode)


def _run(
    command: list[str], event: bytes, environment: Mapping[str, str], cwd: str, held: int
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command,
        input=event,
        capture_output=True,
        env=dict(environment),
        cwd=cwd,
        pass_fds=(held,),
        timeout=ANSWER_SECONDS,
        check=False,
    )
