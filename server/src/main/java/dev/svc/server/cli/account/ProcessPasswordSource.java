package dev.svc.server.cli.account;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The terminal and the standard input of this process.
public final class ProcessPasswordSource implements ResetPasswordCommand.PasswordSource {
    @Override
    public @Nullable String ask(String question) {
        return Optional.ofNullable(System.console())
                .filter(java.io.Console::isTerminal)
                .map(console -> console.readPassword("%s", question))
                .map(String::valueOf)
                .orElse(null);
    }

    @Override
    public BufferedReader standardInput() {
        return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    }
}
