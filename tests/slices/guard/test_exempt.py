import pytest

from slices.guard.exempt import generated_name, in_generated_folder, made_by_kernel


@pytest.mark.parametrize(
    "path",
    [
        "/p/a.logs",
        "/p/log",
        "/p/a.log.md",
        "/p/lock",
        "/p/a.js",
        "/p/my-package-lock.json",
        "/p/A.LOG",
    ],
)
def test_names_that_people_give(path: str) -> None:
    assert not generated_name(path)


@pytest.mark.parametrize(
    "path",
    ["/p/a.log", "/p/.log", "/p/a.min.js", "/p/yarn.lock", "/p/package-lock.json", "/p/bun.lockb"],
)
def test_names_that_tools_give(path: str) -> None:
    assert generated_name(path)


@pytest.mark.parametrize("path", ["/p/build", "/p/builds/x", "/p/Build/x", "/p/x.out/y", "/x"])
def test_folders_of_people(path: str) -> None:
    assert not in_generated_folder(path)


@pytest.mark.parametrize("path", ["/build/x", "/p/build/x", "/p/build/y/x", "/p/.git/hooks/x"])
def test_folders_of_tools(path: str) -> None:
    assert in_generated_folder(path)


def test_folders_above_the_top_do_not_count() -> None:
    assert not in_generated_folder("/home/build/p/src/x", "/home/build/p/")
    assert in_generated_folder("/home/build/p/out/x", "/home/build/p/")


@pytest.mark.parametrize(("path", "made"), [("/proc/1/status", True), ("/processes/x", False)])
def test_views_of_the_kernel(path: str, made: bool) -> None:
    assert made_by_kernel(path) is made
