#!/bin/sh
# Packs svc with a Java of its own, so that nothing but dtach is needed: package.sh [app-image|deb|rpm], all three by
# default
#  - builds this checkout if needed, or packages the release it is in
#  - jlink makes a runtime of the modules in MODULES; jpackage a folder svc/ with the command, the tray and that
#    runtime (app-image)
#  - a start-up cache is trained in that folder; the package's files are the same for .deb and .rpm:
#    /opt/svc, /usr/bin/svc, a systemd user unit (systemctl --user enable --now svc), man page, completion, and the
#    entry of the desktop with its icon
#  - a package removes everything it installed, but never a person's data in ~/.local/share/svc
#  - the results are in target/package
set -eu
root=$(cd "$(dirname "$0")/.." && pwd -P)
# shellcheck source=../bin/java-home.sh
. "$root/bin/java-home.sh"
# shellcheck source=home.sh
. "$root/installer/home.sh"
# shellcheck source=service.sh
. "$root/installer/service.sh"
# shellcheck source=furnish.sh
. "$root/installer/furnish.sh"
# shellcheck source=../bin/caches.sh
. "$root/bin/caches.sh"
# shellcheck source=modules.sh
. "$root/installer/modules.sh"

SUMMARY="Finds, organises and opens the sessions of coding agents in the browser"

main() {
    case ${1:-all} in
        app-image | deb | rpm | all) wanted=${1:-all} ;;
        *)
            echo "svc: package.sh takes app-image, deb or rpm, not $1." >&2
            exit 2
            ;;
    esac
    require_java_home jpackage
    require_tool dpkg-deb deb "apt install dpkg"
    require_tool rpmbuild rpm "apt install rpm, dnf install rpm-build"
    version=$("$root/svc" version)
    version=${version#svc }
    out=$root/target/package
    rm -rf "$out"
    mkdir -p "$out"
    make_image
    case $wanted in deb | rpm | all) make_tree ;; esac
    case $wanted in deb | all) make_deb ;; esac
    case $wanted in rpm | all) make_rpm ;; esac
    say "packed $version:"
    find "$out" -maxdepth 1 \( -name '*.deb' -o -name '*.rpm' -o -name svc \) -exec du -sh {} +
}

require_tool() { # require_tool COMMAND KIND HOW
    case $wanted in "$2" | all) ;; *) return 0 ;; esac
    command -v "$1" >/dev/null 2>&1 || fail "a .$2 is made with $1, and none was found: $3."
}

# The app image: svc/bin/svc and what it hands over to, svc/lib/app with jars and page, svc/lib/runtime.
make_image() {
    say "runtime"
    make_runtime "$out/runtime"
    input=$out/input
    mkdir -p "$input/web"
    cp "$root/server/target/svc.jar" "$input/"
    cp -R "$root/server/target/lib" "$input/lib"
    cp -R "$root/web/dist" "$input/web/dist"
    cp "$root/server/command.options" "$input/"
    say "app image"
    # The launcher puts its own folder for $APPDIR.
    # shellcheck disable=SC2016
    set -- --java-options '-Dsvc.root=$APPDIR' --java-options '-XX:AOTCache=$APPDIR/svc.aot' \
        --java-options -Xlog:disable --java-options -Xlog:all=error:stderr
    while read -r option; do
        case $option in "" | "#"*) ;; *) set -- "$@" --java-options "$option" ;; esac
    done <<END
$(cat "$root/server/jvm.options" "$root/server/classes.options")
END
    "$JAVA_HOME/bin/jpackage" --type app-image --name svc --app-version "$(plain_version)" --description "$SUMMARY" \
        --runtime-image "$out/runtime" --input "$input" --main-jar svc.jar --main-class dev.svc.server.Main \
        --dest "$out" "$@"
    rm -rf "$out/input" "$out/runtime"
    add_command "$out/svc"
    add_tray "$out/svc/lib/app/tray"
    train
}

# The launcher of jpackage has the flags and the class path, and leaves the locale as it is.
add_command() {
    mv "$1/bin/svc" "$1/bin/svc-program"
    mv "$1/lib/app/svc.cfg" "$1/lib/app/svc-program.cfg"
    cp "$root/installer/packaged-svc.sh" "$1/bin/svc"
    cp "$root/bin/utf8-locale.sh" "$root/bin/caches.sh" "$1/lib/"
    chmod 755 "$1/bin/svc"
}

# A program of its own beside the server's, whose jars stay off the server's class path.
add_tray() {
    mkdir -p "$1/target"
    cp "$root/tray/jvm.options" "$1/"
    cp -R "$root/tray/target/svc-tray.jar" "$root/tray/target/lib" "$root/tray/target/modules" "$1/target/"
}

# jpackage takes numbers only.
plain_version() {
    number=${version%%[!0-9.]*}
    case $number in 0.* | "") echo 1.0.0 ;; *) echo "$number" ;; esac
}

