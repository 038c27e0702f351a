"""The known programs: their options with values, and the roles of their operands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from host.shell.archives import archived, downloaded, fetched
from host.shell.copying import container_copies, copies, pod_copies, remote_copies
from host.shell.names import names
from host.shell.options import Spec
from host.shell.repository import GIT, git
from host.shell.roles import (
    awk,
    copied_blocks,
    every,
    first,
    interpreter,
    json_filter,
    only_named,
    operands_after,
    perl,
    scripted,
    starting_points,
    stream_edit,
    unique,
)
from host.shell.shells import SHELL_OPTIONS, SHELLS

if TYPE_CHECKING:
    from host.shell.roles import Rule


@frozen
class Program:
    """How to read one program's arguments; `reads` says that it changes no file at all."""

    spec: Spec
    rule: Rule
    reads: bool = False


def _reader(short: str = "", long: str = "") -> Program:
    return Program(Spec(short, names(long)), every("read"), reads=True)


def _writer(short: str = "", long: str = "") -> Program:
    return Program(Spec(short, names(long)), every("write"))


_MAKE = Spec("CfIjlkoW", names("directory dir file makefile include-dir jobs"))
_CONTAINER = Spec("Hcn", names("host context namespace container kubeconfig"))
_PATTERN = ("e", "f", "regexp", "file")
_GREP = Spec(
    "efmABCdD",
    names(
        "regexp file max-count after-context before-context context include exclude exclude-dir"
        " exclude-from color label directories devices binary-files"
    ),
)
_RG = Spec(
    "efmABCgtTMEjdr",
    names(
        "regexp file max-count after-context before-context context glob iglob type type-not"
        " max-columns encoding threads max-depth replace sort sortr color colors path-separator"
        " max-filesize pre pre-glob engine ignore-file type-add field-match-separator"
    ),
)
_AG = Spec("ABCGmpW", names("after before context file-search-regex max-count ignore depth"))
_SORT = Spec(
    "ktoSTz",
    names(
        "key field-separator output buffer-size temporary-directory parallel compress-program"
        " files0-from batch-size random-source sort"
    ),
)
_RSYNC = Spec(
    "efTBM@",
    names(
        "rsh exclude include exclude-from include-from files-from filter rsync-path bwlimit timeout"
        " chmod chown log-file partial-dir temp-dir compare-dest copy-dest link-dest block-size"
        " max-size min-size port password-file out-format suffix backup-dir info debug usermap"
        " groupmap max-delete contimeout sockopts address modify-window remote-option iconv"
    ),
)
_COPY = Spec("tSmgo", names("target-directory suffix mode group owner strip-program"))
_PYTHON = Spec("cmWX", permuted=False)
_MODE = Spec(long=names("reference from"))

