package dev.svc.server.engine.antigravity;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Makes small stores in Antigravity's form, for what the recorded one does not hold.
record AgyStoreBuilder(Path root) {

    void conversation(String id, @Nullable String workspaceUri) throws Exception {
        conversation(id, workspaceUri == null ? null : message(1, text(1, workspaceUri)));
    }

    void conversation(String id, byte @Nullable [] blob) throws Exception {
        Files.createDirectories(root.resolve("conversations"));
        execute(
                database(id),
                "CREATE TABLE steps (idx integer PRIMARY KEY, step_type integer, metadata blob, step_payload blob)",
                "CREATE TABLE gen_metadata (idx integer PRIMARY KEY, data blob)",
                "CREATE TABLE trajectory_metadata_blob (id text PRIMARY KEY, data blob)");
        if (blob != null) {
            execute(database(id), "INSERT INTO trajectory_metadata_blob VALUES ('main', " + literal(blob) + ")");
        }
    }

    Path database(String id) {
        return root.resolve("conversations").resolve(id + ".db");
    }

    void step(String id, int index, int type, byte[] payload) throws Exception {
        execute(
                database(id),
                "INSERT INTO steps VALUES (%d, %d, %s, %s)"
                        .formatted(
                                index, type, literal(message(1, number(1, 1_781_500_000L + index))), literal(payload)));
    }

    Path transcript(String id, String lines) throws IOException {
        return transcript(id, "transcript.jsonl", lines);
    }

    Path transcript(String id, String name, String lines) throws IOException {
        Path logs = Files.createDirectories(root.resolve("brain").resolve(id).resolve(".system_generated/logs"));
        return Files.writeString(logs.resolve(name), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    void list(String name, String content) throws IOException {
        Path file = root.resolve(name);
        Path folder = file.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(file, content, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    static String typed(String text) {
        return """
                {"step_index":0,"source":"USER_EXPLICIT","type":"USER_INPUT","created_at":"2026-06-15T05:06:40Z",\
                "content":"<USER_REQUEST>\\n%s\\n</USER_REQUEST>\\n<ADDITIONAL_METADATA>\\nnow\\n</ADDITIONAL_METADATA>"}
                """.formatted(text);
    }

    static String answered(String text) {
        return """
                {"step_index":1,"source":"MODEL","type":"PLANNER_RESPONSE","created_at":"2026-06-15T05:06:43Z",\
                "content":"%s"}
                """.formatted(text);
    }

    static void execute(Path database, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    static byte[] text(int field, String value) {
        return message(field, value.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] message(int field, byte[]... parts) {
        var body = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            body.writeBytes(part);
        }
        var whole = new ByteArrayOutputStream();
        varint(whole, (long) field << 3 | 2);
        varint(whole, body.size());
        whole.writeBytes(body.toByteArray());
        return whole.toByteArray();
    }

    static byte[] number(int field, long value) {
        var whole = new ByteArrayOutputStream();
        varint(whole, (long) field << 3);
        varint(whole, value);
        return whole.toByteArray();
    }

    static void varint(ByteArrayOutputStream out, long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    private static String literal(byte[] bytes) {
        return "x'" + HexFormat.of().formatHex(bytes) + "'";
    }
}
