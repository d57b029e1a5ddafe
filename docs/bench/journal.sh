#!/bin/sh
# Measures the journal on this machine and prints a table in Markdown.
#
#   docs/bench/journal.sh [FOLDER]    FOLDER is on the disk to measure; a temporary one by default
#
# Needs a JDK 25 and Maven. Everything it writes is in the folder, which is removed when it was made here.
set -eu
cd "$(dirname "$0")/../.."
folder=${1:-}
if [ -z "$folder" ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
fi
mvn -B -q -o -pl shared,server test-compile dependency:build-classpath \
  -Dmdep.outputFile="$folder/classpath" -Dmdep.includeScope=test
exec_java=${JAVA_HOME:+$JAVA_HOME/bin/}java
"$exec_java" "@server/jvm.options" -Xmx1g -cp "server/target/test-classes:$(cat "$folder/classpath")" \
  dev.svc.server.journal.JournalBench "$folder"
