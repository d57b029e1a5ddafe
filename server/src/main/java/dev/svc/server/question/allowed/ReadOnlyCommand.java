package dev.svc.server.question.allowed;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Which commands only read, whatever stands in the folder that they run in. What is not known to do so does not:
/// programs that can write a file or run another program by an option are left out, or that option is.
public final class ReadOnlyCommand {
    private static final int LONGEST = 200;

    /// Nothing in it means anything to a shell.
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9 ._/:@,+=%-]+");

    private static final Set<String> ANY_ARGUMENTS = Set.of(
            "basename",
            "cat",
            "cmp",
            "df",
            "dirname",
            "du",
            "grep",
            "head",
            "ls",
            "readlink",
            "realpath",
            "stat",
            "tail",
            "wc");

    private static final Set<String> NO_ARGUMENTS =
            Set.of("date", "hostname", "id", "nproc", "pwd", "uptime", "whoami");

    private static final Map<String, Predicate<List<String>>> GIT = Map.ofEntries(
            Map.entry("blame", ReadOnlyCommand::isHarmless),
            Map.entry("branch", only("-a", "-r", "-v", "-vv", "--all", "--list", "--remotes", "--show-current")),
            Map.entry("describe", ReadOnlyCommand::isHarmless),
            Map.entry("diff", ReadOnlyCommand::isHarmless),
            Map.entry("log", ReadOnlyCommand::isHarmless),
            Map.entry("ls-files", ReadOnlyCommand::isHarmless),
            Map.entry("ls-tree", ReadOnlyCommand::isHarmless),
            Map.entry("merge-base", ReadOnlyCommand::isHarmless),
            Map.entry("remote", only("-v", "--verbose")),
            Map.entry("rev-list", ReadOnlyCommand::isHarmless),
            Map.entry("rev-parse", ReadOnlyCommand::isHarmless),
            Map.entry("shortlog", ReadOnlyCommand::isHarmless),
            Map.entry("show", ReadOnlyCommand::isHarmless),
            Map.entry("stash", List.of("list")::equals),
            Map.entry("status", ReadOnlyCommand::isHarmless),
            Map.entry("tag", only("-l", "--list")));

    /// Options of git that write a file or run a program. Git takes the beginning of a long option for the whole.
    private static final List<String> HARMFUL = List.of("--output", "--output-directory", "--ext-diff", "--textconv");

    private ReadOnlyCommand() {}

    /// Whether the command reads and does nothing else.
    public static boolean is(String command) {
        if (command.length() > LONGEST || !PLAIN.matcher(command).matches() || !command.equals(command.strip())) {
            return false;
        }
        var words = Arrays.asList(command.split(" +"));
        var program = words.getFirst();
        var rest = words.subList(1, words.size());
        return ANY_ARGUMENTS.contains(program)
                || (NO_ARGUMENTS.contains(program) && rest.isEmpty())
                || (program.equals("git") && !rest.isEmpty() && isGit(rest.getFirst(), rest.subList(1, rest.size())));
    }

    private static boolean isGit(String command, List<String> rest) {
        var fits = GIT.get(command);
        return fits != null && fits.test(rest);
    }

    private static Predicate<List<String>> only(String... options) {
        return Set.of(options)::containsAll;
    }

    private static boolean isHarmless(List<String> words) {
        return words.stream().noneMatch(ReadOnlyCommand::isHarmful);
    }

    private static boolean isHarmful(String word) {
        int value = word.indexOf('=');
        var option = value < 0 ? word : word.substring(0, value);
        return option.length() > 2 && HARMFUL.stream().anyMatch(it -> it.startsWith(option));
    }
}
