#!/bin/sh
# Installs or reinstalls svc for the person who runs it; no root is needed: install.sh
#  - finds git, or says where to get it; for a build a JDK 25, Maven and npm as well
#  - finds the source: SVC_REPO, else the repository in the env file or of the installed release, else this script's
#    own checkout
#  - finds the version to install there: the highest tag vX.Y.Z or X.Y.Z (SVC_CHANNEL=stable), the branch main
#    (SVC_CHANNEL=main), or for this one run the tag, branch or commit SVC_REF; the channel is kept in the env file
#    and followed by later runs
#  - where <home>/trust holds signers, demands a tag or commit signed by one of them
#  - takes it ready-made from SVC_RELEASES, a folder or an http server, where it is there, signed for the namespace svc
#    by somebody in <home>/trust/allowed_signers; else builds it, politely; an existing build is reused
#  - puts it in <home>/releases/<time>-<commit> and tries it as an update does: it serves aside, with a copy of the journal
#  - fills <home>/env (0600): random secret, random password that is shown once and must be changed, the variables that
#    this run was given; what stands there already, credentials above all, stays
#  - runs doctor, which records where the agent programs are
#  - points the link <home>/current to the new release, atomically
#  - links ~/.local/bin/svc, its completion and manual page, and adds svc to the desktop's menu, never over anything
#    of somebody else's
#  - installs and starts a user service, systemd or launchd (SVC_NO_SERVICE=1: none), that leaves the programs in
#    terminals alone; a former update timer goes, its wish stays
#  - waits for /healthz; without it, the previous release is put back and started
#  - keeps three releases and ends with the address, the name, the first password and what to do next
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
    # shellcheck source=furnish.sh
    . "$root/installer/furnish.sh"
    # shellcheck source=../bin/java-home.sh
    . "$root/bin/java-home.sh"

    find_home
    find_furniture
    export SVC_HOME="$home"
    require_settings
    find_source
    [ -n "$(setting SVC_RELEASES "")" ] || require_tools
    say_without_dtach
    require_writable_home
    take_lock
    first_password=
    trap 'leave' EXIT
    trap 'exit 130' INT TERM HUP
    remove_unfinished
    choose_commit
    require_signature
    obtain_release
    fill_env_file
    make_current "$release" || fail "$home/current cannot be set: mend the permissions of $home, or remove what stands in its place."
    rm -rf "$home/uninstall" # what an uninstallation left to remove the data with
    furnish
    name_command
    find_programs
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
}

say_without_dtach() {
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
    say_refused
    found=$(find_built)
    release=$found
    new=$home/releases/$release
    if [ -n "$found" ]; then
        say "${tag:-$commit} is built already."
        try_release
        return 0
    fi
    release=$(date -u +%Y%m%d-%H%M%S)-$(echo "$commit" | cut -c 1-12)
    new=$home/releases/$release
    trap 'rm -rf "$new"; leave' EXIT
    fetch_ready || build_it
    try_release
    trap 'leave' EXIT
}

# As an update does it: the release serves aside, on a throw-away home with a copy of the journal, until it has answered
# and shown its page. One that was built before is tried again: it may be the machine that changed.
try_release() {
    say "trying it on a throw-away home"
    code=0
    SVC_HOME=$home "$new/src/svc" try "$new" || code=$?
    # An older release has no such command, and only starts and ends.
    if [ "$code" -eq 2 ]; then
        code=0
        (unset SVC_INSTANCE SVC_ENV_FILE && "$new/src/svc" rehearse) || code=$?
    fi
    [ "$code" -ne 0 ] || return 0
    [ -n "$found" ] || rm -f "$new/release"
    fail "${tag:-$commit} does not run on this machine; what it said stands above. $(unchanged)"
}

# What an update refused or took back is installed all the same if its trial says so: it was asked for.
say_refused() {
    refusal=$(grep "^$commit$(printf '\t')" "$home/update/refused" 2>/dev/null | tail -n 1 || true)
    [ -z "$refusal" ] || say "an update did not keep it on $(echo "$refusal" | cut -f 3): $(echo "$refusal" | cut -f 4)" >&2
}

# Fails where it has to be built: nothing is offered, or not for this tag and machine.
fetch_ready() {
    releases=$(setting SVC_RELEASES "")
    if [ -z "$releases" ] || [ -z "$tag" ]; then return 1; fi
    code=0
    mkdir "$new"
    SVC_CHANNEL=$channel SVC_REPO=$repo sh "$root/installer/fetch-release.sh" "$releases" "$tag" "$commit" \
        "$home/trust/allowed_signers" "$new" || code=$?
    case $code in
        0) return 0 ;;
        4) return 1 ;;
        *) fail "nothing was installed. $(unchanged)" ;;
    esac
}

build_it() {
    require_tools
    require_room
    say "building ${tag:-$commit} of $repo$(last_time)"
    SVC_CHANNEL=$channel JAVA_HOME=$JAVA_HOME sh "$root/installer/build-release.sh" "$repo" "$commit" "$new" || keep_build_log
}

