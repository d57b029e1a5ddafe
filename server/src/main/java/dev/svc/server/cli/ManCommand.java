package dev.svc.server.cli;

import dev.svc.shared.config.ProgramVariable;
import dev.svc.shared.config.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/// `svc man`: the manual page of all subcommands, as the packages carry it; hidden, because  man svc  shows it.
@Command(name = "man", hidden = true, description = "Prints the manual page.")
public final class ManCommand implements Callable<Integer> {
    private final List<ProgramVariable> ofPrograms;
    private final Console console;

    @Spec
    private @Nullable CommandSpec spec;

    public ManCommand(List<ProgramVariable> ofPrograms, Console console) {
        this.ofPrograms = List.copyOf(ofPrograms);
        this.console = console;
    }

    @Override
    public Integer call() {
        if (spec != null && spec.parent() != null) {
            page(spec.parent()).forEach(console.out()::println);
            console.out().flush();
        }
        return ExitCode.OK.number();
    }

    private List<String> page(CommandSpec svc) {
        var lines = new ArrayList<>(List.of(
                ".TH SVC 1",
                ".SH NAME",
                "svc \\- finds, organises and opens the sessions of coding agents",
                ".SH SYNOPSIS",
                ".B svc",
                ".I subcommand",
                "[options]",
                ".SH SUBCOMMANDS"));
        commands(svc, "svc").forEach(lines::addAll);
        lines.add(".SH ENVIRONMENT");
        lines.add("Read from the process, else from the env file in ~/.local/share/svc.");
        for (Variable variable : Variable.values()) {
            lines.addAll(List.of(".TP", ".B " + variable.variableName(), text(variable.help())));
        }
        for (ProgramVariable variable : ofPrograms) {
            lines.addAll(List.of(".TP", ".B " + variable.name(), text(variable.help())));
        }
        lines.add(".SH EXIT STATUS");
        for (ExitCode code : ExitCode.values()) {
            lines.addAll(List.of(".TP", ".B " + code.number(), text(code.meaning())));
        }
        return lines;
    }

    private static Stream<List<String>> commands(CommandSpec above, String path) {
        return above.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .distinct()
                .filter(command -> !command.usageMessage().hidden())
                .flatMap(command -> {
                    String name = path + " " + command.name();
                    return Stream.concat(Stream.of(command(command, name)), commands(command, name));
                });
    }

    private static List<String> command(CommandSpec command, String name) {
        var lines = new ArrayList<>(List.of(".SS " + text(name)));
        Stream.of(command.usageMessage().description()).map(ManCommand::text).forEach(lines::add);
        command.positionalParameters().forEach(it -> lines.addAll(argument(it.paramLabel(), it)));
        command.options().stream()
                .filter(option -> !option.hidden() && !option.usageHelp())
                .forEach(option -> lines.addAll(argument(label(option), option)));
        return lines;
    }

    private static String label(OptionSpec option) {
        String value = option.arity().max() > 0 ? " " + option.paramLabel() : "";
        return String.join(", ", option.names()) + value;
    }

    private static List<String> argument(String label, ArgSpec argument) {
        return List.of(".TP", ".B " + text(label), text(String.join(" ", argument.description())));
    }

    /// A dash is a minus, and a line that begins with a dot or a quote is escaped.
    private static String text(String plain) {
        String escaped = plain.replace("\\", "\\e").replace("-", "\\-").replace("%n", " ");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }
}
