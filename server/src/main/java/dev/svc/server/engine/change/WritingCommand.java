package dev.svc.server.engine.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which commands of a shell may write a file. Those that are known to read alone are not among them; all others are.
/// It decides what people are told, and nothing else: nothing is allowed for it.
public final class WritingCommand {
    private static final int DEPTH = 4;

    /// Ways to say where output goes that are no file.
    private static final Set<String> NO_FILE = Set.of("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "-");

    /// What runs another command, which follows its options.
    private static final Set<String> WRAPPERS = Set.of(
            "builtin", "command", "env", "exec", "ionice", "nice", "nohup", "stdbuf", "sudo", "time", "timeout",
            "xargs");

    private static final Set<String> SHELLS = Set.of("ash", "bash", "dash", "ksh", "sh", "zsh");

    /// Words of the shell's own that stand before a command.
    private static final Set<String> WORDS =
            Set.of("!", "do", "done", "elif", "else", "esac", "fi", "if", "then", "until", "while", "{", "}", "[[");

    private static final Set<String> READING = Set.of(
            ":",
            "[",
            "[[",
            "ag",
            "alias",
            "arch",
            "awk",
            "base64",
            "basename",
            "bat",
            "break",
            "cal",
            "case",
            "cat",
            "cd",
            "cksum",
            "cloc",
            "cmp",
            "column",
            "comm",
            "continue",
            "cut",
            "date",
            "df",
            "diff",
            "dirname",
            "dirs",
            "du",
            "echo",
            "egrep",
            "exit",
            "export",
            "expr",
            "false",
            "fd",
            "fgrep",
            "file",
            "find",
            "fold",
            "for",
            "free",
            "getconf",
            "getent",
            "git",
            "grep",
            "groups",
            "head",
            "hexdump",
            "history",
            "hostname",
            "id",
            "jobs",
            "jq",
            "kill",
            "less",
            "ll",
            "locale",
            "local",
            "ls",
            "lsof",
            "man",
            "md5sum",
            "more",
            "nl",
            "nproc",
            "od",
            "paste",
            "pgrep",
            "pkill",
            "popd",
            "printenv",
            "printf",
            "ps",
            "pushd",
            "pwd",
            "read",
            "readlink",
            "realpath",
            "return",
            "rev",
            "rg",
            "sed",
            "select",
            "seq",
            "set",
            "sha1sum",
            "sha256sum",
            "shopt",
            "sleep",
            "sort",
            "source",
            "ss",
            "stat",
            "strings",
            "tac",
            "tail",
            "test",
            "top",
            "tput",
            "tr",
            "tree",
            "true",
            "tty",
            "type",
            "ulimit",
            "umask",
            "uname",
            "uniq",
            "unset",
            "uptime",
            "wait",
            "wc",
            "whereis",
            "which",
            "who",
            "whoami",
            "xxd",
            "yes");

    /// Options with which a command that reads writes after all.
    private static final Map<String, List<String>> EXCEPT = Map.of(
            "sed", List.of("-i", "--in-place", "-ni", "-Ei", "-ri", "-nEi"),
            "find", List.of("-delete", "-exec", "-execdir", "-ok", "-okdir", "-fprint", "-fprintf", "-fls"),
            "fd", List.of("-x", "-X", "--exec"),
            "sort", List.of("-o", "--output"),
            "tree", List.of("-o"),
            "xxd", List.of("-r"),
            "awk", List.of("-i"),
            "base64", List.of("-o"),
            "git", List.of("--output"));

    private static final Set<String> GIT_READS = Set.of(
            "blame",
            "branch",
            "cat-file",
            "check-ignore",
            "config",
            "count-objects",
            "describe",
            "diff",
            "diff-tree",
            "for-each-ref",
            "grep",
            "help",
            "log",
            "ls-files",
            "ls-remote",
            "ls-tree",
            "merge-base",
            "name-rev",
            "reflog",
            "remote",
            "rev-list",
            "rev-parse",
            "shortlog",
            "show",
            "show-ref",
            "status",
            "tag",
            "var",
            "version",
            "whatchanged");

    private static final Set<String> ASKS = Set.of("--version", "-V", "--help", "-h", "version");

    private WritingCommand() {}

    /// Whether the command may write.
    public static boolean may(String command) {
        return may(command, 0);
    }

    private static boolean may(String command, int depth) {
        if (depth > DEPTH) {
            return true;
        }
        var line = new ShellLine(command);
        if (line.files().stream().anyMatch(file -> !NO_FILE.contains(file) && !file.startsWith("&"))) {
            return true;
        }
        return line.commands().stream().anyMatch(words -> writes(words, depth));
    }

    private static boolean writes(List<String> words, int depth) {
        var left = new ArrayList<>(words);
        boolean isWrapped = false;
        while (!left.isEmpty()) {
            var word = left.getFirst();
            boolean isAssignment = word.matches("[A-Za-z_][A-Za-z0-9_]*=.*");
            boolean isArgument = isWrapped && (word.startsWith("-") || word.matches("[0-9.]+[smhd]?"));
            if (!isAssignment && !isArgument && !WORDS.contains(word) && !WRAPPERS.contains(name(word))) {
                break;
            }
            isWrapped |= WRAPPERS.contains(name(word));
            left.removeFirst();
        }
        return !left.isEmpty() && writes(name(left.getFirst()), left.subList(1, left.size()), depth);
    }

    private static boolean writes(String program, List<String> rest, int depth) {
        if (SHELLS.contains(program)) {
            int option = 0;
            while (option < rest.size() && !rest.get(option).matches("-[a-z]*c")) {
                option++;
            }
            return option + 1 >= rest.size()
                    ? !rest.stream().allMatch(ASKS::contains)
                    : may(rest.get(option + 1), depth + 1);
        }
        if (rest.size() == 1 && ASKS.contains(rest.getFirst())) {
            return false;
        }
        if (!READING.contains(program)) {
            return true;
        }
        var except = EXCEPT.getOrDefault(program, List.of());
        boolean isExcepted = rest.stream()
                .anyMatch(word -> except.stream()
                        .anyMatch(it -> word.equals(it) || word.startsWith(it + "=") || isSuffixed(program, word, it)));
        return isExcepted || (program.equals("git") && gitWrites(rest));
    }

    /// `sed -i.bak` writes as well.
    private static boolean isSuffixed(String program, String word, String option) {
        return program.equals("sed") && option.equals("-i") && word.startsWith("-i");
    }

    private static boolean gitWrites(List<String> rest) {
        int at = 0;
        while (at < rest.size() && rest.get(at).startsWith("-")) {
            at += rest.get(at).equals("-C") || rest.get(at).equals("-c") ? 2 : 1;
        }
        if (at >= rest.size()) {
            return false;
        }
        var command = rest.get(at);
        boolean isStash = command.equals("stash")
                && at + 1 < rest.size()
                && List.of("list", "show").contains(rest.get(at + 1));
        return !GIT_READS.contains(command) && !isStash;
    }

    private static String name(String word) {
        return word.substring(word.lastIndexOf('/') + 1);
    }
}
