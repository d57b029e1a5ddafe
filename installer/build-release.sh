#!/bin/sh
# Builds one commit of a repository as a release: build-release.sh REPO COMMIT DIR
#  - clones REPO to DIR/src without hooks, submodules or prompts; only from https, ssh and this disk
#  - checks out exactly COMMIT; the caller decides which commit, and whether to trust it
#  - builds with the ./svc of that commit, which also trains the start-up cache
#  - removes what only the build needed, and records in DIR/src/runtime the Java it was built with
#  - writes DIR/release last (version, commit, channel, repo, built): a folder without that file is not a release
#  - reads SVC_CHANNEL for the note, SVC_SKIP_WEB_BUILD, SVC_NODE_VERSION and SVC_JAVA_HOME for the build
#  - ends with 0, or says in a sentence why not and leaves DIR for the caller to inspect and remove
set -eu
umask 077

if [ $# -ne 3 ]; then
    echo "build-release: say  build-release.sh REPO COMMIT DIR" >&2
    exit 2
fi
repo=$1
commit=$2
dir=$3
root=$(cd "$(dirname "$0")/.." && pwd -P)
# shellcheck source=../bin/java-home.sh
. "$root/bin/java-home.sh"
# shellcheck source=git.sh
. "$root/installer/git.sh"

main() {
    began=$(date +%s)
    check_arguments
    require_java_home javac
    mkdir -p "$dir"
    dir=$(cd "$dir" && pwd -P)
    src=$dir/src
    clone_commit
    take_former_page
    build
    write_aids
    remove_remains
    ln -s "$JAVA_HOME" "$src/runtime"
    write_note
}

fail() {
    echo "svc: $*" >&2
    exit 1
}

check_arguments() {
    require_repository "$repo"
    case $commit in
        *[!0-9a-f]* | "") fail "$commit is no commit: a release is built from its full name of 40 or 64 digits." ;;
    esac
    [ ${#commit} -eq 40 ] || [ ${#commit} -eq 64 ] ||
        fail "$commit is no commit: a release is built from its full name of 40 or 64 digits."
    [ ! -e "$dir/src" ] || fail "$dir holds something already: a release is built in a folder of its own."
}

clone_commit() {
    echo "svc: fetching $commit" >&2
    careful_git clone --quiet --no-local --no-checkout --template= --config core.hooksPath=/dev/null "$repo" "$src" ||
        refuse_clone
    careful_git -C "$src" cat-file -e "$commit^{commit}" 2>/dev/null ||
        careful_git -C "$src" fetch --quiet origin "$commit" ||
        fail "$repo has no commit $commit."
    careful_git -C "$src" checkout --quiet --detach "$commit" || fail "$commit cannot be laid out in $src$(if_full)."
}

refuse_clone() {
    fail "$repo cannot be cloned$(if_full); git says why above. Look at the address (SVC_REPO) and at the network."
}

if_full() {
    free=$(df -Pk "$dir" | awk 'NR == 2 {print $4}')
    [ "$free" -ge 1024 ] || printf ': the disk of %s is full' "$dir"
}

take_former_page() {
    [ "${SVC_SKIP_WEB_BUILD:-0}" = 1 ] || return 0
    for page in "$dir/../../current/src/web/dist" "$root/web/dist"; do
        if [ -e "$page/index.html" ]; then
            mkdir -p "$src/web/dist"
            cp -R "$page/." "$src/web/dist/"
            return 0
        fi
    done
    fail "SVC_SKIP_WEB_BUILD=1 takes the page of the release before, and there is none: install once without it."
}

build() {
    [ -x "$src/svc" ] || fail "$commit of $repo is no svc: it has no command svc to build it with."
    # Behind what the person does meanwhile.
    version=$(nice -n 10 "$src/svc" version) ||
        fail "$commit could not be built$(if_full); $src/target/build.log has all of it."
    version=${version#svc } # what older ones put ahead of the number
}

# What a shell and man read of this release; without them it works all the same.
write_aids() {
    aids=$src/target/share
    mkdir -p "$aids"
    "$src/svc" generate-completion >"$aids/svc.bash" || rm -f "$aids/svc.bash"
    "$src/svc" man >"$aids/svc.1" || rm -f "$aids/svc.1"
}

# What is left: sources, jars, page, start-up cache, build log.
remove_remains() {
    rm -rf "$src/web/node_modules" "$src/target/node"
    find "$src" -path "$src/.git" -prune -o -type d -path '*/target/*' \
        \( -name classes -o -name 'maven-*' -o -name 'generated-*' \) -prune -exec rm -rf {} +
}

write_note() {
    {
        echo "version=$version"
        echo "commit=$commit"
        echo "channel=${SVC_CHANNEL:-stable}"
        echo "repo=$repo"
        echo "built=$(date -u +%Y-%m-%dT%H:%M:%SZ)"
        echo "took=$(($(date +%s) - began))"
    } >"$dir/release.new" || fail "$dir cannot be written$(if_full)."
    ln -s ../release "$src/.release"
    sync -f "$dir" 2>/dev/null || sync
    mv "$dir/release.new" "$dir/release"
}

main
