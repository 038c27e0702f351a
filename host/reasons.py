"""Every text of the host that a model or a person reads; builtin modules only."""

from host import decode, outside, paths, refusals
from host.limits import PROBLEMS_SHOWN_MAX


def door(name: str) -> str:
    """Say how a person switches the slice off."""
    return (
        f"To switch it off, run {paths.ROOT}/bin/tidegate disable {name}, or set"
        f" slices.{name}.enabled to false in {paths.config_file()}."
    )


def docs(name: str) -> str:
    """Say where the slice's page is."""
    return f"Docs: {outside.folder_of(name)}/README.md"


def headed(name: str, reason: str) -> str:
    """Put the slice's name above one of several reasons."""
    return f"[{name}]\n{reason}"


def handler_broke(name: str, kind: str, detail: str) -> str:
    """Deny a call that a slice could not judge and whose error handler broke too."""
    file = paths.config_file()
    return refusals.handler_broke(name, kind, detail, file=file, root=paths.ROOT)


def handler_broke_after(name: str, kind: str, detail: str) -> str:
    """Tell the model that a slice could not look at what a call did."""
    return (
        f"tidegate's slice {name} broke after this call, and so did its error handler"
        f" ({kind}: {detail}): the slice has not looked at the result. {door(name)}"
    )


def crude_deny(name: str, kind: str, detail: str) -> str:
    """Deny a call that the crude test of a slice that did not load holds for."""
    file = paths.config_file()
    return refusals.slice_broke(name, kind, detail, file=file, root=paths.ROOT)


def not_loaded(name: str, detail: str, *, guarded: bool) -> str:
    """Tell the person that a slice which is on did not load, and what stands in for it."""
    instead = (
        "Until it does, only its crude test guards."
        if guarded
        else "NOTHING GUARDS IN ITS PLACE: its crude test could not be read either."
    )
    why = detail.rstrip(".")
    return f"tidegate: the slice {name} is on but did not load ({why}). {instead} {door(name)}"


def broke(name: str, kind: str, detail: str) -> str:
    """Tell the person that a slice broke and that its error handler answered."""
    return (
        f"tidegate: the slice {name} broke ({kind}: {detail}); its error handler answers for it"
        f" where that happens. {door(name)}"
    )


def config_problems(problems: "tuple[str, ...]", *, kept: bool) -> str:
    """Tell the person what is wrong in the configuration, and what is in force meanwhile."""
    used = "the last configuration without a fault" if kept else "the shipped defaults"
    head = f"tidegate uses {used} until these faults of the configuration are mended:"
    return f"{head}\n{_listed(problems)}"


def project_refused(problems: "tuple[str, ...]", folder: str) -> str:
    """Tell the person what a project's file asked for and does not get, and how it would."""
    return (
        "tidegate does not let this project's own file loosen what you have on:\n"
        f"{_listed(problems)}\nTo let it, add {decode.quote(folder)} to trusted_projects in"
        f" {paths.config_file()}."
    )


def state_set_aside(file: str, aside: str) -> str:
    """Tell the person that a corrupt state file was replaced."""
    return (
        f"tidegate: the state file {file} was corrupt. It was set aside as {aside} and a new one"
        f" begun; what slices remembered (such as what a session has seen) is lost."
    )


def not_installed(name: str) -> str:
    """Say that a slice's own packages are not there, and how they get there."""
    return (
        f"the packages of slices/{name}/requirements.txt are not installed yet. A set-up in the"
        f" background installs them, or run {paths.ROOT}/bin/tidegate setup."
    )


def outside_gone(name: str, origin: str, site: str) -> str:
    """Say that a slice's distribution is not where it was found, and the ways on."""
    return (
        f"{origin} is no longer in {site}. Install it there again, or switch {name} off; then run"
        f" {paths.ROOT}/bin/tidegate slices."
    )


def unfit_outside(name: str, origin: str, why: str) -> str:
    """Say why an entry point of a distribution is no slice that can be used."""
    return f"the slice {name} of {origin} is left out: {why}"


def state_broken(error: str) -> str:
    """Tell the person that the state cannot be used, and how to mend it."""
    return f"tidegate: the state cannot be used, so nothing is remembered or counted. {error}"


def left_out(names: "tuple[str, ...]", units: int) -> str:
    """End a text that was cut, and name the slices whose text is not whole."""
    return f"[tidegate: cut off here; {units} more characters from {', '.join(names)} left out]"


def state_mend(code: int, file: str) -> str:
    """Say what a person does about an SQLite error with this primary result code."""
    if code in (5, 6):
        return f"Try again; if it stays so, end the process that holds {file} open."
    if code in (3, 8, 14, 23):
        return f"Make {file} and its folder writable for you."
    if code in (10, 13):
        return f"Make room on the disk that holds {file}, and check that it works."
    return f"Move {file} to another place; a new one is begun."


def _listed(problems: "tuple[str, ...]") -> str:
    shown = [f"- {problem}" for problem in problems[:PROBLEMS_SHOWN_MAX]]
    if len(problems) > PROBLEMS_SHOWN_MAX:
        shown.append(f"- and {len(problems) - PROBLEMS_SHOWN_MAX} more")
    return "\n".join(shown)
