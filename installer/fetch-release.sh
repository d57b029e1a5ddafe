#!/bin/sh
# Fetches a release that was made ready for this machine: fetch-release.sh RELEASES TAG COMMIT SIGNERS DIR [SECONDS]
#  - RELEASES is a folder, file://, http:// or https://; redirects are not followed
#  - there it reads svc-X.Y.Z.sha256 and its signature: by somebody in the file SIGNERS (as ssh-keygen reads it), for
#    the namespace svc; it has to name TAG and COMMIT
#  - then the archive svc-X.Y.Z-<system>.tar.gz, no larger than the list says, and its hash; only then it is unpacked
#  - gives up on a server that sends nothing for so many SECONDS, 30 unless told
#  - trains the start-up cache, which fits only the machine it was made on
#  - writes DIR/release last (version, commit, channel, repo, built), as build-release.sh does
#  - reads SVC_CHANNEL and SVC_REPO for the note
#  - ends with 0; with 4 where nothing is there for this tag and machine, or no signer is trusted, so that it has to be
#    built; else says in a sentence why not, and leaves DIR for the caller to remove
set -eu
umask 077

if [ $# -ne 5 ] && [ $# -ne 6 ]; then
    echo "fetch-release: say  fetch-release.sh RELEASES TAG COMMIT SIGNERS DIR [SECONDS]" >&2
    exit 2
fi
releases=${1%/}
tag=$2
commit=$3
signers=$4
dir=$5
patience=${6:-30}
version=${tag#v}
root=$(cd "$(dirname "$0")/.." && pwd -P)
# shellcheck source=../bin/caches.sh
. "$root/bin/caches.sh"
# shellcheck source=ready.sh
. "$root/installer/ready.sh"

NOT_THERE=4
LIST_MOST=65536

main() {
    began=$(date +%s)
    [ -s "$signers" ] || {
        echo "svc: no signer is trusted ($signers), so nothing is taken from SVC_RELEASES: it is built from its source." >&2
        exit $NOT_THERE
    }
    require_address
    mkdir -p "$dir/fetched"
    list=$dir/fetched/$(list_name "$version")
    archive=$(archive_name "$version")
    get "$(list_name "$version")" "$list" $LIST_MOST || nothing_there
    get "$(list_name "$version").sig" "$list.sig" $LIST_MOST || refuse "its list of hashes is not signed"
    require_signed
    require_named
    bytes=$(sed -n "s/^# bytes \([0-9]\{1,12\}\) $archive\$/\1/p" "$list")
    hash=$(sed -n "s/^\([0-9a-f]\{64\}\)  $archive\$/\1/p" "$list")
    if [ -z "$bytes" ] || [ -z "$hash" ]; then nothing_there; fi
    require_room
    step 1 "fetching $archive, $(megabytes "$bytes") MB"
    show_arriving 9>&- & # without the lock of who called
    showing=$!
    trap 'kill $showing 2>/dev/null || true' EXIT
    get "$archive" "$dir/fetched/archive" "$bytes" || refuse "its list names $archive, which is not there"
    kill $showing 2>/dev/null || true
    require_hash
    step 2 unpacking
    tar -xzf "$dir/fetched/archive" --no-same-owner -C "$dir" 2>"$dir/fetched/tar.log" || refuse "it cannot be unpacked$(if_full)"
    if [ ! -x "$dir/src/svc" ] || [ -L "$dir/src" ]; then refuse "it holds no svc"; fi
    rm -rf "$dir/fetched"
    step 3 "start-up cache"
    train
    write_note
}

step() { # step NUMBER DOING
    echo "svc: $1 of 3: $2" >&2
}

refuse() { # refuse WHY: what is there is not what it should be
    echo "svc: $tag of $releases is not taken: $1. Nothing was installed; with SVC_RELEASES empty it is built from its source." >&2
    exit 1
}

nothing_there() {
    rm -rf "$dir/fetched"
    echo "svc: $releases has no $tag for $(system_name): it is built from its source." >&2
    exit $NOT_THERE
}

require_address() {
    case $releases in
        http://*:*@* | https://*:*@*) refuse "SVC_RELEASES holds a password, which would show in the list of processes" ;;
        http://?* | https://?*)
            command -v curl >/dev/null 2>&1 || refuse "curl is needed for it and was not found (apt install curl)"
            ;;
        file:///?*) releases=${releases#file://} ;;
        /?*) ;;
        *) refuse "SVC_RELEASES=$releases is no address: it begins with https://, http:// or / (a folder of this machine)" ;;
    esac
    # It becomes a part of names and patterns.
    case $version in *[!0-9.]* | "") refuse "$tag is no version" ;; esac
}

