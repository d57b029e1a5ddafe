# shellcheck shell=sh
# shellcheck disable=SC2154
# The user service: a systemd unit or a launchd agent. Needs home.sh and find_home. Read by install.sh and uninstall.sh.

# Sets manager (systemd, launchd or none), service (its name) and service_file.
find_service() {
    manager=none
    if [ "$(uname -s)" = Darwin ]; then
        manager=launchd
        service=dev.svc${instance:+.$instance}
        service_file=$HOME/Library/LaunchAgents/$service.plist
        return 0
    fi
    service=svc${instance:+-$instance}.service
    service_file=${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user/$service
    if command -v systemctl >/dev/null 2>&1 && systemctl --user show-environment >/dev/null 2>&1; then
        manager=systemd
    fi
}

# Writes the service's file. One that says the same already is left alone.
write_service() {
    mkdir -p "$(dirname "$service_file")" "$data/logs"
    filled=$service_file.new
    case $manager in
        systemd) fill_unit "$root/installer/svc.service" >"$filled" ;;
        launchd) fill_agent "$root/installer/dev.svc.plist" >"$filled" ;;
    esac
    mv "$filled" "$service_file"
}

# The service's environment, as NAME=value lines; everything else is in the env file.
service_environment() {
    echo "SVC_HOME=$home"
    [ -z "$instance" ] || echo "SVC_INSTANCE=$instance"
    [ -z "${SVC_ENV_FILE:-}" ] || echo "SVC_ENV_FILE=$SVC_ENV_FILE"
}

# A template is filled line by line, so that no value is read as a pattern.
fill() { # fill TEMPLATE LABEL COMMAND PATH ENVIRONMENT LOG NAME
    LABEL=$2 COMMAND=$3 SEARCH=$4 ENVIRONMENT=$5 LOG=$6 NAME=$7 awk '
        function put(mark, value,  at, done) {
            done = ""
            while ((at = index($0, mark)) > 0) {
                done = done substr($0, 1, at - 1) value
                $0 = substr($0, at + length(mark))
            }
            $0 = done $0
        }
        {
            put("@LABEL@", ENVIRON["LABEL"]); put("@COMMAND@", ENVIRON["COMMAND"]); put("@PATH@", ENVIRON["SEARCH"])
            put("@ENVIRONMENT@", ENVIRON["ENVIRONMENT"]); put("@LOG@", ENVIRON["LOG"]); put("@NAME@", ENVIRON["NAME"])
            print
        }' "$1"
}

fill_unit() {
    # systemd reads % as the beginning of a specifier.
    fill "$1" "${instance:+ ($instance)}" "$(echo "$home/current/src/svc" | sed 's/%/%%/g')" \
        "$(echo "$PATH" | sed 's/["\\]//g; s/%/%%/g')" \
        "$(service_environment | sed 's/%/%%/g; s/.*/Environment="&"/')" "" "$service"
}

fill_agent() {
    fill "$1" "" "$(echo "$home/current/src/svc" | as_xml)" "$(echo "$PATH" | as_xml)" \
        "$(service_environment | as_xml | sed 's|\([^=]*\)=\(.*\)|    <key>\1</key><string>\2</string>|')" \
        "$(echo "$data/logs/serve.log" | as_xml)" "$service"
}

as_xml() {
    sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'
}

# Starts it, or restarts it with the current release.
start_service() {
    case $manager in
        systemd)
            systemctl --user daemon-reload &&
                systemctl --user enable --quiet "$service" &&
                { systemctl --user reset-failed "$service" 2>/dev/null || true; } &&
                systemctl --user restart "$service"
            ;;
        launchd)
            launchctl bootout "gui/$(id -u)/$service" 2>/dev/null || true
            launchctl bootstrap "gui/$(id -u)" "$service_file"
            ;;
    esac
}

# Whether it ended by itself since it was started; then nobody has to wait for its answer.
service_has_failed() {
    case $manager in
        systemd)
            systemctl --user show --property=ActiveState,SubState "$service" 2>/dev/null |
                grep -qx -e ActiveState=failed -e SubState=auto-restart
            ;;
        *) return 1 ;;
    esac
}

# What it complained of, in one line: what follows svc's call for a report, else the last line that is none of a stack.
service_complaint() {
    case $manager in
        systemd) journalctl --user --no-pager --lines=200 --output=cat --user-unit="$service" 2>/dev/null ;;
        launchd) tail -n 200 "$data/logs/serve.log" 2>/dev/null ;;
    esac | grep -v -e '^[[:space:]]*at [^ ]*(.*)$' -e '^[[:space:]]*\.\.\. [0-9]* more$' -e '^[[:space:]]*$' |
        awk 'report { reason = $0; report = 0; next } /please report this:$/ { report = 1 } { last = $0 } END { print reason == "" ? last : reason }' |
        cut -c 1-300
}

remove_service() {
    [ -e "$service_file" ] || return 0
    case $manager in
        systemd) systemctl --user disable --now --quiet "$service" || true ;;
        launchd) launchctl bootout "gui/$(id -u)/$service" 2>/dev/null || true ;;
    esac
    rm -f "$service_file"
    [ "$manager" != systemd ] || systemctl --user daemon-reload || true
}

why_service_failed() {
    case $manager in
        systemd) echo "journalctl --user -u $service" ;;
        *) echo "$data/logs/serve.log" ;;
    esac
}

# Earlier versions were updated by a timer of their own; the service does that itself now.
legacy_timers() { # the files of those that are there
    for timer in "${service_file%.service}-update.timer" "${service_file%.service}-autoupdate.timer"; do
        [ ! -e "$timer" ] || echo "$timer"
    done
}

remove_legacy_timers() { # the files of those that are there
    legacy_timers | while read -r timer; do
        name=$(basename "$timer" .timer)
        [ "$manager" != systemd ] || systemctl --user disable --now --quiet "$name.timer" 2>/dev/null || true
        rm -f "$timer" "${timer%.timer}.service" "$(dirname "$timer")/timers.target.wants/$name.timer"
        say "the former update timer $name.timer is removed: the service looks for updates itself (SVC_AUTOUPDATE=1)."
    done
}
