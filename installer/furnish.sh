# shellcheck shell=sh
# shellcheck disable=SC2154
# What the unnamed installation puts into its person's own folders: the command, its completion and manual page, the
# entry of the desktop and its icon. All but the entry are links into the current release, so an update renews them.
# Nothing of somebody else's is ever replaced or removed. Needs home.sh and find_home. Read by install.sh and
# uninstall.sh.

find_furniture() {
    program=$home/current/src/svc
    command_folder=$HOME/.local/bin
    share_folder=${XDG_DATA_HOME:-$HOME/.local/share}
    entry=$share_folder/applications/svc.desktop
}

# The links, as "where it is<TAB>what it leads to" lines; the folder of each is made by svc where it is not there.
links() {
    tab=$(printf '\t')
    echo "$command_folder/svc$tab$program"
    echo "$share_folder/bash-completion/completions/svc$tab$home/current/src/target/share/svc.bash"
    echo "$share_folder/man/man1/svc.1$tab$home/current/src/target/share/svc.1"
    echo "$share_folder/icons/hicolor/scalable/apps/svc.svg$tab$home/current/src/web/public/icon.svg"
}

is_ours_link() { # is_ours_link FILE TARGET
    [ -L "$1" ] && [ "$(readlink "$1")" = "$2" ]
}

# The entry names the home it is of; a person's own may have the same name.
is_ours_entry() {
    [ -f "$entry" ] && [ ! -L "$entry" ] && grep -qxF "X-Svc-Home=$home" "$entry"
}

furnish() {
    [ -z "$instance" ] || return 0
    links | while IFS="$(printf '\t')" read -r file target; do
        if [ -L "$file" ] || [ -e "$file" ]; then
            is_ours_link "$file" "$target" || say "$file is somebody else's and stays as it is."
        elif [ -e "$target" ]; then
            { mkdir -p "$(dirname "$file")" && ln -s "$target" "$file"; } || say "$file cannot be made; everything else works." >&2
        fi
    done
    [ "$(uname -s)" = Darwin ] || write_entry
}

# By the rules of desktop entries: quoted once for the command and once for the file, and % begins a code.
in_entry() {
    sed 's/["`$\\]/\\&/g; s/\\/\\\\/g; s/%/%%/g'
}

write_entry() {
    [ ! -e "$entry" ] && [ ! -L "$entry" ] || is_ours_entry || {
        say "$entry is somebody else's and stays as it is."
        return 0
    }
    { mkdir -p "$(dirname "$entry")" && { entry_text "$program" && echo "X-Svc-Home=$home"; } >"$entry.new" && mv "$entry.new" "$entry"; } ||
        say "$entry cannot be made; everything else works." >&2
}

entry_text() { # entry_text PROGRAM
    cat <<END
[Desktop Entry]
Type=Application
Name=svc
Comment=The sessions of coding agents at hand
Icon=svc
Exec="$(printf '%s' "$1" | in_entry)" tray --window
Terminal=false
Categories=Development;
StartupWMClass=svc
END
}

# Sets command: how this person calls what is installed here, for sentences that tell somebody to.
name_command() {
    command=$(in_shell "$program")
    if [ -z "$instance" ] && is_ours_link "$command_folder/svc" "$program"; then
        command=$(in_shell "$command_folder/svc")
        [ "$(command -v svc 2>/dev/null)" != "$command_folder/svc" ] || command=svc
    fi
    [ -z "$instance" ] || command="SVC_INSTANCE=$instance $command"
}

# A word of a shell's line, quoted only where it must be.
in_shell() { # in_shell WORD
    case $1 in
        *[!A-Za-z0-9_./@:+-]*) printf "'%s'\n" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")" ;;
        *) printf '%s\n' "$1" ;;
    esac
}

remove_furniture() {
    links | while IFS="$(printf '\t')" read -r file target; do
        ! is_ours_link "$file" "$target" || rm -f "$file"
    done
    ! is_ours_entry || rm -f "$entry"
}

# The tray of this instance: its number stands in the lock that it holds, and its command line names its program.
end_tray() {
    tray=$(sed -n 's/^pid=\([0-9]*\)$/\1/p' "$data/tray.lock" 2>/dev/null || true)
    [ -n "$tray" ] && ps -p "$tray" -o args= 2>/dev/null | grep -qF 'svc-tray.jar' || return 0
    kill "$tray" 2>/dev/null || return 0
    say "the tray (process $tray) is ended."
    looks=0
    while kill -0 "$tray" 2>/dev/null && [ "$looks" -lt 50 ]; do
        looks=$((looks + 1))
        sleep 0.1 2>/dev/null || sleep 1
    done
}

# What the tray wrote when it was told to start with the login; another home's entry may have the same name.
remove_autostart() {
    case $(uname -s) in
        Darwin) autostart=$HOME/Library/LaunchAgents/dev.svc.tray${instance:+.$instance}.plist ;;
        *) autostart=${XDG_CONFIG_HOME:-$HOME/.config}/autostart/svc-tray${instance:+-$instance}.desktop ;;
    esac
    ! grep -qF "$home/" "$autostart" 2>/dev/null || rm -f "$autostart"
}
