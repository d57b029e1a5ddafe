package dev.svc.server.cli.account;

import dev.svc.shared.audit.HostChangeLog.Who;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// The person on whose behalf a command acts, for the journal.
final class Asker {
    @Option(
            names = "--by",
            paramLabel = "WHO",
            defaultValue = "cli",
            converter = Known.class,
            description = "Who asks, for the journal: cli (default) or tray.")
    private Who who = Who.CLI;

    Who who() {
        return who;
    }

    static final class Known implements ITypeConverter<Who> {
        @Override
        public Who convert(String word) {
            for (Who known : Who.values()) {
                if (known.name().toLowerCase(Locale.ROOT).equals(word)) {
                    return known;
                }
            }
            throw new TypeConversionException("it takes cli or tray.");
        }
    }
}
