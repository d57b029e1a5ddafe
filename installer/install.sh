#!/bin/sh
# Installs or reinstalls svc for the person who runs it; no root is needed: install.sh
#  - finds git, a JDK 25, Maven and npm, or says where to get what is missing
#  - finds the source: SVC_REPO, else the repository in the env file or of the installed release, else this script's
#    own checkout
#  - finds the version to install there: the highest tag vX.Y.Z or X.Y.Z (SVC_CHANNEL=stable), the branch main
#    (SVC_CHANNEL=main), or for this one run the tag, branch or commit SVC_REF; the channel is kept in the env file
#    and followed by later runs
#  - where <home>/trust holds signers, demands a tag or commit signed by one of them
#  - builds it in <home>/releases/<time>-<commit> and runs it once on a throw-away home; an existing build is reused
#  - fills <home>/env (0600): random secret, random password that is shown once and must be changed, the variables that
#    this run was given; what stands there already, credentials above all, stays
#  - runs svc doctor, which records where the agent programs are
#  - points the link <home>/current to the new release, atomically
#  - installs and starts a user service, systemd or launchd (SVC_NO_SERVICE=1: none), that leaves the programs in
#    terminals alone; a former update timer goes, its wish stays
#  - waits for /healthz; without it, the previous release is put back and started
#  - keeps three releases and prints the address
# Run it as often as you like. It reads SVC_HOME, SVC_INSTANCE, SVC_SKIP_WEB_BUILD=1 (the page of the release before),
# SVC_NODE_VERSION (that Node.js for the build), SVC_JAVA_HOME; docs/install.md says more.
set -eu

main() {
    case ${1:-} in
        "") ;;
        -h | --help)
            sed -n '2,/^set -eu/{s/^# \{0,1\}//;/^set -eu/d;p;}' "$0"
            exit 0
            ;;
        *)
            echo "svc: install.sh takes no $1: settings come as variables, as in  SVC_CHANNEL=main install.sh" >&2
            exit 2
            ;;
    esac
    root=$(cd "$(dirname "$0")/.." 2>/dev/null && pwd -P)
    [ -e "$root/installer/build-release.sh" ] || fetch_the_rest
    # shellcheck source=home.sh
    . "$root/installer/home.sh"
    # shellcheck source=git.sh
    . "$root/installer/git.sh"
    # shellcheck source=service.sh
    . "$root/installer/service.sh"
    # shellcheck source=../bin/java-home.sh
    . "$root/bin/java-home.sh"

    find_home
    export SVC_HOME="$home"
    require_settings
    find_source
    require_tools
    require_writable_home
    take_lock
    trap 'drop_lock' EXIT
    trap 'exit 130' INT TERM HUP
    remove_unfinished
    choose_commit
    require_signature
    obtain_release
    fill_env_file
    "$new/src/svc" doctor || say "svc doctor could not look at everything; run it again when the above is mended." >&2
    make_current "$release" || fail "$home/current cannot be set: mend the permissions of $home, or remove what stands in its place."
    run_service
    remove_old
    say_goodbye
}

# install.sh alone, as from a pipe: gets the rest from the repository and runs that installer.
fetch_the_rest() {
    if [ -z "${SVC_REPO:-}" ]; then
        echo "svc: no source is configured: set SVC_REPO to the address of svc's repository, as in SVC_REPO=https://git.example.org/svc.git" >&2
        exit 1
    fi
    rest=$(mktemp -d)
    trap 'rm -rf "$rest"' EXIT
    GIT_TERMINAL_PROMPT=0 GIT_ALLOW_PROTOCOL=file:https:ssh git -c core.hooksPath=/dev/null -c http.followRedirects=false \
        clone --quiet --depth 1 --template= -- "$SVC_REPO" "$rest/svc" || {
        echo "svc: $SVC_REPO cannot be cloned; git says why above. Look at the address (SVC_REPO) and at the network." >&2
        exit 1
    }
    sh "$rest/svc/installer/install.sh"
    exit $?
}

require_settings() {
    channel=$(setting SVC_CHANNEL stable)
    case $channel in
        stable | main) ;;
        *) fail "SVC_CHANNEL=$channel is no channel: write stable or main." ;;
    esac
    for name in SVC_NO_SERVICE SVC_SKIP_WEB_BUILD; do
        case $(printenv "$name" || true) in
            "" | 0 | 1) ;;
            *) fail "$name=$(printenv "$name") is neither 0 nor 1." ;;
        esac
    done
}

find_source() {
    repo=$(setting SVC_REPO "")
    installed=$(current_release)
    [ -n "$repo" ] || [ -z "$installed" ] || repo=$(note_of "$installed" repo)
    [ -n "$repo" ] || repo=$(git -C "$root" config --get remote.origin.url 2>/dev/null || true)
    [ -n "$repo" ] || [ ! -e "$root/.git" ] || repo=$root
    require_repository "$repo"
}

