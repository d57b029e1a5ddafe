#!/bin/sh
# Makes a release ready for machines without JDK, Maven and Node: make-release.sh TAG [FOLDER]
#  - builds the commit of TAG, as a release is built, from this repository and nothing else of this checkout
#  - packs it with a Java of its own, for the system this runs on: svc-X.Y.Z-<system>.tar.gz
#  - writes svc-X.Y.Z.sha256, a list of the hashes of all archives of that version in FOLDER, and signs it with the ssh
#    key SVC_SIGNING_KEY for the namespace svc: svc-X.Y.Z.sha256.sig
#  - FOLDER is target/release; put it behind an http server, or name it in SVC_RELEASES
#  - the same commit, JDK, Node and system make the same bytes; the start-up cache, which never does, is made where the
#    archive is unpacked
# For a second system run it there on a copy of FOLDER; the list then has both.
set -eu
umask 022

main() {
    case ${1:-} in
        "" | -*)
            sed -n '2,/^set -eu/{s/^# \{0,1\}//;/^set -eu/d;p;}' "$0"
            exit 2
            ;;
    esac
    root=$(cd "$(dirname "$0")/.." && pwd -P)
    # shellcheck source=../bin/java-home.sh
    . "$root/bin/java-home.sh"
    # shellcheck source=home.sh
    . "$root/installer/home.sh"
    # shellcheck source=modules.sh
    . "$root/installer/modules.sh"
    # shellcheck source=ready.sh
    . "$root/installer/ready.sh"
    tag=$1
    version=${tag#v}
    out=${2:-$root/target/release}
    require_tag
    require_key
    require_java_home jlink
    version=${tag#v} # looking for Java has used the name
    mkdir -p "$out"
    out=$(cd "$out" && pwd -P)
    work=$out/.making-$$
    trap 'rm -rf "$work"' EXIT
    trap 'exit 130' INT TERM HUP
    mkdir "$work"
    build
    lay_out
    pack
    write_list
    say "ready in $out:"
    ls -l "$out/$(archive_name "$version")" "$out/$(list_name "$version")" "$out/$(list_name "$version").sig"
}

require_tag() {
    echo "$version" | grep -qE '^(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}$' || fail "$tag is no version: a release has a tag such as v1.2.3."
    commit=$(git -C "$root" rev-parse --verify --quiet "refs/tags/$tag^{commit}") || fail "there is no tag $tag in $root."
}

require_key() {
    [ -n "${SVC_SIGNING_KEY:-}" ] || fail "a release is signed: name the file of your ssh key in SVC_SIGNING_KEY."
    [ -r "$SVC_SIGNING_KEY" ] || fail "SVC_SIGNING_KEY=$SVC_SIGNING_KEY cannot be read."
}

build() {
    (unset SVC_SKIP_WEB_BUILD && sh "$root/installer/build-release.sh" "$root" "$commit" "$work/built") || fail "nothing was made."
    built=$work/built/src
    [ "$(sed -n 's/^version=//p' "$work/built/release")" = "$version" ] ||
        fail "$tag names a commit that is also another version: nothing was made."
}

# What runs, and what installs, updates and removes it; no sources, no history.
lay_out() {
    say "laying it out"
    stage=$work/stage/src
    mkdir -p "$stage/server/target" "$stage/web/public" "$stage/web" "$stage/tray/target" "$stage/target"
    cp "$built/svc" "$built/LICENSE" "$built/CHANGELOG.md" "$stage/"
    cp -R "$built/bin" "$stage/bin"
    mkdir "$stage/installer"
    cp "$built"/installer/*.sh "$built/installer/svc.service" "$built/installer/dev.svc.plist" "$stage/installer/"
    cp "$built"/server/*.options "$stage/server/"
    cp -R "$built/server/target/svc.jar" "$built/server/target/lib" "$stage/server/target/"
    cp -R "$built/web/dist" "$stage/web/dist"
    cp "$built/web/public/icon.svg" "$stage/web/public/"
    if [ -e "$built/tray/target/svc-tray.jar" ]; then
        cp "$built/tray/jvm.options" "$stage/tray/"
        cp -R "$built/tray/target/svc-tray.jar" "$built/tray/target/lib" "$built/tray/target/modules" "$stage/tray/target/"
    fi
    cp -R "$built/target/share" "$stage/target/share"
    make_runtime "$stage/runtime"
    say "trying it"
    env -u SVC_JAVA_HOME "$stage/runtime/bin/java" "@$stage/server/jvm.options" "-Dsvc.root=$stage" \
        -jar "$stage/server/target/svc.jar" rehearse >"$work/trial.log" 2>&1 || {
        cat "$work/trial.log" >&2
        fail "what was packed does not run: look whether a module is missing in installer/modules.sh."
    }
}

# Names in order, one time and one owner for all, and no name or time in the compressed file.
pack() {
    say "packing"
    made=$(git -C "$root" log -1 --format=%ct "$commit")
    find "$stage" -type d -exec chmod 755 {} +
    find "$stage" -type f -exec chmod u=rwX,go=rX {} +
    tar -C "$work/stage" --sort=name --mtime="@$made" --owner=0 --group=0 --numeric-owner --format=ustar -cf "$work/archive.tar" src
    gzip -9n <"$work/archive.tar" >"$work/archive"
    mv "$work/archive" "$out/$(archive_name "$version")"
}

# An archive of another system that lies there was made of the same commit, or the list would name a stranger's.
write_list() {
    list=$out/$(list_name "$version")
    [ ! -e "$list" ] || grep -qxF "# commit $commit" "$list" || {
        find "$out" -maxdepth 1 -name "svc-$version-*.tar.gz" ! -name "$(archive_name "$version")" | grep -q . &&
            fail "$out has archives of another commit: remove them."
    }
    {
        echo "# svc $version"
        echo "# tag $tag"
        echo "# commit $commit"
        for file in "$out/svc-$version"-*.tar.gz; do
            echo "# bytes $(wc -c <"$file" | tr -d ' ') $(basename "$file")"
            echo "$(hash_of "$file")  $(basename "$file")"
        done
    } >"$work/list"
    ssh-keygen -q -Y sign -f "$SVC_SIGNING_KEY" -n svc "$work/list" >/dev/null 2>"$work/sign.log" || {
        cat "$work/sign.log" >&2
        fail "the list could not be signed; ssh-keygen says why above."
    }
    mv "$work/list.sig" "$list.sig"
    mv "$work/list" "$list"
}

main "$@"
