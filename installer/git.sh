# shellcheck shell=sh
# git for sources that are not trusted yet: it asks nobody, runs nothing of theirs and goes nowhere unexpected.

# Only what cannot be changed on its way, besides this disk. A person's own proxies and credentials stay in force.
careful_git() {
    (
        # shellcheck disable=SC2046
        unset $(git rev-parse --local-env-vars)
        GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=/bin/false SSH_ASKPASS=/bin/false GIT_ALLOW_PROTOCOL=file:https:ssh \
            GIT_SSH_COMMAND="${GIT_SSH_COMMAND:-ssh} -o BatchMode=yes -o ConnectTimeout=20" GIT_LFS_SKIP_SMUDGE=1 \
            LC_ALL=C git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c submodule.recurse=false \
            -c core.autocrlf=false -c transfer.fsckObjects=true -c advice.detachedHead=false \
            -c http.lowSpeedLimit=1000 -c http.lowSpeedTime=60 "$@" </dev/null
    )
}

# require_repository ADDRESS: ends with a sentence unless it is one that careful_git would speak to.
require_repository() {
    command -v git >/dev/null 2>&1 || {
        echo "svc: git is needed and was not found: install it (apt install git, dnf install git, brew install git)." >&2
        exit 1
    }
    case $1 in
        https://?* | ssh://?* | file:///?* | /?* | [A-Za-z0-9]*@?*:?*) return 0 ;;
        "")
            echo "svc: no source is configured: set SVC_REPO to the address of svc's repository, as in SVC_REPO=https://git.example.org/svc.git" >&2
            ;;
        *)
            echo "svc: SVC_REPO=$1 is no address to install from: it begins with https://, ssh:// or / (a folder of this machine)." >&2
            ;;
    esac
    exit 1
}
