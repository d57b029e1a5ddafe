# shellcheck shell=sh
# Whether an advisory is published about something that ships. bin/advisories.mjs judges; npm is asked here, and where it
# cannot be asked the list in the repository counts alone: a network that is away makes nothing red.

no_open_advisory() {
    (cd "${root:?}/web" && npm audit --json --fetch-retries=0 --fetch-timeout=20000) >"${root:?}/target/npm-audit.json" 2>/dev/null || true
    node "${root:?}/bin/advisories.mjs" --list "${root:?}/docs/advisories.tsv" --lock "${root:?}/web/package-lock.json" \
        --jars "${root:?}/server/target/lib" --jars "${root:?}/tray/target/lib" --jars "${root:?}/tray/target/modules" \
        --audit "${root:?}/target/npm-audit.json"
}
