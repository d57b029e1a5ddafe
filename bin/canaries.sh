# shellcheck shell=sh
# The secrets of the tests: one that stands in the output or a report of a test run has leaked.

no_secret_written_down() {
    sed -n 's/.*= "\(canary[^"]*\)";/\1/p' server/src/test/java/dev/svc/server/Canary.java >target/canaries
    [ -s target/canaries ] || return 1
    ! grep -rlaF -f target/canaries --include='*.log' --include='*.txt' --include='*.xml' \
        target shared/target server/target tray/target | sed 's/^/test: a secret stands in /' | grep .
}

