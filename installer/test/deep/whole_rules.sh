# shellcheck shell=sh
# The real thing from end to end: minutes each.

this_checkout_installs_starts_answers_and_leaves_without_a_trace() {
    person=$HOME
    SVC_REPO=$place/real.git
    git clone --quiet --bare "$installer/.." "$SVC_REPO"
    commit=$(git -C "$installer/.." rev-parse HEAD)
    # Maven and npm keep what they fetched where they always do.
    HOME=$real_home SVC_REF=$commit SVC_NO_SERVICE=1 SVC_PORT=0 install_svc || judge "$(cat "$place/said")"
    expect_said 'The first password, shown this once'
    expect_same commit "$commit" "$(sed -n 's/^commit=//p' "$SVC_HOME/current/release")"
    [ -e "$SVC_HOME/current/src/server/target/svc.aot" ] || judge "no start-up cache was trained"
    HOME=$person "$SVC_HOME/current/src/svc" serve >"$place/serve.log" 2>&1 &
    server=$!
    echo "$server" >"$FAKE_STATE/by-hand.pid"
    "$SVC_HOME/current/src/svc" health --wait 60 >"$place/said" || judge "$(cat "$place/serve.log")"
    expect_said 'svc answers at http://127.0.0.1:'
    kill "$server"
    wait "$server" || true
    uninstall_svc --yes
    [ ! -e "$SVC_HOME" ] || judge "left: $(find "$SVC_HOME" | head)"
}

the_packages_install_in_a_clean_root_run_and_go_without_a_trace() {
    sh "$installer/package.sh" >"$place/said" 2>&1 || judge "$(cat "$place/said")"
    packages=$installer/../target/package
    mkdir -p "$place/root/var/lib/dpkg/updates" "$place/root/var/lib/dpkg/info"
    : >"$place/root/var/lib/dpkg/status"
    : >"$place/root/var/lib/dpkg/available"
    dpkg --root="$place/root" --force-depends --install "$packages"/svc_*.deb >"$place/said" 2>&1
    "$place/root/opt/svc/bin/svc" version | grep -q '^svc '
    JAVA_TOOL_OPTIONS=-XX:AOTMode=on "$place/root/opt/svc/bin/svc" version >/dev/null 2>&1 || judge "the start-up cache is not taken"
    gzip -dc "$place/root/usr/share/man/man1/svc.1.gz" | grep -q 'reset\\-password'
    [ "$(readlink "$place/root/usr/bin/svc")" = ../../opt/svc/bin/svc ]
    dpkg-deb --field "$packages"/svc_*.deb Depends | grep -q dtach
    rpm -qp --requires "$packages"/svc-*.rpm 2>/dev/null | grep -qx dtach
    rpm -qlp "$packages"/svc-*.rpm 2>/dev/null | grep -qx /usr/lib/systemd/user/svc.service
    dpkg --root="$place/root" --purge svc >"$place/said" 2>&1
    left=$(find "$place/root" -path "$place/root/var/lib/dpkg" -prune -o -not -type d -print)
    [ -z "$left" ] || judge "left: $left"
}
