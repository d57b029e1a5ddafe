# shellcheck shell=sh
# git for untrusted sources: it prompts nobody, runs none of their code and goes nowhere unexpected.

# Only protocols that nobody can tamper with, and this disk. A person's own proxies and credentials stay in force.
careful_git() {
    (
        # shellcheck disable=SC2046
        unset $(git rev-parse --local-env-vars)
        GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=/bin/false SSH_ASKPASS=/bin/false GIT_ALLOW_PROTOCOL=file:https:ssh \
            GIT_SSH_COMMAND="${GIT_SSH_COMMAND:-ssh} -o BatchMode=yes -o ConnectTimeout=20" GIT_LFS_SKIP_SMUDGE=1 \
            LC_ALL=C git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c submodule.recurse=false \
            -c core.autocrlf=false -c transfer.fsckObjects=true -c advice.detachedHead=false \
            -c transfer.bundleURI=false -c http.followRedirects=false \
            -c http.lowSpeedLimit=1000 -c http.lowSpeedTime=60 "$@" </dev/null
    )
}

# require_repository ADDRESS: ends with a sentence unless careful_git would accept it.
require_repository() {
    command -v git >/dev/null 2>&1 || {
        echo "svc: git is needed and was not found: install it (apt install git, dnf install git, brew install git)." >&2
        exit 1
    }
    case $1 in
        https://*:*@* | ssh://*:*@*)
            echo "svc: SVC_REPO holds a password, which would show in the list of processes: use an ssh address, or let git's credential helper keep it." >&2
            exit 1
            ;;
    esac
    case $1 in
        https://?* | ssh://?* | file:///?* | /?* | [A-Za-z0-9]*@?*:?*) return 0 ;;
        "")
            echo "svc: no source is configured: set SVC_REPO to the address of svc's repository, as in SVC_REPO=https://git.example.org/svc.git" >&2
            ;;
        *)
            echo "svc: SVC_REPO=$1 is no address to install from: it begins with https://, ssh:// or / (a folder of this machine), or reads user@host:path." >&2
            ;;
    esac
    exit 1
}

# The refs of a repository, without fetching anything: "object<TAB>name" a line.
remote_names() { # remote_names REPO PATTERN...
    { complaint=$(careful_git ls-remote --quiet -- "$@" 2>&1 >&3 3>&-) && return 0; } 3>&1
    echo "$complaint" >&2
    case $complaint in
        *"dubious ownership"*)
            echo "svc: $1 belongs to $(owner_of "$1"), and git reads nothing there until you say that you trust it: git config --global --add safe.directory '$1'" >&2
            exit 1
            ;;
    esac
    echo "svc: $1 does not answer; git says why above. Look at the address (SVC_REPO) and at the network." >&2
    exit 1
}

owner_of() { # owner_of FOLDER
    # shellcheck disable=SC2012
    ls -ld "${1#file://}" 2>/dev/null | awk '{ print $3 }'
}

# Reads such lines and prints "commit object tag" of the highest version, X.Y.Z or vX.Y.Z, in two lines where both are
# there;
# pre-releases and other names do not count.
highest_version() {
    awk -F '\t' '
        function is_number(part) { return part ~ /^(0|[1-9][0-9]*)$/ && length(part) < 7 }
        { name = $2; peeled = sub(/\^\{\}$/, "", name); sub(/^refs\/tags\//, "", name); version = name; sub(/^v/, "", version) }
        split(version, part, ".") != 3 || !is_number(part[1]) || !is_number(part[2]) || !is_number(part[3]) { next }
        peeled { commit[name] = $1; next }
        { object[name] = $1 }
        END { for (name in object) print (name in commit ? commit[name] : object[name]), object[name], name }' |
        version_sort | awk '
        { version = $3; sub(/^v/, "", version) }
        version != last { highest = ""; last = version }
        { highest = highest $0 "\n" }
        END { printf "%s", highest }'
}

version_sort() { # by the third column, X.Y.Z or vX.Y.Z
    awk '{ version = $3; sub(/^v/, "", version); split(version, part, "."); printf "%012d%012d%012d %s\n", part[1], part[2], part[3], $0 }' |
        sort | cut -d ' ' -f 2-
}