# With the class path and the flags that the command starts with: they stand in svc-program.cfg.
train() {
    say "start-up cache"
    app=$out/svc/lib/app
    classpath=$(sed -n 's/^app\.classpath=//p' "$app/svc-program.cfg" | sed "s|\$APPDIR|$app|" | paste -sd : -)
    sed -n 's/^java-options=//p' "$app/svc-program.cfg" | grep -v AOTCache | sed "s|\$APPDIR|$app|" >"$out/flags"
    "$out/svc/lib/runtime/bin/java" "@$out/flags" "-XX:AOTCacheOutput=$app/svc.aot" -cp "$classpath" \
        dev.svc.server.Main rehearse >"$out/train.log" 2>&1 || {
        cat "$out/train.log" >&2
        fail "the packed svc does not run: look whether a module is missing in MODULES."
    }
    train_cache "$out/svc/lib/runtime/bin/java" "$app/command.options" "$app/command.aot" "$app/svc.jar" "$app" --commands \
        >"$out/train.log" 2>&1 || {
        cat "$out/train.log" >&2
        fail "the commands of the packed svc do not run."
    }
    rm -f "$out/flags" "$out/train.log"
}

# What a package lays out, the same for both kinds.
make_tree() {
    tree=$out/tree
    share=$tree/usr/share
    mkdir -p "$tree/opt" "$tree/usr/bin" "$tree/usr/lib/systemd/user" "$share/man/man1" "$share/doc/svc" \
        "$share/bash-completion/completions" "$share/applications" "$share/icons/hicolor/scalable/apps"
    cp -a "$out/svc" "$tree/opt/svc"
    ln -s ../../opt/svc/bin/svc "$tree/usr/bin/svc"
    fill "$root/installer/svc.service" "" /opt/svc/bin/svc '%h/.local/bin:/usr/local/bin:/usr/bin:/bin' "" "" "" |
        sed '/^$/N;/^\n$/D; s/Made by svc.s installer/Part of the package svc/' >"$tree/usr/lib/systemd/user/svc.service"
    "$out/svc/bin/svc" man >"$share/man/man1/svc.1"
    gzip -9n "$share/man/man1/svc.1"
    "$out/svc/bin/svc" generate-completion >"$share/bash-completion/completions/svc"
    entry_text /opt/svc/bin/svc >"$share/applications/svc.desktop"
    cp "$root/web/public/icon.svg" "$share/icons/hicolor/scalable/apps/svc.svg"
    cp "$root/LICENSE" "$share/doc/svc/copyright"
    cp "$root/CHANGELOG.md" "$share/doc/svc/"
    find "$tree" -type d -exec chmod 755 {} +
    find "$tree" -type f -exec chmod u=rwX,go=rX {} +
}

# Before a package goes: whose svc runs from it. It goes on with what is in memory, and fails at what it has yet to load.
# `ps` would wait for a process that is stuck in its memory, and the package manager with it.
say_who_runs() {
    cat <<'END'
who=$(find /proc -maxdepth 2 -name exe -lname '/opt/svc/*' -exec ls -ld {} + 2>/dev/null |
    awk '{ print $3 }' | sort -u | paste -sd " " -)
[ -z "$who" ] || echo "svc still runs for: $who. Each of them stops it with: systemctl --user stop svc" >&2
END
}

make_deb() {
    say "deb"
    arch=$(dpkg --print-architecture)
    mkdir "$tree/DEBIAN"
    chmod 755 "$tree/DEBIAN"
    cat >"$tree/DEBIAN/control" <<END
Package: svc
Version: $version
Architecture: $arch
Maintainer: The svc project <svc@localhost>
Installed-Size: $(du -sk "$tree/opt" | cut -f 1)
Depends: dtach, libc6, zlib1g
Recommends: git, libgtk-3-0t64 | libgtk-3-0
Section: devel
Priority: optional
Description: $SUMMARY
 svc finds every session that coding agents wrote on this host, lists and
 organises them, and opens each as a terminal that outlives tabs and restarts.
 Start it for yourself with: systemctl --user enable --now svc
END
    { echo '#!/bin/sh' && say_who_runs; } >"$tree/DEBIAN/prerm"
    chmod 755 "$tree/DEBIAN/prerm"
    dpkg-deb --root-owner-group -Zxz --build "$tree" "$out/svc_${version}_$arch.deb" >/dev/null
    rm -r "$tree/DEBIAN"
}

make_rpm() {
    say "rpm"
    mkdir -p "$out/rpm"
    cat >"$out/rpm/svc.spec" <<END
Name: svc
Version: $version
Release: 1
Summary: $SUMMARY
License: Apache-2.0
Requires: dtach, glibc, zlib
AutoReqProv: no
%global __os_install_post %{nil}
%global debug_package %{nil}
%global _build_id_links none
%description
svc finds every session that coding agents wrote on this host, lists and organises them, and opens each as a
terminal that outlives tabs and restarts. Start it for yourself with: systemctl --user enable --now svc
%preun
$(say_who_runs)
%install
cp -a $tree/. %{buildroot}/
%files
/opt/svc
/usr/bin/svc
/usr/lib/systemd/user/svc.service
/usr/share/man/man1/svc.1.gz
/usr/share/bash-completion/completions/svc
/usr/share/applications/svc.desktop
/usr/share/icons/hicolor/scalable/apps/svc.svg
/usr/share/doc/svc
END
    rpmbuild -bb --quiet --define "_topdir $out/rpm" --define "_rpmdir $out" --define "_rpmfilename %{NAME}-%{VERSION}-%{RELEASE}.%{ARCH}.rpm" \
        --buildroot "$out/rpm/buildroot" "$out/rpm/svc.spec" >"$out/rpm.log" 2>&1 || {
        cat "$out/rpm.log" >&2
        fail "rpmbuild failed; what it said stands above."
    }
    rm -rf "$out/rpm" "$out/rpm.log"
}

main "$@"