last_time() {
    took=$(note_of "$installed" took)
    case $took in
        "" | *[!0-9]*) ;;
        *) printf ' (the last one took %d:%02d)' $((took / 60)) $((took % 60)) ;;
    esac
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
    # The channel of the file may have been changed since it was read: it is written only where this run was given one.
    prepared=$(SVC_CHANNEL=${SVC_CHANNEL:-} SVC_AUTOUPDATE=$autoupdate "$new/src/svc" prepare)
    first_password=$(printf '%s\n' "$prepared" | sed -n 's/^    //p' | head -n 1)
}

# A failure here takes nothing away: what cannot be looked at now is found by a later look.
find_programs() {
    code=0
    "$new/src/svc" doctor --short || code=$?
    # An older release has no short form.
    if [ "$code" -eq 2 ]; then
        code=0
        "$new/src/svc" doctor || code=$?
    fi
    [ "$code" -eq 0 ] || say "not everything could be looked at; when the above is mended:  $command doctor" >&2
}

# The end in any case: a password that was made and not shown yet would be lost.
leave() {
    [ -z "$first_password" ] || say "the first password, shown this once, to be changed when you sign in as $(setting SVC_USERNAME admin):  $first_password"
    first_password=
    drop_lock
}

run_service() {
    answers=
    if [ "${SVC_NO_SERVICE:-0}" = 1 ]; then
        say "no service was installed (SVC_NO_SERVICE=1)."
        return 0
    fi
    if [ "$manager" = none ]; then
        say "no service manager of yours answers here (systemctl --user), so no service was installed." >&2
        return 0
    fi
    write_service
    # The service is a process of its own and must not hold this installation's lock.
    if start_service 9>&- && await_answer; then
        remove_legacy_timers
    else
        put_back
    fi
}

# A minute, and no longer than there is something to wait for.
await_answer() {
    asked=$data/logs/.answer-$$
    "$new/src/svc" health --wait 60 >"$asked" 9>&- &
    asking=$!
    while kill -0 "$asking" 2>/dev/null; do
        if service_has_failed; then kill "$asking" 2>/dev/null || true; fi
        sleep 0.2 2>/dev/null || sleep 1
    done
    outcome=0
    wait "$asking" || outcome=$?
    answers=$(cat "$asked")
    rm -f "$asked"
    return $outcome
}

start_by_hand() {
    echo "$command serve"
}

# The process that serves this instance, whoever started it; nothing where none does.
running_server() {
    server=$(sed -n 's/^pid=\([0-9]*\)$/\1/p' "$data/svc.lock" 2>/dev/null || true)
    [ -z "$server" ] || ! kill -0 "$server" 2>/dev/null || echo "$server"
}

how_it_failed() {
    if [ -n "$complaint" ]; then echo "ended at once ($complaint)"; else echo "did not answer within a minute"; fi
}

put_back() {
    complaint=
    if service_has_failed; then complaint=$(service_complaint); fi
    if [ -z "$installed" ] || [ "$installed" = "$release" ]; then
        fail "the service does not answer${complaint:+: $complaint}. Its log: $(why_service_failed)"
    fi
    make_current "$installed"
    start_service 9>&- || true
    fail "$(note_of "$release" version) $(how_it_failed), so $(note_of "$installed" version) runs again. Its log: $(why_service_failed)"
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

# Everything that a person needs now, in one place and last.
say_goodbye() {
    frame=------------------------------------------------------------------------
    echo "$frame"
    row svc "$(note_of "$release" version) is installed in $home"
    row address "$(address)"
    if [ "$(setting SVC_AUTH_MODE single-user)" != none ] && [ -n "$first_password" ]; then
        row name "$(setting SVC_USERNAME admin)"
        row password "$first_password"
        row "" "shown this once; you choose another when you sign in"
    fi
    row command "$command"
    say_path
    say_next
    echo "$frame"
    first_password=
}

row() { # row NAME TEXT
    printf '| %-9s %s\n' "$1" "$2"
}

address() {
    case $answers in
        *http://* | *https://*)
            echo "http${answers#*http}"
            return 0
            ;;
    esac
    host=$(setting SVC_HOST 127.0.0.1)
    case $host in
        0.0.0.0 | :: | "[::]") host=127.0.0.1 ;;
        *:*) host=[${host#[}
            host=${host%]}] ;;
    esac
    case $(setting SVC_PORT 8765) in
        0) echo "http://$host, on a port that is free when it starts" ;;
        *) echo "http://$host:$(setting SVC_PORT 8765)" ;;
    esac
}

say_path() {
    case $command in
        "$command_folder/svc") row "" "svc alone, when $command_folder is on your PATH: add it in ~/.profile" ;;
    esac
}

say_next() {
    server=$(running_server)
    running=$(sed -n 's/^version=//p' "$data/svc.lock" 2>/dev/null || true)
    if [ -n "$answers" ]; then
        row next "open the address in your browser"
        if [ "$manager" = systemd ] && command -v loginctl >/dev/null 2>&1 &&
            [ "$(loginctl show-user "$(id -un)" --property=Linger 2>/dev/null)" = Linger=no ]; then
            row "" "it runs while you are logged in; to let it run always: loginctl enable-linger"
        fi
    elif [ -n "$server" ] && [ "$running" != "$(note_of "$release" version)" ]; then
        row next "${running:-an older one} still runs (process $server): restart it"
        row "" "kill $server; $(start_by_hand)"
    elif [ -n "$server" ]; then
        row next "it runs already (process $server)"
    else
        row next "start it with: $(start_by_hand)"
    fi
}

main "$@"
