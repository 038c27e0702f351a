"""Which words of a command are files it reads, writes or executes."""

from collections.abc import Callable

import pytest

from host.shell.command import Command, FileUse

Trace = Callable[[str], tuple[Command, ...]]
ShowUse = Callable[[FileUse], str]

CASES = {
    "cat-reads": ("cat a -n b", ["read /repo/a", "read /repo/b"]),
    "dash-is-standard-input": ("cat - a", ["read /repo/a"]),
    "after-two-dashes-a-dash-begins-a-name": ("cat -- -n", ["read /repo/-n"]),
    "a-count-is-no-file": ("head -n 5 -c 3 a", ["read /repo/a"]),
    "an-old-count-is-no-file": ("tail -20 a", ["read /repo/a"]),
    "grep-pattern-first": ("grep -rn -A 3 x src b", ["read /repo/src", "read /repo/b"]),
    "grep-pattern-by-option": ("grep -e x a", ["read /repo/a"]),
    "grep-pattern-file": ("grep -f p a", ["read /repo/p", "read /repo/a"]),
    "rg-glob": ("rg -g '*.py' x src", ["read /repo/src"]),
    "sed-reads": ("sed -n 1,2p a", ["read /repo/a"]),
    "sed-in-place": ("sed -i s/a/b/ a", ["write /repo/a"]),
    "sed-in-place-with-suffix": ("sed -i.bak -e s/a/b/ a b", ["write /repo/a", "write /repo/b"]),
    "sed-in-place-of-bsd": ("sed -i '' s/a/b/ a", ["write /repo/a"]),
    "sed-in-place-in-a-cluster": ("sed -ni p a", ["write /repo/a"]),
    "sed-in-place-extended": ("sed -Ei s/a/b/ a", ["write /repo/a"]),
    "sed-in-place-long": ("sed --in-place=.b -e x a", ["write /repo/a"]),
    "sed-script-file": ("sed -f s a", ["read /repo/s", "read /repo/a"]),
    "sed-with-an-uncertain-word": ("sed -i $X a", ["~write /repo/a"]),
    "awk-program-first": ("awk -F : '{print}' v=1 a", ["read /repo/a"]),
    "awk-in-place": ("gawk -i inplace '{print}' a", ["write /repo/a"]),
    "awk-program-file": ("awk -f p a", ["execute /repo/p", "read /repo/a"]),
    "perl-in-place": ("perl -pi -e s/a/b/ a", ["write /repo/a"]),
    "perl-in-place-with-suffix": ("perl -i.bak -pe s/a/b/ a", ["write /repo/a"]),
    "perl-prints": ("perl -ne print a", ["read /repo/a"]),
    "perl-script": ("perl x.pl a", ["execute /repo/x.pl"]),
    "sort-output": ("sort -k 2 -o out a", ["write /repo/out", "read /repo/a"]),
    "uniq-output": ("uniq -c a b", ["read /repo/a", "write /repo/b"]),
    "tee": ("tee -a a b", ["write /repo/a", "write /repo/b"]),
    "tee-long": ("tee --append a", ["write /repo/a"]),
    "dd": ("dd if=a of=b bs=1", ["read /repo/a", "write /repo/b"]),
    "cp-to-a-file": ("cp a b", ["read /repo/a", "write /repo/b"]),
    "cp-to-a-folder": ("cp src/a deploy", ["read /repo/src/a", "write /repo/deploy/a"]),
    "cp-to-a-new-folder": ("cp a b/", ["read /repo/a", "write /repo/b/a"]),
    "cp-several": (
        "cp -p a b deploy",
        ["read /repo/a", "read /repo/b", "write /repo/deploy/a", "write /repo/deploy/b"],
    ),
    "cp-target-option": ("cp -t deploy a", ["read /repo/a", "write /repo/deploy/a"]),
    "cp-no-target-folder": ("cp -T a deploy", ["read /repo/a", "write /repo/deploy"]),
    "cp-an-uncertain-source": ("cp $X deploy", ["~read ?", "~write ?"]),
    "mv": ("mv a b", ["write /repo/a", "write /repo/b"]),
    "ln": ("ln -s a b", ["read /repo/a", "write /repo/b"]),
    "install-makes-folders": ("install -d a b", ["write /repo/a", "write /repo/b"]),
    "rm": ("rm -rf a", ["write /repo/a"]),
    "touch-with-reference": ("touch -r a b", ["read /repo/a", "write /repo/b"]),
    "truncate": ("truncate -s 0 a", ["write /repo/a"]),
    "chmod-mode-first": ("chmod -x a", ["write /repo/a"]),
    "chmod-recursive": ("chmod u+x a b", ["write /repo/a", "write /repo/b"]),
    "git-adds": ("git add a", ["read /repo/a"]),
    "git-checks-out": ("git checkout HEAD -- a", ["write /repo/a"]),
    "git-checks-out-a-branch": ("git checkout a", []),
    "git-restores": ("git restore --source HEAD a", ["write /repo/a"]),
    "git-in-another-folder": ("git -C deploy -C ../src rm a", ["write /repo/src/a"]),
    "git-commits": ("git commit -m x", []),
    "tar-makes": ("tar -czf o.tgz src", ["write /repo/o.tgz", "read /repo/src"]),
    "tar-makes-old-style": ("tar czf o.tgz src", ["write /repo/o.tgz", "read /repo/src"]),
    "tar-takes-out": ("tar -xzf o.tgz -C deploy x", ["read /repo/o.tgz"]),
    "tar-members-elsewhere": ("tar -cf o -C deploy a", ["write /repo/o", "read ?"]),
    "unzip": ("unzip -d deploy a.zip", ["read /repo/a.zip"]),
    "curl-output": ("curl -sSL -o out https://h/x", ["write /repo/out"]),
    "curl-remote-name": ("curl -LO 'https://h/a/x.tgz?y'", ["write /repo/x.tgz"]),
    "curl-data-file": ("curl -d @a https://h", ["read /repo/a"]),
    "wget-output": ("wget -q -O out https://h/x", ["write /repo/out"]),
    "wget-name": ("wget https://h/a/x.tgz", ["~write /repo/x.tgz"]),
    "python-script": ("python3 -u x.py a", ["execute /repo/x.py"]),
    "python-module": ("python3 -m x a", []),
    "python-from-input": ("python3 - a", []),
    "node-script": ("node --require y x.js", ["execute /repo/x.js"]),
    "shell-script": ("bash -e x.sh a", ["execute /repo/x.sh"]),
    "shell-string": ("bash -c : x", []),
    "sourced": (". ./lib.sh", ["execute /repo/lib.sh"]),
    "jq": ("jq -r .x a.json", ["read /repo/a.json"]),
    "yq-in-place": ("yq -i '.x = 1' a.yaml", ["write /repo/a.yaml"]),
    "patch-from-input": ("patch -p1 <x", ["read /repo/x"]),
    "find-starts": ("find src -name x", ["read /repo/src"]),
    "make-file": ("make -C deploy -f m all", ["read /repo/deploy/m"]),
    "by-path-to-the-program": ("/usr/bin/cat a", ["read /repo/a"]),
    "a-pattern-is-a-use-without-a-path": ("cat *.py", ["read ?"]),
    "an-unknown-program-proves-nothing": ("tool a b", []),
    "a-function-is-no-program": ("cat() { :; }; cat a", []),
    "redirections": (
        "x <a >b 2>>c &>d <>e",
        [f"{u} /repo/{f}" for u, f in zip(["read", *["write"] * 3], "abcd", strict=True)]
        + ["read /repo/e", "write /repo/e"],
    ),
    "descriptors-are-no-files": ("x 2>&1 >&2 <&0 3>&-", []),
    "both-outputs-in-the-old-way": ("x >& f", ["write /repo/f"]),
    "a-brace-target": ("x >{a,b}", ["write ?"]),
    "a-home-target": ("x >~/a", ["write /home/u/a"]),
}


@pytest.mark.parametrize(("command", "uses"), CASES.values(), ids=CASES)
def test_files(command: str, uses: list[str], traced: Trace, used: ShowUse) -> None:
    found = [used(use) for one in traced(command) for use in one.files]
    assert found == uses


def test_a_device_says_so(traced: Trace) -> None:
    (command,) = traced("x >/dev/null")
    assert [use.device for use in command.files] == [True]


def test_the_files_of_a_redirection_are_listed_once(traced: Trace, used: ShowUse) -> None:
    outer, inner = traced("sudo tee a >b")
    assert [used(use) for use in outer.files] == ["write /repo/b"]
    assert [used(use) for use in inner.files] == ["write /repo/a"]
    assert inner.redirects == outer.redirects
