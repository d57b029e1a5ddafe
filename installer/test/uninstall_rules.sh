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

data_are_kept_when_asked_and_where_nobody_can_be_asked() {
    with_an_installation
    uninstall_svc
    expect_said 'say --yes to remove them'
    [ -e "$SVC_HOME/journal/current/entry" ] && [ -e "$SVC_HOME/env" ]
    [ ! -e "$SVC_HOME/releases" ] && [ ! -e "$HOME/.config/systemd/user/svc.service" ]
    install_svc
    uninstall_svc --keep-data --yes
    [ -e "$SVC_HOME/journal/current/entry" ]
    install_svc
    expect_installed 1.0.0
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
