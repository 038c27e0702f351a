import pytest

from host.shell import read
from host.shell.command import Command, Place, Reading, Setting, Value
from host.shell.syntax import Script
from slices.guard.limits import PARTS_MAX
from slices.guard.parts import Enter, Print, parts
from slices.guard.ranges import WHOLE, Range
from slices.guard.verdict import Runs

SETTING = Setting("/p", {"HOME": "/home/me"}, lambda path: path != "/p/nowhere")


def read_parts(command: str, setting: Setting = SETTING) -> object:
    reading = read(command, setting)
    assert isinstance(reading, Reading)
    return parts(reading)


def test_prints_and_folders_in_order() -> None:
    assert read_parts("cat a; cd docs; head -2 b /c; cd /q; cat ../d") == (
        Print("/p/a", WHOLE),
        Enter("/p/docs"),
        Print("/p/docs/b", Range(1, 2)),
        Print("/c", Range(1, 2)),
        Enter("/q"),
        Print("/q/../d", WHOLE),
    )


def test_an_unknown_session_folder_leaves_absolute_paths() -> None:
    unknown = Setting(None)
    assert read_parts("cat a", unknown) == Runs("unknown folder")
    assert read_parts("cd b && cat /a", unknown) == Runs("unknown folder")
    assert read_parts("cat /a", unknown) == (Print("/a", WHOLE),)
    assert read_parts("cd /b && cat a", unknown) == (Enter("/b"), Print("/b/a", WHOLE))


def test_a_folder_that_is_not_there_is_still_one_to_look_at() -> None:
    assert read_parts("cd nowhere; cat a") == (Enter("/p/nowhere"), Print("/p/a", WHOLE))


@pytest.mark.parametrize("glue", ["; ", "\n", " && ", " & "], ids=repr)
def test_so_many_parts_and_no_more(glue: str) -> None:
    most = read_parts(glue.join(["cat /a"] * PARTS_MAX))
    assert most == (Print("/a", WHOLE),) * PARTS_MAX
    assert read_parts(glue.join(["cat /a"] * (PARTS_MAX + 1))) == Runs("too many")


def test_so_many_operands_and_no_more() -> None:
    assert read_parts("cat" + " /a" * PARTS_MAX) == (Print("/a", WHOLE),) * PARTS_MAX
    assert read_parts("cat" + " /a" * (PARTS_MAX + 1)) == Runs("too many")


def test_other_work_after_too_many_parts_is_not_looked_at() -> None:
    assert read_parts("cat /a;" * (PARTS_MAX + 1) + "ls") == Runs("too many")


def value(text: str) -> Value:
    return Value(text)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (Command((value("cat"), value("/a")), host="build1"), "substitution"),
        (Command((value("cat"), value("/a")), place=Place(substitution=True)), "substitution"),
    ],
    ids=["on-another-host", "in-a-substitution"],
)
def test_commands_that_the_script_itself_does_not_hold(command: Command, why: str) -> None:
    assert parts(Reading(Script("", ()), (command,))) == Runs(why)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrapper", ["sudo", "env", "nice", "nohup", "stdbuf -o0", "timeout 5"])
def test_wrappers_that_do_more_than_pass_on(wrapper: str) -> None:
    assert read_parts(f"{wrapper} cat /a") == Runs("other work")
    assert read_parts(f"command {wrapper} cat /a") == Runs("other work")


@pytest.mark.parametrize("command", ["command -v cat", "command", "command -V cat /a"])
def test_command_that_runs_nothing(command: str) -> None:
    assert read_parts(command) == Runs("other work")


@pytest.mark.parametrize(
    "command",
    ["command cat /a", "command -p cat /a", "command -- cat /a", "command command cat /a"],
)
def test_command_that_passes_on(command: str) -> None:
    assert read_parts(command) == (Print("/a", WHOLE),)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("F=/a; cat $F $G", "unknown value"),
        ("F=$G; cat /a", "unknown value"),
        ("PATH=/x:$PATH; cat /a", "unknown value"),
        ("PATH=/x; cat /a", "other work"),
        ("F=/a cat /a", "another form"),
        ("F=$(ls); cat /a", "substitution"),
        ("F=/a", "no print"),
    ],
)
def test_assignments_that_matter(command: str, why: str) -> None:
    assert read_parts(command) == Runs(why)  # type: ignore[arg-type]


def test_an_assignment_of_a_certain_value_is_nothing() -> None:
    assert read_parts("F=/a N=3; G=$F; tail -n $N $G") == (Print("/a", Range(last=3)),)


@pytest.mark.parametrize("folder", ["-", "-P"])
def test_a_folder_named_like_an_option_is_not_entered(folder: str) -> None:
    assert read_parts(f"cd {folder} && cat page") == Runs("unknown folder")