# get NAME FILE MOST: fetches a file of at most so many bytes; fails only where it is not there.
get() {
    case $releases in
        /*)
            [ -d "$releases" ] || refuse "$releases is no folder that can be read"
            [ -f "$releases/$1" ] || return 1
            head -c "$(($3 + 1))" "$releases/$1" >"$2" || refuse "$releases/$1 cannot be read, or written here$(if_full)"
            ;;
        *) get_from_server "$@" || return 1 ;;
    esac
    got=$(wc -c <"$2")
    [ "$got" -le "$3" ] || refuse "$1 is larger than it may be"
}

# Whatever a server says of the length, no more than that is written.
get_from_server() { # get_from_server NAME FILE MOST
    code=0
    answer=$(ulimit -f "$(($3 / 512 + 2))" && exec curl -q --silent --proto =http,https --max-redirs 0 --connect-timeout 20 \
        --speed-limit 1000 --speed-time "$patience" --output "$2" --write-out '%{http_code}' -- "$releases/$1") || code=$?
    case $code in
        0) ;;
        6 | 7) refuse "$releases does not answer" ;;
        18) refuse "$1 was cut short on its way" ;;
        23) refuse "$1 cannot be written$(if_full)" ;;
        28) refuse "$releases is too slow, or answers no more" ;;
        153 | 25) refuse "$1 is larger than it may be" ;;
        *) refuse "$1 could not be fetched (curl ended with $code)" ;;
    esac
    case $answer in
        200) return 0 ;;
        404 | 410) return 1 ;;
        3*) refuse "$releases redirects elsewhere, which is not followed: name the address itself" ;;
        *) refuse "$releases answers $1 with $answer" ;;
    esac
}

if_full() {
    free=$(df -Pk "$dir" | awk 'NR == 2 {print $4}')
    [ "$free" -ge 1024 ] || printf ': the disk of %s is full' "$dir"
}

require_signed() {
    who=$(ssh-keygen -Y find-principals -f "$signers" -s "$list.sig" 2>/dev/null | head -n 1) || true
    { [ -n "$who" ] && ssh-keygen -Y verify -f "$signers" -I "$who" -n svc -s "$list.sig" <"$list" >/dev/null 2>&1; } ||
        refuse "its list of hashes is not signed by anybody in $signers$(signed_by)"
}

# The fingerprint in a signature, so that a person can look whose it is.
signed_by() {
    key=$(ssh-keygen -Y check-novalidate -n svc -s "$list.sig" <"$list" 2>/dev/null | sed -n 's/.* key \(SHA256:[A-Za-z0-9+/=]*\)$/\1/p')
    [ -z "$key" ] || printf ' (but with the key %s)' "$key"
}

require_named() {
    grep -qxF "# tag $tag" "$list" || refuse "its list of hashes is of $(sed -n 's/^# tag \([v0-9.]*\)$/\1/p' "$list" | head -n 1), not of $tag"
    grep -qxF "# commit $commit" "$list" ||
        refuse "it was made of another commit than $tag names now: a release does not change"
}

require_room() {
    free=$(($(df -Pk "$dir" | awk 'NR == 2 {print $4}') / 1024))
    needed=$(($(megabytes "$bytes") * 4))
    [ "$free" -ge "$needed" ] || refuse "$dir has $free MB free, and it takes up to $needed MB: make room and start again"
}

megabytes() { # megabytes BYTES: rounded up
    echo $((($1 + 999999) / 1000000))
}

# What has arrived, every tenth of it.
show_arriving() {
    shown=0
    while sleep 0.3 2>/dev/null || sleep 1; do
        here=$(wc -c <"$dir/fetched/archive" 2>/dev/null || echo 0)
        if [ $((here * 10 / (bytes + 1))) -gt "$shown" ]; then
            shown=$((here * 10 / (bytes + 1)))
            echo "svc:   $(megabytes "$here") of $(megabytes "$bytes") MB" >&2
        fi
    done
}

require_hash() {
    [ "$(wc -c <"$dir/fetched/archive")" -eq "$bytes" ] || refuse "$archive is cut short"
    [ "$(hash_of "$dir/fetched/archive")" = "$hash" ] || refuse "$archive is not what its signed list says"
}

write_note() {
    {
        echo "version=$version"
        echo "commit=$commit"
        echo "channel=${SVC_CHANNEL:-stable}"
        echo "repo=${SVC_REPO:-}"
        echo "built=$(date -u +%Y-%m-%dT%H:%M:%SZ)"
        echo "took=$(($(date +%s) - began))"
    } >"$dir/release.new" || refuse "$dir cannot be written$(if_full)"
    rm -f "$dir/src/.release"
    ln -s ../release "$dir/src/.release"
    sync -f "$dir" 2>/dev/null || sync
    mv "$dir/release.new" "$dir/release"
}

# The cache holds the machine's own addresses and sizes: no two are alike, so it is not in the archive.
train() {
    train_service "$dir/src/runtime/bin/java" "$dir/src/server" "$dir/src/server/target/svc.jar" "$dir/src" >"$dir/training.log" 2>&1 ||
        echo "svc:   no start-up cache$(if_full); everything works, starts are slower" >&2
    rm -f "$dir/training.log"
}

main
