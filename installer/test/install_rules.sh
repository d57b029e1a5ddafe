# shellcheck shell=sh
# What an installation does, and what it leaves alone.

the_highest_version_tag_is_installed_whatever_order_they_were_made_in() {
    publish 1.9.0
    publish 1.10.0
    publish 1.2.0
    git -C "$place/work" tag v9.0.0-beta
    git -C "$place/work" tag v99
    git -C "$place/work" tag v09.9.9
    git -C "$place/work" tag 1.10.0.1
    git -C "$place/work" push --quiet --tags origin
    install_svc
    expect_installed 1.10.0
    expect_said '| address   http://127.0.0.1:8765'
}

tags_without_the_letter_are_versions_too() {
    publish 1.9.0
    publish 1.10.0
    git -C "$SVC_REPO" tag 1.10.0 v1.10.0
    git -C "$SVC_REPO" tag -d v1.10.0 >/dev/null
    install_svc
    expect_installed 1.10.0
    install_svc
    expect_said '1.10.0 is built already'
    publish 1.11.0
    install_svc
    expect_installed 1.11.0
    SVC_REF=1.10.0 install_svc
    expect_installed 1.10.0
}

the_channel_main_follows_the_branch_and_later_runs_remember_it() {
    publish 1.0.0
    publish 0.0.0-dev+1
    SVC_CHANNEL=main install_svc
    expect_installed 0.0.0-dev+1
    publish 0.0.0-dev+2
    install_svc
    expect_installed 0.0.0-dev+2
    env_says SVC_CHANNEL=main
}

a_ref_holds_for_one_run_only() {
    publish 1.0.0
    publish 2.0.0
    SVC_REF=v1.0.0 install_svc
    expect_installed 1.0.0
    install_svc
    expect_installed 2.0.0
    SVC_REF=$(git -C "$place/work" rev-parse v1.0.0) install_svc
    expect_installed 1.0.0
    ! grep -q SVC_REF "$SVC_HOME/env"
}

a_second_run_builds_nothing_and_leaves_credentials_alone() {
    publish 1.0.0
    install_svc
    before=$(cat "$SVC_HOME/env")
    install_svc
    expect_said 'v1.0.0 is built already'
    expect_releases 1
    expect_same "env file" "$before" "$(cat "$SVC_HOME/env")"
}

three_releases_are_kept() {
    for version in 1.0.0 1.1.0 1.2.0 1.3.0; do
        publish $version
        install_svc
        # Releases are named by the second.
        mv "$SVC_HOME/$(readlink "$SVC_HOME/current")" "$SVC_HOME/releases/2026010${version%.0}-000000-x"
        ln -sfn "releases/2026010${version%.0}-000000-x" "$SVC_HOME/current"
    done
    publish 1.4.0
    install_svc
    expect_releases 3
    expect_installed 1.4.0
}

the_unit_names_the_home_lets_programs_live_and_is_one_that_systemd_takes() {
    publish 1.0.0
    SVC_HOME="$place/a home with 100% of spaces" install_svc
    unit=$HOME/.config/systemd/user/svc.service
    grep -qx 'Environment="LC_CTYPE=C.UTF-8"' "$unit"
    grep -qx 'KillMode=process' "$unit"
    grep -qF "Environment=\"SVC_HOME=$place/a home with 100%% of spaces\"" "$unit"
    grep -qx -- '--user enable --quiet svc.service' "$FAKE_STATE/systemctl.log"
    if command -v systemd-analyze >/dev/null; then
        mkdir -m 700 "$place/run"
        XDG_RUNTIME_DIR=$place/run systemd-analyze --user --man=no verify "$unit" >"$place/verify" 2>&1 || judge "$(cat "$place/verify")"
        ! grep 'svc\.service' "$place/verify" || judge "systemd remarks on the unit"
    fi
}

