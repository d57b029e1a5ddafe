package dev.svc.server.demo;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/// The database that Antigravity keeps beside each transcript: where and when the conversation was, and with what
/// model.
final class AntigravityDatabase {
    private static final int WORKSPACE = 1;
    private static final int CREATED = 2;
    private static final int MODEL = 19;

    private AntigravityDatabase() {}

    static void write(Path file, Sample sample) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        try (var database = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            fill(database, sample);
        } catch (SQLException failed) {
            throw new IOException("a sample database could not be written", failed);
        }
        Files.setLastModifiedTime(file, FileTime.from(sample.ended()));
    }

    private static void fill(Connection database, Sample sample) throws SQLException, IOException {
        try (var statement = database.createStatement()) {
            statement.execute(
                    "CREATE TABLE trajectory_metadata_blob (id text DEFAULT 'main', data blob, PRIMARY KEY (id))");
            statement.execute(
                    "CREATE TABLE gen_metadata (idx integer, data blob, size integer NOT NULL DEFAULT 0, PRIMARY KEY (idx))");
            statement.execute(
                    "CREATE TABLE steps (idx integer, step_type integer NOT NULL DEFAULT 0, step_payload blob, PRIMARY KEY (idx))");
        }
        var place = message(WORKSPACE, text(1, sample.cwd().toUri().toString().replaceAll("/$", "")));
        var time = message(CREATED, number(1, sample.begun().getEpochSecond()));
        insert(database, "INSERT INTO trajectory_metadata_blob (id, data) VALUES ('main', ?)", joined(place, time));
        insert(
                database,
                "INSERT INTO gen_metadata (idx, data) VALUES (1, ?)",
                message(1, text(MODEL, sample.model("gemini-3-pro-high", "gemini-3-flash"))));
    }

    private static void insert(Connection database, String sql, byte[] data) throws SQLException {
        try (var statement = database.prepareStatement(sql)) {
            statement.setBytes(1, data);
            statement.executeUpdate();
        }
    }

    private static byte[] text(int field, String value) throws IOException {
        return message(field, value.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] message(int field, byte[] content) throws IOException {
        return joined(varint(((long) field << 3) | 2), varint(content.length), content);
    }

    private static byte[] number(int field, long value) throws IOException {
        return joined(varint((long) field << 3), varint(value));
    }

    private static byte[] varint(long value) {
        var out = new ByteArrayOutputStream();
        long left = value;
        while (left > 0x7f) {
            out.write((int) ((left & 0x7f) | 0x80));
            left >>>= 7;
        }
        out.write((int) left);
        return out.toByteArray();
    }

    private static byte[] joined(byte[]... parts) throws IOException {
        var out = new ByteArrayOutputStream();
        for (var part : parts) {
            out.write(part);
        }
        return out.toByteArray();
    }
}
