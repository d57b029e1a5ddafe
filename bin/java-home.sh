# shellcheck shell=sh
# Finds a JDK 25 or newer without starting one: its file "release" says what it is.

java_home_version() { # java_home_version HOME: prints the feature version, or nothing
    [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 0
    sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

is_java_25() { # is_java_25 HOME TOOL
    version=$(java_home_version "$1")
    [ -n "$version" ] && [ "$version" -ge 25 ] && [ -x "$1/bin/$2" ]
}

java_on_path() {
    found=$(command -v java) || return 0
    while [ -L "$found" ]; do
        link=$(readlink "$found")
        case $link in
            /*) found=$link ;;
            *) found=$(dirname "$found")/$link ;;
        esac
    done
    dirname "$(dirname "$found")"
}

require_java_home() { # require_java_home [TOOL]: one that has TOOL, as javac for building
    for candidate in "${SVC_JAVA_HOME:-}" "$root/runtime" "${JAVA_HOME:-}" "$(java_on_path)" \
        /usr/lib/jvm/*25* /usr/lib/jvm/* "${HOME:-/nonexistent}"/.sdkman/candidates/java/* \
        "${HOME:-/nonexistent}"/.jdks/* /opt/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk/libexec/openjdk.jdk/Contents/Home; do
        if [ -n "$candidate" ] && is_java_25 "$candidate" "${1:-java}"; then
            JAVA_HOME=$candidate
            export JAVA_HOME
            return 0
        fi
    done
    echo "svc: needs a JDK 25 or newer and found none: install one (Debian 13, Ubuntu: apt install openjdk-25-jdk-headless; Fedora: dnf install java-25-openjdk-devel; macOS: brew install openjdk; or from adoptium.net) or set JAVA_HOME to it." >&2
    exit 3
}