the_command_its_completion_and_manual_and_the_desktop_s_entry_are_there_afterwards() {
    publish 1.0.0
    PATH=$HOME/.local/bin:$PATH install_svc
    expect_same command "$SVC_HOME/current/src/svc" "$(readlink "$HOME/.local/bin/svc")"
    [ "$("$HOME/.local/bin/svc" version)" = 'svc 1.0.0' ]
    grep -q '1.0.0' "$HOME/.local/share/man/man1/svc.1"
    grep -q '1.0.0' "$HOME/.local/share/bash-completion/completions/svc"
    grep -qxF "Exec=\"$SVC_HOME/current/src/svc\" tray --window" "$HOME/.local/share/applications/svc.desktop"
    grep -qx 'StartupWMClass=svc' "$HOME/.local/share/applications/svc.desktop"
    expect_said '| command   svc$'
    install_svc
    expect_said "| command   $HOME/.local/bin/svc"
    expect_said 'when .* is on your PATH: add it'
    ! grep -q "somebody else" "$said" || judge "it took its own for a stranger's"
    SVC_INSTANCE=work install_svc
    expect_said "| command   SVC_INSTANCE=work $SVC_HOME/current/src/svc"
}

what_stands_where_svc_would_be_linked_stays_and_the_whole_path_is_named() {
    publish 1.0.0
    mkdir -p "$HOME/.local/bin" "$HOME/.local/share/applications"
    echo mine >"$HOME/.local/bin/svc"
    ln -s /nowhere "$HOME/.local/share/applications/svc.desktop"
    install_svc
    expect_said "$HOME/.local/bin/svc is somebody else's and stays as it is"
    expect_said "| command   $SVC_HOME/current/src/svc"
    uninstall_svc --yes
    expect_same file mine "$(cat "$HOME/.local/bin/svc")"
    [ -L "$HOME/.local/share/applications/svc.desktop" ]
}

the_end_has_what_a_person_needs_in_one_place() {
    publish 1.0.0
    install_svc
    expect_same frame "$(printf '%s\n' svc address name password command next)" \
        "$(sed -n 's/^| \([a-z][a-z]*\) .*/\1/p' "$said")"
    expect_said '| name      admin'
    expect_said '| password  made-password'
    expect_said '| address   http://127.0.0.1:8765'
    expect_same "how often the password stands there" 1 "$(grep -c made-password "$said")"
    install_svc
    ! grep -q password "$said" || judge "a password was shown again"
}

a_first_password_is_not_lost_where_the_service_stays_silent() {
    publish 1.0.0 sick
    expect_refused 'the service does not answer'
    expect_said 'made-password'
}

a_channel_that_was_changed_meanwhile_is_not_written_back() {
    publish 1.0.0
    install_svc
    publish 1.1.0
    # Changed while it builds.
    printf '#!/bin/sh\nsed -i s/SVC_CHANNEL=stable/SVC_CHANNEL=main/ "%s/env"\n' "$SVC_HOME" >"$place/bin/sync"
    chmod +x "$place/bin/sync"
    install_svc
    expect_installed 1.1.0
    env_says SVC_CHANNEL=main
    ! grep -q SVC_CHANNEL=stable "$SVC_HOME/env" || judge "the former channel came back"
}

without_a_service_the_older_one_that_runs_is_named() {
    publish 1.0.0
    SVC_NO_SERVICE=1 install_svc
    publish 1.1.0
    printf 'pid=%s\nport=1\nversion=1.0.0\n' "$$" >"$SVC_HOME/svc.lock"
    SVC_NO_SERVICE=1 install_svc
    expect_said "1.0.0 still runs (process $$): restart it"
}

an_instance_has_its_own_unit_and_env_file_and_shares_the_releases() {
    publish 1.0.0
    install_svc
    SVC_INSTANCE=work install_svc
    expect_releases 1
    [ -e "$HOME/.config/systemd/user/svc-work.service" ]
    [ -e "$SVC_HOME/instances/work/env" ]
    grep -qx 'Environment="SVC_INSTANCE=work"' "$HOME/.config/systemd/user/svc-work.service"
}

without_a_service_the_service_manager_is_not_touched() {
    publish 1.0.0
    SVC_NO_SERVICE=1 install_svc
    expect_installed 1.0.0
    expect_said 'start it with: .*svc serve'
    expect_said '| address   http://127.0.0.1:8765'
    [ ! -e "$HOME/.config/systemd" ]
    ! grep -qv show-environment "$FAKE_STATE/systemctl.log"
}

