package dev.svc.server.cli.update;

import dev.svc.server.auth.FirstStart;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Kind.Plain;
import dev.svc.shared.config.ProgramVariable;
import dev.svc.shared.config.Variable;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/// `svc prepare`: fills the env file for a first start, as the installer does it; what stands there already stays.
@Command(
        name = "prepare",
        description = {
            "Fills the env file: a secret, a first password that is printed once, and the variables it is run with.",
            "Credentials that are there stay as they are."
        })
public final class PrepareCommand implements Callable<Integer> {
    /// What an installation depends on is written to the file, so that people see and change it there.
    private static final Set<Variable> LOAD_BEARING = EnumSet.of(
            Variable.HOST, Variable.PORT, Variable.AUTH_MODE, Variable.USERNAME, Variable.CHANNEL, Variable.AUTOUPDATE);

    /// Says where the file is, or holds for one run only, or is a first start's own business.
    private static final Set<Variable> NEVER_KEPT = EnumSet.of(
            Variable.HOME,
            Variable.INSTANCE,
            Variable.ENV_FILE,
            Variable.REF,
            Variable.NO_SERVICE,
            Variable.SKIP_WEB_BUILD,
            Variable.NODE_VERSION,
            Variable.FORCE_PASSWORD_CHANGE);

    private final Supplier<Config> config;
    private final Console console;
    private final SecureRandom random;

    public PrepareCommand(Supplier<Config> config, Console console, SecureRandom random) {
        this.config = config;
        this.console = console;
        this.random = random;
    }

    @Override
    public Integer call() {
        Config chosen = config.get();
        try {
            var missing = missing(chosen);
            if (!missing.isEmpty()) {
                chosen.envFile().change(missing);
            }
            FirstStart made = FirstStart.prepare(chosen.reloaded(), random);
            made.announcement().ifPresent(console.out()::println);
        } catch (IOException notWritable) {
            throw new CommandException(
                    ExitCode.HOME_NOT_WRITABLE,
                    "%s cannot be written (%s): mend its permissions or make room on its disk."
                            .formatted(chosen.envFile().path(), notWritable.getMessage()));
        }
        console.out().flush();
        return ExitCode.OK.number();
    }

    /// What the file lacks, or holds differently from what this run was given.
    private static Map<String, @Nullable String> missing(Config config) {
        Map<String, String> present = config.envFile().read();
        var missing = new LinkedHashMap<String, @Nullable String>();
        for (Variable variable : Variable.values()) {
            String name = variable.variableName();
            String told = config.platform().environment().getOrDefault(name, "").strip();
            String kept = present.getOrDefault(name, "");
            boolean mayChange = kept.isEmpty() || variable.kind() != Plain.SECRET;
            if (NEVER_KEPT.contains(variable)) {
                continue;
            }
            if (!told.isEmpty() && !told.equals(kept) && mayChange) {
                missing.put(name, told);
            } else if (kept.isEmpty() && LOAD_BEARING.contains(variable)) {
                missing.put(name, variable.defaultText());
            }
        }
        // Where the programs are, which a service does not see in the environment of the person who installs it.
        config.platform().environment().forEach((name, given) -> {
            if (ProgramVariable.isOne(name)
                    && !given.isBlank()
                    && !given.strip().equals(present.get(name))) {
                missing.put(name, given.strip());
            }
        });
        return missing;
    }
}
