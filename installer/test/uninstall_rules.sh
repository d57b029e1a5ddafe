# shellcheck shell=sh
# What uninstalling removes, and what it never touches.

with_an_installation() {
    publish 1.0.0
    install_svc
    mkdir -p "$SVC_HOME/journal/current" "$SVC_HOME/uploads"
    : >"$SVC_HOME/journal/current/entry"
}

nothing_is_left_when_the_data_are_given_up() {
    with_an_installation
    uninstall_svc --yes
    [ ! -e "$SVC_HOME" ] || judge "left: $(find "$SVC_HOME")"
    [ -z "$(find "$HOME" -name '*svc*')" ] || judge "left: $(find "$HOME" -name '*svc*')"
    grep -qx -- '--user disable --now --quiet svc.service' "$FAKE_STATE/systemctl.log"
}

nothing_is_removed_before_somebody_agreed() {
    with_an_installation
    ! uninstall_svc || judge "it should have refused"
    expect_said 'nobody can be asked here'
    with_answers n
    expect_said 'nothing was removed'
    expect_installed 1.0.0
    [ -L "$HOME/.local/bin/svc" ]
    ! grep -q disable "$FAKE_STATE/systemctl.log" || judge "the service was touched"
    with_answers y n
    [ ! -e "$SVC_HOME/releases" ] && [ -e "$SVC_HOME/journal/current/entry" ]
}

with_answers() { # with_answers ANSWER...: uninstalls on a terminal
    printf '%s\n' "$@" | script -qec "sh '$installer/uninstall.sh'" /dev/null >"$place/said" 2>&1
    said=$place/said
}

data_that_are_kept_can_be_removed_later_by_what_is_left() {
    with_an_installation
    uninstall_svc --keep-data --yes
    [ -e "$SVC_HOME/journal/current/entry" ] && [ -e "$SVC_HOME/env" ]
    [ ! -e "$SVC_HOME/releases" ] && [ ! -e "$HOME/.config/systemd/user/svc.service" ]
    way=$(sed -n 's/.*To remove them as well:  //p' "$said")
    install_svc
    expect_installed 1.0.0
    [ ! -e "$SVC_HOME/uninstall" ] || judge "it should go when svc is back"
    uninstall_svc --keep-data
    sh -c "$way" >"$said" 2>&1
    [ ! -e "$SVC_HOME" ] || judge "left: $(find "$SVC_HOME")"
}

the_tray_its_start_at_login_and_what_was_put_into_the_persons_folders_go_too() {
    with_an_installation
    mkdir -p "$HOME/.config/autostart"
    echo "Exec=env $SVC_HOME/current/src/svc tray" >"$HOME/.config/autostart/svc-tray.desktop"
    echo "Exec=/elsewhere/svc tray" >"$HOME/.config/autostart/svc-tray-other.desktop"
    sh -c 'while :; do sleep 1; done' svc-tray.jar &
    tray=$!
    printf 'pid=%s\nport=0\n' "$tray" >"$SVC_HOME/tray.lock"
    uninstall_svc --yes
    expect_said "the tray (process $tray) is ended"
    until_true has_ended "$tray"
    expect_same left "$HOME/.config/autostart/svc-tray-other.desktop" "$(find "$HOME" -name '*svc*')"
}

a_tray_lock_of_something_else_ends_nothing() {
    with_an_installation
    sh -c 'while :; do sleep 1; done' &
    other=$!
    echo "pid=$other" >"$SVC_HOME/tray.lock"
    uninstall_svc --yes
    ! has_ended "$other" || judge "a stranger was ended"
    kill "$other"
}

what_svc_did_not_make_stays() {
    with_an_installation
    : >"$SVC_HOME/letter"
    uninstall_svc --yes
    [ -e "$SVC_HOME/letter" ]
    mkdir "$place/mine"
    ! SVC_HOME=$place/mine uninstall_svc --yes || judge "it should have refused"
    expect_said 'is no installation of svc'
    [ -e "$place/mine" ]
}

data_stay_while_programs_run_in_terminals() {
    with_an_installation
    mkdir -p "$SVC_HOME/locks"
    echo "$$ 0 claude-code:x" >"$SVC_HOME/locks/x.lock"
    uninstall_svc --yes
    expect_said 'programs still run in terminals'
    [ -e "$SVC_HOME/env" ]
}

one_instance_goes_alone() {
    with_an_installation
    SVC_INSTANCE=work install_svc
    SVC_INSTANCE=work uninstall_svc --yes
    [ ! -e "$SVC_HOME/instances" ] && [ -e "$SVC_HOME/env" ] && [ -e "$HOME/.config/systemd/user/svc.service" ]
    expect_installed 1.0.0
}

a_server_that_was_started_by_hand_is_left_to_its_person() {
    with_an_installation
    echo "pid=$$" >"$SVC_HOME/svc.lock"
    ! uninstall_svc --yes || judge "it should have refused"
    expect_said 'stop it (kill'
}