require_tools() {
    require_java_home javac
    command -v mvn >/dev/null 2>&1 ||
        fail "building needs Maven and found none: apt install maven, dnf install maven or brew install maven."
    [ "${SVC_SKIP_WEB_BUILD:-0}" = 1 ] || command -v npm >/dev/null 2>&1 ||
        fail "building the page needs npm and found none: install Node.js 20 or newer with npm."
    command -v dtach >/dev/null 2>&1 || [ -n "$(setting SVC_DTACH_BIN "")" ] ||
        say "dtach is not here: programs in terminals will end with the service. To keep them: apt install dtach, dnf install dtach or brew install dtach." >&2
}

# Sets commit, and object and tag where it is a tag.
choose_commit() {
    object=
    tag=
    if [ -n "${SVC_REF:-}" ]; then
        choose_ref "$SVC_REF"
    elif [ "$channel" = main ]; then
        names=$(remote_names "$repo" refs/heads/main) || exit 1
        commit=$(echo "$names" | cut -f 1)
        [ -n "$commit" ] || fail "$repo has no branch main: name what to install with SVC_REF."
    else
        names=$(remote_names "$repo" 'refs/tags/*') || exit 1
        # shellcheck disable=SC2046
        set -- $(echo "$names" | highest_version)
        [ $# -gt 0 ] || fail "$repo has no release yet (a tag such as v1.2.3): follow its branch with SVC_CHANNEL=main, or name what to install with SVC_REF."
        [ "${4:-$1}" = "$1" ] || fail "the tags $3 and $6 are two releases of one version: nothing is installed until one of them is gone, or SVC_REF names one."
        commit=$1 object=$2 tag=$3
        refuse_older
    fi
}

choose_ref() {
    git check-ref-format --allow-onelevel "$1" 2>/dev/null || fail "SVC_REF=$1 is no name of a tag, branch or commit."
    names=$(remote_names "$repo" "refs/tags/$1" "refs/tags/$1^{}" "refs/heads/$1") || exit 1
    object=$(named "refs/tags/$1")
    if [ -n "$object" ]; then
        tag=$1
        commit=$(named "refs/tags/$1^{}")
        commit=${commit:-$object}
        return 0
    fi
    commit=$(named "refs/heads/$1")
    case ${commit:-$1} in
        *[!0-9a-f]*) ;;
        ????????????????????????????????????????) commit=${commit:-$1} ;;
    esac
    [ -n "$commit" ] || fail "$repo has no tag, branch or commit $1: SVC_REF names one of those, a commit by all its 40 digits."
}

named() {
    echo "$names" | awk -F '\t' -v name="$1" '$2 == name { print $1 }'
}

# The channel never leads to an older release; a person may name one.
refuse_older() {
    now=$(note_of "$installed" version)
    case $now in *[!0-9.]* | "") return 0 ;; esac
    if [ "${tag#v}" = "$now" ]; then
        [ "$commit" = "$(note_of "$installed" commit)" ] ||
            fail "$now was built from $(note_of "$installed" commit), and $tag names $commit now: a release does not change, so nothing is done. If it is meant to be so, say SVC_REF=$tag."
        return 0
    fi
    newest=$(printf 'x x %s\nx x %s\n' "$now" "$tag" | version_sort | tail -n 1)
    [ "$newest" = "x x $tag" ] ||
        fail "$repo offers $tag, and $now is installed: nothing is done. To go back to it all the same, say SVC_REF=$tag."
}

require_signature() {
    [ -e "$home/trust/allowed_signers" ] || [ -e "$home/trust/gnupg" ] || return 0
    judged=$(mktemp -d)
    careful_git init --quiet --bare --template= "$judged"
    careful_git -C "$judged" fetch --quiet --no-tags -- "$repo" "${object:-$commit}" || fail "$repo does not give ${tag:-$commit}."
    if [ -n "$tag" ]; then set -- verify-tag --format='%(tag)'; else set -- verify-commit; fi
    openpgp=/bin/false
    [ ! -e "$home/trust/gnupg" ] || openpgp=gpg
    signed=$(export GNUPGHOME="$home/trust/gnupg" && careful_git -C "$judged" -c "gpg.ssh.allowedSignersFile=$home/trust/allowed_signers" \
        -c gpg.ssh.program=ssh-keygen -c gpg.ssh.revocationFile= -c gpg.x509.program=/bin/false -c "gpg.program=$openpgp" \
        "$@" "${object:-$commit}") || signed=none
    rm -rf "$judged"
    [ "$signed" = "$tag" ] || fail "${tag:-$commit} is not signed, under its own name, by anybody in $home/trust: nothing was installed."
}

