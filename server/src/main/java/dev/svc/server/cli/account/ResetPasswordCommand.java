package dev.svc.server.cli.account;

import dev.svc.server.auth.passkey.PasskeysFile;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.shared.audit.HostChangeLog;
import dev.svc.shared.audit.HostChangeLog.What;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import dev.svc.shared.secret.PasswordHash;
import dev.svc.shared.secret.Passwords;
import java.io.BufferedReader;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `svc reset-password`: a new password from the host, without knowing the old one.
@Command(
        name = "reset-password",
        description = {
            "Sets a new password. Without an option a random one is made and printed once.",
            "A running service notices within a second and ends every login. Passkeys end as well."
        })
public final class ResetPasswordCommand implements Callable<Integer> {
    private final Supplier<Config> config;
    private final Console console;
    private final PasswordSource source;
    private final SecureRandom random;

    @ArgGroup
    private @Nullable Way way;

    @Mixin
    private Asker asker = new Asker();

    /// Where a chosen password comes from: never from an argument, which every process of the machine can read.
    static final class Way {
        @Option(names = "--prompt", description = "Asks twice, without echo.")
        boolean prompt;

        @Option(names = "--stdin", description = "Reads one line of standard input.")
        boolean stdin;
    }

    /// The two ways a person hands a password over.
    public interface PasswordSource {
        /// Asks without echo; null when there is no terminal.
        @Nullable
        String ask(String question);

        BufferedReader standardInput();
    }

    public ResetPasswordCommand(Supplier<Config> config, Console console, PasswordSource source, SecureRandom random) {
        this.config = config;
        this.console = console;
        this.source = source;
        this.random = random;
    }

    @Override
    public Integer call() throws IOException {
        Config known = config.get();
        if (way == null) {
            String made = Passwords.random(random);
            keep(known, made, false);
            console.out().println(made);
            console.err().println("svc: this is the new password; it is not shown again.");
        } else {
            keep(known, checked(way.prompt ? prompted() : line()), true);
            console.err().println("svc: the password is set.");
        }
        return ExitCode.OK.number();
    }

    /// A password that a person chose needs no further change; one made here leaves that as it is.
    private void keep(Config known, String password, boolean chosen) throws IOException {
        var changes = new LinkedHashMap<String, @Nullable String>();
        changes.put(
                Variable.PASSWORD_HASH.variableName(),
                PasswordHash.of(password, random).encoded());
        if (chosen) {
            changes.put(Variable.FORCE_PASSWORD_CHANGE.variableName(), "0");
        }
        endPasskeys(known);
        HostChangeLog.of(known.home()).leave(What.PASSWORD, asker.who());
        known.envFile().change(changes);
    }

    /// Whoever was in may have left one behind. A file that cannot be read opens nothing, and must not stand in the way
    /// of a new password.
    private void endPasskeys(Config known) {
        try {
            int ended = PasskeysFile.in(known.home().data()).endAll();
            if (ended > 0) {
                console.err().println("svc: passkeys that were ended: " + ended);
            }
        } catch (IOException unusable) {
            console.err().println("svc: " + unusable.getMessage());
        }
    }

    private String prompted() {
        String first = asked("New password: ");
        if (!first.equals(asked("Once more: "))) {
            throw new CommandException(ExitCode.FAILED, "The two passwords differ; nothing was changed.");
        }
        return first;
    }

    private String asked(String question) {
        String answer = source.ask(question);
        if (answer == null) {
            throw new CommandException(
                    ExitCode.USAGE, "--prompt needs a terminal; use --stdin to hand the password over in a pipe.");
        }
        return answer;
    }

    private String line() throws IOException {
        String line = source.standardInput().readLine();
        if (line == null) {
            throw new CommandException(ExitCode.USAGE, "--stdin got no line; nothing was changed.");
        }
        return line;
    }

    private static String checked(String password) {
        Passwords.objection(password).ifPresent(objection -> {
            throw new CommandException(ExitCode.FAILED, objection + " Nothing was changed.");
        });
        return password;
    }
}