PROGRAMS: dict[str, Program] = {
    **dict.fromkeys(names("cat tac nl less more bat zcat zless rev base64 basenc"), _reader()),
    **dict.fromkeys(names("head tail"), _reader("ncs", "lines bytes pid sleep-interval")),
    "wc": _reader(long="files0-from"),
    **dict.fromkeys(
        ("grep", "egrep", "fgrep", "zgrep"),
        Program(_GREP, scripted("read", _PATTERN, f="read", file="read"), reads=True),
    ),
    "rg": Program(
        _RG,
        scripted("read", (*_PATTERN, "files"), f="read", file="read"),
        reads=True,
    ),
    "ag": Program(_AG, scripted("read", ("g",)), reads=True),
    "sed": Program(Spec("efl", names("expression file line-length"), attached="i"), stream_edit),
    **dict.fromkeys(
        ("awk", "gawk", "mawk", "nawk"),
        Program(Spec("fvFie", names("file assign field-separator include"), permuted=False), awk),
    ),
    "perl": Program(Spec("eEIMm", attached="i0lFCx", permuted=False), perl),
    "ruby": Program(Spec("eIrCEW", attached="iK0", permuted=False), perl),
    "sort": Program(_SORT, every("read", o="write", output="write")),
    "uniq": Program(Spec("fsw", names("skip-fields skip-chars check-chars")), unique),
    "cut": _reader("dfcb", "delimiter fields characters bytes output-delimiter"),
    "paste": _reader("d", "delimiters"),
    "join": _reader("12ateijov", "check-order"),
    **dict.fromkeys(names("diff sdiff diff3"), _reader("UCWxXI", "unified context exclude")),
    "cmp": _reader("in", "ignore-initial bytes"),
    "comm": _reader(long="output-delimiter"),
    "od": _reader("AjNtSw", "address-radix skip-bytes read-bytes format strings width"),
    "xxd": Program(Spec("clsog", permuted=True), unique),
    "hexdump": _reader("efns"),
    "strings": _reader("ntTe", "bytes radix target encoding"),
    "fold": _reader("w", "width"),
    "fmt": _reader("wp", "width prefix goal"),
    "column": _reader("tsoNcH", "separator output-separator table-columns"),
    "file": _reader("mfFPe", "magic-file files-from separator"),
    "stat": _reader("cft", "format printf"),
    **dict.fromkeys(
        names("md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum"), _reader()
    ),
    "shasum": _reader("a", "algorithm"),
    **dict.fromkeys(names("ls dir vdir"), _reader("ITw", "ignore hide tabsize width")),
    "tree": _reader("LPIo", "filelimit"),
    "du": _reader("dBtX", "max-depth block-size threshold exclude exclude-from"),
    **dict.fromkeys(names("realpath readlink"), _reader(long="relative-to relative-base")),
    "jq": Program(Spec("fL", names("from-file indent")), json_filter, reads=True),
    "yq": Program(Spec("fopI", names("from-file indent output-format")), json_filter),
    "strace": Program(
        Spec("abeEIoOpPsSuUX", names("output trace signal user attach"), permuted=False),
        only_named(o="write", output="write"),
    ),
    "script": Program(Spec("cIOBTEmot", names("command")), first("write")),
    "find": Program(Spec(permuted=False, signs="", short=""), starting_points),
    "tee": _writer(long="output-error"),
    "sponge": _writer(),
    **dict.fromkeys(("cp", "ln", "install"), Program(_COPY, copies("read"))),
    "mv": Program(_COPY, copies("write")),
    **dict.fromkeys(names("rm rmdir unlink"), _writer()),
    "shred": _writer("ns", "iterations size random-source"),
    "truncate": Program(
        Spec("sr", names("size reference")), every("write", r="read", reference="read")
    ),
    "touch": Program(
        Spec("dtr", names("date time reference")), every("write", r="read", reference="read")
    ),
    "mkdir": _writer("mZ", "mode context"),
    "dd": Program(Spec(), copied_blocks),
    **dict.fromkeys(
        ("chmod", "chown", "chgrp"),
        Program(Spec("", _MODE.long, signs=""), operands_after(1, "write")),
    ),
    "split": Program(
        Spec("abCnlt", names("suffix-length bytes line-bytes number lines separator filter")),
        first("read"),
    ),
    "patch": Program(
        Spec("pidoBDFgrVxYz", names("strip input directory output")),
        every("write", i="read", input="read", o="write", output="write"),
    ),
    "tar": Program(
        Spec("fCXTbgIKNHVF", names("file directory exclude exclude-from files-from transform")),
        archived,
    ),
    **dict.fromkeys(("make", "gmake"), Program(_MAKE, only_named(f="read", file="read"))),
    **dict.fromkeys(("ninja", "pnpm"), Program(_MAKE, only_named())),
    "unzip": Program(Spec("dxP"), first("read")),
    "curl": Program(
        Spec(
            "oHdXuFTAebcKmrwxEyYzCDPQ",
            names(
                "output header data request user form upload-file user-agent referer cookie"
                " cookie-jar config max-time write-out proxy cert data-binary data-raw"
                " data-urlencode url retry retry-delay connect-timeout cacert key output-dir json"
                " resolve range limit-rate"
            ),
        ),
        downloaded,
    ),
    "wget": Program(
        Spec("OoaPUtTQeiBAR", names("output-document output-file directory-prefix user-agent")),
        fetched,
    ),
    **dict.fromkeys(("ed", "ex"), Program(Spec("pcSsu", permuted=False), every("write"))),
    "scp": Program(Spec("cDFiJloPSX"), remote_copies),
    "rsync": Program(_RSYNC, remote_copies),
    **dict.fromkeys(("docker", "podman", "nerdctl"), Program(_CONTAINER, container_copies)),
    **dict.fromkeys(("kubectl", "oc"), Program(_CONTAINER, pod_copies)),
    "git": Program(GIT, git),
    **dict.fromkeys(
        ("python", "python2", "python3", "pypy3"), Program(_PYTHON, interpreter("c", "m"))
    ),
    **dict.fromkeys(
        ("node", "nodejs", "deno", "bun", "tsx", "ts-node"),
        Program(
            Spec("epr", names("eval print require import loader"), permuted=False),
            interpreter("e", "p", "eval", "print"),
        ),
    ),
    "php": Program(Spec("rcdf", permuted=False), interpreter("r")),
    "Rscript": Program(Spec("e", permuted=False), interpreter("e")),
    **dict.fromkeys(SHELLS, Program(SHELL_OPTIONS, interpreter("c", "s"))),
    **dict.fromkeys((".", "source"), Program(Spec(permuted=False), interpreter())),
}