# Sets release (its name) and new (its folder): one that was built before, or a new one.
obtain_release() {
    release=$(find_built)
    new=$home/releases/$release
    if [ -n "$release" ]; then
        say "${tag:-$commit} is built already."
        return 0
    fi
    release=$(date -u +%Y%m%d-%H%M%S)-$(echo "$commit" | cut -c 1-12)
    new=$home/releases/$release
    require_room
    say "building ${tag:-$commit} of $repo"
    trap 'rm -rf "$new"; drop_lock' EXIT
    SVC_CHANNEL=$channel JAVA_HOME=$JAVA_HOME sh "$root/installer/build-release.sh" "$repo" "$commit" "$new" || keep_build_log
    say "trying it on a throw-away home"
    (unset SVC_INSTANCE SVC_ENV_FILE && "$new/src/svc" rehearse) || {
        rm -f "$new/release"
        fail "${tag:-$commit} was built and does not run on this machine; what it said stands above. $(unchanged)"
    }
    trap 'drop_lock' EXIT
}

find_built() {
    for note in "$home"/releases/*/release; do
        [ ! -e "$note" ] || ! grep -qx "commit=$commit" "$note" || basename "$(dirname "$note")"
    done | tail -n 1
}

# The peak size of a build, measured (docs/performance.md).
BUILD_MEGABYTES=400

require_room() {
    free=$(($(df -Pk "$home" | awk 'NR == 2 {print $4}') / 1024))
    [ "$free" -ge "$BUILD_MEGABYTES" ] ||
        fail "$home has $free MB free, and building takes up to $BUILD_MEGABYTES MB: make room and start again. $(unchanged)"
}

keep_build_log() {
    mkdir -p "$data/logs" 2>/dev/null || true
    [ ! -e "$new/src/target/build.log" ] || mv -f "$new/src/target/build.log" "$data/logs/build-failed.log" || true
    [ ! -e "$data/logs/build-failed.log" ] || fail "nothing was installed; $data/logs/build-failed.log has what the build said. $(unchanged)"
    fail "nothing was installed. $(unchanged)"
}

unchanged() {
    [ -z "$installed" ] || echo "$(note_of "$installed" version) stays installed as it was."
}

fill_env_file() {
    find_service
    autoupdate=${SVC_AUTOUPDATE:-}
    [ -n "$autoupdate" ] || [ -z "$(legacy_timers)" ] || autoupdate=1
    SVC_CHANNEL=$channel SVC_AUTOUPDATE=$autoupdate "$new/src/svc" prepare
}

run_service() {
    if [ "${SVC_NO_SERVICE:-0}" = 1 ]; then
        say "no service was installed (SVC_NO_SERVICE=1); start it with: $(start_by_hand)"
        return 0
    fi
    if [ "$manager" = none ]; then
        say "no service manager of yours answers here (systemctl --user), so no service was installed; start it with: $(start_by_hand)" >&2
        return 0
    fi
    write_service
    # The service is a process of its own and must not hold this installation's lock.
    if start_service 9>&- && "$new/src/svc" health --wait 60; then
        remove_legacy_timers
    else
        put_back
    fi
}

start_by_hand() {
    echo "SVC_HOME='$home'${instance:+ SVC_INSTANCE=$instance} '$home/current/src/svc' serve"
}

put_back() {
    if [ -z "$installed" ] || [ "$installed" = "$release" ]; then
        fail "the service does not answer. Its log: $(why_service_failed)"
    fi
    make_current "$installed"
    start_service 9>&- || true
    fail "$(note_of "$release" version) did not answer within a minute, so $(note_of "$installed" version) runs again. Its log: $(why_service_failed)"
}

# The leftovers of an unfinished build.
remove_unfinished() {
    rm -f "$home"/.current-*
    for folder in "$home"/releases/*; do
        [ ! -d "$folder" ] || [ -e "$folder/release" ] || rm -rf "$folder"
    done
}

# Keeps the newest three, the current one and the previous one.
remove_old() {
    find "$home/releases" -mindepth 1 -maxdepth 1 -type d | sort -r | tail -n +4 | while read -r folder; do
        name=$(basename "$folder")
        [ "$name" = "$release" ] || [ "$name" = "$installed" ] || rm -rf "$folder"
    done
}

say_goodbye() {
    say "$(note_of "$release" version) is installed in $home; the command is $home/current/src/svc"
    if [ "$manager" = systemd ] && [ "${SVC_NO_SERVICE:-0}" != 1 ] && command -v loginctl >/dev/null 2>&1 &&
        [ "$(loginctl show-user "$(id -un)" --property=Linger 2>/dev/null)" = Linger=no ]; then
        say "it runs while you are logged in; to let it run always: loginctl enable-linger"
    fi
}

main "$@"
