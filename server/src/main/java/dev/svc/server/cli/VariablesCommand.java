package dev.svc.server.cli;

import dev.svc.shared.config.VariableTable;
import picocli.CommandLine.Command;

/// `svc variables`: the table of every variable, as the README shows it.
@Command(name = "variables", description = "Lists the variables that svc reads, with their defaults.")
public final class VariablesCommand implements Runnable {
    private final Console console;

    public VariablesCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        console.out().print(VariableTable.markdown());
        console.out().flush();
    }
}
