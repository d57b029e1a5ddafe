# shellcheck shell=sh
# Builds a checkout when its sources are newer than what was built from them. Needs caches.sh.

# A compiler runs for seconds: the JVM's first compiler alone halves the processor time of a build.
maven() {
    MAVEN_OPTS="${MAVEN_OPTS:-} --sun-misc-unsafe-memory-access=allow -XX:TieredStopAtLevel=1 -XX:+UseSerialGC" mvn -B "$@"
}

built=$root/target/built

# The version of these sources: of the tag that names exactly them, X.Y.Z or vX.Y.Z; else X.Y.Z+n.commit, n commits after
# the last such tag, or after nothing with the number that CHANGELOG.md has. A changed file makes it no release.
built_version() {
    at=$(built_commit)
    [ -n "$at" ] || return 0
    number=
    ! git -C "$root" diff --quiet HEAD 2>/dev/null || number=$(git -C "$root" tag --points-at HEAD | grep -E '^v?[0-9]+\.[0-9]+\.[0-9]+$' |
        sed 's/^v//' | sort -t. -k1,1n -k2,2n -k3,3n | tail -n 1)
    if [ -z "$number" ]; then
        number=$(git -C "$root" describe --tags --long --match 'v[0-9]*.[0-9]*.[0-9]*' --match '[0-9]*.[0-9]*.[0-9]*' --exclude '*-*' 2>/dev/null |
            sed -n 's/^v\{0,1\}\([0-9]*\.[0-9]*\.[0-9]*\)-\([0-9]*\)-g[0-9a-f]*$/\1+\2/p')
        [ -n "$number" ] || number=$(sed -n 's/^## \([0-9]*\.[0-9]*\.[0-9]*\).*/\1/p' "$root/CHANGELOG.md" 2>/dev/null | head -n 1)+$(git -C "$root" rev-list --count HEAD)
        number=$number.$(echo "$at" | cut -c 1-12)
    fi
    case $number in +*) number=0.0.0$number ;; esac
    echo "$number"
}

built_commit() {
    git -C "$root" rev-parse HEAD 2>/dev/null || true
}

sources_changed() {
    [ ! -e "$built" ] && return 0
    [ ! -e "$root/server/target/svc.jar" ] && return 0
    newer=$(find "$root/pom.xml" "$root/shared/pom.xml" "$root/shared/src/main" "$root/server/pom.xml" \
        "$root/server/src/main" "$root/server/jvm.options" "$root/server/command.options" "$root/tray/pom.xml" "$root/tray/src/main" "$root/web/pom.xml" "$root/web/package-lock.json" \
        "$root/web/vite.config.ts" "$root/web/index.html" "$root/web/src" "$root/web/public" \
        -newer "$built" -print 2>/dev/null | head -n 1)
    [ -n "$newer" ]
}

require_command() { # require_command NAME HOW_TO_GET_IT
    command -v "$1" >/dev/null 2>&1 && return 0
    echo "svc: building needs $1 and found none: $2." >&2
    exit 1
}

build_if_needed() {
    if sources_changed; then
        mkdir -p "$root/target"
        # Two commands at once must not build over each other; the second waits and then finds everything built.
        if command -v flock >/dev/null 2>&1; then
            exec 9>"$root/target/building"
            flock 9
            sources_changed && build
            exec 9>&-
        else
            build
        fi
    fi
}

build() {
    require_command mvn "apt install maven, dnf install maven or brew install maven"
    log=$root/target/build.log
    stamp=$root/target/building.stamp
    : >"$stamp"
    : >"$log"
    skip_web=true
    if [ "${SVC_SKIP_WEB_BUILD:-0}" != 1 ]; then
        skip_web=false
        require_command npm "install Node.js 20 or newer with npm"
        use_node_version
    fi
    echo "svc: building (the first time takes a few minutes; details in target/build.log)" >&2
    # The page beside the Java; what checks the code and changes no class of it is for those who change it: ./test.
    maven -f "$root/pom.xml" -T 3 package -Dmaven.test.skip=true -Dsvc.checks=false "-DskipWeb=$skip_web" \
        "-Dsvc.describe=$(built_version)" "-Dsvc.commit=$(built_commit)" >"$log" 2>&1 &
    show_progress $!
    mv "$stamp" "$built"
    train_cache_of_checkout
    write_version || true
}

