package dev.svc.shared.config;

import java.util.List;

/// The variables as a Markdown table: the README's and the command line's.
public final class VariableTable {
    private VariableTable() {}

    /// All of them, those of the programs below the others.
    public static String markdown(List<ProgramVariable> ofPrograms) {
        var table = new StringBuilder("| Variable | Value | Default | Meaning |\n| --- | --- | --- | --- |\n");
        for (Variable variable : Variable.values()) {
            String otherwise = variable.defaultText().isEmpty() ? "" : "`" + variable.defaultText() + "`";
            table.append("| `%s` | %s | %s | %s |\n"
                    .formatted(variable.variableName(), variable.kind().label(), otherwise, variable.help()));
        }
        for (ProgramVariable variable : ofPrograms) {
            table.append(
                    "| `%s` | %s |  | %s |\n".formatted(variable.name(), Kind.Plain.PATH.label(), variable.help()));
        }
        return table.toString();
    }
}
