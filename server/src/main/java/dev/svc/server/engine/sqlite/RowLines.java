package dev.svc.server.engine.sqlite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Rows of a database as lines of text, exactly enough to write them back.
public final class RowLines {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String TABLE = "table";
    private static final String ROW = "row";
    private static final String COLUMNS = "columns";

    private RowLines() {}

    /// A row that was written down, or the columns of a table, which come before its rows.
    ///
    /// @param columns empty for a row
    /// @param values by column, null where there was nothing; empty where these are the columns of a table
    record Line(String table, List<String> columns, Map<String, @Nullable Object> values) {}

    /// Writes the rows of a table that have a value in a column.
    ///
    /// @param order the columns that put them in order
    public static void write(
            ReadOnlyDatabase database, String table, String column, String value, List<String> order, Writer to)
            throws IOException {
        if (!database.hasTable(table)) {
            return;
        }
        var there = database.columns(table);
        if (!there.contains(column)) {
            return;
        }
        var columns = new ArrayList<>(new TreeSet<>(there));
        var quoted = columns.stream().map(RowLines::quoted).toList();
        var ordered =
                order.stream().filter(there::contains).map(RowLines::quoted).toList();
        var sql = "SELECT %s FROM %s WHERE %s = ? ORDER BY %s"
                .formatted(
                        String.join(", ", quoted),
                        quoted(table),
                        quoted(column),
                        ordered.isEmpty() ? "rowid" : String.join(", ", ordered));
        var head = MAPPER.createObjectNode().put(TABLE, table);
        columns.forEach(head.putArray(COLUMNS)::add);
        to.write(MAPPER.writeValueAsString(head));
        to.write('\n');
        database.query(List.of(table), sql, List.of(value), row -> {
            var json = MAPPER.createObjectNode();
            json.put(TABLE, table);
            var values = json.putObject(ROW);
            for (int i = 0; i < columns.size(); i++) {
                put(values, columns.get(i), row.value(i));
            }
            to.write(MAPPER.writeValueAsString(json));
            to.write('\n');
            return true;
        });
    }

    /// A name that may be anything; quotes in it are doubled.
    static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private static void put(ObjectNode values, String column, Optional<Object> value) {
        switch (value.orElse(null)) {
            case null -> values.putNull(column);
            case String text -> values.put(column, text);
            case Integer number -> values.put(column, number);
            case Long number -> values.put(column, number);
            case Double number -> values.putObject(column).put("real", Double.toString(number));
            case byte[] bytes -> values.putObject(column).put("blob", bytes);
            case Object other -> values.put(column, other.toString());
        }
    }

    /// Reads the next line; empty at the end.
    ///
    /// @throws IOException when it is none of ours
    static Optional<Line> read(BufferedReader from) throws IOException {
        var text = from.readLine();
        if (text == null) {
            return Optional.empty();
        }
        var json = MAPPER.readTree(text);
        var values = new LinkedHashMap<String, @Nullable Object>();
        for (var entry : json.path(ROW).properties()) {
            values.put(entry.getKey(), value(entry.getValue()));
        }
        var columns = new ArrayList<String>();
        json.path(COLUMNS).forEach(column -> columns.add(column.asText()));
        if (!json.path(TABLE).isTextual() || values.isEmpty() == columns.isEmpty()) {
            throw new IOException("a line that was kept is no row of a database");
        }
        return Optional.of(new Line(json.path(TABLE).asText(), columns, values));
    }

    private static @Nullable Object value(JsonNode json) throws IOException {
        if (json.isTextual()) {
            return json.asText();
        }
        if (json.isIntegralNumber()) {
            return json.asLong();
        }
        if (json.has("real")) {
            return Double.valueOf(json.path("real").asText());
        }
        return json.has("blob") ? json.path("blob").binaryValue() : null;
    }
}
