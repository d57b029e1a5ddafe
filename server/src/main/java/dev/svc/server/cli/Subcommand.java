package dev.svc.server.cli;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// A subcommand that is made once it is called for: what all of them together would load takes longer than what most of
/// them do.
///
/// @param names what it is called, as its annotation says too, which would have to be loaded to be asked
public record Subcommand(List<String> names, Supplier<Object> made) {
    public Subcommand {
        names = List.copyOf(names);
    }

    public static Subcommand of(String name, Supplier<Object> made) {
        return new Subcommand(List.of(name), made);
    }

    /// Under a second name.
    public Subcommand or(String name) {
        return new Subcommand(Stream.concat(names.stream(), Stream.of(name)).toList(), made);
    }

    /// One that is there.
    static Subcommand of(Object made) {
        var type = made instanceof CommandLine line
                ? line.getCommandSpec().userObject().getClass()
                : made.getClass();
        var command = type.getAnnotation(Command.class);
        return new Subcommand(
                Stream.concat(Stream.of(command.name()), Stream.of(command.aliases()))
                        .toList(),
                () -> made);
    }

    boolean isCalled(String word) {
        return names.contains(word);
    }
}
