# shellcheck shell=sh
# The fixture of the installer's tests: a repository of quick releases, a throw-away home, and assertions.

# How long a rule waits at most for a condition, in seconds. It ends a rule that hangs and says nothing about how fast
# anything is, because a busy machine may take that long.
patience=120

until_true() { # until_true COMMAND...: looks again until it succeeds
    deadline=$(($(date +%s) + patience))
    until "$@"; do
        [ "$(date +%s)" -lt "$deadline" ] || judge "this never came: $*"
        sleep 0.05
    done
}

has_ended() { # has_ended PID: a process, or with a minus ahead of it all of its group; one that nobody took note of has
    cat /proc/[0-9]*/stat 2>/dev/null | sed 's/ (.*) / /' |
        awk -v who="$1" '($1 == who || -$4 == who) && $2 != "Z" { found = 1 } END { exit found }'
}

# A recorded process number may belong to another process by now.
is_ours() { # is_ours PID PLACE: one that names the place in its words or its surroundings
    [ ! -d /proc/self ] || cat "/proc/$1/cmdline" "/proc/$1/environ" 2>/dev/null | tr '\0' '\n' | grep -qF "$2/"
}

# Ends the services of one rule or of all, before their folder is removed: a service that ends still writes into it.
end_services() { # end_services FOLDER...: those whose numbers lie there
    for kept in "$@"; do
        for file in "$kept"/*.pid; do
            pid=$(cat "$file" 2>/dev/null || true)
            [ -n "$pid" ] && is_ours "$pid" "${kept%/state}" && kill "$pid" 2>/dev/null || continue
            until_true has_ended "$pid"
        done
    done
}

# A port that nothing listens on and that no connection of this host is given by chance; $port is it.
find_free_port() {
    port=$((11000 + $(od -An -N2 -tu2 /dev/urandom) % 20000))
    while listens "$port"; do port=$((port + 1)); done
}

listens() { # listens PORT
    grep -qi ":$(printf %04x "$1") [0-9A-F:]* 0A " /proc/net/tcp /proc/net/tcp6 2>/dev/null
}

# Makes a fresh place for one test: an empty home, a repository without releases, fakes ahead of the real commands.
new_house() { # new_house NAME: a short one, because sockets lie below it
    place=$tests/$1
    mkdir -p "$place/person" "$place/state" "$place/bin"
    export HOME="$place/person" FAKE_STATE="$place/state" SVC_HOME="$place/home"
    export SVC_REPO="$place/repo.git" PATH="$place/bin:$fakes:$sound_path"
    unset SVC_RELEASES SVC_SIGNING_KEY SVC_INSTANCE SVC_ENV_FILE SVC_CHANNEL SVC_REF SVC_NO_SERVICE SVC_SKIP_WEB_BUILD SVC_AUTOUPDATE SVC_PORT XDG_CONFIG_HOME XDG_DATA_HOME GNUPGHOME
    git config --global user.name Tester
    git config --global user.email tester@example.org
    git config --global init.defaultBranch main
    git config --global commit.gpgsign false
    git config --global maintenance.auto false
    git config --global gc.auto 0
    git init --quiet "$place/work"
    cp "$installer/test/fake/release" "$place/work/svc"
    git init --quiet --bare "$SVC_REPO"
    git -C "$place/work" remote add origin "$SVC_REPO"
}

publish() { # publish VERSION [FLAW...]: a commit with that version, and its tag unless it is a development version
    echo "$1" >"$place/work/VERSION"
    version=$1
    shift
    rm -f "$place/work/broken" "$place/work/filling" "$place/work/unfit" "$place/work/sick" "$place/work/old" "$place/work/dying"
    for flaw in "$@"; do : >"$place/work/$flaw"; done
    git -C "$place/work" add -A
    git -C "$place/work" commit --quiet -m "$version"
    case $version in *dev*) ;; *) git -C "$place/work" tag -f "v$version" >/dev/null ;; esac
    git -C "$place/work" push --quiet --force --tags origin main 2>/dev/null
}

# Everything but the build is done by the svc of this checkout.
publish_real() {
    echo "$real" >"$place/work/real"
    publish "$1"
}

install_svc() { # runs the installer; what it said is in $said
    said=$place/said
    sh "$installer/install.sh" >"$said" 2>&1
}

uninstall_svc() {
    said=$place/said
    sh "$installer/uninstall.sh" "$@" >"$said" 2>&1 </dev/null
}

# This checkout as a repository of its own; what Maven and npm fetched once is taken from where they keep it.
real_source() {
    for kept in .m2 .npm .npmrc; do
        [ ! -e "$real_home/$kept" ] || ln -s "$real_home/$kept" "$HOME/$kept"
    done
    rm -rf "$SVC_REPO"
    git clone --quiet --bare --no-tags --single-branch "$installer/.." "$SVC_REPO"
    git clone --quiet "$SVC_REPO" "$place/source"
    git -C "$place/source" checkout --quiet -B main
    # Whatever port is free.
    export SVC_PORT=0
}

publish_source() { # publish_source [TAG]
    git -C "$place/source" commit --quiet --allow-empty --all -m "${1:-more}"
    [ $# -eq 0 ] || git -C "$place/source" tag "$1"
    git -C "$place/source" push --quiet --tags origin main
}

installed_svc() {
    said=$place/said
    "$SVC_HOME/current/src/svc" "$@" >"$said" 2>&1
}

with_disk() { # with_disk OPTIONS COMMAND: where this person may mount one
    if mount -t tmpfs -o "$1" tmpfs "$place/disk" 2>/dev/null; then
        outcome=0
        (eval "$2") || outcome=1
        end_services "$FAKE_STATE"
        until_true umount "$place/disk"
        return $outcome
    fi
}

# --- assertions; each ends the test with what was there instead

judge() {
    echo "    $*" >&2
    exit 1
}

expect_installed() { # expect_installed VERSION: and it can be run
    found=$(sed -n 's/^version=//p' "$SVC_HOME/current/release" 2>/dev/null || true)
    [ "$found" = "$1" ] || judge "$1 should be installed, but it is '$found'"
    printed=$("$SVC_HOME/current/src/svc" version)
    [ "${printed#svc }" = "$1" ] || judge "$1 is installed and does not run"
}

expect_nothing_installed() {
    [ ! -e "$SVC_HOME/current" ] || judge "nothing should be installed"
}

expect_said() {
    grep -q -- "$1" "$said" || judge "it should have said: $1"
}

expect_refused() { # expect_refused SENTENCE: the installer fails and says so in one sentence of its own
    if install_svc; then judge "it should have failed"; fi
    expect_said "$1"
}

expect_same() { # expect_same WHAT ONE OTHER
    [ "$2" = "$3" ] || judge "$1: '$2' and '$3' should be the same"
}

expect_releases() { # expect_releases NUMBER
    expect_same "releases kept" "$1" "$(find "$SVC_HOME/releases" -mindepth 1 -maxdepth 1 | wc -l | tr -d ' ')"
}

env_says() {
    grep -qx "$1" "$SVC_HOME/env" || judge "the env file should say $1"
}

expect_running() { # expect_running VERSION: installed, and what answers is it
    expect_installed "$1"
    installed_svc health --wait "$patience" || judge "$(cat "$said")"
    grep -qxF "version=$1" "$SVC_HOME/svc.lock" || judge "$1 should run: $(cat "$SVC_HOME/svc.lock")"
}
