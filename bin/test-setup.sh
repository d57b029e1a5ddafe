# shellcheck shell=sh
# What the tests need on a machine, installed where that is allowed, named where it is not.

# command or library, Debian package, what the tests do with it
TEST_TOOLS='mvn maven builds the Java modules
npm npm builds and tests the page
dtach dtach keeps the terminals of the tests
chromium chromium is the browser of the tests
firefox-esr firefox-esr is the other browser that keys are tested in
nginx nginx-light stands in front of the server as a proxy would
git git names the commit that is tested
Xvfb xvfb is the display of the tray in its tests
dbus-run-session dbus-daemon is their session bus
import imagemagick takes their pictures
xwininfo x11-utils finds their windows
libgtk-3.so.0 libgtk-3-0 opens them
libXtst.so.6 libxtst6 opens them
libXxf86vm.so.1 libxxf86vm1 opens them
tmux tmux has the panes in which programs run outside svc
script bsdutils looks at their panes
gpg gnupg signs their releases
curl curl asks what the recipes of docs/recipes.md ask
openssl openssl makes the certificate of their server
nats-server nats-server is the broker between the hosts of a fleet
shellcheck shellcheck reads the scripts'

# the same, for ./test --deep alone
DEEP_TOOLS='python3 python3 runs the proofs with the real programs
unshare util-linux keeps these away from the network
ip iproute2 gives them the loopback that is left
screen screen has the windows in which programs run outside svc'

has_command() {
    case $1 in
        *.so.*) PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null | grep -q "$1" ;;
        *) command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ] ;;
    esac
}

may_install() {
    command -v apt-get >/dev/null 2>&1 && { [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null; }
}

apt_install() {
    as_root=""
    [ "$(id -u)" -eq 0 ] || as_root="sudo -n"
    echo "test: installing$*"
    $as_root apt-get update -qq >>target/test-setup.log 2>&1 &&
        DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends "$@" >>target/test-setup.log 2>&1
}

missing_packages() {
    echo "$TEST_TOOLS" | while read -r tool package _; do
        has_command "$tool" || printf ' %s' "$package"
    done
}

require_test_tools() {
    packages=$(missing_packages)
    if [ -n "$packages" ] && may_install; then
        # shellcheck disable=SC2086
        apt_install $packages || echo "test: apt could not install all of it; target/test-setup.log says why" >&2
        packages=$(missing_packages)
    fi
    if [ -n "$packages" ]; then
        echo "test: these are missing:" >&2
        echo "$TEST_TOOLS" | while read -r tool package why; do
            has_command "$tool" || echo "  $tool, which $why: apt install $package" >&2
        done
        exit 1
    fi
    node_major=$(node --version | sed 's/^v\([0-9]*\).*/\1/')
    if [ "$node_major" -lt 20 ]; then
        echo "test: Node.js 20 or newer is needed, this is $(node --version): install a newer one." >&2
        exit 1
    fi
}

vitest_total() { # vitest_total STEP: the number of tests that its last line of totals names
    sed -n 's/.*Tests  *\([0-9]*\) passed.*/\1/p' "target/test-$1.log" | awk '{n += $1} END {print n + 0}'
}

# Tests make many thousands of small files and wait each time until the disk has them. In memory that takes no time, and
# nobody else's load on the disk is waited for. Only where there is plenty of it and programs may be run from there; a
# folder in TMPDIR is somebody's choice.
keep_files_in_memory() {
    [ -z "${TMPDIR:-}" ] && [ "$(stat -f -c %T /dev/shm 2>/dev/null)" = tmpfs ] || return 0
    for left in /dev/shm/svc-[0-9]*; do # of a run that was killed
        if [ -w "$left" ] && [ ! -e "/proc/${left##*-}" ]; then
            # A small disk of one of its tests may still be mounted there.
            awk -v left="$left/" 'index($2, left) == 1 {print $2}' /proc/mounts | xargs -r umount && rm -rf "$left" ||
                echo "test: an earlier run left $left, which cannot be removed; the tests go on without that." >&2
        fi
    done
    room=$(df -Pk /dev/shm | awk 'NR == 2 {print $4}')
    memory=$(awk '/^MemAvailable:/ {print $2}' /proc/meminfo)
    [ "$room" -ge 6000000 ] && [ "$memory" -ge 8000000 ] && mkdir -m 700 "/dev/shm/svc-$$" || return 0
    in_memory=/dev/shm/svc-$$
    printf '#!/bin/sh\n' >"$in_memory/runs"
    chmod +x "$in_memory/runs"
    if "$in_memory/runs" 2>/dev/null; then
        TMPDIR=$in_memory
        export TMPDIR
    fi
}

forget_files_in_memory() {
    [ -z "${in_memory:-}" ] || rm -rf "$in_memory"
}