a_former_update_timer_is_removed_and_its_wish_kept() {
    publish 1.0.0
    units=$HOME/.config/systemd/user
    mkdir -p "$units/timers.target.wants"
    : >"$units/svc-update.timer"
    : >"$units/svc-update.service"
    ln -s ../svc-update.timer "$units/timers.target.wants/svc-update.timer"
    install_svc
    env_says SVC_AUTOUPDATE=1
    [ -z "$(find "$units" -name 'svc-update*')" ] || judge "the timer is still there"
    grep -qx -- '--user disable --now --quiet svc-update.timer' "$FAKE_STATE/systemctl.log"
}

the_page_of_the_release_before_is_taken_when_none_is_to_be_built() {
    publish 1.0.0
    install_svc
    publish 1.1.0
    SVC_SKIP_WEB_BUILD=1 install_svc
    expect_installed 1.1.0
    expect_same page 1.0.0 "$(cat "$SVC_HOME/current/src/web/dist/index.html")"
    [ ! -e "$SVC_HOME/current/src/web/node_modules" ]
}

another_node_is_fetched_for_the_build_alone_and_one_that_is_there_is_taken() {
    mkdir -p "$place/tree/target"
    printf '#!/bin/sh\necho v20.19.2\n' >"$place/bin/node"
    # As npm does it: the package has the program in its folder bin.
    cat >"$place/bin/npm" <<'NPM'
#!/bin/sh
echo "$*" >>"$FAKE_STATE/npm.log"
case $* in *@99*) echo "no such version" >&2; exit 1 ;; esac
for word in "$@"; do package=${word%@*}; done
mkdir -p "$3/node_modules/$package/bin"
printf '#!/bin/sh\necho v22.12.0\n' >"$3/node_modules/$package/bin/node"
chmod +x "$3/node_modules/$package/bin/node"
NPM
    chmod +x "$place/bin/node" "$place/bin/npm"
    said=$place/said
    with_node 22.12.0 >"$said"
    expect_said v22.12.0
    grep -q '^install --prefix .*/tree/target/node .*node-[a-z]*-[a-z0-9]*@22.12.0$' "$FAKE_STATE/npm.log"
    rm "$FAKE_STATE/npm.log"
    with_node v20 >"$said"
    expect_said v20.19.2
    [ ! -e "$FAKE_STATE/npm.log" ]
    ! with_node 99 >"$said" 2>&1 || judge "it should have failed"
    expect_said 'npm could not fetch Node.js 99: correct SVC_NODE_VERSION'
    ! with_node newest >"$said" 2>&1 || judge "it should have failed"
    expect_said 'is no version: write it as 22 or 22.12.0'
}

with_node() { # with_node VERSION: says which Node.js a build gets
    (
        root=$place/tree
        # shellcheck source=../../bin/build.sh
        . "$installer/../bin/build.sh"
        log=$root/target/build.log
        SVC_NODE_VERSION=$1
        use_node_version
        node --version
    )
}

a_checkout_s_version_is_that_of_its_tag_or_counts_from_the_last_one() {
    root=$place/work
    # shellcheck source=../../bin/build.sh
    . "$installer/../bin/build.sh"
    git -C "$root" add -A
    git -C "$root" commit --quiet -m one
    hash=$(git -C "$root" rev-parse HEAD | cut -c 1-12)
    expect_same "no tag, no notes" "0.0.0+1.$hash" "$(built_version)"
    printf '# Changes\n\n## Next\n\n## 1.0.0\n' >"$root/CHANGELOG.md"
    git -C "$root" add -A
    git -C "$root" commit --quiet -m two
    hash=$(git -C "$root" rev-parse HEAD | cut -c 1-12)
    expect_same "notes alone" "1.0.0+2.$hash" "$(built_version)"
    git -C "$root" tag v1.1.0
    git -C "$root" tag v1.1.0-beta
    expect_same "its tag" 1.1.0 "$(built_version)"
    echo changed >>"$root/CHANGELOG.md"
    expect_same "a changed file" "1.1.0+0.$hash" "$(built_version)"
    git -C "$root" commit --quiet -a -m three
    expect_same "after it" "1.1.0+1.$(git -C "$root" rev-parse HEAD | cut -c 1-12)" "$(built_version)"
}

