# shellcheck shell=sh
# shellcheck disable=SC2154
# Releases that were made ready: made the same each time, and taken only where everything about them is right.

# A key that is trusted, and a Java that is made at once: its jlink copies it.
with_signer() {
    export SVC_JAVA_HOME="$place/jdk" SVC_SIGNING_KEY="$place/key" ready="$place/ready"
    mkdir -p "$place/jdk/bin" "$SVC_HOME/trust" "$ready"
    echo 'JAVA_VERSION="25"' >"$place/jdk/release"
    cat >"$place/jdk/bin/java" <<'END'
#!/bin/sh
for word in "$@"; do case $word in -XX:AOTCacheOutput=*) echo cache >"${word#*=}" ;; esac; done
END
    printf '#!/bin/sh\nfor word in "$@"; do out=$word; done\nmkdir -p "$out/bin" && cp "%s/release" "$out/" && cp "%s/bin/java" "$out/bin/"\n' \
        "$place/jdk" "$place/jdk" >"$place/jdk/bin/jlink"
    cp "$place/jdk/bin/java" "$place/jdk/bin/javac"
    chmod +x "$place/jdk/bin/"*
    ssh-keygen -q -t ed25519 -N '' -f "$place/key"
    echo "releases@example.org $(cat "$place/key.pub")" >"$SVC_HOME/trust/allowed_signers"
    cp -R "$installer" "$place/work/installer"
    cp -R "$installer/../bin" "$place/work/bin"
    mkdir -p "$place/work/server" "$place/work/web/public"
    echo -Xmx1g >"$place/work/server/jvm.options"
    for file in LICENSE CHANGELOG.md web/public/icon.svg; do echo "$file" >"$place/work/$file"; done
    printf 'target/\nnode_modules/\n' >"$place/work/.gitignore"
}

with_ready() { # with_ready VERSION [FOLDER]: a signed tag, and the release made of it
    publish "$1"
    git -C "$place/work" -c gpg.format=ssh -c "user.signingKey=$place/key" tag -f -s -m "$1" "v$1" >/dev/null
    git -C "$place/work" push --quiet --force --tags origin
    with_made "$@"
}

with_made() { # with_made VERSION [FOLDER]
    sh "$place/work/installer/make-release.sh" "v$1" "${2:-$ready}" >"$place/made" 2>&1 || judge "$(cat "$place/made")"
}

with_list_signed_by() { # with_list_signed_by KEY: after it was changed
    rm -f "$ready"/*.sig
    ssh-keygen -q -Y sign -f "$1" -n "${2:-svc}" "$ready"/*.sha256 >/dev/null 2>&1
}

what_was_made_ready_is_installed_without_building_and_has_its_own_java() {
    with_signer
    with_ready 1.0.0
    printf '#!/bin/sh\nexit 1\n' >"$place/bin/mvn"
    chmod +x "$place/bin/mvn"
    SVC_JAVA_HOME='' SVC_RELEASES=$ready install_svc || judge "$(cat "$said")"
    expect_installed 1.0.0
    expect_said '1 of 3: fetching svc-1.0.0-'
    ! grep -q building "$said" || judge "it was built"
    [ -x "$SVC_HOME/current/src/runtime/bin/java" ] && [ -e "$SVC_HOME/current/src/server/target/svc.aot" ]
    expect_same commit "$(git -C "$place/work" rev-parse HEAD)" "$(sed -n 's/^commit=//p' "$SVC_HOME/current/release")"
    [ ! -e "$SVC_HOME/current/fetched" ] || judge "the archive is still there"
    uninstall_svc --yes
    expect_said 'removed with its data'
}

the_same_commit_makes_the_same_bytes() {
    with_signer
    with_ready 1.0.0 "$place/one"
    touch "$place/jdk/release" "$place/work/LICENSE"
    with_made 1.0.0 "$place/two"
    expect_same files "$(cd "$place/one" && ls)" "$(cd "$place/two" && ls)"
    for file in "$place/one"/*; do cmp "$file" "$place/two/${file##*/}" || judge "$file differs"; done
    (cd "$place/one" && sha256sum --quiet -c ./*.sha256) || judge "the list is not one that sha256sum reads"
}

a_release_is_made_of_a_version_s_tag_and_signed() {
    with_signer
    publish 1.0.0
    ! sh "$place/work/installer/make-release.sh" v2.0.0 >"$place/said" 2>&1 || judge "it should have refused"
    grep -q 'there is no tag v2.0.0' "$place/said"
    ! sh "$place/work/installer/make-release.sh" latest >"$place/said" 2>&1 || judge "it should have refused"
    grep -q 'is no version' "$place/said"
    ! SVC_SIGNING_KEY='' sh "$place/work/installer/make-release.sh" v1.0.0 >"$place/said" 2>&1 || judge "it should have refused"
    grep -q 'name the file of your ssh key in SVC_SIGNING_KEY' "$place/said"
}

what_is_not_what_it_should_be_is_refused() {
    with_signer
    with_ready 1.0.0
    export SVC_RELEASES="$ready"
    install_svc || judge "$(cat "$said")"
    with_ready 1.1.0
    rm -f "$ready"/svc-1.0.0*
    cp -R "$ready" "$place/whole"
    archive=$(echo "$ready"/*.tar.gz)

    ssh-keygen -q -t ed25519 -N '' -f "$place/stranger"
    with_list_signed_by "$place/stranger"
    expect_refused 'not signed by anybody in .*but with the key SHA256:'
    with_list_signed_by "$place/key" git
    expect_refused 'not signed by anybody'
    rm "$ready"/*.sig
    expect_refused 'its list of hashes is not signed'

    with_whole
    echo '# more' >>"$ready/svc-1.1.0.sha256"
    expect_refused 'not signed by anybody'

    with_whole
    head -c 1000 "$place/whole/${archive##*/}" >"$archive"
    expect_refused 'is cut short'
    with_whole
    printf x | dd of="$archive" bs=1 seek=100 conv=notrunc 2>/dev/null
    expect_refused 'is not what its signed list says'
    with_whole
    echo more >>"$archive"
    expect_refused 'is larger than it may be'
    rm "$archive"
    expect_refused 'names svc-1.1.0-.*, which is not there'

    expect_installed 1.0.0
    expect_releases 1
    with_whole
    install_svc || judge "$(cat "$said")"
    expect_installed 1.1.0
}

