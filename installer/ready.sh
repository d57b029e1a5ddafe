# shellcheck shell=sh
# Releases that were made ready: what they are called. Read by fetch-release.sh and make-release.sh.

# The system that an archive is for, as linux-x64.
system_name() {
    echo "$(uname -s | tr '[:upper:]' '[:lower:]' | sed 's/^darwin$/macos/')-$(uname -m | sed 's/^x86_64$/x64/; s/^aarch64$/arm64/')"
}

archive_name() { # archive_name VERSION
    echo "svc-$1-$(system_name).tar.gz"
}

list_name() { # list_name VERSION: of its hashes
    echo "svc-$1.sha256"
}

hash_of() { # hash_of FILE
    if command -v sha256sum >/dev/null 2>&1; then sha256sum <"$1"; else shasum -a 256 <"$1"; fi | cut -d ' ' -f 1
}
