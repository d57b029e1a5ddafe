# shellcheck shell=sh
# shellcheck disable=SC2154
# What the command svc gives the program that it hands over to.

with_launcher() { # with_launcher: a release without a program, and a Java that prints its locale
    mkdir -p "$place/root/bin" "$place/jdk/bin"
    cp "$installer/../svc" "$place/root/"
    cp "$installer/../bin/java-home.sh" "$installer/../bin/utf8-locale.sh" "$installer/../bin/caches.sh" "$place/root/bin/"
    : >"$place/root/.release"
    echo 'JAVA_VERSION="25"' >"$place/jdk/release"
    cat >"$place/jdk/bin/java" <<'END'
#!/bin/sh
echo "${LC_ALL:-} ${LC_CTYPE:-} ${LANG:-}"
END
    chmod +x "$place/jdk/bin/java"
}

with_locale() { # with_locale NAME=VALUE...: what the program sees of it
    env -u LC_ALL -u LC_CTYPE -u LANG SVC_JAVA_HOME="$place/jdk" "$@" "$place/root/svc" version
}

a_locale_without_utf_8_is_mended_for_names_of_files_alone() {
    with_launcher
    expect_same "no locale" " C.UTF-8 " "$(with_locale)"
    expect_same "LANG=C" " C.UTF-8 C" "$(with_locale LANG=C)"
    expect_same "LC_CTYPE=POSIX" " C.UTF-8 C.UTF-8" "$(with_locale LC_CTYPE=POSIX LANG=C.UTF-8)"
    expect_same "LC_ALL=C" "C.UTF-8 C.UTF-8 C.UTF-8" "$(with_locale LC_ALL=C LANG=C.UTF-8)"
}

a_locale_with_utf_8_stays_as_it_is() {
    with_launcher
    expect_same "LANG=C.UTF-8" "  C.UTF-8" "$(with_locale LANG=C.UTF-8)"
    expect_same "LC_ALL=C.UTF-8" "C.UTF-8  C" "$(with_locale LC_ALL=C.UTF-8 LANG=C)"
}

a_locale_that_is_not_installed_is_none() {
    with_launcher
    expect_same "an unknown one" " C.UTF-8 xx_YY.UTF-8" "$(with_locale LANG=xx_YY.UTF-8 2>/dev/null)"
}

without_the_command_locale_its_name_decides() {
    with_launcher
    printf '#!/bin/sh\nexit 127\n' >"$place/bin/locale"
    chmod +x "$place/bin/locale"
    expect_same "LANG=de_DE.utf8" "  de_DE.utf8" "$(with_locale LANG=de_DE.utf8)"
    expect_same "LANG=de_DE" " C.UTF-8 de_DE" "$(with_locale LANG=de_DE)"
}

a_release_belongs_to_the_home_that_it_lies_in() {
    with_launcher
    echo 'echo "home ${SVC_HOME:-}"' >>"$place/jdk/bin/java"
    mkdir -p "$place/another/releases/1" "$place/person/.local/share/svc/releases/1"
    cp -R "$place/root" "$place/another/releases/1/src"
    cp -R "$place/root" "$place/person/.local/share/svc/releases/1/src"
    unset SVC_HOME
    export SVC_JAVA_HOME="$place/jdk"
    ln -s "$place/another/releases/1/src/svc" "$place/bin/svc"
    expect_same "another home" "home $place/another" "$("$place/bin/svc" version | tail -n 1)"
    expect_same "the usual one" "home " "$("$place/person/.local/share/svc/releases/1/src/svc" version | tail -n 1)"
    expect_same "a given one" "home /given" "$(SVC_HOME=/given "$place/bin/svc" version | tail -n 1)"
}

a_package_s_command_is_found_behind_its_link_and_has_that_locale_too() {
    mkdir -p "$place/opt/svc/bin" "$place/opt/svc/lib" "$place/usr/bin"
    cp "$installer/packaged-svc.sh" "$place/opt/svc/bin/svc"
    cp "$installer/../bin/utf8-locale.sh" "$installer/../bin/caches.sh" "$place/opt/svc/lib/"
    cat >"$place/opt/svc/bin/svc-program" <<'END'
#!/bin/sh
echo "$LC_CTYPE $*"
END
    chmod +x "$place/opt/svc/bin/svc" "$place/opt/svc/bin/svc-program"
    ln -s ../../opt/svc/bin/svc "$place/usr/bin/svc"
    expect_same "LANG=C" "C.UTF-8 sessions --json" \
        "$(env -u LC_ALL -u LC_CTYPE LANG=C "$place/usr/bin/svc" sessions --json)"
}

