# Finds a Python 3.11 or newer and keeps its real path; sourced with $root set.

# Prints the real path of $1 if it is new enough: a version manager's shim is paid for only once.
real_python() {
    "$1" -I -S -c 'import sys
if sys.version_info >= (3, 11):
    import os
    print(os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable))' \
        2>/dev/null </dev/null
}

find_python() { # sets $python
    for candidate in python3.14 python3.13 python3.12 python3.11 python3 python \
        /opt/homebrew/bin/python3 /usr/local/bin/python3 /usr/bin/python3 \
        "${HOME:-}"/.pyenv/versions/3.1[1-9]*/bin/python3 \
        "${HOME:-}"/.local/share/uv/python/cpython-3.1[1-9]*/bin/python3; do
        command -v "$candidate" >/dev/null 2>&1 || continue
        python=$(real_python "$candidate")
        if [ -n "$python" ] && [ -x "$python" ]; then
            keep_python
            return 0
        fi
    done
    return 1
}

keep_python() {
    for data in "${CLAUDE_PLUGIN_DATA:-}" "$root/.tidegate/env" \
        "${XDG_STATE_HOME:-${HOME:-}/.local/state}/tidegate/env"; do
        case $data in /*) ;; *) continue ;; esac
        if (
            umask 077
            mkdir -p "$data" && printf '%s\n' "$python" >"$data/interpreter.$$" &&
                mv -f "$data/interpreter.$$" "$data/interpreter"
        ) 2>/dev/null; then
            return 0
        fi
    done
}
