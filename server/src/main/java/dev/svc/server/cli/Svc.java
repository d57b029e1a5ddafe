package dev.svc.server.cli;

import dev.svc.shared.config.ConfigException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// The command `svc`: hands each word to its subcommand and turns every failure into one sentence and a code.
@Command(
        name = "svc",
        description = "Finds, organises and opens the sessions of coding agents.",
        synopsisSubcommandLabel = "<subcommand>",
        mixinStandardHelpOptions = false,
        footerHeading = "%nExit codes:%n")
public final class Svc {
    /// What commands call the arguments that name something: a session, a file, a host.
    private static final Set<String> NAMES = Set.of("SID", "FILE", "HOST");

    private final List<Subcommand> subcommands;
    private final Console console;

    /// @param subcommands objects of picocli, and what makes them
    public Svc(List<?> subcommands, Console console) {
        this.subcommands = subcommands.stream()
                .map(it -> it instanceof Subcommand later ? later : Subcommand.of(it))
                .toList();
        this.console = console;
    }

    /// Runs one command to its end and returns its exit code.
    public int run(String... arguments) {
        if (arguments.length == 0) {
            var all = line(subcommands);
            all.usage(all.getErr());
            return ExitCode.USAGE.number();
        }
        var called =
                subcommands.stream().filter(it -> it.isCalled(arguments[0])).toList();
        return line(called.isEmpty() ? subcommands : called).execute(arguments);
    }

    private CommandLine line(List<Subcommand> some) {
        var line = new CommandLine(CommandSpec.forAnnotatedObject(this));
        some.forEach(it -> add(line, it));
        if (some.equals(subcommands)) {
            line.addSubcommand(new AutoComplete.GenerateCompletion());
            line.addSubcommand("help", new CommandLine.HelpCommand());
        }
        addHelpOption(line);
        // A word of a query may begin with @ and is no name of a file with arguments.
        line.setExpandAtFiles(false);
        line.setOut(console.out()).setErr(console.err());
        if (!console.interactive()) {
            line.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
        }
        line.getCommandSpec().usageMessage().footer(exitCodes());
        line.setExecutionStrategy(Svc::execute);
        line.setParameterExceptionHandler((wrong, arguments) -> usage(wrong, List.of(arguments)));
        line.setExecutionExceptionHandler((failure, failing, parsed) -> failed(failing, failure));
        line.setExitCodeExceptionMapper(failure -> ExitCode.FAILED.number());
        return line;
    }

    /// @throws IllegalStateException where it is called otherwise than it says itself
    private static void add(CommandLine line, Subcommand later) {
        line.addSubcommand(later.made().get());
        var last = List.copyOf(line.getSubcommands().values()).getLast().getCommandSpec();
        if (!Set.copyOf(later.names()).equals(last.names())) {
            throw new IllegalStateException("%s is called %s".formatted(later.names(), last.names()));
        }
    }

    private static void addHelpOption(CommandLine line) {
        if (line.getCommandSpec().findOption("--help") == null) {
            line.getCommandSpec()
                    .addOption(OptionSpec.builder("-h", "--help")
                            .usageHelp(true)
                            .description("Prints this help.")
                            .build());
        }
        line.getSubcommands().values().forEach(Svc::addHelpOption);
    }

    /// An empty word in place of a name is what a shell makes of a variable that is not set: a mistake, and never all
    /// there are.
    private static int execute(ParseResult parsed) {
        var called = parsed;
        while (called.hasSubcommand()) {
            called = called.subcommand();
        }
        for (var argument : called.matchedPositionals()) {
            if (!called.isUsageHelpRequested()
                    && NAMES.contains(argument.paramLabel())
                    && argument.stringValues().stream().anyMatch(String::isBlank)) {
                throw new MissingParameterException(called.commandSpec().commandLine(), argument, "");
            }
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static int usage(ParameterException wrong, List<String> typed) {
        CommandLine line = wrong.getCommandLine();
        String command = line.getCommandSpec().qualifiedName();
        line.getErr().println(sentence(wrong, typed) + " Run  " + command + " --help  to see what there is.");
        return ExitCode.USAGE.number();
    }

    /// Leaves out the words that were typed: one of them may be a misplaced password, and a command's output ends up in
    /// logs.
    private static String sentence(ParameterException wrong, List<String> typed) {
        String command = wrong.getCommandLine().getCommandSpec().qualifiedName();
        if (wrong instanceof MissingParameterException missing) {
            return "%s lacks %s.".formatted(command, names(missing.getMissing()));
        }
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            return unmatched.isUnknownOption()
                    ? "%s has no such option.".formatted(command)
                    : "%s takes no such word.".formatted(command);
        }
        String message = String.valueOf(wrong.getMessage());
        if (typed.stream().map(Svc::value).noneMatch(value -> !value.isEmpty() && message.contains(value))) {
            return message.endsWith(".") ? message : message + ".";
        }
        ArgSpec about = wrong.getArgSpec();
        return about == null
                ? "%s does not understand these words.".formatted(command)
                : "%s does not take this for %s.".formatted(command, names(List.of(about)));
    }

    /// The value after an option's name, or the word itself; empty for a name alone.
    private static String value(String word) {
        if (!word.startsWith("-")) {
            return word;
        }
        int equals = word.indexOf('=');
        return equals < 0 ? "" : word.substring(equals + 1);
    }

    private static String names(List<ArgSpec> arguments) {
        return arguments.stream()
                .map(argument -> argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel())
                .collect(Collectors.joining(", "));
    }

    private static int failed(CommandLine line, Exception failure) {
        return switch (failure) {
            case CommandException known -> report(line, known.code(), String.valueOf(known.getMessage()));
            case ConfigException wrong -> report(line, codeOf(wrong), String.valueOf(wrong.getMessage()));
            default -> {
                line.getErr().println("svc failed in a way nobody foresaw; please report this:");
                failure.printStackTrace(line.getErr());
                yield ExitCode.FAILED.number();
            }
        };
    }

    private static ExitCode codeOf(ConfigException wrong) {
        return switch (wrong.fault()) {
            case VALUE -> ExitCode.CONFIGURATION;
            case OPEN_TO_OTHERS -> ExitCode.PERMISSION;
        };
    }

    private static int report(CommandLine line, ExitCode code, String sentence) {
        line.getErr().println("svc: " + sentence);
        return code.number();
    }

    private static String[] exitCodes() {
        return Stream.of(ExitCode.values())
                .map(code -> "  %2d  %s".formatted(code.number(), code.meaning()))
                .toArray(String[]::new);
    }
}
