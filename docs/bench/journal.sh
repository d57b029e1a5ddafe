#!/bin/sh
# Measures the journal on this machine and prints a table in Markdown.
#
#   docs/bench/journal.sh [FOLDER]    FOLDER is on the disk to measure; a temporary one by default
#
# Needs a JDK 25 and Maven. Everything it writes is in the folder, which is removed when it was made here.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
cd "$root"
. "$root/bin/java-home.sh"
require_java_home
. "$root/bin/build.sh"
folder=${1:-}
if [ -z "$folder" ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
fi
maven -pl shared,server test-compile dependency:build-classpath \
  -Dmdep.outputFile="$folder/classpath" -Dmdep.includeScope=test >"$folder/build.log" || { cat "$folder/build.log" >&2; exit 1; }
"$JAVA_HOME/bin/java" "@server/jvm.options" -Xmx1g -cp "server/target/test-classes:server/target/classes:$(cat "$folder/classpath")" \
  dev.svc.server.journal.JournalBench "$folder"