# SVC_NODE_VERSION: where another Node.js is on PATH, npm fetches that one for this build alone.
use_node_version() {
    wanted=${SVC_NODE_VERSION:-}
    wanted=${wanted#v}
    case $wanted in
        "") return 0 ;;
        *[!0-9.]*)
            echo "svc: SVC_NODE_VERSION=$SVC_NODE_VERSION is no version: write it as 22 or 22.12.0." >&2
            exit 1
            ;;
    esac
    case "$(node --version 2>/dev/null)." in "v$wanted."*) return 0 ;; esac
    package=node-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m | sed 's/^x86_64$/x64/; s/^aarch64$/arm64/')
    echo "svc:   Node.js $wanted" >&2
    if ! npm install --prefix "$root/target/node" --no-save --no-audit --no-fund "$package@$wanted" >"$log" 2>&1; then
        tail -n 5 "$log" >&2
        echo "svc: npm could not fetch Node.js $wanted: correct SVC_NODE_VERSION, or put that version on PATH." >&2
        exit 1
    fi
    PATH=$root/target/node/node_modules/$package/bin:$PATH
}

# What a module of the build is for people.
step_of() { # step_of MODULE
    case $1 in
        shared) echo "what server and tray share" ;;
        web) echo "the page" ;;
        server) echo "the server" ;;
        tray) echo "the tray" ;;
    esac
}

as_time() { # as_time SECONDS
    printf '%d:%02d' $(($1 / 60)) $(($1 % 60))
}

show_progress() { # show_progress PID: says each step as the log reaches it, and libraries by the dozen as they come
    steps=0
    files=0
    began=$(date +%s)
    while kill -0 "$1" 2>/dev/null; do
        # Modules are built beside each other: each is said once, in the order in which they begin.
        for module in $(sed -n 's/^\[INFO\] --- [a-z-]*:[^ ]* (.*) @ svc-\([a-z]*\).*/\1/p' "$log" | awk -v "said=$steps" '!seen[$0]++ && ++n > said'); do
            steps=$((steps + 1))
            echo "svc:   $steps of 5: $(step_of "$module") ($(as_time $(($(date +%s) - began))))" >&2
        done
        arrived=$(grep -c '^\[INFO\] Downloaded from' "$log" || true)
        if [ "$arrived" -ge $((files + 12)) ]; then
            echo "svc:   fetched $arrived files that it is built with ($(as_time $(($(date +%s) - began))))" >&2
            files=$arrived
        fi
        sleep 0.3 2>/dev/null || sleep 1
    done
    if ! wait "$1"; then
        grep -E '^\[(ERROR|WARNING)\]' "$log" | head -n 20 >&2
        echo "svc: the build failed; target/build.log has all of it." >&2
        exit 1
    fi
}

train_cache_of_checkout() {
    echo "svc:   5 of 5: start-up cache" >&2
    train_service "$JAVA_HOME/bin/java" "$root/server" "$root/server/target/svc.jar" "$root" >>"$root/target/build.log" 2>&1 ||
        echo "svc:   no start-up cache (target/build.log says why); everything works, starts are slower" >&2
}

# For the command itself, which then needs no Java to say it.
write_version() {
    rm -f "$root/target/version"
    "$JAVA_HOME/bin/java" "@$root/server/command.options" "-Dsvc.root=$root" -jar "$root/server/target/svc.jar" version \
        >"$root/target/version.new" 2>>"$root/target/build.log" && mv "$root/target/version.new" "$root/target/version"
}
