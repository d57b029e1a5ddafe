package dev.svc.shared.config;

/// The variables as a Markdown table: the README's and the command line's.
public final class VariableTable {
    private VariableTable() {}

    public static String markdown() {
        var table = new StringBuilder("| Variable | Value | Default | Meaning |\n| --- | --- | --- | --- |\n");
        for (Variable variable : Variable.values()) {
            String otherwise = variable.defaultText().isEmpty() ? "" : "`" + variable.defaultText() + "`";
            table.append("| `%s` | %s | %s | %s |\n"
                    .formatted(variable.variableName(), variable.kind().label(), otherwise, variable.help()));
        }
        return table.toString();
    }
}
