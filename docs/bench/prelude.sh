# shellcheck shell=sh
# What the benchmarks of the server have in common: JAVA_HOME, a folder that goes with them, and the classes they run.
root=$(cd "$(dirname "$0")/../.." && pwd -P)
cd "$root"
# shellcheck source=../../bin/java-home.sh
. "$root/bin/java-home.sh"
require_java_home
# shellcheck source=../../bin/build.sh
. "$root/bin/build.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run_bench MAIN_CLASS JVM_OPTION... -- ARGUMENT...: compiles what changed and runs the class with the flags of the service.
run_bench() {
    main=$1
    shift
    maven -pl shared,server test-compile dependency:build-classpath -Dsvc.checks=false \
        -Dmdep.outputFile="$work/classpath" -Dmdep.includeScope=test >"$work/build.log" || {
        cat "$work/build.log" >&2
        exit 1
    }
    options=
    while [ "$1" != -- ]; do
        options="$options $1"
        shift
    done
    shift
    echo "load: $(uptime)"
    # Options of the JVM have no blanks.
    # shellcheck disable=SC2086
    "$JAVA_HOME/bin/java" "@server/jvm.options" @server/classes.options $options \
        -cp "server/target/test-classes:server/target/classes:$(cat "$work/classpath")" "$main" "$@"
}
