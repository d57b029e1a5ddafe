# shellcheck shell=sh
# Rules that need the real program: the release is the svc of this checkout.

with_a_real_service() {
    find_free_port
    publish_real 1.0.0
    SVC_PORT=$port install_svc
}

a_first_install_shows_the_password_once_seeds_a_private_env_file_and_answers() {
    with_a_real_service
    expect_said 'shown this once'
    expect_said "| address   http://127.0.0.1:$port"
    expect_same "mode" 600 "$(stat -c %a "$SVC_HOME/env")"
    for line in "SVC_PORT=$port" SVC_HOST=127.0.0.1 SVC_CHANNEL=stable SVC_AUTOUPDATE=0 SVC_FORCE_PASSWORD_CHANGE=1; do
        env_says "$line"
    done
    grep -q '^SVC_SECRET_KEY=.' "$SVC_HOME/env" && grep -q "^SVC_PASSWORD_HASH='pbkdf2_sha256" "$SVC_HOME/env"
    password=$(sed -n 's/^| password  \(.*\)/\1/p' "$said")
    [ -n "$password" ] || judge "no password was shown"
    ! grep -rqF -- "$password" "$SVC_HOME" || judge "the password lies on the disk"
    before=$(cat "$SVC_HOME/env")
    install_svc
    ! grep -q 'password' "$said" || judge "a password was shown again"
    expect_same "env file" "$before" "$(cat "$SVC_HOME/env")"
    uninstall_svc --yes
    [ ! -e "$SVC_HOME" ] || judge "left: $(find "$SVC_HOME" | head)"
}

a_backup_of_a_running_service_comes_back_on_another_home() {
    with_a_real_service
    svc=$SVC_HOME/current/src/svc
    "$svc" backup "$place/all.zip" >/dev/null
    said=$place/restored
    ! "$svc" restore "$place/all.zip" >"$said" 2>&1 || judge "it should have refused"
    expect_said 'a service runs on'
    uninstall_svc --keep-data
    ! "$real" restore "$place/all.zip" >"$said" 2>&1 || judge "it should have refused"
    expect_said 'say --force'
    SVC_HOME=$place/other "$real" restore "$place/all.zip" >/dev/null
    SVC_HOME=$place/other "$real" journal verify >/dev/null
}

a_start_up_cache_that_is_older_than_the_program_is_left_out() {
    release=$place/release
    mkdir -p "$release/server/target" "$place/jdk/bin"
    cp "$real" "$release/svc"
    cp -R "$(dirname "$real")/bin" "$release/bin"
    printf 'JAVA_VERSION="25"\n' >"$place/jdk/release"
    printf '#!/bin/sh\necho "$@"\n' >"$place/jdk/bin/java"
    chmod +x "$place/jdk/bin/java"
    touch "$release/.release"
    touch -t 202601020000 "$release/server/target/svc.jar"
    touch -t 202601030000 "$release/server/target/svc.aot"
    said=$place/started
    SVC_JAVA_HOME=$place/jdk "$release/svc" serve >"$said"
    expect_said 'AOTCache'
    touch -t 202601010000 "$release/server/target/svc.aot"
    SVC_JAVA_HOME=$place/jdk "$release/svc" serve >"$said"
    ! grep -q AOTCache "$said" || judge "an older cache was used"
}
