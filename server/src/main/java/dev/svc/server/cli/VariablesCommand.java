package dev.svc.server.cli;

import dev.svc.shared.config.ProgramVariable;
import dev.svc.shared.config.VariableTable;
import java.util.List;
import picocli.CommandLine.Command;

/// `svc variables`: the table of every variable, as the README shows it.
@Command(name = "variables", description = "Lists the variables that svc reads, with their defaults.")
public final class VariablesCommand implements Runnable {
    private final List<ProgramVariable> ofPrograms;
    private final Console console;

    public VariablesCommand(List<ProgramVariable> ofPrograms, Console console) {
        this.ofPrograms = List.copyOf(ofPrograms);
        this.console = console;
    }

    @Override
    public void run() {
        console.out().print(VariableTable.markdown(ofPrograms));
        console.out().flush();
    }
}