nothing_of_the_repository_runs_but_its_build() {
    publish 1.0.0
    # Hooks from a person's own template and filters that a repository asks for must stay silent.
    mkdir -p "$HOME/template/hooks"
    printf '#!/bin/sh\ntouch "%s/ran"\n' "$place" >"$HOME/template/hooks/post-checkout"
    chmod +x "$HOME/template/hooks/post-checkout"
    git config --global init.templateDir "$HOME/template"
    git config --global core.hooksPath "$HOME/template/hooks"
    echo '[submodule "x"]
	path = x
	url = ext::sh -c "touch '"$place"'/ran"' >"$place/work/.gitmodules"
    git -C "$place/work" -c core.hooksPath=/dev/null add -A
    git -C "$place/work" -c core.hooksPath=/dev/null commit --quiet -m more
    git -C "$place/work" -c core.hooksPath=/dev/null tag v1.1.0
    git -C "$place/work" -c core.hooksPath=/dev/null push --quiet --tags origin main
    install_svc
    [ ! -e "$place/ran" ] || judge "something of the repository ran"
}

where_signers_are_trusted_only_their_tags_are_installed() {
    publish 1.0.0
    install_svc
    ssh-keygen -q -t ed25519 -N '' -f "$place/key"
    ssh-keygen -q -t ed25519 -N '' -f "$place/stranger"
    mkdir -p "$SVC_HOME/trust"
    echo "tester@example.org $(cat "$place/key.pub")" >"$SVC_HOME/trust/allowed_signers"
    publish 1.1.0
    expect_refused 'is not signed'
    git -C "$place/work" -c gpg.format=ssh -c "user.signingKey=$place/stranger" tag -f -s -m 1.1.0 v1.1.0 >/dev/null
    git -C "$place/work" push --quiet --force --tags origin
    expect_refused 'is not signed'
    expect_installed 1.0.0
    git -C "$place/work" -c gpg.format=ssh -c "user.signingKey=$place/key" tag -f -s -m 1.1.0 v1.1.0 >/dev/null
    git -C "$place/work" push --quiet --force --tags origin
    install_svc
    expect_installed 1.1.0
}

where_a_gnupg_home_is_trusted_tags_signed_with_its_keys_are_installed() {
    publish 1.0.0
    install_svc
    with_keys_in "$place/key"
    with_keys_in "$place/stranger"
    mkdir -p "$SVC_HOME/trust"
    mkdir -m 700 "$SVC_HOME/trust/gnupg"
    gpg --homedir "$place/key" --quiet --export | gpg --homedir "$SVC_HOME/trust/gnupg" --quiet --batch --import
    publish 1.1.0
    expect_refused 'is not signed'
    GNUPGHOME=$place/stranger git -C "$place/work" tag -f -s -m 1.1.0 v1.1.0 >/dev/null
    git -C "$place/work" push --quiet --force --tags origin
    # Even where the person trusts that key.
    GNUPGHOME=$place/stranger expect_refused 'is not signed'
    expect_installed 1.0.0
    GNUPGHOME=$place/key git -C "$place/work" tag -f -s -m 1.1.0 v1.1.0 >/dev/null
    git -C "$place/work" push --quiet --force --tags origin
    install_svc
    expect_installed 1.1.0
    gpgconf --homedir "$place/key" --kill all
    gpgconf --homedir "$place/stranger" --kill all
}

with_keys_in() { # with_keys_in FOLDER: a GnuPG home with a key of the tester
    mkdir -m 700 "$1"
    gpg --homedir "$1" --batch --quiet --passphrase '' --quick-generate-key 'Tester <tester@example.org>' ed25519 sign never 2>"$place/gpg.log" ||
        judge "$(cat "$place/gpg.log")"
}

install_sh_alone_fetches_the_rest() {
    cp -R "$installer" "$place/work/installer"
    mkdir -p "$place/work/bin"
    cp "$installer/../bin/java-home.sh" "$place/work/bin/"
    publish 1.0.0
    (cd "$place" && sh <"$installer/install.sh") >"$place/said" 2>&1 || judge "$(cat "$place/said")"
    expect_installed 1.0.0
}

the_scripts_are_clean() {
    ! command -v shellcheck >/dev/null || (cd "$installer" && shellcheck ./*.sh test/fake/* ../svc ../test)
}
