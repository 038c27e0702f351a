"""Commands and files of other hosts, containers and pods."""

from collections.abc import Callable

import pytest

from host.shell.command import Command, FileUse, Value

Trace = Callable[[str], tuple[Command, ...]]
ShowValue = Callable[[Value], str]
ShowUse = Callable[[FileUse], str]

CASES = {
    "ssh-string": ("ssh u@h 'cat /srv/x'", ["cat /srv/x @h"]),
    "ssh-words-are-joined": ("ssh h cat /srv/x '|' head", ["cat /srv/x @h", "head @h"]),
    "ssh-options": ("ssh -p 22 -o A=b -tt h -v cat x", ["cat x @h"]),
    "ssh-address": ("ssh ssh://u@h:22 cat x", ["cat x @h"]),
    "ssh-six": ("ssh u@::1 cat x", ["cat x @::1"]),
    "ssh-behind-ssh": ("ssh h1 ssh h2 cat x", ["ssh h2 cat x @h1", "cat x @h2"]),
    "ssh-unknown-host": ('ssh "$H" cat x', ["cat x @"]),
    "ssh-from-a-here-document": ("ssh h <<'E'\ncat x\nE", ["cat x @h"]),
    "ssh-a-shell-from-a-here-document": (
        "ssh h 'bash -s' <<'E'\ncat x\nE",
        ["bash -s @h", "cat x @h"],
    ),
    "ssh-a-shell-from-a-pipe": ("cat <<'E' | ssh h sh\nls x\nE", ["sh @h", "ls x @h"]),
    "ssh-login-only": ("ssh h", []),
    "docker": ("docker exec -it -e A=b c1 cat /x", ["cat /x @c1"]),
    "docker-shell": ("docker exec c1 sh -c 'cat /x'", ["sh -c cat /x @c1", "cat /x @c1"]),
    "docker-global-options": ("docker --context x exec c1 ls", ["ls @c1"]),
    "docker-compose": ("docker compose -f y exec -T web ls", ["ls @web"]),
    "docker-compose-old": ("docker-compose exec web ls", ["ls @web"]),
    "docker-run-is-not-followed": ("docker run img ls", []),
    "podman": ("podman exec c1 ls", ["ls @c1"]),
    "kubectl": ("kubectl -n ns exec -c x pod/p -- ls /x", ["ls /x @p"]),
    "kubectl-options-behind": ("kubectl exec p -n ns -- ls /x", ["ls /x @p"]),
    "kubectl-old": ("kubectl exec p ls /x", ["ls /x @p"]),
    "chroot": ("chroot /new cat /x", ["cat /x @"]),
}


@pytest.mark.parametrize(("command", "elsewhere"), CASES.values(), ids=CASES)
def test_commands(command: str, elsewhere: list[str], traced: Trace, shown: ShowValue) -> None:
    found = [
        " ".join([*map(shown, one.arguments), f"@{one.host}"])
        for one in traced(command)
        if one.host is not None
    ]
    assert found == elsewhere


COPIES = {
    "scp-there": ("scp a u@h:/x", ["read /repo/a", "write h:/x"]),
    "scp-there-into-a-folder": ("scp a h:/x/", ["read /repo/a", "write h:/x/a"]),
    "scp-here": ("scp -P 22 h:/x/a .", ["read h:/x/a", "write /repo/a"]),
    "scp-relative-there": ("scp h:a b", ["read h:?", "write /repo/b"]),
    "scp-a-name-with-a-colon": ("scp ./a:b h:/x", ["read /repo/a:b", "write h:/x"]),
    "scp-a-drive": ("scp 'C:\\x' C:/y h:/z/", None),
    "scp-six": ("scp 'u@[::1]:/x' a", ["read ::1:/x", "write /repo/a"]),
    "scp-address": ("scp scp://u@h:22//x a", ["read h:/x", "write /repo/a"]),
    "scp-an-uncertain-operand": ("scp $X h:/x", ["~read :?", "~write h:/x"]),
    "rsync": ("rsync -av --exclude x src/ h:/y/", ["read /repo/src", "write h:/y"]),
    "rsync-shell": ("rsync -e 'ssh -p 1' a h:/y", ["read /repo/a", "write h:/y"]),
    "rsync-module": ("rsync h::m/x a", ["read h:?", "write /repo/a"]),
    "rsync-address": ("rsync rsync://h/m/x a", ["read h:?", "write /repo/a"]),
    "docker-out": ("docker cp c1:/a b", ["read c1:/a", "write /repo/b"]),
    "docker-in": ("docker cp a c1:/b", ["read /repo/a", "write c1:/b"]),
    "kubectl-copy": ("kubectl cp ns/p:/a b", ["read p:/a", "write /repo/b"]),
    "a-redirection-is-local": (
        "ssh h 'cat /x >/y' >z",
        ["write /repo/z", "write h:/y", "read h:/x"],
    ),
}


@pytest.mark.parametrize(("command", "uses"), COPIES.values(), ids=COPIES)
def test_files(command: str, uses: list[str] | None, traced: Trace, used: ShowUse) -> None:
    found = [used(use) for one in traced(command) for use in one.files]
    if uses is None:
        assert all(one.startswith(("read /repo/C:", "write h:")) for one in found)
    else:
        assert found == uses


def test_the_folder_there_is_known_only_after_a_certain_change(traced: Trace) -> None:
    commands = traced("ssh h 'cat a; cd /srv && cat b; cat c'")
    assert [c.folder for c in commands] == ["/repo", None, None, "/srv", None]


def test_what_the_shell_here_knows_is_not_known_there(traced: Trace, shown: ShowValue) -> None:
    commands = traced("F=a; ssh h 'cat $F ~'")
    assert [shown(value) for value in commands[-1].arguments] == ["cat", "*", "?"]
