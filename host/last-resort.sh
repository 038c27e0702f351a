# Answers an event where no interpreter works: each slice's texts, looked for in the raw JSON.
# What they are and what to answer stands in data files (host/last_resort.py writes them): one in the
# state folder for the slices that are on, or else the one that each slice ships.

last_resort() { # $1: the client; reads the event, prints the answer, and leaves
    client=$(printf '%s' "$1" | tr '-' '_')
    words=${XDG_STATE_HOME:-${HOME:-}/.local/state}/tidegate/last-resort.$client
    if ! is_known "$client" "$words"; then
        printf 'tidegate: there is no client named %s\n' "$1" >&2
        exit 2
    fi
    printf 'tidegate: no Python 3.11 or newer works; only the crudest test is made\n' >&2
    event=$({ head -c 65536 || printf 'unread'; } | until_nul) # more than any command's head
    [ ! -f "$words" ] || [ -s "$words" ] || exit 0 # no slice that is on has a crude test
    case ${died:+died}$event in
    died | *unread) # a front that died had read it, or nobody can: there is nothing to judge
        printf 'tidegate: this call cannot be read, so it is blocked: try it again. %s\n' \
            "To see what is wrong: $root/bin/tidegate doctor" >&2
        exit 2
        ;;
    esac
    if [ -f "$words" ] && [ -r "$words" ]; then
        tell_by_words <"$words"
        event_command
        answer_by_words <"$words"
        exit 0
    fi
    for words in "$root"/slices/*/"last-resort.$client"; do
        [ ! -r "$words" ] || tell_by_words <"$words"
    done
    event_command
    for words in "$root"/slices/*/"last-resort.$client"; do
        [ ! -r "$words" ] || answer_by_words <"$words"
    done
    exit 0
}

is_known() { # a client whose module got lost is known by its words
    for known in "$root/host/clients/$1.py" "$2" "$root"/slices/*/"last-resort.$1"; do
        [ ! -r "$known" ] || return 0
    done
    return 1
}

tell_by_words() { # at the start of a session, that only the crudest test is made
    while IFS= read -r line; do
        value=${line#* }
        case $line in
        'start '*) case $event in *"$value"*) ;; *) return ;; esac ;;
        'tell '*) printf '%s\n' "$value" && exit 0 ;;
        esac
    done
}

until_nul() { # a kept event ends with one (host/rescue.py); in UTF-16 every other byte is one
    if [ -n "${owner:-}" ] && [ "$owner" = $$ ]; then
        tr '\000\n' '\n ' | own_line
    else
        tr -d '\000'
    fi
}

own_line() { # the owner stands behind it again: another entry may have overwritten it meanwhile
    IFS= read -r line
    IFS= read -r whose
    case $whose in "$$ "*) printf '%s' "$line" ;; *) printf 'unread' ;; esac
}

event_command() { # sets $text to the command as it stands in the JSON, up to 4096 characters
    case $event in
    *'"command":"'*) rest=${event#*'"command":"'} ;;
    *'"command": "'*) rest=${event#*'"command": "'} ;;
    *) exit 0 ;;
    esac
    rest=$(printf '%.4096s' "$rest")
    text=
    while :; do # up to the first quote with no backslash before it
        case $rest in *'"'*) ;; *) text=$text$rest && return ;; esac
        piece=${rest%%'"'*}
        rest=${rest#*'"'}
        case $piece in
        *\\) text=$text$piece'"' ;;
        *) text=$text$piece && return ;;
        esac
    done
}

answer_by_words() {
    firsts=
    spared=
    alls=
    missing=
    while IFS= read -r line; do
        value=${line#* }
        case $line in
        'first '*) firsts=$firsts$value';' ;;
        'without '*) case $text in *"$value"*) spared=1 ;; esac ;;
        'all '*)
            alls=1
            case $text in *"$value"*) ;; *) missing=1 ;; esac
            ;;
        'answer '*)
            if hit; then
                printf '%s\n' "$value"
                exit 0
            fi
            firsts=
            spared=
            alls=
            missing=
            ;;
        esac
    done
}

hit() { # as host/crude.py does it: all the texts, and the first words where there are any
    [ -z "$missing" ] || return 1
    if [ -z "$firsts" ]; then
        [ -n "$alls" ]
    else
        [ -z "$spared" ] && every_part_begins
    fi
}

every_part_begins() {
    left=$text
    found=
    while case $left in *'\n'*) ;; *) false ;; esac; do
        left=${left%%'\n'*}';'${left#*'\n'}
    done
    set -f
    IFS=';&|'
    for part in $left; do
        IFS=' '
        # shellcheck disable=SC2086  # the split at blanks is what is wanted
        set -- $part
        [ $# -gt 0 ] || continue
        case $1:$# in cd:1 | cd:2) continue ;; '#'*) continue ;; command:*) shift ;; esac
        begins "$@" || return 1
        found=1
    done
    [ -n "$found" ]
}

begins() {
    program=${1##*/}
    shift
    IFS=';'
    for entry in $firsts; do
        IFS=' '
        case "$program $*" in "$entry "?*) return 0 ;; esac
    done
    return 1
}
