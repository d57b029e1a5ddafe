# shellcheck shell=sh
# The Java that packages and ready-made releases bring. Read by package.sh and make-release.sh.

# What the service, the tray (java.desktop, for its bus jdk.security.auth) and their libraries use; the trial below
# fails without one of the service's, and installer/test/deep without one of the tray's.
MODULES=java.base,java.desktop,java.logging,java.management,java.naming,java.net.http,java.sql,java.xml,jdk.crypto.ec,jdk.management,jdk.security.auth,jdk.unsupported,jdk.zipfs

make_runtime() { # make_runtime FOLDER: of the JDK in JAVA_HOME
    "$JAVA_HOME/bin/jlink" --add-modules "$MODULES" --strip-debug --no-header-files --no-man-pages --compress zip-6 \
        --output "$1"
}
