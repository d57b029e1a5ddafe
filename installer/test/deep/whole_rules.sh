# shellcheck shell=sh
# The real thing from end to end: minutes each.

this_checkout_installs_updates_returns_changes_its_channel_goes_back_and_leaves_without_a_trace() {
    real_source
    publish_source v0.1.0
    SVC_NO_SERVICE=1 SVC_PORT=0 install_svc || judge "$(cat "$said")"
    expect_said 'shown this once'
    expect_installed 0.1.0
    [ -e "$SVC_HOME/current/src/server/target/svc.aot" ] || judge "no start-up cache was trained"
    SVC_NO_SERVICE=1 install_svc
    expect_said 'v0.1.0 is built already'

    # With a service from here on, kept by the stand-in for systemctl.
    install_svc || judge "$(cat "$said")"
    expect_said '| address   http://127.0.0.1:'
    publish_source v0.1.1
    installed_svc autoupdate --check
    expect_said '0.1.0 is installed, the channel stable offers 0.1.1.'
    installed_svc autoupdate || judge "$(cat "$said")"
    expect_said '0.1.1 runs'
    expect_running 0.1.1

    # Fine where it is tried, and it does not start at home.
    sed -i '/^set -eu/a [ "${1:-}" != serve ] || [ "${HOME##*/}" = home ] || exit 1' "$place/source/svc"
    publish_source v0.1.2
    export SVC_SKIP_WEB_BUILD=1
    ! installed_svc autoupdate || judge "it should have come back"
    expect_said '0.1.2 was not healthy'
    expect_running 0.1.1
    git -C "$place/source" checkout --quiet HEAD~1 -- svc

    publish_source
    SVC_CHANNEL=main install_svc || judge "$(cat "$said")"
    development=0.1.2+1.$(git -C "$place/source" rev-parse HEAD | cut -c 1-12)
    expect_running "$development"
    env_says SVC_CHANNEL=main
    installed_svc rollback || judge "$(cat "$said")"
    expect_running 0.1.1

    uninstall_svc --keep-data
    [ -e "$SVC_HOME/env" ] && [ -e "$SVC_HOME/journal" ] && [ ! -e "$SVC_HOME/releases" ]
    uninstall_svc --yes
    [ ! -e "$SVC_HOME" ] || judge "left: $(find "$SVC_HOME" | head)"
    [ -z "$(find "$HOME" -name '*svc*')" ] || judge "left: $(find "$HOME" -name '*svc*')"
}

the_packages_install_in_a_clean_root_run_and_go_without_a_trace() {
    sh "$installer/package.sh" >"$place/said" 2>&1 || judge "$(cat "$place/said")"
    packages=$installer/../target/package
    mkdir -p "$place/root/var/lib/dpkg/updates" "$place/root/var/lib/dpkg/info"
    : >"$place/root/var/lib/dpkg/status"
    : >"$place/root/var/lib/dpkg/available"
    dpkg --root="$place/root" --force-depends --install "$packages"/svc_*.deb >"$place/said" 2>&1
    "$place/root/opt/svc/bin/svc" version | grep -qE '^[0-9]+\.[0-9]+\.[0-9]+'
    JAVA_TOOL_OPTIONS=-XX:AOTMode=on "$place/root/opt/svc/bin/svc" version >/dev/null 2>&1 || judge "the start-up cache is not taken"
    with_names_that_are_not_ascii "$place/root/usr/bin/svc"
    with_a_service_and_a_tray_of "$place/root/opt/svc/bin/svc"
    gzip -dc "$place/root/usr/share/man/man1/svc.1.gz" | grep -q 'reset\\-password'
    bash -n "$place/root/usr/share/bash-completion/completions/svc"
    grep -qx 'Exec="/opt/svc/bin/svc" tray --window' "$place/root/usr/share/applications/svc.desktop"
    [ -s "$place/root/usr/share/icons/hicolor/scalable/apps/svc.svg" ]
    [ "$(readlink "$place/root/usr/bin/svc")" = ../../opt/svc/bin/svc ]
    dpkg-deb --field "$packages"/svc_*.deb Depends | grep -q dtach
    rpm -qp --requires "$packages"/svc-*.rpm 2>/dev/null | grep -qx dtach
    rpm -qlp "$packages"/svc-*.rpm 2>/dev/null | grep -qx /usr/lib/systemd/user/svc.service
    # What it says before it goes takes a shell, which this root has none of.
    dpkg --root="$place/root" --force-script-chrootless --purge svc >"$place/said" 2>&1
    left=$(find "$place/root" -path "$place/root/var/lib/dpkg" -prune -o -not -type d -print)
    [ -z "$left" ] || judge "left: $left"
}

with_names_that_are_not_ascii() { # with_names_that_are_not_ascii COMMAND
    said=$place/said
    mkdir -p "$HOME/.claude/projects/work"
    echo '{"type":"user","sessionId":"11111111-2222-4333-8444-555555555555","uuid":"a","cwd":"/caf\u00e9","timestamp":"2026-11-20T10:00:00Z","message":{"role":"user","content":"a question"}}' \
        >"$HOME/.claude/projects/work/11111111-2222-4333-8444-555555555555.jsonl"
    env -u LC_ALL -u LC_CTYPE LANG=C "$1" sessions >"$place/said" 2>&1 || judge "$(cat "$place/said")"
    expect_said 'café'
    env -u LC_ALL -u LC_CTYPE LANG=C "$1" doctor --dry-run >"$place/said" 2>&1
    ! grep -q 'not ASCII' "$place/said" || judge "$(cat "$place/said")"
    rm -r "$HOME/.claude"
}

# Both by the package's own Java, the tray on a display and a bus of its own.
with_a_service_and_a_tray_of() { # with_a_service_and_a_tray_of COMMAND
    export SVC_PORT=0 COMMAND="$1" place
    "$1" serve >"$place/serve.log" 2>&1 &
    echo $! >"$FAKE_STATE/by-hand.pid"
    "$1" health --wait "$patience" >"$place/said" 2>&1 || judge "$(cat "$place/serve.log")"
    Xvfb -noreset -displayfd 3 -screen 0 1000x720x24 -nolisten tcp 3>"$place/display" 2>/dev/null &
    echo $! >"$FAKE_STATE/display.pid"
    # shellcheck disable=SC2016
    dbus-run-session -- sh -c '
        while [ ! -s "$place/display" ]; do sleep 0.1; done
        export DISPLAY=:$(cat "$place/display")
        "$COMMAND" tray >"$place/tray.log" 2>&1 &
        tray=$!
        while kill -0 $tray && ! xwininfo -root -tree | grep -q "\"svc\""; do sleep 0.2; done
        kill $tray
    ' 2>"$place/session.log" || judge "$(cat "$place/tray.log" "$place/session.log")"
    ! grep -q Exception "$place/tray.log" || judge "$(cat "$place/tray.log")"
    server=$(cat "$FAKE_STATE/by-hand.pid")
    kill "$server"
    wait "$server" || true
}
