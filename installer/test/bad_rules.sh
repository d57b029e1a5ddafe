# shellcheck shell=sh
# Bad input and bad luck: a sentence, and what worked before works still.

no_source_is_said_with_how_to_set_one() {
    mkdir "$place/tree"
    cp -R "$installer" "$place/tree/installer"
    cp -R "$installer/../bin" "$place/tree/bin"
    unset SVC_REPO
    said=$place/said
    ! sh "$place/tree/installer/install.sh" >"$said" 2>&1 || judge "it should have failed"
    expect_said 'no source is configured: set SVC_REPO'
}

a_repository_that_cannot_be_reached_is_named() {
    SVC_REPO="$place/nowhere.git" expect_refused "nowhere.git does not answer"
    SVC_REPO=https://127.0.0.1:9/svc.git expect_refused 'does not answer'
    expect_nothing_installed
}

a_folder_of_another_person_is_named_with_the_way_out() {
    publish 1.0.0
    GIT_TEST_ASSUME_DIFFERENT_OWNER=1 expect_refused "belongs to $(id -un), and git reads nothing there"
    expect_said 'git config --global --add safe.directory'
}

addresses_that_could_be_changed_on_the_way_or_run_something_are_refused() {
    SVC_REPO="ext::sh -c 'touch $place/ran'" expect_refused 'is no address to install from'
    SVC_REPO=git://127.0.0.1/svc.git expect_refused 'is no address to install from'
    SVC_REPO=--upload-pack=evil expect_refused 'is no address to install from'
    SVC_REPO=https://me:secret@127.0.0.1/svc.git expect_refused 'holds a password'
    ! grep -q secret "$place/said"
    [ ! -e "$place/ran" ]
}

a_repository_without_releases_says_how_to_follow_its_branch() {
    publish 0.0.0-dev+1
    expect_refused 'follow its branch with SVC_CHANNEL=main'
}

a_wrong_channel_a_wrong_ref_and_a_wrong_knob_are_refused() {
    publish 1.0.0
    SVC_CHANNEL=nightly expect_refused 'SVC_CHANNEL=nightly is no channel'
    SVC_REF=v7.7.7 expect_refused 'no tag, branch or commit v7.7.7'
    SVC_REF=abc123 expect_refused 'a commit by all its 40 digits'
    SVC_REF='--help x' expect_refused 'is no name of a tag'
    SVC_REF=0123456789012345678901234567890123456789 expect_refused 'has no commit'
    SVC_NO_SERVICE=yes expect_refused 'is neither 0 nor 1'
    SVC_INSTANCE=../up expect_refused 'is no label'
    SVC_HOME=relative expect_refused 'give the whole path'
}

a_build_that_fails_leaves_what_runs_and_keeps_its_log() {
    publish 1.0.0
    install_svc
    publish 1.1.0 broken
    expect_refused '1.0.0 stays installed as it was'
    expect_said 'build-failed.log has what the build said'
    expect_installed 1.0.0
    expect_releases 1
    grep -q 'an error of the compiler' "$SVC_HOME/logs/build-failed.log"
}

a_release_that_does_not_run_is_not_installed() {
    publish 1.0.0
    install_svc
    publish 1.1.0 unfit
    expect_refused 'v1.1.0 does not run on this machine'
    expect_installed 1.0.0
    expect_releases 1
    publish 1.2.0 unfit old
    expect_refused 'v1.2.0 does not run on this machine'
}

a_release_that_was_built_before_is_tried_again() {
    publish 1.0.0
    install_svc
    publish 1.1.0
    install_svc
    : >"$FAKE_STATE/unfit"
    SVC_REF=v1.0.0 expect_refused 'v1.0.0 does not run on this machine'
    expect_installed 1.1.0
    rm "$FAKE_STATE/unfit"
    SVC_REF=v1.0.0 install_svc
    expect_installed 1.0.0
}

an_older_release_is_tried_as_it_can_be() {
    publish 1.0.0 old
    install_svc
    expect_said rehearsed
    expect_installed 1.0.0
}

what_an_update_did_not_keep_is_said_before_it_is_built() {
    publish 1.0.0
    install_svc
    publish 1.1.0
    mkdir -p "$SVC_HOME/update"
    printf '%s\t1.1.0\t2026-11-28T21:38:00Z\t1.1.0 was not healthy (it ended), so 1.0.0 runs again.\n' \
        "$(git -C "$place/work" rev-parse HEAD)" >"$SVC_HOME/update/refused"
    install_svc
    expect_said 'an update did not keep it on 2026-11-28T21:38:00Z: 1.1.0 was not healthy'
    expect_installed 1.1.0
}

a_release_whose_service_stays_silent_is_taken_back() {
    publish 1.0.0
    install_svc
    publish 1.1.0 sick
    expect_refused '1.1.0 did not answer within a minute, so 1.0.0 runs again'
    expect_installed 1.0.0
    tail -n 1 "$FAKE_STATE/systemctl.log" | grep -q 'restart svc.service'
}

