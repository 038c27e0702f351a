"""The known programs: their options with values, and the roles of their operands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from host.shell.archives import archived, downloaded, fetched, unzipped
from host.shell.copying import container_copies, copies, remote_copies
from host.shell.options import Spec
from host.shell.repository import GIT, git
from host.shell.roles import (
    awk,
    copied_blocks,
    every,
    interpreter,
    json_filter,
    operands_after,
    perl,
    scripted,
    split_up,
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


def _long(names: str) -> frozenset[str]:
    return frozenset(names.split())


def _reader(short: str = "", long: str = "") -> Program:
    return Program(Spec(short, _long(long)), every("read"), reads=True)


def _writer(short: str = "", long: str = "") -> Program:
    return Program(Spec(short, _long(long)), every("write"))


_GREP = Spec(
    "efmABCdD",
    _long(
        "regexp file max-count after-context before-context context include exclude exclude-dir"
        " exclude-from color label directories devices binary-files"
    ),
)
_RG = Spec(
    "efmABCgtTMEjdr",
    _long(
        "regexp file max-count after-context before-context context glob iglob type type-not"
        " max-columns encoding threads max-depth replace sort sortr color colors path-separator"
        " max-filesize pre pre-glob engine ignore-file type-add field-match-separator"
    ),
)
_AG = Spec("ABCGmpW", _long("after before context file-search-regex max-count ignore depth"))
_SORT = Spec(
    "ktoSTz",
    _long(
        "key field-separator output buffer-size temporary-directory parallel compress-program"
        " files0-from batch-size random-source sort"
    ),
)
_RSYNC = Spec(
    "efTBM@",
    _long(
        "rsh exclude include exclude-from include-from files-from filter rsync-path bwlimit timeout"
        " chmod chown log-file partial-dir temp-dir compare-dest copy-dest link-dest block-size"
        " max-size min-size port password-file out-format suffix backup-dir info debug usermap"
        " groupmap max-delete contimeout sockopts address modify-window remote-option iconv"
    ),
)
_COPY = Spec("tSmgo", _long("target-directory suffix mode group owner strip-program"))
_PYTHON = Spec("cmWX", permuted=False)
_MODE = Spec(long=_long("reference from"))

PROGRAMS: dict[str, Program] = {
    **dict.fromkeys(["cat", "tac", "nl", "less", "more", "bat", "zcat", "zless", "rev", "base64", "basenc"], _reader()),
    **dict.fromkeys(["head", "tail"], _reader("ncs", "lines bytes pid sleep-interval")),
    "wc": _reader(long="files0-from"),
    **dict.fromkeys(
        ("grep", "egrep", "fgrep", "zgrep"),
        Program(_GREP, scripted("read", ("e", "f", "regexp", "file"), f="read", file="read"), True),
    ),
    "rg": Program(
        _RG, scripted("read", ("e", "f", "regexp", "file", "files"), f="read", file="read"), True
    ),
    "ag": Program(_AG, scripted("read", ("g",)), reads=True),
    "sed": Program(Spec("efl", _long("expression file line-length"), attached="i"), stream_edit),
    **dict.fromkeys(
        ("awk", "gawk", "mawk", "nawk"),
        Program(Spec("fvFie", _long("file assign field-separator include"), permuted=False), awk),
    ),
    "perl": Program(Spec("eEIMm", attached="i0lFCx", permuted=False), perl),
    "ruby": Program(Spec("eIrCEW", attached="iK0", permuted=False), perl),
    "sort": Program(_SORT, every("read", o="write", output="write")),
    "uniq": Program(Spec("fsw", _long("skip-fields skip-chars check-chars")), unique),
    "cut": _reader("dfcb", "delimiter fields characters bytes output-delimiter"),
    "paste": _reader("d", "delimiters"),
    "join": _reader("12ateijov", "check-order"),
    **dict.fromkeys(["diff", "sdiff", "diff3"], _reader("UCWxXI", "unified context exclude")),
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
        ["md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum", "cksum", "sum"], _reader()
    ),
    "shasum": _reader("a", "algorithm"),
    **dict.fromkeys(["ls", "dir", "vdir"], _reader("ITw", "ignore hide tabsize width")),
    "tree": _reader("LPIo", "filelimit"),
    "du": _reader("dBtX", "max-depth block-size threshold exclude exclude-from"),
    **dict.fromkeys(["realpath", "readlink"], _reader(long="relative-to relative-base")),
    "jq": Program(Spec("fL", _long("from-file indent")), json_filter, reads=True),
    "yq": Program(Spec("fopI", _long("from-file indent output-format")), json_filter),
    "find": Program(Spec(permuted=False, signs="", short=""), starting_points),
    "tee": _writer(long="output-error"),
    "sponge": _writer(),
    **dict.fromkeys(("cp", "ln", "install"), Program(_COPY, copies("read"))),
    "mv": Program(_COPY, copies("write")),
    **dict.fromkeys(["rm", "rmdir", "unlink"], _writer()),
    "shred": _writer("ns", "iterations size random-source"),
    "truncate": Program(
        Spec("sr", _long("size reference")), every("write", r="read", reference="read")
    ),
    "touch": Program(
        Spec("dtr", _long("date time reference")), every("write", r="read", reference="read")
    ),
    "mkdir": _writer("mZ", "mode context"),
    "dd": Program(Spec(), copied_blocks),
    **dict.fromkeys(
        ("chmod", "chown", "chgrp"),
        Program(Spec("", _MODE.long, signs=""), operands_after(1, "write")),
    ),
    "split": Program(
        Spec("abCnlt", _long("suffix-length bytes line-bytes number lines separator filter")),
        split_up,
    ),
    "patch": Program(
        Spec("pidoBDFgrVxYz", _long("strip input directory output")),
        every("write", i="read", input="read", o="write", output="write"),
    ),
    "tar": Program(
        Spec("fCXTbgIKNHVF", _long("file directory exclude exclude-from files-from transform")),
        archived,
    ),
    "unzip": Program(Spec("dxP"), unzipped),
    "curl": Program(
        Spec(
            "oHdXuFTAebcKmrwxEyYzCDPQ",
            _long(
                "output header data request user form upload-file user-agent referer cookie"
                " cookie-jar config max-time write-out proxy cert data-binary data-raw"
                " data-urlencode url retry retry-delay connect-timeout cacert key output-dir json"
                " resolve range limit-rate"
            ),
        ),
        downloaded,
    ),
    "wget": Program(
        Spec("OoaPUtTQeiBAR", _long("output-document output-file directory-prefix user-agent")),
        fetched,
    ),
    **dict.fromkeys(("ed", "ex"), Program(Spec("pcSsu", permuted=False), every("write"))),
    "scp": Program(Spec("cDFiJloPSX"), remote_copies),
    "rsync": Program(_RSYNC, remote_copies),
    **dict.fromkeys(
        ("docker", "podman", "nerdctl", "kubectl", "oc"),
        Program(
            Spec("Hcn", _long("host context namespace container kubeconfig")), container_copies
        ),
    ),
    "git": Program(GIT, git),
    **dict.fromkeys(
        ("python", "python2", "python3", "pypy3"), Program(_PYTHON, interpreter("c", "m"))
    ),
    **dict.fromkeys(
        ("node", "nodejs", "deno", "bun", "tsx", "ts-node"),
        Program(
            Spec("epr", _long("eval print require import loader"), permuted=False),
            interpreter("e", "p", "eval", "print"),
        ),
    ),
    "php": Program(Spec("rcdf", permuted=False), interpreter("r")),
    "Rscript": Program(Spec("e", permuted=False), interpreter("e")),
    **dict.fromkeys(SHELLS, Program(SHELL_OPTIONS, interpreter("c", "s"))),
    **dict.fromkeys((".", "source"), Program(Spec(permuted=False), interpreter())),
}