# As a person finds it: the number of the process that was started is that of the program.
the_tray_is_one_process_from_a_release_and_from_a_package() {
    with_launcher
    image=$place/opt/svc
    mkdir -p "$image/bin" "$image/lib/app/tray/target" "$image/lib/runtime/bin" "$place/root/tray/target"
    cp "$installer/packaged-svc.sh" "$image/bin/svc"
    cp "$installer/../bin/utf8-locale.sh" "$installer/../bin/caches.sh" "$image/lib/"
    : >"$image/lib/app/tray/target/svc-tray.jar"
    : >"$place/root/tray/target/svc-tray.jar"
    cat >"$place/jdk/bin/java" <<'END_OF_JAVA'
#!/bin/sh
echo "$$ $*"
END_OF_JAVA
    cp "$place/jdk/bin/java" "$image/lib/runtime/bin/"
    printf '#!/bin/sh\necho "program $*"\n' >"$image/bin/svc-program"
    chmod +x "$image/bin/svc-program" "$image/bin/svc"
    ln -s "$image/bin/svc" "$place/bin/packaged"
    export SVC_JAVA_HOME="$place/jdk"
    said=$place/said
    for command in "$place/bin/packaged" "$place/root/svc"; do
        "$command" tray --window >"$said" &
        started=$!
        wait "$started"
        expect_said "^$started .*svc-tray.jar --window$"
    done
    "$place/bin/packaged" tray >"$said"
    expect_said "@$image/lib/app/tray/jvm.options .*-Dsvc.root=$image/lib/app "
    expect_same "anything else" "program sessions" "$("$place/bin/packaged" sessions)"
}

a_release_says_its_version_without_a_java() {
    with_launcher
    echo 'version=1.2.3' >"$place/root/.release"
    printf '#!/bin/sh\necho java\n' >"$place/jdk/bin/java"
    export SVC_JAVA_HOME="$place/jdk"
    expect_same "svc version" 1.2.3 "$("$place/root/svc" version)"
    expect_same "svc version --help" java "$("$place/root/svc" version --help)"
    : >"$place/root/.release"
    expect_same "without a number" java "$("$place/root/svc" version)"
}

with_caches() { # with_caches: a release that is trained, and a Java that prints its words, makes caches and notes the first
    with_launcher
    mkdir -p "$place/root/server/target"
    cat >"$place/jdk/bin/java" <<'END'
#!/bin/sh
case $* in
    *rehearse*)
        echo "$*" >>"${0%/jdk/*}/trained"
        [ ! -e "${0%/jdk/*}/unfit" ] || exit 1
        for word in "$@"; do case $word in -XX:AOTCacheOutput=*) : >"${word#*=}" ;; esac; done
        ;;
    *) echo "$*" ;;
esac
END
    export SVC_JAVA_HOME="$place/jdk"
    targets=$place/root/server/target
    : >"$place/root/server/command.options"
    touch -t 202001020000 "$targets/svc.jar"
    touch -t 202001030000 "$targets/svc.aot" "$targets/command.aot"
    said=$place/said
}

what_asks_the_service_has_flags_and_a_cache_of_its_own_while_that_is_newer_than_the_program() {
    with_caches
    "$place/root/svc" rename a b >"$said"
    expect_said '@.*/server/command.options .*AOTCache=.*/command.aot .*svc.jar rename a b$'
    "$place/root/svc" serve >"$said"
    expect_said '@.*/server/jvm.options .*AOTCache=.*/svc.aot .*svc.jar serve$'
    mkdir "$targets/command.training"
    touch -t 202001010000 "$targets/command.aot"
    "$place/root/svc" rename a b >"$said"
    expect_said '@.*/server/command.options .*AOTCache=.*/svc.aot .*svc.jar rename a b$'
    [ ! -e "$place/trained" ] || judge "it was trained while somebody is at it"
}

the_cache_of_commands_is_made_behind_the_first_that_misses_it() {
    with_caches
    rm "$targets/command.aot"
    "$place/root/svc" rename a b >"$said"
    expect_said 'AOTCache=.*/svc.aot .*svc.jar rename a b$'
    until_true [ -e "$targets/command.aot" ]
    until_true [ ! -e "$targets/command.training" ]
    "$place/root/svc" rename a b >"$said"
    expect_said 'AOTCache=.*/command.aot .*svc.jar rename a b$'
    expect_same trained 1 "$(wc -l <"$place/trained")"
}

a_cache_of_commands_that_cannot_be_made_is_not_tried_with_each_of_them() {
    with_caches
    rm "$targets/command.aot"
    : >"$place/unfit"
    "$place/root/svc" rename a b >"$said"
    until_true [ -e "$place/trained" ]
    "$place/root/svc" rename a b >"$said"
    expect_said 'svc.jar rename a b$'
    expect_same trained 1 "$(wc -l <"$place/trained")"
    touch -t 202001030000 "$targets/command.training"
    rm "$place/unfit"
    "$place/root/svc" rename a b >"$said"
    until_true [ -e "$targets/command.aot" ]
    until_true [ ! -e "$targets/command.training" ]
}