with_whole() {
    rm -rf "$ready"
    cp -R "$place/whole" "$ready"
}

an_older_release_under_a_new_name_and_one_of_a_tag_that_moved_are_refused() {
    with_signer
    with_ready 1.0.0
    export SVC_RELEASES="$ready"
    publish 1.1.0
    git -C "$place/work" -c gpg.format=ssh -c "user.signingKey=$place/key" tag -f -s -m 1.1.0 v1.1.0 >/dev/null
    git -C "$place/work" push --quiet --force --tags origin
    for file in "$ready"/*; do mv "$file" "$(echo "$file" | sed 's/1\.0\.0/1.1.0/')"; done
    expect_refused 'its list of hashes is of v1.0.0, not of v1.1.0'
    rm -f "$ready"/*
    with_made 1.1.0
    git -C "$place/work" commit --quiet --allow-empty -m moved
    git -C "$place/work" -c gpg.format=ssh -c "user.signingKey=$place/key" tag -f -s -m 1.1.0 v1.1.0 >/dev/null
    git -C "$place/work" push --quiet --force --tags origin main
    expect_refused 'made of another commit than v1.1.0 names now'
    expect_nothing_installed
}

what_is_not_there_and_what_nobody_can_vouch_for_is_built() {
    with_signer
    with_ready 1.0.0
    export SVC_RELEASES="$ready"
    mv "$SVC_HOME/trust/allowed_signers" "$place/signers"
    install_svc || judge "$(cat "$said")"
    expect_said 'no signer is trusted .* so nothing is taken from SVC_RELEASES'
    expect_said 'building v1.0.0'
    mv "$place/signers" "$SVC_HOME/trust/allowed_signers"
    with_ready 1.1.0
    rm "$ready/svc-1.1.0.sha256"
    install_svc || judge "$(cat "$said")"
    expect_said 'has no v1.1.0 for .*: it is built from its source'
    expect_installed 1.1.0
}

a_server_is_asked_carefully() {
    with_signer
    with_ready 1.0.0
    node "$installer/test/server.mjs" "$ready" "$place/port" &
    echo $! >"$FAKE_STATE/server.pid"
    until_true [ -s "$place/port" ]
    at=http://127.0.0.1:$(cat "$place/port")
    export no_proxy=127.0.0.1 NO_PROXY=127.0.0.1
    SVC_RELEASES=$at/moved expect_refused 'redirects elsewhere, which is not followed'
    SVC_RELEASES=$at/broken expect_refused 'with 500'
    SVC_RELEASES=$at/endless expect_refused 'is larger than it may be'
    SVC_RELEASES=$at/promising expect_refused 'was cut short on its way'
    SVC_RELEASES=$at/half expect_refused 'is cut short'
    SVC_RELEASES=http://127.0.0.1:9 expect_refused 'does not answer'
    SVC_RELEASES=http://me:secret@127.0.0.1 expect_refused 'holds a password'
    SVC_RELEASES=ftp://127.0.0.1 expect_refused 'is no address'
    expect_nothing_installed
    said=$place/said
    commit=$(git -C "$place/work" rev-parse HEAD)
    ! SVC_REPO=x sh "$installer/fetch-release.sh" "$at/slow" v1.0.0 "$commit" "$SVC_HOME/trust/allowed_signers" "$place/slow" 2 >"$said" 2>&1 ||
        judge "it should have given up"
    expect_said 'is too slow, or answers no more'
    SVC_RELEASES=$at/good install_svc || judge "$(cat "$said")"
    expect_said '1 of 3: fetching'
    expect_installed 1.0.0
}

a_disk_that_is_too_small_for_what_was_made_ready_is_named() {
    with_signer
    with_ready 1.0.0
    mkdir "$place/disk"
    # shellcheck disable=SC2016
    with_disk size=3m 'mkdir -p $place/disk/home && cp -R $SVC_HOME/trust $place/disk/home/ && SVC_RELEASES=$ready SVC_HOME=$place/disk/home expect_refused "MB free, and it takes up to"'
}