a_release_whose_service_dies_is_not_waited_for_and_the_line_that_says_why_is_said() {
    publish 1.0.0
    install_svc
    publish 1.1.0 dying
    expect_refused '1.1.0 ended at once (the flux capacitor is missing), so 1.0.0 runs again'
    expect_installed 1.0.0
}

an_older_highest_tag_is_not_installed_over_a_newer_release() {
    publish 1.0.0
    publish 2.0.0
    install_svc
    git -C "$SVC_REPO" tag -d v2.0.0 >/dev/null
    expect_refused 'v1.0.0, and 2.0.0 is installed: nothing is done'
    expect_installed 2.0.0
    SVC_REF=v1.0.0 install_svc
    expect_installed 1.0.0
}

a_tag_that_moved_is_not_installed_unless_it_is_named() {
    publish 1.0.0
    install_svc
    git -C "$place/work" commit --quiet --allow-empty -m moved
    git -C "$place/work" tag -f v1.0.0 >/dev/null
    git -C "$place/work" push --quiet --force --tags origin main
    expect_refused 'a release does not change, so nothing is done'
    expect_releases 1
    SVC_REF=v1.0.0 install_svc
    expect_same commit "$(git -C "$place/work" rev-parse HEAD)" "$(sed -n 's/^commit=//p' "$SVC_HOME/current/release")"
}

two_tags_of_one_version_have_to_agree() {
    publish 1.0.0
    git -C "$place/work" commit --quiet --allow-empty -m another
    git -C "$place/work" tag 1.0.0
    git -C "$place/work" push --quiet --tags origin main
    expect_refused 'are two releases of one version'
    expect_nothing_installed
    git -C "$SVC_REPO" tag -f 1.0.0 v1.0.0 >/dev/null
    install_svc
    expect_installed 1.0.0
}

a_repository_that_has_moved_is_not_followed() {
    publish 1.0.0
    git -C "$SVC_REPO" update-server-info
    find_free_port
    with_web_server "$port"
    export GIT_SSL_CAINFO="$place/certificate"
    export no_proxy=127.0.0.1 NO_PROXY=127.0.0.1
    SVC_REPO=https://127.0.0.1:$port/moved.git expect_refused 'moved.git does not answer'
    ! SVC_REPO=https://127.0.0.1:$port/moved.git sh <"$installer/install.sh" >"$place/said" 2>&1 || judge "it should have refused"
    expect_said 'moved.git cannot be cloned'
    expect_nothing_installed
    SVC_REPO=https://127.0.0.1:$port/repo.git install_svc || judge "$(cat "$place/said")"
    expect_installed 1.0.0
}

with_web_server() { # with_web_server PORT: the place over https, and everything of moved.git redirected to repo.git
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 \
        -addext subjectAltName=IP:127.0.0.1 -keyout "$place/key" -out "$place/certificate" 2>"$place/openssl.log"
    cat >"$place/nginx.conf" <<END
daemon off;
master_process off;
pid $FAKE_STATE/nginx.pid;
error_log $place/nginx.log;
events {}
http {
    access_log off;
    client_body_temp_path $place/state;
    proxy_temp_path $place/state;
    fastcgi_temp_path $place/state;
    uwsgi_temp_path $place/state;
    scgi_temp_path $place/state;
    server {
        listen 127.0.0.1:$1 ssl;
        ssl_certificate $place/certificate;
        ssl_certificate_key $place/key;
        root $place;
        location /moved.git { rewrite ^/moved.git(.*) /repo.git\$1 redirect; }
    }
}
END
    PATH=$PATH:/usr/sbin nginx -e "$place/nginx.log" -c "$place/nginx.conf" &
    server=$!
    until_true with_web_server_up_or_gone
    [ -s "$FAKE_STATE/nginx.pid" ] || judge "$(cat "$place/nginx.log")"
}

with_web_server_up_or_gone() {
    [ -s "$FAKE_STATE/nginx.pid" ] || has_ended "$server"
}

without_a_jdk_git_maven_or_npm_the_sentence_says_where_to_get_them() {
    publish 1.0.0
    mkdir "$place/few"
    for tool in sh dirname sed uname cat basename readlink printenv mkdir rm grep cut tr awk sort tail head; do
        ln -s "$(command -v $tool)" "$place/few/$tool"
    done
    PATH=$place/few expect_refused 'git is needed and was not found'
    ln -s "$(command -v git)" "$place/few/git"
    PATH=$place/few expect_refused 'needs Maven and found none'
    printf '#!/bin/sh\n' >"$place/few/mvn"
    chmod +x "$place/few/mvn"
    PATH=$place/few expect_refused 'needs npm and found none'
    mkdir "$place/jre17"
    # No JDK anywhere: the folders that are searched are those of a machine without one.
    sed "s|/usr/lib/jvm/|$place/jvm/|g" "$installer/../bin/java-home.sh" >"$place/java-home.sh"
    (unset SVC_JAVA_HOME JAVA_HOME && root=$place && PATH=$place/few && . "$place/java-home.sh" && require_java_home javac) >"$place/said" 2>&1 &&
        judge "a JDK was found"
    said=$place/said
    expect_said 'needs a JDK 25 or newer and found none: install one'
}

a_home_on_a_read_only_disk_is_named() {
    publish 1.0.0
    mkdir "$place/disk"
    with_disk ro,size=1m 'SVC_HOME=$place/disk/home expect_refused "cannot be written"'
}

a_full_disk_is_named_before_anything_is_built() {
    publish 1.0.0
    mkdir "$place/disk"
    with_disk size=2m 'SVC_HOME=$place/disk/home expect_refused "MB free, and building takes up to"'
    with_disk size=2m 'dd if=/dev/zero of=$place/disk/all bs=4k >/dev/null 2>&1; SVC_HOME=$place/disk/home expect_refused "cannot be written"'
}

a_disk_that_fills_up_while_building_is_named_and_what_ran_stays() {
    publish 1.0.0
    mkdir "$place/disk"
    with_disk size=6m with_filling_disk
}

with_filling_disk() {
    SVC_HOME=$place/disk/home
    # As if there had been enough room at the beginning.
    printf '#!/bin/sh\n[ "$2" = "%s" ] || PATH=%s exec df "$@"\nprintf "disk\\nx 0 0 999999999 0 /\\n"\n' "$SVC_HOME" "$sound_path" >"$place/bin/df"
    chmod +x "$place/bin/df"
    install_svc || judge "$(cat "$place/said")"
    publish 1.1.0 filling
    expect_refused 'could not be built: the disk of .* is full'
    expect_said '1.0.0 stays installed as it was'
    expect_installed 1.0.0
    expect_releases 1
    publish 1.2.0
    install_svc || judge "$(cat "$place/said")"
    expect_installed 1.2.0
}

two_installs_at_once_get_along() {
    publish 1.0.0
    printf '#!/bin/sh\n: >"%s/reached"\nwhile [ -e "%s/hold" ]; do sleep 0.05; done\nexec "%s" "$@"\n' \
        "$place" "$place" "$(command -v true)" >"$place/bin/sync"
    chmod +x "$place/bin/sync"
    : >"$place/hold"
    install_svc &
    until_true [ -e "$place/reached" ]
    sh "$installer/install.sh" >"$place/second" 2>&1 && judge "the second should have been refused"
    grep -q 'is being installed or removed by another process (pid=' "$place/second" || judge "$(cat "$place/second")"
    rm "$place/hold"
    wait $! || judge "the first should have gone on"
    expect_installed 1.0.0
}

an_update_under_way_is_waited_for() {
    publish 1.0.0
    install_svc
    mkdir -p "$SVC_HOME/update"
    echo "pid=$$" >"$SVC_HOME/update/lock"
    expect_refused 'an update of .* is under way'
}

an_installer_killed_at_any_step_leaves_a_working_version_and_the_next_run_ends_well() {
    publish 1.0.0
    install_svc
    publish 1.1.0
    for tool in git mkdir mv ln rm cp sync date systemctl find basename; do
        printf '#!/bin/sh\n. "%s/count"\nPATH=%s exec %s "$@"\n' "$place" "$fakes:$sound_path" "$tool" >"$place/bin/$tool"
        chmod +x "$place/bin/$tool"
    done
    cat >"$place/count" <<'COUNT'
if [ -n "${KILL_AT:-}" ]; then
    echo . >>"$FAKE_STATE/steps"
    if [ "$(wc -l <"$FAKE_STATE/steps")" -eq "$KILL_AT" ]; then
        kill -9 "-$(cat "$FAKE_STATE/installer")"
        exit 1
    fi
fi
COUNT
    saved=$place/saved
    cp -a "$SVC_HOME" "$saved"
    step=1
    while :; do
        rm -f "$FAKE_STATE/steps"
        KILL_AT=$step setsid -w sh -c 'echo $$ >"$FAKE_STATE/installer"; exec sh "$0"' "$installer/install.sh" >"$place/said" 2>&1 && break
        until_true has_ended "-$(cat "$FAKE_STATE/installer")" # not only its first process, which was waited for
        with_working_version $step
        install_svc || judge "after step $step the next run should have ended well"
        expect_installed 1.1.0
        expect_releases 2
        rm -rf "$SVC_HOME"
        cp -a "$saved" "$SVC_HOME"
        step=$((step + ${SVC_TEST_STRIDE:-3}))
    done
    [ "$step" -gt 20 ] || judge "only $step steps were reached"
    echo "  killed at every ${SVC_TEST_STRIDE:-3}. of $step steps"
}

with_working_version() {
    case $("$SVC_HOME/current/src/svc" version 2>/dev/null) in
        "svc 1.0.0" | 1.1.0) ;;
        *) judge "after step $1 nothing works" ;;
    esac
}
